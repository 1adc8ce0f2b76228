import { useMutationState } from '@tanstack/react-query';
import { DEFAULT_LEAD_SORT } from '#shared/leads/values.ts';
import { useApiPages, useApiQuery } from '#app/admin/data/use-api-query.ts';
import { useListState } from '#app/admin/data/use-list-state.ts';
import type { LeadKind, LeadRow } from './shared/lead-kind.ts';

const DEFAULTS = { search: '', status: 'all', suspect: 'all' };
const SUSPECT_VALUES: Record<string, string> = { only: '1', without: '0' };

export type Statuses = ReadonlyMap<string, string>;

export const statusMutationKey = (path: LeadKind['path']) => [path, 'status'];

export function useLeadQuery<T extends LeadRow>(path: LeadKind['path']) {
  const { pages, setPages, ...view } = useListState(DEFAULTS, () => DEFAULT_LEAD_SORT);
  const { filter, sort } = view;
  const matching = new URLSearchParams();
  if (filter.search) matching.set('search', filter.search);
  if (filter.status !== 'all') matching.set('status', filter.status);
  const suspect = SUSPECT_VALUES[filter.suspect];
  if (suspect) matching.set('suspect', suspect);
  const query = new URLSearchParams(matching);
  if (sort) query.set('sort', sort);

  const list = useApiPages<T>(`${path}?${query}`, { pages, setPages });
  const count = useApiQuery<{ total: number }>(`${path}/count?${matching}`);
  // Apply pending mutations on top of server data, so a refetch does not revert them.
  const pending = useMutationState({
    filters: { mutationKey: statusMutationKey(path), status: 'pending' },
    select: ({ state }) => (state.variables as { statuses: Statuses }).statuses,
  });
  const withStatuses = (items: T[], all: readonly Statuses[]) =>
    all.reduce(
      (rows, statuses) =>
        rows.map((row) => ({ ...row, status: statuses.get(row.id) ?? row.status })),
      items,
    );

  return {
    ...view,
    ...list,
    items: list.items && withStatuses(list.items, pending),
    total: count.data?.total,
    async reload(): Promise<void> {
      await Promise.all([list.reload(), count.reload()]);
    },
    isFiltered: matching.size > 0,
    matching,
    viewKey: query.toString(),
    showStatuses: (statuses: Statuses) => list.setItems((items) => withStatuses(items, [statuses])),
    showRow: (changed: { id: string }) =>
      list.setItems((items) =>
        items.map((item) => (item.id === changed.id ? { ...item, ...changed } : item)),
      ),
  };
}

export type LeadQuery<T extends LeadRow = LeadRow> = ReturnType<typeof useLeadQuery<T>>;
