import { X } from 'lucide-react';
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from 'react';
import { NavigationType, useBlocker } from 'react-router';
import { useLeaveWarning } from '#app/components/form/use-leave-warning.ts';
import { useUnsaved } from '#app/admin/data/unsaved.ts';
import { Button, IconButton } from './button.tsx';
import { DIALOG_MESSAGES } from './messages.ts';
import { isShortcut, useKeyDown } from './shortcuts.ts';

type DialogProps = {
  title: string;
  onClose: () => void;
  /** For a dialog with a form: closing, Back and leaving ask first while it is true. */
  isDirty?: boolean;
  /** For a dialog with a form: Ctrl/Cmd+S, wherever the focus is. */
  onSave?: () => void;
  size?: keyof typeof WIDTHS;
  footer?: ReactNode;
  children: ReactNode;
};

const WIDTHS = { small: 'w-112', medium: 'w-160', large: 'w-224' };

// A field to fill in, else what is to be chosen, else the title: never the button that closes.
function findFirstStop(dialog: HTMLDialogElement | null): HTMLElement | null {
  for (const stop of [
    '[data-dialog-body] :is(input, select, textarea):not([type="hidden"], [type="file"])',
    '[data-dialog-footer] button',
    'h2',
  ]) {
    const found = dialog?.querySelector<HTMLElement>(stop);
    if (found) return found;
  }
  return null;
}

/** A modal dialog, open while it is rendered; the focus returns to where it was. */
export function Dialog({
  title,
  onClose,
  isDirty,
  onSave,
  size = 'medium',
  footer,
  children,
}: DialogProps) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const confirm = useConfirm();

  useEffect(() => {
    const before = document.activeElement;
    dialog.current?.showModal();
    findFirstStop(dialog.current)?.focus();
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);

  // A press beside the fields leaves the focus on the page, so the keys do not come by the dialog.
  useKeyDown((event) => {
    if (!onSave || !isShortcut(event, 'save')) return;
    if ([...document.querySelectorAll('dialog[open]')].at(-1) !== dialog.current) return;
    event.preventDefault();
    onSave();
  });

  async function requestClose() {
    if (!isDirty || (await confirm(DISCARD_QUESTION))) onClose();
  }

  return (
    <dialog
      ref={dialog}
      aria-labelledby={`${id}-title`}
      className={`admin-dialog fixed inset-0 m-auto max-h-[calc(100dvh-1.5rem)] max-w-[calc(100vw-1.5rem)] flex-col rounded-lg border border-line bg-surface-raised text-ink open:flex ${WIDTHS[size]}`}
      onCancel={(event) => {
        event.preventDefault();
        if (event.target === dialog.current) void requestClose();
      }}
      // Chromium closes on a second Escape whatever `cancel` says; the dialog is then shown again.
      onClose={() => dialog.current?.isConnected && dialog.current.showModal()}
    >
      {isDirty !== undefined && <UnsavedGuard isDirty={isDirty} onDiscard={onClose} />}
      <div className="flex items-center justify-between gap-4 border-b border-line px-5 py-3">
        <h2 id={`${id}-title`} tabIndex={-1} className="text-lg wrap-anywhere outline-none">
          {title}
        </h2>
        <IconButton label={DIALOG_MESSAGES.close} icon={X} onClick={() => void requestClose()} />
      </div>
      <div data-dialog-body className="relative min-h-0 overflow-y-auto px-5 py-4">
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

type GuardProps = { isDirty: boolean; onDiscard: () => void };

/** Asks before Back, Forward or closing the tab takes a dialog with unsaved changes away. A router asks one such guard at a time. */
function UnsavedGuard({ isDirty, onDiscard }: GuardProps) {
  const hasLeft = useRef(false);
  const confirm = useConfirm();
  useUnsaved(isDirty);
  useLeaveWarning(isDirty);
  // Other ways out either ask themselves or must not be held up, such as the end of the session.
  const { state, proceed, reset } = useBlocker(
    ({ historyAction }) => isDirty && historyAction === NavigationType.Pop,
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
  }, [state]);

  return null;
}

export type Question = {
  title: string;
  text?: ReactNode;
  confirmLabel: string;
  cancelLabel?: string;
  isDestructive?: boolean;
};

/** Asked before what somebody has typed is thrown away. */
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
