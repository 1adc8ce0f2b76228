import { useEffect } from 'react';

const OFF_KEY = 'adminShortcuts';

export function areShortcutsOn(): boolean {
  return localStorage.getItem(OFF_KEY) !== 'off';
}

export function setShortcutsOn(isOn: boolean): void {
  if (isOn) localStorage.removeItem(OFF_KEY);
  else localStorage.setItem(OFF_KEY, 'off');
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName) ||
      target.closest('dialog[open]') !== null)
  );
}

const SEQUENCE_MS = 1_500;

/** Calls back with single keys (`?`, `/`, `n`) and sequences (`g o`); never while somebody types or a dialog is open. */
export function useShortcuts(onShortcut: (keys: string) => boolean): void {
  useEffect(() => {
    let first = '';
    let pressedAt = 0;
    function handleKeyDown(event: KeyboardEvent) {
      const hasModifier = event.ctrlKey || event.metaKey || event.altKey;
      if (hasModifier || event.defaultPrevented || event.key.length !== 1) return;
      if (isTyping(event.target) || document.querySelector('dialog[open]') || !areShortcutsOn()) {
        return;
      }
      const isSequence = first !== '' && event.timeStamp - pressedAt < SEQUENCE_MS;
      const keys = isSequence ? `${first} ${event.key}` : event.key;
      first = !isSequence && event.key === 'g' ? 'g' : '';
      pressedAt = event.timeStamp;
      if (onShortcut(keys)) event.preventDefault();
    }
    window.addEventListener('keydown', handleKeyDown);
    return () => window.removeEventListener('keydown', handleKeyDown);
  }, [onShortcut]);
}
