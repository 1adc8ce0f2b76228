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
  /** For a dialog with a form: closing, Back and leaving ask first while it is true. */
  isDirty?: boolean;
  /** For a dialog with a form: Ctrl/Cmd+S, wherever the focus is. */
  onSave?: () => void;
  /**
   * For a record that the URL opens: whether it still does. Where there is room the record stands beside its list, which can be used
   * meanwhile; whatever leads away from it asks first, so closing does not.
   */
  isOpenAt?: (params: URLSearchParams) => boolean;
  /** For a record that is read before anything is typed: stepping through a list must not end in a field. */
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

/** Whether two things fit beside each other that share the screen on a wide one only. */
export function useHasRoomBeside(): boolean {
  return useSyncExternalStore(subscribeToRoom, hasRoomBeside, () => false);
}

// A field to fill in, else what is to be chosen, else the title: never the button that closes.
const STOPS = [
  '[data-dialog-body] :is(input, select, textarea):not([type="hidden"], [type="file"])',
  '[data-dialog-footer] button',
  'h2',
];

function findFirstStop(dialog: HTMLElement, stops: readonly string[]): HTMLElement | null {
  const found = stops.map((stop) => dialog.querySelector<HTMLElement>(stop));
  return found.find((stop) => stop !== null) ?? null;
}

/** Shows a dialog beside the page or over it, or moves it from one to the other: focus and place in the text stay. */
function place(dialog: HTMLDialogElement, isBeside: boolean, stops: readonly string[]): void {
  const active = document.activeElement;
  const focused = dialog.contains(active) ? (active as HTMLElement) : null;
  const body = dialog.querySelector('[data-dialog-body]');
  const scrollTop = body?.scrollTop ?? 0;
  if (dialog.open) dialog.close();
  if (isBeside) dialog.show();
  else dialog.showModal();
  // What was opened from it stays above it.
  for (const inner of dialog.querySelectorAll<HTMLDialogElement>('dialog:modal')) {
    inner.close();
    inner.showModal();
  }
  (focused ?? findFirstStop(dialog, stops))?.focus({ preventScroll: focused !== null });
  if (focused) body?.scrollTo({ top: scrollTop });
}

/** A dialog, open while it is rendered: modal, or a record beside its list. The focus returns to where it was. */
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

  // Said on the shell, which makes room: were it found by `:has`, any change would have the browser style the whole page again.
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

  // A press beside the fields leaves the focus on the page, so the keys do not come by the dialog.
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
      // Chromium closes on a second Escape whatever `cancel` says; the dialog is then shown again.
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

type GuardProps = {
  isDirty: boolean;
  isOpenAt: DialogProps['isOpenAt'];
  onDiscard: () => void;
};

/**
 * Asks before Back, Forward or closing the tab takes a dialog with unsaved changes away; where the URL opens it, before anything that
 * leaves this URL does. A router asks one such guard at a time.
 */
function UnsavedGuard({ isDirty, isOpenAt, onDiscard }: GuardProps) {
  const hasLeft = useRef(false);
  const confirm = useConfirm();
  useUnsaved(isDirty);
  useLeaveWarning(isDirty);
  const { state, location, proceed, reset } = useBlocker(
    ({ historyAction, currentLocation: from, nextLocation: to }) => {
      if (!isDirty) return false;
      // Other ways out either ask themselves or must not be held up, such as the end of the session.
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
    // The address before may be one of the same screen, with the dialog still open.
    if (state === 'unblocked') closeIfStillOpen();
    // A second question may follow the first with no rendering in between: then only its location is new.
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

/** Asks the administrator in a dialog of the product's own; resolves to whether they agreed. */
export function useConfirm() {
  return useContext(ConfirmContext);
}

/** What is asked, null while nothing is; asking resolves to what it is settled with. */
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
