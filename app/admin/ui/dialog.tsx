import { X } from 'lucide-react';
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useEffectEvent,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import { Button, IconButton } from './button.tsx';
import { isShortcut } from './shortcuts.ts';
import { UnsavedGuard } from './unsaved-guard.tsx';

type DialogProps = {
  title: string;
  isOpen: boolean;
  onClose: () => void;
  /** For a dialog with a form: closing, Back and leaving ask first while it is true. */
  isDirty?: boolean;
  /** For a dialog with a form: Ctrl/Cmd+S, wherever the focus is. */
  onSave?: () => void;
  size?: 'small' | 'medium' | 'large';
  footer?: ReactNode;
  children: ReactNode;
};

/** A modal dialog; its content is made when it opens and gone when it closes, and the focus returns to where it was. */
export function Dialog(props: DialogProps) {
  return props.isOpen ? <OpenDialog {...props} /> : null;
}

// A field to fill in, else what is to be answered, else the title: never the button that closes.
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

function OpenDialog({
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
  const handleKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (!onSave || !isShortcut(event, 'save')) return;
    if ([...document.querySelectorAll('dialog[open]')].at(-1) !== dialog.current) return;
    event.preventDefault();
    onSave();
  });
  const takesKeys = onSave !== undefined;
  useEffect(() => {
    if (!takesKeys) return undefined;
    const listener = (event: KeyboardEvent) => handleKeyDown(event);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, [takesKeys]);

  async function requestClose() {
    if (!isDirty || (await confirm(DISCARD_QUESTION))) onClose();
  }

  return (
    <dialog
      ref={dialog}
      aria-labelledby={`${id}-title`}
      data-size={size}
      className="admin-dialog"
      onCancel={(event) => {
        event.preventDefault();
        if (event.target === dialog.current) void requestClose();
      }}
      // Chromium closes on a second Escape whatever `cancel` says; the dialog is then shown again.
      onClose={() => dialog.current?.isConnected && dialog.current.showModal()}
    >
      {isDirty !== undefined && (
        <UnsavedGuard isDirty={isDirty} ask={() => confirm(DISCARD_QUESTION)} onDiscard={onClose} />
      )}
      <div className="flex items-center justify-between gap-4 border-b border-line px-5 py-3">
        <h2 id={`${id}-title`} tabIndex={-1} className="text-lg wrap-anywhere outline-none">
          {title}
        </h2>
        <IconButton label="Close" icon={X} onClick={() => void requestClose()} />
      </div>
      <div data-dialog-body className="min-h-0 overflow-y-auto px-5 py-4">
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

export type Question = {
  title: string;
  text?: ReactNode;
  confirmLabel: string;
  cancelLabel?: string;
  isDestructive?: boolean;
};

/** Asked before what somebody has typed is thrown away. */
export const DISCARD_QUESTION: Question = {
  title: 'Discard your changes?',
  text: 'What you have typed here has not been saved.',
  confirmLabel: 'Discard',
  cancelLabel: 'Keep editing',
  isDestructive: true,
};

const ConfirmContext = createContext<(question: Question) => Promise<boolean>>(() =>
  Promise.resolve(false),
);

/** Asks the administrator in a dialog of the product's own; resolves to whether they agreed. */
export function useConfirm() {
  return useContext(ConfirmContext);
}

export function ConfirmProvider({ children }: { children: ReactNode }) {
  const [asked, setAsked] = useState<{
    question: Question;
    settle: (isSure: boolean) => void;
  } | null>(null);
  const confirm = useCallback(
    (question: Question) =>
      new Promise<boolean>((resolve) => {
        setAsked({
          question,
          settle(isSure) {
            setAsked(null);
            resolve(isSure);
          },
        });
      }),
    [],
  );
  const value = useMemo(() => confirm, [confirm]);
  return (
    <ConfirmContext value={value}>
      {children}
      {asked && <ConfirmDialog question={asked.question} onSettle={asked.settle} />}
    </ConfirmContext>
  );
}

function ConfirmDialog({
  question,
  onSettle,
}: {
  question: Question;
  onSettle: (isSure: boolean) => void;
}) {
  const { title, text, confirmLabel, cancelLabel = 'Cancel', isDestructive = false } = question;
  return (
    <Dialog
      title={title}
      isOpen
      size="small"
      onClose={() => onSettle(false)}
      footer={
        <>
          <Button onClick={() => onSettle(false)}>{cancelLabel}</Button>
          <Button onClick={() => onSettle(true)} variant={isDestructive ? 'danger' : 'primary'}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      <div className="text-ink-muted">{text ?? title}</div>
    </Dialog>
  );
}
