import { useCallback, useState, useSyncExternalStore } from 'react';

function subscribe() {
  return () => {};
}

/** Answers how many milliseconds a form has been open; on the first page that counts from the moment the page was asked for. */
export function useFormAge(): () => number {
  const isFirstPage = useSyncExternalStore(
    subscribe,
    () => false,
    () => true,
  );
  const [openedAt] = useState(() => (isFirstPage ? 0 : performance.now()));
  return useCallback(() => Math.round(performance.now() - openedAt), [openedAt]);
}
