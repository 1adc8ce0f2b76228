import { useState } from 'react';
import { useKeyDown } from '#app/admin/ui/shortcuts.ts';

type Options = { shownIds: string[]; total: number | undefined; viewKey: string };

const NONE = { ids: new Set<string>() as ReadonlySet<string>, matching: null as number | null };

/** Some of the shown rows, or all matches. Another view or Escape clears the selection. */
export function useSelection({ shownIds, total, viewKey }: Options) {
  const [state, setState] = useState({ ...NONE, viewKey });
  const { ids: chosen, matching } = state.viewKey === viewKey ? state : NONE;
  const ids = matching === null ? shownIds.filter((id) => chosen.has(id)) : shownIds;
  const isAllShown = shownIds.length > 0 && ids.length === shownIds.length;

  function select(next: Iterable<string>, nextMatching: number | null = null) {
    setState({ ids: new Set(next), matching: nextMatching, viewKey });
  }
  const clear = () => select([]);

  useKeyDown((event) => {
    if (event.key !== 'Escape' || event.defaultPrevented || ids.length === 0) return;
    if (!document.querySelector('dialog[open], details[data-menu][open]')) clear();
  });

  return {
    ids,
    isAllShown,
    matching,
    offered: isAllShown && total !== undefined && total > shownIds.length ? total : matching,
    toggle: (id: string) =>
      select(ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id]),
    toggleAll: () => select(isAllShown ? [] : shownIds),
    toggleMatching: () => select(shownIds, matching === null ? total : null),
    clear,
  };
}

export type Selection = ReturnType<typeof useSelection>;
