import { useSyncExternalStore } from 'react';
import { useSession } from '#app/admin/data/session.ts';

export const DENSITIES = ['comfortable', 'compact'] as const;

export type Density = (typeof DENSITIES)[number];

const DEFAULT: Density = 'comfortable';

const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

function parse(stored: string | null): Density {
  try {
    const { density } = JSON.parse(stored ?? '{}') as { density?: unknown };
    return DENSITIES.find((known) => known === density) ?? DEFAULT;
  } catch {
    return DEFAULT;
  }
}

export function useDensity() {
  const key = `adminLists:${useSession()?.admin.id ?? ''}`;
  const stored = useSyncExternalStore(
    subscribe,
    () => localStorage.getItem(key),
    () => null,
  );
  function setDensity(density: Density) {
    localStorage.setItem(key, JSON.stringify({ density }));
    for (const listener of listeners) listener();
  }
  return [parse(stored), setDensity] as const;
}
