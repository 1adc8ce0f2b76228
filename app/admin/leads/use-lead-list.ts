import { useCallback, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { useConfirm } from '#app/admin/ui/dialog.tsx';
import type { BulkResult } from '#shared/leads/admin-schema.ts';
import {
  DEFAULT_LEAD_SORT,
  LEAD_PAGE_SIZE,
  MAX_BULK,
  MAX_BULK_MATCHING,
} from '#shared/leads/values.ts';
import { ApiError, sendJson } from '#app/admin/data/api.ts';
import { formatCount } from '#app/admin/ui/format-count.ts';
import { useNotify } from '#app/admin/ui/notify.ts';
import { timeZoneQuery } from '#app/admin/data/time-zone.ts';
import { useDownload } from '#app/admin/data/use-download.ts';
import { useFailureToast } from '#app/admin/ui/use-failure-toast.ts';
import { usePages } from '#app/admin/data/use-pages.ts';
import { useQueryState } from '#app/admin/data/use-query-state.ts';
import { useResource } from '#app/admin/data/use-resource.ts';
import { useShownPages } from '#app/admin/data/use-shown-pages.ts';

type Options = {
  /** The call of the list, and of a record below it. */
  path: 'orders' | 'messages';
  table: 'orders' | 'contact_messages';
  /** The parameter of the address that names the record whose dialog is open. */
  idParameter: 'order' | 'message';
  texts: {
    loadFailed: string;
    updateFailed: string;
    exported: string;
    exportedTitle: string;
    exportFailed: string;
    exportFailedTitle: string;
  };
  /** The toast of one changed row. */
  describeChange: (status: string) => { title: string; text: string };
};

/** What can be taken back: the rows and the status that each had. */
export type Undo = { text: string; rows: { id: string; status: string }[] };

const DEFAULTS = { search: '', status: 'all', suspect: 'all', sort: DEFAULT_LEAD_SORT, pages: '1' };
const FILTERS = ['search', 'status', 'suspect'] as const;
const NO_IDS = { order: '', message: '' };
const SUSPECT_VALUES: Record<string, string> = { only: '1', without: '0' };

function messageOf(error: unknown): string {
  return error instanceof ApiError ? error.message : 'Something went wrong. Please try again.';
}

function inChunks<T>(all: T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, index) =>
    all.slice(index * size, (index + 1) * size),
  );
}

/** A list of orders or messages: filter, order and pages in the address, selection, changes of status that can be undone, export. */
export function useLeadList<T extends { id: string; status: string }>({
  path,
  table,
  idParameter,
  texts,
  describeChange,
}: Options) {
  const notify = useNotify();
  const confirm = useConfirm();
  const [state, setState] = useQueryState(DEFAULTS);
  const { sort, pages: pagesText, ...filter } = state;
  const isFiltered = FILTERS.some((name) => filter[name] !== DEFAULTS[name]);
  const [opened, setOpened] = useQueryState(NO_IDS);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  // How many rows match, shown or not, when all of them are selected.
  const [matching, setMatching] = useState<number | null>(null);
  const [undo, setUndo] = useState<Undo | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  // Over what the server says: a refresh must not undo a change that is on its way.
  const [pending, setPending] = useState<ReadonlyMap<string, string>>(new Map());
  const [isBusy, setIsBusy] = useState(false);
  const download = useDownload();

  const query = new URLSearchParams();
  if (filter.search) query.set('search', filter.search);
  if (filter.status !== 'all') query.set('status', filter.status);
  const suspect = SUSPECT_VALUES[filter.suspect];
  if (suspect) query.set('suspect', suspect);
  const listQuery = new URLSearchParams(query);
  if (sort !== DEFAULTS.sort) listQuery.set('sort', sort);
  const options = { refreshOn: [table] };
  const list = useShownPages(usePages<T>(`${path}?${listQuery}`, options), {
    pages: pagesText,
    setPages: (pages) => setState({ pages }),
    pageSize: LEAD_PAGE_SIZE,
  });
  const count = useResource<{ total: number }>(`${path}/count?${query}`, options);
  useFailureToast(list.error, texts.loadFailed);

  const shown = list.items?.map((item) => {
    const status = pending.get(item.id);
    return status === undefined ? item : { ...item, status };
  });
  const { hasMore, isLoadingMore, isLoading, error } = list;

  const clearSelection = useCallback(() => {
    setSelected(new Set());
    setMatching(null);
  }, []);

  // Another filter or order starts at the first page, with nothing selected.
  function setView(changes: Partial<typeof DEFAULTS>, options?: { replace?: boolean }) {
    clearSelection();
    setState({ ...changes, pages: DEFAULTS.pages }, options);
  }
  function sortBy(column: string, first: 'ascending' | 'descending') {
    const [next, other] = first === 'ascending' ? [column, `-${column}`] : [`-${column}`, column];
    setView({ sort: sort === next ? other : next });
  }
  function directionOf(column: string): 'ascending' | 'descending' | null {
    if (sort === column) return 'ascending';
    return sort === `-${column}` ? 'descending' : null;
  }
  const savedQuery = new URLSearchParams(
    [...FILTERS, 'sort' as const]
      .filter((name) => state[name] !== DEFAULTS[name])
      .map((name) => [name, state[name]]),
  ).toString();

  const rows = shown ?? [];
  const total = count.data?.total;
  const allIds = rows.map(({ id }) => id);
  const selectedIds = matching === null ? allIds.filter((id) => selected.has(id)) : allIds;
  const isAllShownSelected = rows.length > 0 && selectedIds.length === rows.length;
  function select(ids: Iterable<string>) {
    setSelected(new Set(ids));
    setMatching(null);
  }
  function toggle(id: string) {
    const next = new Set(selectedIds);
    if (!next.delete(id)) next.add(id);
    select(next);
  }
  function toggleAll() {
    select(isAllShownSelected ? [] : allIds);
  }
  function toggleMatching() {
    if (matching === null && total !== undefined) setMatching(total);
    else select(allIds);
  }

  const hasSelection = selectedIds.length > 0;
  useEffect(() => {
    if (!hasSelection) return undefined;
    function handleKeyDown(event: KeyboardEvent) {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      if (document.querySelector('dialog[open], details[data-menu][open]')) return;
      clearSelection();
    }
    window.addEventListener('keydown', handleKeyDown);
    return () => window.removeEventListener('keydown', handleKeyDown);
  }, [clearSelection, hasSelection]);

  const { setItems } = list;
  function showStatuses(statuses: ReadonlyMap<string, string>) {
    setItems((items) =>
      items.map((item) => {
        const status = statuses.get(item.id);
        return status === undefined || status === item.status ? item : { ...item, status };
      }),
    );
  }

  /** Shows what the server answered to a change. */
  const replaceRow = useCallback(
    (changed: { id: string }) => {
      setItems((items) =>
        items.map((item) => (item.id === changed.id ? { ...item, ...changed } : item)),
      );
    },
    [setItems],
  );

  /** Changes the status of one row at once; the row goes back when the server refuses. */
  async function changeStatus(row: T, name: string, status: string): Promise<void> {
    setPending((before) => new Map(before).set(row.id, status));
    setFailure(null);
    try {
      replaceRow(await sendJson<T>('PATCH', `${path}/${row.id}`, { status }));
    } catch (refusal) {
      setFailure(`${texts.updateFailed}: ${name}. ${messageOf(refusal)}`);
      notify.error(texts.updateFailed);
      return;
    } finally {
      setPending((before) => new Map([...before].filter(([id]) => id !== row.id)));
    }
    const { title, text } = describeChange(status);
    notify.success(text, title);
    setUndo({ text: `${name}: ${text}`, rows: [{ id: row.id, status: row.status }] });
  }

  async function sendBulk(ids: string[], status: string): Promise<BulkResult[]> {
    const results: BulkResult[] = [];
    for (const chunk of inChunks(ids, MAX_BULK))
      results.push(...(await send({ ids: chunk }, status)));
    return results;
  }

  async function send(choice: Record<string, unknown>, status: string): Promise<BulkResult[]> {
    const answer = await sendJson<{ results: BulkResult[] }>('POST', `${path}/bulk-status`, {
      ...choice,
      status,
    });
    return answer.results;
  }

  async function* sendSelected(status: string) {
    for (const chunk of inChunks(selectedIds, MAX_BULK)) yield* await send({ ids: chunk }, status);
  }

  /** Changes the status of the selected rows and says what became of them. */
  async function changeSelected(status: string, label: string): Promise<void> {
    if (isBusy || selectedIds.length === 0) return;
    if (matching !== null) {
      const isSure = await confirm({
        title: `Mark all ${formatCount(matching)} as ${label}?`,
        text: 'Everything that matches the search and the filters is changed, also what is not shown yet. It can be undone afterwards.',
        confirmLabel: `Mark ${formatCount(matching)} as ${label}`,
      });
      if (!isSure) return;
    }
    const before = new Map(rows.map((row) => [row.id, row.status]));
    setIsBusy(true);
    setFailure(null);
    showStatuses(new Map(selectedIds.map((id) => [id, status])));
    const results: BulkResult[] = [];
    function describe(): string {
      const countOfResult = (result: BulkResult['result']) =>
        results.filter((entry) => entry.result === result).length;
      const same = countOfResult('unchanged');
      const gone = countOfResult('not_found');
      return [
        `${formatCount(countOfResult('changed'))} changed to ${label}`,
        ...(same > 0 ? [`${formatCount(same)} had it already`] : []),
        ...(gone > 0 ? [`${formatCount(gone)} no longer there`] : []),
      ].join(', ');
    }
    function offerUndo() {
      const changed = results.filter(({ result }) => result === 'changed');
      setUndo(
        changed.length === 0
          ? null
          : {
              text: `${describe()}.`,
              rows: changed.map(({ id, oldStatus }) => ({ id, status: oldStatus ?? status })),
            },
      );
    }
    try {
      const answers =
        matching === null
          ? sendSelected(status)
          : await send({ filter: Object.fromEntries(query), expectedTotal: matching }, status);
      for await (const result of answers) results.push(result);
      const isWhole = results.every(({ result }) => result !== 'not_found');
      if (isWhole) notify.success(describe(), 'Status updated');
      else {
        notify.error(describe(), 'Not all were changed');
        setFailure(`Not all were changed: ${describe()}.`);
      }
      offerUndo();
      clearSelection();
    } catch (refusal) {
      showStatuses(before);
      setFailure(
        results.length === 0
          ? `${texts.updateFailed}. ${messageOf(refusal)}`
          : `${texts.updateFailed}: ${describe()}, the others were not. ${messageOf(refusal)}`,
      );
      notify.error(texts.updateFailed);
      if (results.length > 0) offerUndo();
      setMatching(null);
      await Promise.all([list.reload(), count.reload()]);
    }
    setIsBusy(false);
  }

  /** Gives the rows of the last change the status back that each had. */
  async function takeBack(): Promise<void> {
    if (!undo || isBusy) return;
    setIsBusy(true);
    setFailure(null);
    const statuses = new Map(undo.rows.map(({ id, status }) => [id, status]));
    showStatuses(statuses);
    try {
      for (const status of new Set(statuses.values())) {
        await sendBulk(
          undo.rows.filter((row) => row.status === status).map(({ id }) => id),
          status,
        );
      }
      notify.success('The change was undone', 'Undone');
      // The button goes with its bar.
      flushSync(() => setUndo(null));
      document.querySelector<HTMLElement>('[data-shortcut-search]')?.focus();
    } catch (refusal) {
      setFailure(`${texts.updateFailed}. ${messageOf(refusal)}`);
      notify.error(texts.updateFailed);
    }
    await list.reload();
    setIsBusy(false);
  }

  async function exportCsv(): Promise<void> {
    setFailure(null);
    try {
      const isSaved = await download.run(
        `${path}/export.csv?${query}&${timeZoneQuery()}`,
        `${path}.csv`,
      );
      if (isSaved) notify.success(texts.exported, texts.exportedTitle);
    } catch (refusal) {
      setFailure(`${texts.exportFailed}. ${messageOf(refusal)}`);
      notify.error(texts.exportFailed, texts.exportFailedTitle);
    }
  }

  return {
    items: shown,
    isLoading,
    isLoadingMore,
    error,
    retry: list.retry,
    filter,
    setFilter: (changes: Partial<typeof filter>, view?: { replace?: boolean }) =>
      setView(changes, view),
    clearFilter: () => setView({ ...DEFAULTS, sort }),
    isFiltered,
    savedQuery,
    sortBy,
    directionOf,
    showMore: () => void list.loadMore(),
    hasMore,
    openedId: opened[idParameter],
    open: (id: string) => setOpened({ [idParameter]: id }),
    close: () => setOpened({ [idParameter]: '' }, { replace: true }),
    selectedIds,
    isAllShownSelected,
    toggle,
    toggleAll,
    /** How many match, when more match than are shown and all that are shown are selected. */
    matchingTotal:
      isAllShownSelected && total !== undefined && total > rows.length ? total : matching,
    canSelectMatching: total !== undefined && total <= MAX_BULK_MATCHING,
    selectedMatching: matching,
    toggleMatching,
    clearSelection,
    changeStatus,
    changeSelected,
    replaceRow,
    isBusy,
    undo,
    takeBack,
    dismissUndo: () => setUndo(null),
    failure,
    dismissFailure: () => setFailure(null),
    exportCsv,
    download,
    summary:
      total === undefined || rows.length === 0
        ? null
        : `Showing ${formatCount(rows.length)} of ${formatCount(Math.max(total, rows.length))}`,
  };
}

export type LeadList<T extends { id: string; status: string }> = ReturnType<typeof useLeadList<T>>;
