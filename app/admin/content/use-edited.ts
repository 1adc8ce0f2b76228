import { useCallback, useState } from 'react';
import { useQueryState } from '#app/admin/data/use-query-state.ts';

const CLOSED = { new: '' };

/** The record whose dialog is open, or 'new'; the address can open the dialog of a new one (`?new=1`). */
export function useEdited<T extends object>() {
  const [opened, setOpened] = useQueryState(CLOSED);
  const [record, setRecord] = useState<T | null>(null);
  const setEdited = useCallback(
    (next: T | 'new' | null) => {
      setRecord(next === 'new' ? null : next);
      setOpened({ new: next === 'new' ? '1' : '' }, { replace: true });
    },
    [setOpened],
  );
  const edited: T | 'new' | null = record ?? (opened.new === '1' ? 'new' : null);
  return [edited, setEdited] as const;
}
