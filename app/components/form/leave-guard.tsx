import { useEffect, useRef } from 'react';
import { useBlocker } from 'react-router';
import { useLeaveWarning } from './use-leave-warning.ts';
import { LEAVE_MESSAGES } from './messages.ts';

type Props = {
  isActive: boolean;
  /** Read when leaving; true skips the question. */
  isReleased: () => boolean;
  text: string;
};

export function LeaveGuard({ isActive, isReleased, text }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isActive && !isReleased() && currentLocation.pathname !== nextLocation.pathname,
  );
  const isAsking = blocker.state === 'blocked';

  useLeaveWarning(isActive, isReleased);

  useEffect(() => {
    if (isAsking) dialog.current?.showModal();
    else dialog.current?.close();
  }, [isAsking]);

  return (
    <dialog
      ref={dialog}
      aria-labelledby="leave-title"
      aria-describedby="leave-text"
      // The event may arrive after the dialog has opened again.
      onClose={({ currentTarget }) => {
        if (!currentTarget.open) blocker.reset?.();
      }}
      className="m-auto w-[min(30rem,calc(100vw-2rem))] rounded-lg border border-line bg-surface-raised p-6 text-ink backdrop:bg-[oklch(0.15_0.02_260/0.6)]"
    >
      <h2 id="leave-title" className="text-xl">
        {LEAVE_MESSAGES.title}
      </h2>
      <p id="leave-text" className="mt-2 text-ink-muted">
        {text}
      </p>
      <div className="mt-6 flex flex-wrap gap-3">
        <button type="button" className="button button-primary" onClick={() => blocker.reset?.()}>
          {LEAVE_MESSAGES.stay}
        </button>
        <button
          type="button"
          className="button button-secondary"
          onClick={() => blocker.proceed?.()}
        >
          {LEAVE_MESSAGES.leave}
        </button>
      </div>
    </dialog>
  );
}
