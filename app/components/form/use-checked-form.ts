import { type ChangeEvent, useCallback, useEffect, useRef, useState } from 'react';
import { type DraftEntries, isBlank } from '#app/lib/draft.ts';
import type { FieldErrors } from '#shared/common/errors.ts';
import type { FormFields } from '#shared/forms.ts';

export type Check<Entries> = (entries: Entries) => FieldErrors;

type Options<Entries> = {
  initial: { entries: Entries; errors: FieldErrors };
  read: (fields: FormFields) => Entries;
  /** Loads the rules; called when the form is first used. */
  loadCheck: () => Promise<Check<Entries>>;
};

/**
 * A form whose fields keep their own values, so that what was typed before scripts ran is not lost: checked on submit, then
 * live for the fields that are touched.
 */
export function useCheckedForm<Entries extends DraftEntries>({
  initial,
  read,
  loadCheck,
}: Options<Entries>) {
  const form = useRef<HTMLFormElement>(null);
  const [shown, setShown] = useState({ entries: initial.entries, generation: 0 });
  const [entries, setEntries] = useState(initial.entries);
  const [errors, setErrors] = useState(initial.errors);
  const [attempt, setAttempt] = useState(0);
  const [check, setCheck] = useState<Check<Entries> | null>(null);
  const isLoadingCheck = useRef(false);

  const readForm = useCallback(
    () => (form.current ? read(new FormData(form.current)) : null),
    [read],
  );

  // Typed or filled in by the browser before this ran, or put back by it after a reload.
  useEffect(() => {
    const present = readForm();
    if (present) setEntries(present);
  }, [readForm, shown]);

  async function prepare(): Promise<Check<Entries> | null> {
    if (check) return check;
    isLoadingCheck.current = true;
    try {
      const loaded = await loadCheck();
      setCheck(() => loaded);
      return loaded;
    } catch {
      // Offline, perhaps; the server checks by the same rules.
      isLoadingCheck.current = false;
      return null;
    }
  }

  function handleFocus() {
    if (!check && !isLoadingCheck.current) void prepare();
  }

  function handleChange(event: ChangeEvent<HTMLFormElement>) {
    const present = readForm();
    if (!present) return;
    setEntries(present);
    handleFocus();
    const { name } = event.target as unknown as { name: string };
    if (!check || !(name in present) || Object.keys(errors).length === 0) return;
    const message = check(present)[name];
    setErrors(({ [name]: _, ...others }) => (message ? { ...others, [name]: message } : others));
  }

  /** Shows what is wrong; the summary takes the focus. */
  const refuse = useCallback((found: FieldErrors) => {
    setErrors(found);
    setAttempt((count) => count + 1);
  }, []);

  /** The entries when they are right, else null. */
  async function validate(): Promise<Entries | null> {
    const present = readForm();
    if (!present) return null;
    setEntries(present);
    const found = (await prepare())?.(present) ?? {};
    if (Object.keys(found).length > 0) {
      refuse(found);
      return null;
    }
    setErrors({});
    return present;
  }

  /** Puts other entries into the fields. */
  const replaceEntries = useCallback((replacement: Entries) => {
    setShown(({ generation }) => ({ entries: replacement, generation: generation + 1 }));
    setEntries(replacement);
    setErrors({});
  }, []);

  return {
    form,
    /** What the fields start with; a new generation makes them start again. */
    shown,
    entries,
    errors,
    attempt,
    check,
    isBlank: isBlank(entries),
    readForm,
    validate,
    refuse,
    replaceEntries,
    handlers: { onFocus: handleFocus, onChange: handleChange },
  };
}
