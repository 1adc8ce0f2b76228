import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useState,
} from 'react';
import { createPortal } from 'react-dom';
import { COMPONENT_MESSAGES } from './messages.ts';

type Toast = { id: number; task: number; title: string; text: string; isDestructive: boolean };
type ShowToast = (toast: { title: string; text: string; isDestructive?: boolean }) => void;

const ToastContext = createContext<ShowToast>(() => {});

/** Shows a short notice in the corner; what matters stays on the page as well. */
export function useToast(): ShowToast {
  return useContext(ToastContext);
}

const SHOWN_MS = 8_000;
let lastId = 0;
let lastTask = 0;

/** The same number for all that is called in one task. */
function currentTask(): number {
  const task = lastTask;
  setTimeout(() => (lastTask = task + 1));
  return task;
}

// A modal dialog covers everything outside it and hides it from screen readers: notices appear inside.
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
    ({ title, text, isDestructive = false }) => {
      lastId += 1;
      setDialog(findOpenDialog());
      const id = lastId;
      const task = currentTask();
      // Only the newest of a kind, and what is said along with it: a row of them would cover what is worked on.
      setToasts((shown) => [
        ...shown.filter((toast) => toast.isDestructive !== isDestructive || toast.task === task),
        { id, task, title, text, isDestructive },
      ]);
      setTimeout(() => remove(id), SHOWN_MS);
    },
    [remove],
  );
  useEffect(() => {
    if (!dialog) return undefined;
    // oxlint-disable-next-line react/set-state-in-effect -- the dialog may have closed before this effect ran
    if (!dialog.isConnected || !dialog.open) setDialog(findOpenDialog());
    const observer = new MutationObserver(() => {
      if (!dialog.isConnected || !dialog.open) setDialog(findOpenDialog());
    });
    observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ['open'] });
    return () => observer.disconnect();
  }, [dialog]);
  const regions = useMemo(
    () => [
      { role: 'status' as const, shown: toasts.filter((toast) => !toast.isDestructive) },
      { role: 'alert' as const, shown: toasts.filter((toast) => toast.isDestructive) },
    ],
    [toasts],
  );

  const shown = (
    <div className="pointer-events-none fixed inset-x-0 bottom-0 z-50 flex flex-col items-end gap-3 p-4">
      {regions.map(({ role, shown }) => (
        <div key={role} role={role} className="flex w-full max-w-sm flex-col gap-3">
          {shown.map((toast) => (
            <div
              key={toast.id}
              data-toast={toast.isDestructive ? 'destructive' : 'default'}
              className={`card pointer-events-auto flex items-start gap-3 border-s-4 p-4 shadow-lg ${
                toast.isDestructive ? 'border-s-alert' : 'border-s-ok'
              }`}
            >
              <div className="min-w-0 flex-1">
                <p className="font-semibold">{toast.title}</p>
                <p className="text-sm text-ink-muted wrap-anywhere">{toast.text}</p>
              </div>
              <button
                type="button"
                aria-label={COMPONENT_MESSAGES.closeToast(toast.title)}
                onClick={() => remove(toast.id)}
                className="-m-1 grid size-8 shrink-0 place-items-center text-ink-muted hover:text-ink"
              >
                <svg viewBox="0 0 16 16" aria-hidden="true" className="size-4 stroke-current">
                  <path d="m3 3 10 10M13 3 3 13" fill="none" strokeWidth="1.5" />
                </svg>
              </button>
            </div>
          ))}
        </div>
      ))}
    </div>
  );

  return (
    <ToastContext value={show}>
      {children}
      {dialog ? createPortal(shown, dialog) : shown}
    </ToastContext>
  );
}
