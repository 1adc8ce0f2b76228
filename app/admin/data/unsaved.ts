import { useEffect, useId, useSyncExternalStore } from 'react';
import { useSaving } from '#app/components/form/use-draft.ts';
import { readDraft, removeDraft, writeDraft } from '#app/lib/draft.ts';
import { getSession } from './session.ts';

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

const EMPTY = { version: '', base: '', values: '' };

/** The stored version that the changes were made to is part of it, so that saving reports a conflict with a newer one. */
export type FormDraft<V> = { base: { values: V; version: string }; values: V };

// Several administrators may share a device.
const nameOf = (form: string) => `form:${getSession()?.admin.id}:${form}`;

export function readFormDraft<V extends object>(
  form: string | undefined,
  initial: V,
): FormDraft<V> | null {
  const draft = form === undefined ? null : readDraft(nameOf(form), EMPTY);
  if (!draft) return null;
  const { version, base, values } = draft.entries;
  const parse = (text: string): V => ({ ...initial, ...(JSON.parse(text) as V) });
  return { base: { values: parse(base), version }, values: parse(values) };
}

/** Stores unsaved changes; null if there are none. */
export function useStoredDraft<V>(form: string | undefined, draft: FormDraft<V> | null): void {
  useSaving(draft, () => {
    if (form === undefined || !getSession()) return;
    const name = nameOf(form);
    if (!draft) return removeDraft(name);
    const { base, values } = draft;
    const entries = { base: JSON.stringify(base.values), values: JSON.stringify(values) };
    writeDraft(name, '', { version: base.version, ...entries });
  });
  // Closing a form saves or discards its changes; the end of the session does neither.
  useEffect(
    () => () => {
      if (form !== undefined && getSession()) removeDraft(nameOf(form));
    },
    [form],
  );
}
