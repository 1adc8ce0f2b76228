type Click = Pick<MouseEvent, 'button' | 'metaKey' | 'ctrlKey' | 'shiftKey' | 'altKey'>;

/** Whether a click on a link is to be followed in this tab; with a key held it opens a tab or window, or downloads. */
export function isPlainClick(event: Click): boolean {
  const { button, metaKey, ctrlKey, shiftKey, altKey } = event;
  return !(button || metaKey || ctrlKey || shiftKey || altKey);
}
