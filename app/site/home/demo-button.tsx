import { Play } from 'lucide-react';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { useIsHydrated } from './use-is-hydrated.ts';

function loadDemo() {
  return import('./demo-dashboard.tsx');
}

const DemoDashboard = lazy(() =>
  loadDemo().then(
    (module) => ({ default: module.DemoDashboard }),
    () => ({ default: DemoUnavailable }),
  ),
);

/** Opens the demo in a dialog; a link to the portfolio where there are no scripts. */
export function DemoButton() {
  const isHydrated = useIsHydrated();
  const [isOpen, setIsOpen] = useState(false);

  const content = (
    <>
      <Play aria-hidden className="size-4" />
      Watch Demo
    </>
  );
  if (!isHydrated) {
    return (
      <Link to="/portfolio" className="button button-secondary bg-surface">
        {content}
      </Link>
    );
  }
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        className="button button-secondary bg-surface"
        onPointerEnter={() => void loadDemo().catch(() => {})}
        onClick={() => setIsOpen(true)}
      >
        {content}
      </button>
      {isOpen && <DemoDialog onClose={() => setIsOpen(false)} />}
    </>
  );
}

function DemoDialog({ onClose }: { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);

  useEffect(() => {
    const element = dialog.current;
    if (element && !element.open) element.showModal();
  }, []);

  return (
    <dialog
      ref={dialog}
      aria-labelledby="demo-heading"
      onClose={onClose}
      onClick={(event) => {
        if (event.target === event.currentTarget) event.currentTarget.close();
      }}
      className="demo-dialog m-auto w-[min(64rem,100%-1.5rem)] max-w-none overscroll-contain rounded-lg border border-line bg-surface text-ink"
    >
      <div className="grid gap-6 p-4 sm:p-6">
        <div className="flex items-start justify-between gap-4">
          <div>
            <h2 id="demo-heading" className="text-2xl">
              A shipment desk, to try out
            </h2>
            <p className="text-sm text-ink-muted">
              Built from the parts that we use in projects. The data is made up.
            </p>
          </div>
          <button
            type="button"
            className="button button-secondary shrink-0"
            onClick={() => dialog.current?.close()}
          >
            Close
          </button>
        </div>
        <Suspense fallback={<DemoSkeleton />}>
          <DemoDashboard />
        </Suspense>
      </div>
    </dialog>
  );
}

function DemoSkeleton() {
  return (
    <div role="status" className="grid gap-4">
      <span className="sr-only">Loading the demo</span>
      <div className="skeleton h-24" />
      <div className="skeleton h-56" />
      <div className="skeleton h-72" />
    </div>
  );
}

function DemoUnavailable() {
  return (
    <p role="alert">
      The demo could not be loaded. Our{' '}
      <Link to="/portfolio" className="link">
        portfolio
      </Link>{' '}
      shows finished projects.
    </p>
  );
}
