import { useState } from 'react';
import type { LeadRow } from './shared/lead-kind.ts';

type Opened<T> = { viewKey: string; rows: ReadonlyMap<string, { row: T; index: number }> };

/** Opened rows stay in the list, even if its filter no longer matches them. */
export function useOpenedRows<T extends LeadRow>(items: readonly T[], viewKey: string) {
  const [opened, setOpened] = useState<Opened<T>>({ viewKey, rows: new Map() });
  const cached = opened.viewKey === viewKey ? opened.rows : new Map<string, never>();
  const rows = [...items];
  for (const [id, { row, index }] of cached) {
    if (!items.some((item) => item.id === id)) rows.splice(index, 0, row);
  }
  const set = (index: number, row: T) =>
    setOpened({ viewKey, rows: new Map(cached).set(row.id, { row, index }) });
  return {
    rows,
    keep(id: string) {
      const index = rows.findIndex((row) => row.id === id);
      const row = rows[index];
      if (row) set(index, row);
    },
    showRow(changed: { id: string }) {
      const known = cached.get(changed.id);
      if (known) set(known.index, { ...known.row, ...changed });
    },
  };
}
