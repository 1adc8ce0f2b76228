import { Trash2 } from 'lucide-react';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useId, useRef, useState } from 'react';
import { Link } from 'react-router';
import { sendJson } from '#app/admin/data/api.ts';
import { Button, IconButton } from '#app/admin/ui/button.tsx';
import { useFailureToast, useNotify } from '#app/admin/ui/notify.ts';
import { useApiQuery } from '#app/admin/data/use-api-query.ts';
import type { SavedFilterScreen } from '#shared/leads/values.ts';
import { SAVED_FILTER_MESSAGES } from '#shared/leads/messages.ts';
import type { SavedFilter } from '#shared/leads/admin-schema.ts';
import { QueryError } from '#app/admin/ui/list.tsx';
import { Menu } from './menu.tsx';
import { SAVED_FILTER_MENU_MESSAGES as messages } from './messages.ts';

type Props = { screen: SavedFilterScreen; query: string };

export function SavedFilters({ screen, query }: Props) {
  return (
    <Menu label={messages.menu}>
      <SavedFilterMenu screen={screen} query={query} />
    </Menu>
  );
}

function SavedFilterMenu({ screen, query }: Props) {
  const id = useId();
  const notify = useNotify();
  const [name, setName] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const filters = useApiQuery<{ items: SavedFilter[] }>(`saved-filters?screen=${screen}`);
  useFailureToast(filters.error, SAVED_FILTER_MESSAGES.loadFailed);

  const save = useMutation({
    mutationFn: (wanted: string) =>
      sendJson<SavedFilter>('POST', 'saved-filters', { screen, name: wanted, query }),
    onMutate: () => setProblem(null),
    onSuccess(_, wanted) {
      notify.success(SAVED_FILTER_MESSAGES.saved);
      setName((present) => (present.trim() === wanted ? '' : present));
      return filters.reload();
    },
    onError(error) {
      notify.error(SAVED_FILTER_MESSAGES.saveFailed);
      setProblem(error.fields['name'] ?? error.message);
      input.current?.focus();
    },
  });
  const removal = useMutation({
    mutationFn: (filter: SavedFilter) => sendJson<void>('DELETE', `saved-filters/${filter.id}`),
    onSuccess() {
      notify.success(SAVED_FILTER_MESSAGES.deleted);
      input.current?.focus();
    },
    onError(error) {
      notify.error(SAVED_FILTER_MESSAGES.deleteFailed);
      setProblem(error.message);
    },
    onSettled: () => filters.reload(),
  });

  function handleSave(event: FormEvent) {
    event.preventDefault();
    if (save.isPending) return;
    const wanted = name.trim();
    if (wanted === '') {
      setProblem(SAVED_FILTER_MESSAGES.name);
      input.current?.focus();
      return;
    }
    save.mutate(wanted);
  }

  return (
    <>
      <QueryError query={filters} />
      {filters.data?.items.length === 0 && <p className="text-ink-muted">{messages.empty}</p>}
      {filters.data && filters.data.items.length > 0 && (
        <ul className="grid max-h-64 gap-1 overflow-y-auto">
          {filters.data.items.map((filter) => (
            <li key={filter.id} className="flex items-center justify-between gap-2">
              <Link
                to={{ search: filter.query === '' ? '' : `?${filter.query}` }}
                className="link min-w-0 flex-1 py-1 wrap-anywhere"
              >
                {filter.name}
              </Link>
              <IconButton
                label={messages.delete(filter.name)}
                icon={Trash2}
                onClick={() => removal.mutate(filter)}
              />
            </li>
          ))}
        </ul>
      )}
      <form noValidate onSubmit={handleSave} className="grid gap-1">
        <label htmlFor={id} className="font-medium">
          {messages.label}
        </label>
        <div className="flex gap-2">
          <input
            ref={input}
            id={id}
            value={name}
            autoComplete="off"
            aria-invalid={problem ? true : undefined}
            aria-describedby={`${id}-hint`}
            onChange={(event) => {
              setName(event.target.value);
              setProblem(null);
            }}
            className="field"
          />
          <Button type="submit" isDisabled={save.isPending} variant="primary">
            {save.isPending ? messages.saving : messages.save}
          </Button>
        </div>
        <p
          id={`${id}-hint`}
          role="status"
          className={problem ? 'font-medium text-alert' : 'text-ink-muted'}
        >
          {problem ?? messages.hint}
        </p>
      </form>
    </>
  );
}
