import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type * as z from 'zod';
import type { FieldErrors } from '#shared/common/errors.ts';
import { ApiError } from './api.ts';
import { logFailure } from './log.ts';

type Values = Record<string, unknown>;

/** The record as it is at the server now. */
export type Current<V> = { values: V; version: string };

type FormOptions<V extends Values, S extends z.ZodType> = {
  /** The schema that the server uses too. */
  schema: S;
  initial: V;
  /** `updatedAt` of the record as it was read; empty for a new one. */
  version?: string;
  /** Answers the version that was saved, where more can be saved over it. */
  save: (parsed: z.output<S>, version: string) => Promise<string | void>;
  /** Reads the record again after the server refused to overwrite a newer one. */
  loadCurrent?: () => Promise<Current<V>>;
};

export type Form<V extends Values = Values> = {
  values: V;
  /** What the next save is written over. */
  version: string;
  setValue: <K extends keyof V & string>(name: K, value: V[K]) => void;
  errors: FieldErrors;
  /** What went wrong as a whole. */
  formError: string | null;
  /** Grows with every refused attempt, so that the summary can take the focus again. */
  refusals: number;
  isDirty: boolean;
  isSaving: boolean;
  conflict: Current<V> | null;
  /** Saves; resolves to whether it is saved. */
  submit: () => Promise<boolean>;
  /** Saves over the newer version. */
  overwrite: () => Promise<boolean>;
  /** Gives up one's own changes for the newer version. */
  takeCurrent: () => void;
  /** Starts again from these values, as saved. */
  reset: (values: V, version?: string) => void;
};

const CONFLICT_UNREAD =
  'Somebody else has changed this in the meantime, and the newer version could not be read. Nothing you have typed is lost: save again to compare.';

function findErrors(schema: z.ZodType, values: Values): FieldErrors {
  const parsed = schema.safeParse(values);
  if (parsed.success) return {};
  const errors: FieldErrors = {};
  for (const issue of parsed.error.issues) errors[String(issue.path[0] ?? '')] ??= issue.message;
  return errors;
}

/** A form of the back office: the server's schema, unsaved changes, and what to do when somebody else saved first. */
export function useForm<V extends Values, S extends z.ZodType>({
  schema,
  initial,
  version = '',
  save,
  loadCurrent,
}: FormOptions<V, S>): Form<V> {
  const [base, setBase] = useState({ values: initial, version });
  const [values, setValues] = useState(initial);
  const [errors, setErrors] = useState<FieldErrors>({});
  const [formError, setFormError] = useState<string | null>(null);
  const [refusals, setRefusals] = useState(0);
  const [isSaving, setIsSaving] = useState(false);
  const [conflict, setConflict] = useState<Current<V> | null>(null);
  const isBusy = useRef(false);
  const latest = useRef({ schema, save, loadCurrent });
  useEffect(() => {
    latest.current = { schema, save, loadCurrent };
  });

  const isDirty = useMemo(
    () => JSON.stringify(values) !== JSON.stringify(base.values),
    [base.values, values],
  );

  const setValue = useCallback(<K extends keyof V & string>(name: K, value: V[K]) => {
    setValues((before) => {
      const next = { ...before, [name]: value };
      // Only what was refused is checked while it is being corrected.
      setErrors((shown) => {
        if (!shown[name]) return shown;
        const { [name]: _, ...others } = shown;
        const message = findErrors(latest.current.schema, next)[name];
        return message ? { ...others, [name]: message } : others;
      });
      return next;
    });
  }, []);

  const refuse = useCallback((fields: FieldErrors, message: string | null) => {
    setErrors(fields);
    setFormError(message);
    setRefusals((count) => count + 1);
    return false;
  }, []);

  const attempt = useCallback(
    async (ofVersion: string): Promise<boolean> => {
      if (isBusy.current) return false;
      const { schema: rules, save: store, loadCurrent: read } = latest.current;
      const parsed = rules.safeParse(values);
      if (!parsed.success) return refuse(findErrors(rules, values), null);
      isBusy.current = true;
      setIsSaving(true);
      setErrors({});
      setFormError(null);
      try {
        const next = await store(parsed.data, ofVersion);
        setBase({ values, version: next ?? ofVersion });
        setConflict(null);
        return true;
      } catch (failure) {
        const error = failure instanceof ApiError ? failure : null;
        if (!error) return refuse({}, 'Something went wrong. Please try again.');
        const isNewer = error.status === 409 && Object.keys(error.fields).length === 0;
        if (isNewer && read) {
          const current = await read().catch((reason: unknown) => {
            logFailure('The newer version could not be read.', reason);
            return null;
          });
          if (!current) return refuse({}, CONFLICT_UNREAD);
          setConflict(current);
          return false;
        }
        return refuse(error.fields, error.message);
      } finally {
        isBusy.current = false;
        setIsSaving(false);
      }
    },
    [refuse, values],
  );

  const reset = useCallback((next: V, nextVersion?: string) => {
    setBase((before) => ({ values: next, version: nextVersion ?? before.version }));
    setValues(next);
    setErrors({});
    setFormError(null);
    setConflict(null);
  }, []);

  return {
    values,
    version: base.version,
    setValue,
    errors,
    formError,
    refusals,
    isDirty,
    isSaving,
    conflict,
    submit: () => attempt(base.version),
    overwrite: () => attempt(conflict?.version ?? base.version),
    takeCurrent: () => conflict && reset(conflict.values, conflict.version),
    reset,
  };
}
