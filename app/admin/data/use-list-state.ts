import { useMemo } from 'react';
import { useQueryState } from './use-query-state.ts';

const PAGES = { pages: '1' };

type Direction = 'ascending' | 'descending';

/** Filters, sorting and number of pages in the URL; another filter or sorting starts at the first page. */
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
  function setFilter(changes: Partial<Filter>, options?: { replace?: boolean }): void {
    setState({ ...changes, ...PAGES }, options);
  }
  return {
    filter: filter as Filter,
    setFilter,
    /** Props of a control for one filter. */
    getInput: (name: keyof T & string, options?: { replace?: boolean }) => ({
      value: filter[name] ?? '',
      onChange: (value: string) => setFilter({ [name]: value } as Partial<Filter>, options),
    }),
    clearFilter: () => setState({ ...defaults, ...PAGES }),
    isFiltered: Object.entries(defaults).some(([name, fallback]) => filter[name] !== fallback),
    /** Column for the server, with `-` for descending; empty for the default. */
    sort,
    isSortedByDefault: sortedBy === defaultSort,
    /** `first` is the direction of the first press. */
    sortOf: (column: string, first: Direction) => {
      const values = { ascending: column, descending: `-${column}` };
      const second: Direction = first === 'ascending' ? 'descending' : 'ascending';
      const direction = [first, second].find((each) => values[each] === sortedBy) ?? null;
      const next = values[direction === first ? second : first];
      const chosen = next === defaultSort ? '' : next;
      return { direction, onSort: () => setState({ sort: chosen, ...PAGES }) };
    },
    savedQuery: new URLSearchParams(saved).toString(),
    pages,
    setPages: (next: string) => setState({ pages: next }),
  };
}

export type ListState = ReturnType<typeof useListState>;
