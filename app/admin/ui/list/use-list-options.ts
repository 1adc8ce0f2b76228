import type { DataColumn } from '#app/admin/ui/data-table.tsx';
import { useListPreferences } from './list-preferences.ts';

/** What a saved filter says where it hides nothing. */
const NOTHING = 'none';

type Options<Row> = {
  list: string;
  columns: readonly DataColumn<Row>[];
  /** The hidden columns as the URL has them, where somebody has chosen a saved filter; empty without. */
  hidden: string;
  setHidden: (hidden: string) => void;
};

/** The density of the lists and the columns of one: those of a saved filter, or else those that were chosen last on this device. */
export function useListOptions<Row>({ list, columns, hidden, setHidden }: Options<Row>) {
  const [preferences, store] = useListPreferences();
  const optional = columns.flatMap(({ id, label, isExtra = false }) =>
    id === undefined ? [] : [{ id, label, isExtra }],
  );
  const chosen =
    hidden === '' ? preferences.hidden[list] : optional.map(({ id }) => id).filter(isInUrl);
  const hiddenIds = new Set(
    chosen ?? optional.filter(({ isExtra }) => isExtra).map(({ id }) => id),
  );
  function isInUrl(id: string): boolean {
    return hidden.split(',').includes(id);
  }

  return {
    table: {
      density: preferences.density,
      columns: columns.filter(({ id }) => id === undefined || !hiddenIds.has(id)),
    },
    density: preferences.density,
    setDensity: (density: typeof preferences.density) => store({ density }),
    optional: optional.map((column) => ({ ...column, isShown: !hiddenIds.has(column.id) })),
    toggle(id: string) {
      const next = new Set(hiddenIds);
      if (!next.delete(id)) next.add(id);
      store({ hidden: { ...preferences.hidden, [list]: [...next] } });
      if (hidden !== '') setHidden('');
    },
    savedAs: [...hiddenIds].join(',') || NOTHING,
  };
}

export type ListOptions = Omit<ReturnType<typeof useListOptions>, 'table'>;
