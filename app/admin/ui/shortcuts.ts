import { type KeyboardEvent as ReactKeyboardEvent, useEffect, useEffectEvent } from 'react';
import { SCREENS } from '#app/admin/data/screens.ts';

/** Every shortcut there is: the handlers take their keys from here, and the help shows it. */
export const SHORTCUTS = {
  palette: { keys: 'mod+k', text: 'Find screens, records and actions' },
  sidebar: { keys: 'mod+b', text: 'Show or collapse the sidebar' },
  save: { keys: 'mod+s', text: 'Save the open form' },
  close: { keys: 'Escape', text: 'Close the dialog or menu, or clear the selection of a list' },
  search: { keys: '/', text: 'Search this list' },
  create: { keys: 'n', text: 'Make a new record on this screen' },
  nextRow: { keys: 'j', text: 'Go to the next order or message' },
  previousRow: { keys: 'k', text: 'Go to the previous order or message' },
  help: { keys: '?', text: 'Show this help' },
  bold: { keys: 'mod+b', text: 'Bold, in a Markdown editor' },
  italic: { keys: 'mod+i', text: 'Italic, in a Markdown editor' },
  link: { keys: 'mod+k', text: 'Link, in a Markdown editor' },
} as const;

type ShortcutName = keyof typeof SHORTCUTS;
type PlainName = {
  [N in ShortcutName]: (typeof SHORTCUTS)[N]['keys'] extends `mod+${string}` | 'Escape' ? never : N;
}[ShortcutName];

/** What to do on a key that is pressed alone; false when there is nothing to do here. */
export type ShortcutHandlers = Partial<Record<PlainName, () => boolean>> & {
  /** `g` and the letter of a screen. */
  goTo?: (path: string) => void;
};

/** Keys that are held together, or Escape: whether this is them. */
export function isShortcut(event: KeyboardEvent | ReactKeyboardEvent, name: ShortcutName): boolean {
  const { keys } = SHORTCUTS[name];
  const hasModifier = event.ctrlKey || event.metaKey;
  if (!keys.startsWith('mod+')) return event.key === keys;
  return hasModifier && !event.altKey && !event.shiftKey && event.key.toLowerCase() === keys.at(-1);
}

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

function run(handlers: ShortcutHandlers, keys: string): boolean {
  if (keys.startsWith('g ')) {
    const screen = SCREENS.find(({ letter }) => keys === `g ${letter}`);
    if (!screen || !handlers.goTo) return false;
    handlers.goTo(screen.path);
    return true;
  }
  const names = Object.keys(handlers) as (keyof ShortcutHandlers)[];
  const name = names.find((one) => one !== 'goTo' && SHORTCUTS[one].keys === keys);
  return name !== undefined && name !== 'goTo' && (handlers[name]?.() ?? false);
}

/** Runs the handlers of single keys and of `g` sequences; never while somebody types or a dialog is open. */
export function useShortcuts(handlers: ShortcutHandlers): void {
  const handle = useEffectEvent((keys: string) => run(handlers, keys));
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
      if (handle(keys)) event.preventDefault();
    }
    window.addEventListener('keydown', handleKeyDown);
    return () => window.removeEventListener('keydown', handleKeyDown);
  }, []);
}

/** The keys of the next and the previous row while a dialog shows one. */
export function useRowKeys(onStep: (step: 1 | -1) => void): void {
  const handle = useEffectEvent((event: KeyboardEvent) => {
    const isText = event.target instanceof HTMLElement && event.target.matches('input, textarea');
    const hasModifier = event.ctrlKey || event.metaKey || event.altKey;
    const isCovered = document.querySelectorAll('dialog[open]').length > 1;
    if (isText || hasModifier || isCovered || !areShortcutsOn()) return;
    const step = { [SHORTCUTS.nextRow.keys]: 1, [SHORTCUTS.previousRow.keys]: -1 }[event.key];
    if (step === 1 || step === -1) onStep(step);
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => handle(event);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, []);
}
