import { type KeyboardEvent as ReactKeyboardEvent, useEffect, useEffectEvent, useRef } from 'react';
import { SCREENS } from '#app/admin/data/screens.ts';
import type { SHORTCUT_MESSAGES } from './messages.ts';

export const SHORTCUTS = {
  palette: 'mod+k',
  sidebar: 'mod+b',
  save: 'mod+s',
  send: 'mod+Enter',
  close: 'Escape',
  search: '/',
  create: 'n',
  nextRow: 'j',
  previousRow: 'k',
  reply: 'r',
  settle: 'e',
  undo: 'z',
  help: '?',
  bold: 'mod+b',
  italic: 'mod+i',
  link: 'mod+k',
  indent: 'Tab',
  outdent: 'Shift+Tab',
  leave: 'Escape',
} as const satisfies Record<keyof typeof SHORTCUT_MESSAGES, string>;

type ShortcutName = keyof typeof SHORTCUTS;
type PlainName = {
  [N in ShortcutName]: (typeof SHORTCUTS)[N] extends
    | `mod+${string}`
    | 'Escape'
    | 'Tab'
    | 'Shift+Tab'
    ? never
    : N;
}[ShortcutName];

/** Returns false if there is nothing to do. */
export type ShortcutHandlers = Partial<Record<PlainName, () => boolean>> & {
  goTo?: (path: string) => void;
};

export function isShortcut(event: KeyboardEvent | ReactKeyboardEvent, name: ShortcutName): boolean {
  const keys = SHORTCUTS[name];
  if (!keys.startsWith('mod+')) return event.key === keys;
  const isHeld = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
  return isHeld && event.key.toLowerCase() === keys.slice('mod+'.length).toLowerCase();
}

const OFF_KEY = 'adminShortcuts';

export function areShortcutsOn(): boolean {
  return localStorage.getItem(OFF_KEY) !== 'off';
}

export function setShortcutsOn(isOn: boolean): void {
  if (isOn) localStorage.removeItem(OFF_KEY);
  else localStorage.setItem(OFF_KEY, 'off');
}

/** Records beside their list are not modal. */
const MODAL_DIALOG = 'dialog[open]:not([data-beside])';

export function isModalOpen(): boolean {
  return document.querySelector(MODAL_DIALOG) !== null;
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName) ||
      target.closest(MODAL_DIALOG) !== null)
  );
}

function hasModifier({ ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return ctrlKey || metaKey || altKey;
}

const SEQUENCE_MS = 1_500;

function run({ goTo, ...handlers }: ShortcutHandlers, keys: string): boolean {
  const screen = goTo && SCREENS.find(({ letter }) => keys === `g ${letter}`);
  if (screen) goTo(screen.path);
  const name = (Object.keys(handlers) as PlainName[]).find((one) => SHORTCUTS[one] === keys);
  return screen !== undefined || (name !== undefined && handlers[name]?.() === true);
}

export function useKeyDown(onKeyDown: (event: KeyboardEvent) => void): void {
  const handle = useEffectEvent(onKeyDown);
  useEffect(() => {
    const listener = (event: KeyboardEvent) => handle(event);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, []);
}

/** Single keys and `g` sequences; ignored while typing or when a dialog is open. */
export function useShortcuts(handlers: ShortcutHandlers): void {
  const first = useRef({ key: '', pressedAt: 0 });
  useKeyDown((event) => {
    const { key, timeStamp: pressedAt } = event;
    if (hasModifier(event) || event.defaultPrevented || key.length !== 1) return;
    if (isTyping(event.target) || isModalOpen() || !areShortcutsOn()) {
      return;
    }
    const isSequence =
      first.current.key !== '' && pressedAt - first.current.pressedAt < SEQUENCE_MS;
    const keys = isSequence ? `${first.current.key} ${key}` : key;
    first.current = { key: !isSequence && key === 'g' ? 'g' : '', pressedAt };
    if (run(handlers, keys)) event.preventDefault();
  });
}

/** Single keys in a list or an open record; ignored in fields and below another dialog. */
function useRecordKey(onKey: (event: KeyboardEvent) => void): void {
  useKeyDown((event) => {
    const isText = event.target instanceof HTMLElement && event.target.matches('input, textarea');
    const isCovered = document.querySelectorAll('dialog[open]').length > 1;
    if (isText || hasModifier(event) || isCovered || !areShortcutsOn()) return;
    onKey(event);
  });
}

export function useRowKeys(onStep: (step: 1 | -1) => void): void {
  useRecordKey((event) => {
    const step = { [SHORTCUTS.nextRow]: 1, [SHORTCUTS.previousRow]: -1 }[event.key];
    if (step === 1 || step === -1) onStep(step);
  });
}

export function useRecordActions(handlers: Record<'reply' | 'settle', () => boolean>): void {
  useRecordKey((event) => {
    if (event.target instanceof HTMLSelectElement) return;
    const name = (['reply', 'settle'] as const).find((one) => SHORTCUTS[one] === event.key);
    // The field that takes the focus must not receive this key.
    if (name && handlers[name]()) event.preventDefault();
  });
}
