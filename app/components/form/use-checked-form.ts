import { type ChangeEvent, startTransition, useCallback, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { afterPaint } from '#app/lib/after-paint.ts';
import { type DraftEntries, isBlank } from '#app/lib/draft.ts';
import { useIsHydrated } from '#app/lib/use-is-hydrated.ts';
import type { FieldErrors } from '#shared/common/errors.ts';
import {
  fieldErrorsOf,
  FORM_NAMES,
  type Issue,
  readEntries,
  textOf,
} from '#shared/forms/values.ts';
import { readSource } from '#app/lib/visit.ts';
import type { FormSignals } from '#shared/forms/schema.ts';

export type Check<Entries> = (entries: Entries) => FieldErrors;

type Schema = { safeParse(entries: unknown): { error?: { issues: readonly Issue[] } | undefined } };

export function checkBy<Entries>(schema: Schema): Check<Entries> {
  return (entries) => fieldErrorsOf(schema.safeParse(entries).error?.issues ?? []);
}

type Options<Entries> = {
  initial: { entries: Entries; errors: FieldErrors };
  empty: Entries;
  loadCheck: () => Promise<Check<Entries>>;
};

/**
 * Uncontrolled fields keep what was typed before hydration.
 * Validates on submit, then live for touched fields.
 */
export function useCheckedForm<Entries extends DraftEntries>({
  initial,
  empty,
  loadCheck,
}: Options<Entries>) {
  const form = useRef<HTMLFormElement>(null);
  const [shown, setShown] = useState({ entries: initial.entries, generation: 0 });
  const [entries, setEntries] = useState(initial.entries);
  // Entries may be shown later, and leaving asks about what was typed.
  const [isEmpty, setIsEmpty] = useState(() => isBlank(initial.entries));
  const [errors, setErrors] = useState(initial.errors);
  const [attempt, setAttempt] = useState(0);
  const [check, setCheck] = useState<Check<Entries> | null>(null);
  const formAge = useFormAge();
  // Visitors submit restored text quickly too.
  const wasFilled = useRef(!isBlank(initial.entries));
  const loading = useRef<Promise<Check<Entries> | null>>(null);

  const show = useCallback((present: Entries) => {
    setEntries(present);
    setIsEmpty(isBlank(present));
  }, []);

  const prepare = useCallback(async () => {
    if (loading.current === null) {
      loading.current = loadCheck().catch(() => {
        // Perhaps offline; the server validates by the same rules.
        loading.current = null;
        return null;
      });
    }
    const loaded = await loading.current;
    setCheck(() => loaded);
    return loaded;
  }, [loadCheck]);

  const attach = useCallback(
    (element: HTMLFormElement) => {
      form.current = element;
      // Fields may be filled before hydration, or restored by the browser.
      show(readEntries(new FormData(element), empty));
      const handleFocus = () => void afterPaint().then(prepare);
      element.addEventListener('focusin', handleFocus, { once: true });
      return () => {
        form.current = null;
        element.removeEventListener('focusin', handleFocus);
      };
    },
    [empty, prepare, show],
  );

  function readForm(): Entries | null {
    return form.current ? readEntries(new FormData(form.current), empty) : null;
  }

  function readSignals(): FormSignals {
    const homepage = form.current ? textOf(new FormData(form.current), FORM_NAMES.honeypot) : '';
    const age = wasFilled.current ? {} : { formAge: formAge() };
    return { homepage, ...age, ...readSource() };
  }

  function handleChange(event: ChangeEvent<HTMLFormElement>) {
    const present = readForm();
    if (!present) return;
    setIsEmpty(isBlank(present));
    // Can wait for the next key.
    startTransition(() => setEntries(present));
    if (!check) void afterPaint().then(prepare);
    const { name } = event.target as unknown as { name: string };
    if (!check || !(name in present) || Object.keys(errors).length === 0) return;
    const message = check(present)[name];
    setErrors((shownErrors) => {
      const others = Object.entries(shownErrors).filter(([field]) => field !== name);
      return Object.fromEntries(message ? [...others, [name, message]] : others);
    });
  }

  function reject(found: FieldErrors): void {
    setErrors(found);
    setAttempt((count) => count + 1);
  }

  async function validate(): Promise<Entries | null> {
    const loaded = await prepare();
    const present = readForm();
    if (!present) return null;
    show(present);
    const found = loaded?.(present) ?? {};
    if (Object.keys(found).length > 0) {
      reject(found);
      return null;
    }
    setErrors({});
    return present;
  }

  /** Remounts the fields, which can take the focus when this returns. */
  function replaceEntries(replacement: Entries): void {
    wasFilled.current = true;
    flushSync(() => {
      setShown(({ generation }) => ({ entries: replacement, generation: generation + 1 }));
      show(replacement);
      setErrors({});
    });
    void prepare();
  }

  return {
    attach,
    /** Initial values; a new generation remounts the fields. */
    shown,
    entries,
    errors,
    attempt,
    check,
    isBlank: isEmpty,
    validate,
    readSignals,
    reject,
    replaceEntries,
    handleChange,
  };
}

/** On the first page the time counts from the navigation. */
function useFormAge(): () => number {
  const isHydrated = useIsHydrated();
  const [openedAt] = useState(() => (isHydrated ? performance.now() : 0));
  return useCallback(() => Math.round(performance.now() - openedAt), [openedAt]);
}
