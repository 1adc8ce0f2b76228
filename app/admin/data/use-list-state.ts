import { useMemo } from 'react';
import { useQueryState } from './use-query-state.ts';

const PAGES = { pages: '1' };

type Direction = 'ascending' | 'descending';

/**
 * Filters, order and the number of shown pages, held in the URL; another filter or order starts at the first page.
 * `defaultSortOf` says what the server sorts by where it is asked for nothing else.
 */
export function useListState<T extends Record<string, string>>(
  defaults: T,
  defaultSortOf: (filter: { [K in keyof T]: string }) => string = () => '',
) {
  type Filter = { [K in keyof T]: string };
  const all = useMemo(() => ({ ...defaults, sort: '', ...PAGES }), [defaults]);
  const [state, setState] = useQueryState<Record<string, string>>(all);
  const { pages = PAGES.pages, sort = '', ...filter } = state;
  const defaultSort = defaultSortOf(filter as Filter);
  const sortedBy = sort || defaultSort;
  const saved = Object.entries({ ...filter, sort }).filter(
    ([name, value]) => value !== Reflect.get(all, name),
  );
  return {
    filter: filter as Filter,
    setFilter: (changes: Partial<Filter>, options?: { replace?: boolean }) =>
      setState({ ...changes, ...PAGES }, options),
    clearFilter: () => setState({ ...defaults, ...PAGES }),
    isFiltered: Object.entries(defaults).some(([name, fallback]) => filter[name] !== fallback),
    /** What the server is to be asked for: a column, with a minus before it for the descending order; empty for its own order. */
    sort,
    isSortedByDefault: sortedBy === defaultSort,
    /** How a column is sorted, and what a press on its head does; `first` is the direction of the first press. */
    sortOf: (column: string, first: Direction) => {
      const values = { ascending: column, descending: `-${column}` };
      const second: Direction = first === 'ascending' ? 'descending' : 'ascending';
      const direction = [first, second].find((each) => values[each] === sortedBy) ?? null;
      const next = values[direction === first ? second : first];
      const chosen = next === defaultSort ? '' : next;
      return { direction, onSort: () => setState({ sort: chosen, ...PAGES }) };
    },
    /** Filter and order as the URL has them. */
    savedQuery: new URLSearchParams(saved).toString(),
    pages,
    setPages: (next: string) => setState({ pages: next }),
  };
}

export type ListState = ReturnType<typeof useListState>;
