import { useCallback, useMemo } from 'react';
import { useQueryState } from './use-query-state.ts';

const PAGES = { pages: '1' };

/** Filters and the number of shown pages, held in the address; another filter starts at the first page. */
export function useListState<T extends Record<string, string>>(defaults: T) {
  const all = useMemo(() => ({ ...defaults, ...PAGES }), [defaults]);
  const [{ pages, ...filter }, setState, clearFilter] = useQueryState(all);
  const setFilter = useCallback(
    (changes: Partial<{ [K in keyof T]: string }>, options?: { replace?: boolean }) =>
      setState({ ...changes, ...PAGES }, options),
    [setState],
  );
  const setPages = useCallback(
    (next: string) => setState({ pages: next } as Parameters<typeof setState>[0]),
    [setState],
  );
  const isFiltered = Object.entries(defaults).some(
    ([name, fallback]) => (filter as Record<string, string>)[name] !== fallback,
  );
  return {
    filter: filter as { [K in keyof T]: string },
    setFilter,
    clearFilter,
    isFiltered,
    pages: pages ?? PAGES.pages,
    setPages,
  };
}
