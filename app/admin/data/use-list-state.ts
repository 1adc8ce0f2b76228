import { useMemo } from 'react';
import { useQueryState } from './use-query-state.ts';

const PAGES = { pages: '1' };

/** Filters and the number of shown pages, held in the URL; another filter starts at the first page. */
export function useListState<T extends Record<string, string>>(defaults: T) {
  type Filter = { [K in keyof T]: string };
  const all = useMemo(() => ({ ...defaults, ...PAGES }), [defaults]);
  const [{ pages = PAGES.pages, ...filter }, setState] = useQueryState<Record<string, string>>(all);
  return {
    filter: filter as Filter,
    setFilter: (changes: Partial<Filter>, options?: { replace?: boolean }) =>
      setState({ ...changes, ...PAGES }, options),
    clearFilter: () => setState(all),
    isFiltered: Object.entries(defaults).some(([name, fallback]) => filter[name] !== fallback),
    pages,
    setPages: (next: string) => setState({ pages: next }),
  };
}
