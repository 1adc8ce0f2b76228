import { type ComponentProps, type MouseEvent, useEffect, useRef } from 'react';
import { useShortcuts } from '#app/admin/ui/shortcuts.ts';

function findRow(id: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"]`);
}

/**
 * Scrolls the open row into view and focuses it when the record closes.
 * While no record is open, row keys move the focus.
 */
export function useOpenedRow(openedId: string): void {
  const lastId = useRef('');
  useEffect(() => {
    if (openedId !== '') findRow(openedId)?.scrollIntoView({ block: 'nearest' });
    else findRow(lastId.current)?.querySelector<HTMLElement>('[data-row-stop]')?.focus();
    lastId.current = openedId;
  }, [openedId]);
  const move = (step: 1 | -1) => openedId === '' && moveBetweenRows(step);
  useShortcuts({ nextRow: () => move(1), previousRow: () => move(-1) });
}

function moveBetweenRows(step: 1 | -1): boolean {
  const stops = [...document.querySelectorAll<HTMLElement>('[data-row-stop]')];
  const row = document.activeElement?.closest('[data-row]');
  const current = stops.findIndex((stop) => row?.contains(stop));
  const next = current === -1 ? stops[0] : stops[current + step];
  next?.focus();
  next?.scrollIntoView({ block: 'nearest' });
  return next !== undefined;
}

type Openable = {
  id: string;
  openedId: string;
  isSelected: boolean;
  /** Null if rows cannot be opened. */
  open: ((id: string) => void) | null;
  hrefOf: (id: string) => string;
};

/** Ctrl/Cmd or the middle button open a new tab; controls in the row keep their function. */
export function openableRow({ id, openedId, isSelected, open, hrefOf }: Openable) {
  function handlePress(event: MouseEvent) {
    const isControl = (event.target as Element).closest('a, button, input, label, select');
    if (!open || isControl || window.getSelection()?.type === 'Range') return;
    const isElsewhere = event.ctrlKey || event.metaKey || event.button === 1;
    if (isElsewhere) window.open(hrefOf(id), '_blank', 'noopener');
    else if (event.button === 0) open(id);
  }
  return {
    'data-row': id,
    'aria-selected': isSelected || undefined,
    'aria-current': id === openedId || undefined,
    onClick: handlePress,
    onAuxClick: handlePress,
    className: open ? 'cursor-pointer' : undefined,
  } satisfies ComponentProps<'tr'> & { 'data-row': string };
}
