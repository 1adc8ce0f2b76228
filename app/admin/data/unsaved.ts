import { useEffect, useId, useSyncExternalStore } from 'react';

const open = new Set<string>();
const listeners = new Set<() => void>();

function announce(): void {
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function hasUnsaved(): boolean {
  return open.size > 0;
}

export function forgetUnsaved(): void {
  open.clear();
  announce();
}

export function useHasUnsaved(): boolean {
  return useSyncExternalStore(subscribe, hasUnsaved, () => false);
}

export function useUnsaved(isDirty: boolean): void {
  const id = useId();
  useEffect(() => {
    if (!isDirty) return undefined;
    open.add(id);
    announce();
    return () => {
      open.delete(id);
      announce();
    };
  }, [id, isDirty]);
}
