import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { sendJson } from '#app/admin/data/api.ts';
import { getRecordName } from '#app/admin/data/content.ts';
import { contentMessages } from '#app/admin/data/messages.ts';
import { queryKeyOf } from '#app/admin/data/query-client.ts';
import { useApiPages, useApiQuery } from '#app/admin/data/use-api-query.ts';
import { useListState } from '#app/admin/data/use-list-state.ts';
import { useQueryState } from '#app/admin/data/use-query-state.ts';
import { useConfirm } from '#app/admin/ui/dialog.tsx';
import { useFailureToast, useNotify } from '#app/admin/ui/notify.ts';
import type { Content, ContentRecord } from './definition.tsx';
import { CONTENT_MESSAGES } from './messages.ts';

type Attempt = { action: 'delete' | 'restore'; row: ContentRecord };

const NO_FILTER = { search: '', status: 'all', category: 'all' };
const CLOSED = { new: '', edit: '' };

/** A new record keeps its form when it gets its URL; the next new record gets another form. */
function useFormKey({ new: isNew, edit }: typeof CLOSED) {
  const [last, setLast] = useState({ isNew, count: 0 });
  const [created, setCreated] = useState({ id: '', key: '' });
  if (last.isNew !== isNew) setLast({ isNew, count: last.count + 1 });
  const key = edit === '' ? `new-${last.count}` : edit === created.id ? created.key : edit;
  return { key, keepFor: (id: string) => setCreated({ id, key }) };
}

export function useContent(definition: Content, { isPaused = false } = {}) {
  const { entity, publication, defaultSort = '-created_at' } = definition;
  const { path } = entity;
  const { pages, setPages, ...view } = useListState(NO_FILTER, ({ status }) =>
    status === 'deleted' ? '-deleted_at' : defaultSort,
  );
  const { filter } = view;
  const messages = contentMessages(entity);
  const client = useQueryClient();
  const notify = useNotify();
  const confirm = useConfirm();
  const [opened, setOpened] = useQueryState(CLOSED);
  const form = useFormKey(opened);
  function open(what: string | null): void {
    const isNew = what === 'new';
    const isRecord = what !== null && !isNew;
    const isOpen = opened.edit !== '' || opened.new !== '';
    setOpened({ new: isNew ? '1' : '', edit: isRecord ? what : '' }, { replace: isOpen || isNew });
  }

  const matching = new URLSearchParams();
  if (filter.search) matching.set('search', filter.search);
  if (filter.status === 'deleted') matching.set('deleted', '1');
  else if (filter.status !== 'all') matching.set('status', filter.status);
  if (filter.category !== 'all') matching.set('category', filter.category);
  const query = new URLSearchParams(matching);
  if (view.sort) query.set('sort', view.sort);
  const list = useApiPages<ContentRecord>(`${path}?${query}`, {
    pages,
    setPages,
    enabled: !isPaused,
  });
  const count = useApiQuery<{ total: number }>(`${path}/count?${matching}`);
  useFailureToast(list.error, messages.loadFailed);

  function reload(): Promise<void> {
    return client.invalidateQueries({ queryKey: queryKeyOf(path) });
  }

  // The focus moves to the same button of the neighbouring row, or to the search.
  function takeOut(id: string, action: string): void {
    const items = list.items ?? [];
    const index = items.findIndex((item) => item.id === id);
    const next = items[index + 1] ?? items[index - 1];
    flushSync(() => list.setItems((shown) => shown.filter((item) => item.id !== id)));
    const stop = next && `[data-row="${next.id}"] [data-action="${action}"]`;
    document.querySelector<HTMLElement>(stop ?? '[data-shortcut-search]')?.focus();
  }

  const attempt = useMutation({
    mutationFn: ({ action, row: { id } }: Attempt) =>
      action === 'delete'
        ? sendJson<Partial<ContentRecord>>('DELETE', `${path}/${id}`)
        : sendJson<Partial<ContentRecord>>('POST', `${path}/${id}/restore`),
    onError: (_, { action }) => notify.error(messages[`${action}Failed`]),
    onSuccess({ slug }, { action, row: { id, ...row } }) {
      const hasNewSlug = action === 'restore' && slug !== row.slug;
      notify.success(hasNewSlug ? messages.restoredAs(slug) : messages[`${action}d`]);
      if (opened.edit === id) open(null);
      takeOut(id, action);
      return reload();
    },
  });

  async function remove(row: ContentRecord): Promise<void> {
    const isSure = await confirm({
      title: publication ? messages.deleteTitle : messages.deleteQuestion,
      text: (
        <div className="grid gap-2 wrap-anywhere">
          {publication && <p>{messages.deleteQuestion}</p>}
          <p>
            <strong>{getRecordName(entity, row)}</strong>
            {CONTENT_MESSAGES.afterDeletion}
          </p>
        </div>
      ),
      confirmLabel: CONTENT_MESSAGES.delete,
      isDestructive: true,
    });
    if (isSure) attempt.mutate({ action: 'delete', row });
  }

  // Close first: a notice appears inside an open dialog.
  function handleSaved(text: string, isDone: boolean, id: string): void {
    if (isDone) flushSync(() => open(null));
    else if (opened.new) {
      form.keepFor(id);
      setOpened({ new: '', edit: id }, { replace: true });
    }
    notify.success(text);
    void reload();
  }

  return {
    ...view,
    matching,
    viewKey: query.toString(),
    reload,
    list,
    failure: attempt.error && {
      error: attempt.error,
      onRetry: () => attempt.mutate(attempt.variables),
    },
    opened,
    formKey: form.key,
    open,
    handleSaved,
    remove,
    restore: (row: ContentRecord) => attempt.mutate({ action: 'restore', row }),
    total: count.data?.total,
  };
}
