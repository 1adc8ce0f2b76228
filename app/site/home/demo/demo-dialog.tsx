import { useEffect, useRef } from 'react';
import { DemoDashboard } from './demo-dashboard.tsx';
import { DEMO_MESSAGES } from './messages.ts';

export function DemoDialog({ onClose }: { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);

  useEffect(() => {
    const element = dialog.current;
    if (!element) return undefined;
    if (!element.open) element.showModal();
    function handleClick(event: MouseEvent) {
      if (event.target === element) element?.close();
    }
    element.addEventListener('click', handleClick);
    return () => element.removeEventListener('click', handleClick);
  }, []);

  return (
    <dialog
      ref={dialog}
      aria-labelledby="demo-heading"
      onClose={onClose}
      className="demo-dialog m-auto w-[min(64rem,100%-1.5rem)] max-w-none overscroll-contain rounded-lg border border-line bg-surface text-ink"
    >
      <div className="grid gap-6 p-4 sm:p-6">
        <div className="flex items-start justify-between gap-4">
          <div>
            <h2 id="demo-heading" className="text-2xl">
              {DEMO_MESSAGES.heading}
            </h2>
            <p className="text-sm text-ink-muted">{DEMO_MESSAGES.text}</p>
          </div>
          <button
            type="button"
            className="button button-secondary shrink-0"
            onClick={() => dialog.current?.close()}
          >
            {DEMO_MESSAGES.close}
          </button>
        </div>
        <DemoDashboard />
      </div>
    </dialog>
  );
}
