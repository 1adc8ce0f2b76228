import { useEffect, useEffectEvent, useRef } from 'react';
import { NavigationType, useBlocker } from 'react-router';
import { useLeaveWarning } from '#app/components/form/use-leave-warning.ts';
import { useUnsaved } from '#app/admin/data/unsaved.ts';

type Props = {
  isDirty: boolean;
  /** Resolves to whether the changes may go. */
  ask: () => Promise<boolean>;
  onDiscard: () => void;
};

/** Asks before Back, Forward or closing the tab takes a dialog with unsaved changes away. A router asks one such guard at a time. */
export function UnsavedGuard({ isDirty, ask, onDiscard }: Props) {
  const hasLeft = useRef(false);
  useUnsaved(isDirty);
  useLeaveWarning(isDirty);
  // Other ways out either ask themselves or must not be held up, such as the end of the session.
  const blocker = useBlocker(
    ({ historyAction }) => isDirty && historyAction === NavigationType.Pop,
  );
  const { state } = blocker;

  const settle = useEffectEvent((isSure: boolean) => {
    hasLeft.current = isSure;
    if (isSure) blocker.proceed?.();
    else blocker.reset?.();
  });
  const askAndSettle = useEffectEvent(async () => settle(await ask()));
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
