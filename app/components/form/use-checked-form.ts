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
  /** Loads the rules; called when the form is first used. */
  loadCheck: () => Promise<Check<Entries>>;
};

/**
 * A form whose fields keep their own values, so that what was typed before scripts ran is not lost: checked on submit, then
 * live for the fields that are touched.
 */
export function useCheckedForm<Entries extends DraftEntries>({
  initial,
  empty,
  loadCheck,
}: Options<Entries>) {
  const form = useRef<HTMLFormElement>(null);
  const [shown, setShown] = useState({ entries: initial.entries, generation: 0 });
  const [entries, setEntries] = useState(initial.entries);
  // Apart from the entries, which may be shown later: whoever leaves is asked by what was typed.
  const [isEmpty, setIsEmpty] = useState(() => isBlank(initial.entries));
  const [errors, setErrors] = useState(initial.errors);
  const [attempt, setAttempt] = useState(0);
  const [check, setCheck] = useState<Check<Entries> | null>(null);
  const formAge = useFormAge();
  // What was written earlier is sent quickly by honest people too.
  const wasFilled = useRef(!isBlank(initial.entries));
  const loading = useRef<Promise<Check<Entries> | null>>(null);

  const show = useCallback((present: Entries) => {
    setEntries(present);
    setIsEmpty(isBlank(present));
  }, []);

  const prepare = useCallback(async () => {
    if (loading.current === null) {
      loading.current = loadCheck().catch(() => {
        // Offline, perhaps; the server checks by the same rules.
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
      // Something may have been typed before this ran, or put back by the browser after a reload.
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
    // What follows from it can wait for the next key.
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

  /** Puts other entries into the fields, which are new ones when this returns and can take the focus. */
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
    /** What the fields start with; a new generation makes them start again. */
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

/** Returns how many milliseconds a form has been open; on the first page that counts from the moment the page was asked for. */
function useFormAge(): () => number {
  const isHydrated = useIsHydrated();
  const [openedAt] = useState(() => (isHydrated ? performance.now() : 0));
  return useCallback(() => Math.round(performance.now() - openedAt), [openedAt]);
}
