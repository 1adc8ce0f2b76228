import type { Selected, TextEdit } from './markdown-commands.ts';

export function selectedOf({ value, selectionStart, selectionEnd }: HTMLTextAreaElement): Selected {
  return { text: value, start: selectionStart, end: selectionEnd };
}

/** Edits like typing, so that one undo reverts it. */
export function applyEdit(area: HTMLTextAreaElement, change: TextEdit): void {
  area.focus();
  area.setSelectionRange(change.from, change.to);
  // Deprecated, but nothing else writes into the undo history (WHATWG HTML Editing APIs).
  const isDone = document.execCommand(
    change.insert === '' ? 'delete' : 'insertText',
    false,
    change.insert,
  );
  if (!isDone) {
    area.setRangeText(change.insert, change.from, change.to, 'end');
    area.dispatchEvent(new Event('input', { bubbles: true }));
  }
  area.setSelectionRange(change.start, change.end);
}
