import { createContext, type ReactNode, useCallback, useContext, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { COMPONENT_MESSAGES } from './messages.ts';

type ToastContent = {
  title: string;
  text: string;
  isDestructive?: boolean;
  action?: ReactNode;
  shownMs?: number;
};
type Toast = ToastContent & { id: number; task: number };
type ShowToast = (toast: ToastContent) => () => void;

const ToastContext = createContext<ShowToast>(() => () => {});

/** Returns a function that removes the notice. Important information is also on the page. */
export function useToast(): ShowToast {
  return useContext(ToastContext);
}

const SHOWN_MS = 8_000;
let lastId = 0;
let lastTask = 0;

/** Same number for all calls in one task. */
function currentTask(): number {
  const task = lastTask;
  setTimeout(() => (lastTask = task + 1));
  return task;
}

// A modal dialog hides the rest of the page, also from screen readers.
function findOpenDialog(): HTMLDialogElement | null {
  return [...document.querySelectorAll<HTMLDialogElement>('dialog:modal')].at(-1) ?? null;
}

export function Toasts({ children }: { children: ReactNode }) {
  const [toasts, setToasts] = useState<Toast[]>([]);
  const [dialog, setDialog] = useState<HTMLDialogElement | null>(null);
  const remove = useCallback((id: number) => {
    setToasts((shown) => shown.filter((toast) => toast.id !== id));
  }, []);
  const show = useCallback<ShowToast>(
    (toast) => {
      lastId += 1;
      setDialog(findOpenDialog());
      const id = lastId;
      const task = currentTask();
      // Keeps the newest, those of the same task, and those with an action.
      setToasts((shown) => [
        ...shown.filter((other) => other.task === task || other.action !== undefined),
        { ...toast, id, task },
      ]);
      const takeAway = () => remove(id);
      setTimeout(takeAway, toast.shownMs ?? SHOWN_MS);
      return takeAway;
    },
    [remove],
  );
  const hasToasts = toasts.length > 0;
  useEffect(() => {
    if (!hasToasts) return undefined;
    const move = () => setDialog(findOpenDialog());
    // A dialog may have opened or closed before this effect.
    move();
    const observer = new MutationObserver(move);
    observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ['open'] });
    return () => observer.disconnect();
  }, [hasToasts]);
  const region = (role: 'status' | 'alert') => (
    <div role={role} className="flex w-full max-w-sm flex-col gap-3">
      {toasts
        .filter(({ isDestructive = false }) => isDestructive === (role === 'alert'))
        .map(({ id, title, text, isDestructive, action }) => (
          <div
            key={id}
            data-toast={isDestructive ? 'destructive' : 'default'}
            className={`card pointer-events-auto flex items-start gap-3 border-s-4 p-4 shadow-lg ${
              isDestructive ? 'border-s-alert' : 'border-s-ok'
            }`}
          >
            <div className="min-w-0 flex-1">
              <p className="font-semibold">{title}</p>
              <p className="text-sm text-ink-muted wrap-anywhere">{text}</p>
            </div>
            {action}
            <button
              type="button"
              aria-label={COMPONENT_MESSAGES.closeToast(title)}
              onClick={() => remove(id)}
              className="-m-1 grid size-8 pointer-coarse:-m-2 pointer-coarse:size-11 shrink-0 place-items-center text-ink-muted hover:text-ink"
            >
              <svg viewBox="0 0 16 16" aria-hidden="true" className="size-4 stroke-current">
                <path d="m3 3 10 10M13 3 3 13" fill="none" strokeWidth="1.5" />
              </svg>
            </button>
          </div>
        ))}
    </div>
  );
  const shown = (
    <div className="toasts pointer-events-none fixed inset-x-0 bottom-0 z-50 flex flex-col items-end gap-3 p-4 print:hidden">
      {region('status')}
      {region('alert')}
    </div>
  );

  return (
    <ToastContext value={show}>
      {children}
      {dialog ? createPortal(shown, dialog) : shown}
    </ToastContext>
  );
}
