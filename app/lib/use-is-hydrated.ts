import { useSyncExternalStore } from 'react';

function subscribe() {
  return () => {};
}

/** False on the server and during hydration. */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  );
}
