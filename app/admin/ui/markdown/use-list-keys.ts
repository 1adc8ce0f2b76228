import { type KeyboardEvent, useRef } from 'react';
import { applyEdit, selectedOf } from './apply-edit.ts';
import { continueList, indentList } from './list-lines.ts';
import type { TextEdit } from './markdown-commands.ts';

function editOf(event: KeyboardEvent<HTMLTextAreaElement>): TextEdit | null {
  const selected = selectedOf(event.currentTarget);
  if (event.key === 'Tab') return indentList(selected, !event.shiftKey);
  return event.key === 'Enter' && !event.shiftKey ? continueList(selected) : null;
}

/** After Escape, Tab moves the focus as usual. */
export function useListKeys() {
  const isTabFree = useRef(false);

  function handleKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    const { key, ctrlKey, metaKey, altKey, nativeEvent } = event;
    if (ctrlKey || metaKey || altKey || nativeEvent.isComposing) return;
    if (key === 'Tab' && isTabFree.current) return;
    if (key === 'Escape' && !isTabFree.current) {
      const selected = selectedOf(event.currentTarget);
      if (!indentList(selected, true) && !indentList(selected, false)) return;
      isTabFree.current = true;
      event.preventDefault();
      return;
    }
    if (key !== 'Shift') isTabFree.current = false;
    const edit = editOf(event);
    if (!edit) return;
    event.preventDefault();
    applyEdit(event.currentTarget, edit);
  }

  return {
    onKeyDown: handleKeyDown,
    onBlur: () => {
      isTabFree.current = false;
    },
  };
}
