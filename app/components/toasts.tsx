import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from 'react';

type Toast = { id: number; title: string; text: string; isDestructive: boolean };
type ShowToast = (toast: { title: string; text: string; isDestructive?: boolean }) => void;

const ToastContext = createContext<ShowToast>(() => {});

/** Shows a short notice in the corner; what matters stays on the page as well. */
export function useToast(): ShowToast {
  return useContext(ToastContext);
}

const SHOWN_MS = 8_000;
const MOST_SHOWN = 5;
let lastId = 0;

export function Toasts({ children }: { children: ReactNode }) {
  const [toasts, setToasts] = useState<Toast[]>([]);
  const remove = useCallback((id: number) => {
    setToasts((shown) => shown.filter((toast) => toast.id !== id));
  }, []);
  const show = useCallback<ShowToast>(
    ({ title, text, isDestructive = false }) => {
      lastId += 1;
      const id = lastId;
      setToasts((shown) => [...shown.slice(1 - MOST_SHOWN), { id, title, text, isDestructive }]);
      setTimeout(() => remove(id), SHOWN_MS);
    },
    [remove],
  );
  const regions = useMemo(
    () => [
      { role: 'status' as const, shown: toasts.filter((toast) => !toast.isDestructive) },
      { role: 'alert' as const, shown: toasts.filter((toast) => toast.isDestructive) },
    ],
    [toasts],
  );

  return (
    <ToastContext value={show}>
      {children}
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
                  aria-label={`Close: ${toast.title}`}
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
    </ToastContext>
  );
}
