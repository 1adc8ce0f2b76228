import { useSyncExternalStore } from 'react';

function subscribe() {
  return () => {};
}

/** False in the server's page and while it is taken over, true from then on. */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  );
}
