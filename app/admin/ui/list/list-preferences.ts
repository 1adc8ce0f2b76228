import { useMemo, useSyncExternalStore } from 'react';
import { useSession } from '#app/admin/data/session.ts';

export const DENSITIES = ['comfortable', 'compact'] as const;

export type Density = (typeof DENSITIES)[number];

type Preferences = {
  density: Density;
  hidden: Record<string, string[]>;
};

const NONE: Preferences = { density: 'comfortable', hidden: {} };

const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

function parse(stored: string | null): Preferences {
  try {
    const { density, hidden } = JSON.parse(stored ?? '{}') as Partial<Preferences>;
    return {
      density: DENSITIES.find((known) => known === density) ?? NONE.density,
      hidden: typeof hidden === 'object' ? hidden : NONE.hidden,
    };
  } catch {
    return NONE;
  }
}

export function useListPreferences() {
  const key = `adminLists:${useSession()?.admin.id ?? ''}`;
  const stored = useSyncExternalStore(
    subscribe,
    () => localStorage.getItem(key),
    () => null,
  );
  const preferences = useMemo(() => parse(stored), [stored]);
  function store(changes: Partial<Preferences>) {
    localStorage.setItem(key, JSON.stringify({ ...preferences, ...changes }));
    for (const listener of listeners) listener();
  }
  return [preferences, store] as const;
}
