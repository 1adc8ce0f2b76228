import { X } from 'lucide-react';
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { NavigationType, useBlocker } from 'react-router';
import { useLeaveWarning } from '#app/components/form/use-leave-warning.ts';
import { useUnsaved } from '#app/admin/data/unsaved.ts';
import { Button, IconButton } from './button.tsx';
import { DIALOG_MESSAGES } from './messages.ts';
import { isModalOpen, isShortcut, useKeyDown } from './shortcuts.ts';

type DialogProps = {
  title: string;
  onClose: () => void;
  /** Closing, Back and leaving ask first while it is true. */
  isDirty?: boolean;
  /** Ctrl/Cmd+S, wherever the focus is. */
  onSave?: () => void;
  /**
   * Whether a URL opens this record. Wide screens show it beside its list.
   * Leaving the URL asks about unsaved changes, so that closing does not have to.
   */
  isOpenAt?: (params: URLSearchParams) => boolean;
  /** Focuses the title, so that stepping through records does not end in a field. */
  isReading?: boolean;
  size?: keyof typeof WIDTHS;
  footer?: ReactNode;
  children: ReactNode;
};

const WIDTHS = { small: 'w-112', medium: 'w-160', large: 'w-224', wide: 'w-256' };

const ROOM_BESIDE = '(width >= 80rem)';

function subscribeToRoom(listener: () => void): () => void {
  const query = window.matchMedia(ROOM_BESIDE);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

const hasRoomBeside = () => window.matchMedia(ROOM_BESIDE).matches;

export function useHasRoomBeside(): boolean {
  return useSyncExternalStore(subscribeToRoom, hasRoomBeside, () => false);
}

// First field, else first button of the footer, else title; never the close button.
const STOPS = [
  '[data-dialog-body] :is(input, select, textarea):not([type="hidden"], [type="file"])',
  '[data-dialog-footer] button',
  'h2',
];

function findFirstStop(dialog: HTMLElement, stops: readonly string[]): HTMLElement | null {
  const found = stops.map((stop) => dialog.querySelector<HTMLElement>(stop));
  return found.find((stop) => stop !== null) ?? null;
}

/** Switches between modal and panel; keeps the focus and the scroll position. */
function place(dialog: HTMLDialogElement, isBeside: boolean, stops: readonly string[]): void {
  const active = document.activeElement;
  const focused = dialog.contains(active) ? (active as HTMLElement) : null;
  const body = dialog.querySelector('[data-dialog-body]');
  const scrollTop = body?.scrollTop ?? 0;
  if (dialog.open) dialog.close();
  if (isBeside) dialog.show();
  else dialog.showModal();
  // Nested dialogs stay on top.
  for (const inner of dialog.querySelectorAll<HTMLDialogElement>('dialog:modal')) {
    inner.close();
    inner.showModal();
  }
  (focused ?? findFirstStop(dialog, stops))?.focus({ preventScroll: focused !== null });
  if (focused) body?.scrollTo({ top: scrollTop });
}

/** Open while rendered; restores the focus when it closes. */
export function Dialog({
  title,
  onClose,
  isDirty,
  onSave,
  isOpenAt,
  isReading,
  size = 'medium',
  footer,
  children,
}: DialogProps) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const confirm = useConfirm();
  const hasRoom = useHasRoomBeside();
  const isBeside = isOpenAt !== undefined && hasRoom;

  useEffect(() => {
    const before = document.activeElement;
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);

  // On the shell, as `:has` would restyle the whole page with every change.
  useLayoutEffect(() => {
    const shell = isBeside ? document.querySelector('.admin-shell') : null;
    shell?.setAttribute('data-beside', size);
    return () => shell?.removeAttribute('data-beside');
  }, [isBeside, size]);

  const placeAgain = useEffectEvent(() => {
    if (dialog.current) place(dialog.current, isBeside, isReading ? ['h2'] : STOPS);
  });
  useEffect(() => placeAgain(), [isBeside]);

  useKeyDown((event) => {
    if (!isBeside || !isShortcut(event, 'close') || event.defaultPrevented || isModalOpen()) return;
    const { target } = event;
    const isSearch = target instanceof HTMLInputElement && target.type === 'search';
    if ((isSearch && target.value) || document.querySelector('details[data-menu][open]')) return;
    event.preventDefault();
    onClose();
  });

  // After a click beside the fields the dialog receives no keys.
  useKeyDown((event) => {
    if (!onSave || !isShortcut(event, 'save')) return;
    if ([...document.querySelectorAll('dialog[open]')].at(-1) !== dialog.current) return;
    event.preventDefault();
    onSave();
  });

  async function requestClose() {
    if (isOpenAt || !isDirty || (await confirm(DISCARD_QUESTION))) onClose();
  }

  return (
    <dialog
      ref={dialog}
      aria-labelledby={`${id}-title`}
      data-beside={isBeside ? size : undefined}
      className={`admin-dialog fixed flex-col border-line bg-surface-raised text-ink open:flex ${
        isBeside
          ? 'start-auto end-0 top-0 bottom-0 z-30 m-0 h-dvh max-h-none w-(--panel-width) max-w-none border-0 border-s'
          : `inset-0 m-auto max-h-[calc(100dvh-1.5rem)] max-w-[calc(100vw-1.5rem)] rounded-lg border ${WIDTHS[size]}`
      }`}
      onCancel={(event) => {
        event.preventDefault();
        if (event.target === dialog.current) void requestClose();
      }}
      // Chromium closes on a second Escape even if `cancel` is prevented.
      onClose={({ currentTarget }) => {
        if (currentTarget.isConnected && !currentTarget.open) placeAgain();
      }}
    >
      {isDirty !== undefined && (
        <UnsavedGuard isDirty={isDirty} isOpenAt={isOpenAt} onDiscard={onClose} />
      )}
      <div className="flex items-center justify-between gap-4 border-b border-line px-5 py-3">
        <h2 id={`${id}-title`} tabIndex={-1} className="text-lg wrap-anywhere outline-none">
          {title}
        </h2>
        <IconButton label={DIALOG_MESSAGES.close} icon={X} onClick={() => void requestClose()} />
      </div>
      <div data-dialog-body className="relative min-h-0 grow overflow-y-auto px-5 py-4">
        {children}
      </div>
      {footer && (
        <div
          data-dialog-footer
          className="flex flex-wrap justify-end gap-2 border-t border-line px-5 py-3"
        >
          {footer}
        </div>
      )}
    </dialog>
  );
}

type GuardProps = { isDirty: boolean; isOpenAt: DialogProps['isOpenAt']; onDiscard: () => void };

/**
 * Asks before Back, Forward or closing the tab discards changes; with `isOpenAt`, before any navigation that
 * closes the record. React Router supports one blocker at a time.
 */
function UnsavedGuard({ isDirty, isOpenAt, onDiscard }: GuardProps) {
  const hasLeft = useRef(false);
  const confirm = useConfirm();
  useUnsaved(isDirty);
  useLeaveWarning(isDirty);
  const { state, location, proceed, reset } = useBlocker(
    ({ historyAction, currentLocation: from, nextLocation: to }) => {
      if (!isDirty) return false;
      // Other navigations ask themselves or must not be blocked, such as the end of the session.
      if (!isOpenAt) return historyAction === NavigationType.Pop;
      return from.pathname !== to.pathname || !isOpenAt(new URLSearchParams(to.search));
    },
  );

  const askAndSettle = useEffectEvent(async () => {
    hasLeft.current = await confirm(DISCARD_QUESTION);
    if (hasLeft.current) proceed?.();
    else reset?.();
  });
  const closeIfStillOpen = useEffectEvent(() => {
    if (hasLeft.current) onDiscard();
  });

  useEffect(() => {
    if (state === 'blocked') void askAndSettle();
    // The previous URL may be of the same screen, with the dialog still open.
    if (state === 'unblocked') closeIfStillOpen();
    // A second question may follow without a rendering in between; then only its location is new.
  }, [state, location]);

  return null;
}

export type Question = {
  title: string;
  text?: ReactNode;
  confirmLabel: string;
  cancelLabel?: string;
  isDestructive?: boolean;
};

export const DISCARD_QUESTION: Question = { ...DIALOG_MESSAGES.discard, isDestructive: true };

const ConfirmContext = createContext<(question: Question) => Promise<boolean>>(() =>
  Promise.resolve(false),
);

export function useConfirm() {
  return useContext(ConfirmContext);
}

export function useQuestion<Q>() {
  type Asked = { question: Q; settle: (isAgreed: boolean) => void };
  const [asked, setAsked] = useState<Asked | null>(null);
  const ask = useCallback(
    (question: Q) =>
      new Promise<boolean>((resolve) => {
        setAsked({
          question,
          settle(isAgreed) {
            setAsked(null);
            resolve(isAgreed);
          },
        });
      }),
    [],
  );
  return { asked, ask };
}

export function ConfirmProvider({ children }: { children: ReactNode }) {
  const { asked, ask } = useQuestion<Question>();
  return (
    <ConfirmContext value={ask}>
      {children}
      {asked && <ConfirmDialog {...asked} />}
    </ConfirmContext>
  );
}

type ConfirmProps = { question: Question; settle: (isSure: boolean) => void };

function ConfirmDialog({ question, settle }: ConfirmProps) {
  const { title, text, confirmLabel, cancelLabel, isDestructive } = question;
  return (
    <Dialog
      title={title}
      size="small"
      onClose={() => settle(false)}
      footer={
        <>
          <Button onClick={() => settle(false)}>{cancelLabel ?? DIALOG_MESSAGES.cancel}</Button>
          <Button onClick={() => settle(true)} variant={isDestructive ? 'danger' : 'primary'}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      <div className="text-ink-muted">{text ?? title}</div>
    </Dialog>
  );
}
