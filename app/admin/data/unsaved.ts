import { useEffect, useId, useSyncExternalStore } from 'react';

// What is open with unsaved changes, in whichever part of the screen.
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

/** Lets what is unsaved go, once the administrator has agreed to it. */
export function forgetUnsaved(): void {
  open.clear();
  announce();
}

/** Whether anything on the screen has unsaved changes. */
export function useHasUnsaved(): boolean {
  return useSyncExternalStore(subscribe, hasUnsaved, () => false);
}

/** Reports a form as unsaved while it is. */
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
