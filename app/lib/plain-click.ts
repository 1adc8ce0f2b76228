type Click = Pick<MouseEvent, 'button' | 'metaKey' | 'ctrlKey' | 'shiftKey' | 'altKey'>;

/** Modifier keys open a tab or window, or download. */
export function isPlainClick(event: Click): boolean {
  const { button, metaKey, ctrlKey, shiftKey, altKey } = event;
  return !(button || metaKey || ctrlKey || shiftKey || altKey);
}
