import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type * as z from 'zod';
import { FORM_MESSAGES } from '#shared/admin-sessions/messages.ts';
import { type FieldErrors, fieldOfIssue } from '#shared/common/errors.ts';
import { ApiError } from './api.ts';
import { logFailure } from './log.ts';
import { DATA_MESSAGES } from './messages.ts';
import { type Uploads, useUploads } from './uploads.ts';
import { readFormDraft, useStoredDraft } from './unsaved.ts';

type Values = Record<string, unknown>;

export type Current<V> = { values: V; version: string };

type FormOptions<V extends Values, S extends z.ZodType> = {
  schema: S;
  initial: V;
  /** `updatedAt` of the loaded record; empty for a new one. */
  version?: string;
  /** Name under which unsaved changes survive a reload. */
  draft?: string;
  /** Returns the stored version if the form can be saved again. */
  save: (parsed: z.output<S>, version: string) => Promise<Partial<Current<V>> | void>;
  /** `isDone` is false if the form stays open or text typed meanwhile is unsaved. */
  onSaved?: (isDone: boolean) => void;
  /** Reloads the record after a version conflict. */
  loadCurrent?: () => Promise<Current<V>>;
};

export type Form<V extends Values = Values> = {
  values: V;
  version: string;
  setValue: <K extends keyof V & string>(name: K, value: V[K]) => void;
  errors: FieldErrors;
  formError: string | null;
  /** Incremented by each rejected attempt, so that the summary takes the focus again. */
  rejections: number;
  isDirty: boolean;
  isSaving: boolean;
  /** Why a save waits, or why it is incomplete. */
  notice: string | null;
  /** Null unless a restored draft is shown. */
  discardDraft: (() => void) | null;
  uploads: Uploads;
  /** The newer version, and the fields that both sides changed. */
  conflict: (Current<V> & { fields: string[] }) | null;
  /** `stays` keeps the form open. */
  submit: (options?: { stays?: boolean }) => Promise<boolean>;
  overwrite: () => Promise<boolean>;
  /** Rebases local changes onto a newer version, which wins conflicts. */
  takeNewer: (newer: Current<V>) => void;
  reset: (values: V, version?: string) => void;
};

function findErrors(schema: z.ZodType, values: Values): FieldErrors {
  const parsed = schema.safeParse(values);
  if (parsed.success) return {};
  const errors: FieldErrors = {};
  for (const issue of parsed.error.issues) errors[fieldOfIssue(issue.path)] ??= issue.message;
  return errors;
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function mergeChanges<V extends Values>(base: V, own: V, theirs: V) {
  const changed = Object.entries(own).filter(([name, value]) => !isSame(value, base[name]));
  const conflicts = changed.filter(
    ([name, value]) => !isSame(theirs[name], base[name]) && !isSame(theirs[name], value),
  );
  return {
    merged: { ...theirs, ...Object.fromEntries(changed) },
    conflicts: conflicts.map(([name]) => name),
  };
}

function useFields<V extends Values>(schema: z.ZodType, initial: V) {
  const [values, setValues] = useState(initial);
  const [errors, setErrors] = useState<FieldErrors>({});
  // Current values, also for a save that waited for uploads.
  const present = useRef(initial);
  const rules = useRef(schema);
  useEffect(() => {
    rules.current = schema;
  });

  const show = useCallback((next: V) => {
    present.current = next;
    setValues(next);
  }, []);

  const setValue = useCallback(
    <K extends keyof V & string>(name: K, value: V[K]) => {
      const next = { ...present.current, [name]: value };
      show(next);
      // Only rejected fields are checked while typing.
      setErrors((shown) => {
        const isOther = ([field]: [string, string]) => field.split('.')[0] !== name;
        const others = Object.entries(shown).filter(isOther);
        if (others.length === Object.keys(shown).length) return shown;
        const found = Object.entries(findErrors(rules.current, next));
        return Object.fromEntries([...others, ...found.filter((entry) => !isOther(entry))]);
      });
    },
    [show],
  );

  return { values, errors, setErrors, present, show, setValue };
}

export function useForm<V extends Values, S extends z.ZodType>(
  options: FormOptions<V, S>,
): Form<V> {
  const { schema, initial, version = '', draft } = options;
  const [restored] = useState(() => readFormDraft(draft, initial));
  const [base, setBase] = useState(restored?.base ?? { values: initial, version });
  const fields = useFields(schema, restored?.values ?? initial);
  const { values, errors, setErrors, present, show, setValue } = fields;
  const [isRestored, setIsRestored] = useState(restored !== null);
  const [formError, setFormError] = useState<string | null>(null);
  const [rejections, setRejections] = useState(0);
  const [isSaving, setIsSaving] = useState(false);
  const [isPartlySaved, setIsPartlySaved] = useState(false);
  const [conflict, setConflict] = useState<Current<V> | null>(null);
  const uploads = useUploads();
  const isBusy = useRef(false);
  const stays = useRef(false);
  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
  });

  const isChanged = useMemo(() => !isSame(values, base.values), [base.values, values]);

  const changed = useMemo(() => (isChanged ? { base, values } : null), [base, isChanged, values]);
  useStoredDraft(draft, changed);

  function reject(fields: FieldErrors, message: string | null): false {
    setErrors(fields);
    setFormError(message);
    setRejections((count) => count + 1);
    return false;
  }

  async function explain(failure: unknown, over: Current<V>): Promise<boolean> {
    const { loadCurrent } = latest.current;
    const error = failure instanceof ApiError ? failure : null;
    if (!error) return reject({}, DATA_MESSAGES.failed);
    if (!error.isNewer || !loadCurrent) return reject(error.fields, error.message);
    const current = await loadCurrent().catch((reason: unknown) => {
      logFailure('The newer version could not be read.', reason);
      return null;
    });
    if (!current) return reject({}, DATA_MESSAGES.conflictUnread);
    const { merged, conflicts } = mergeChanges(over.values, present.current, current.values);
    if (conflicts.length > 0) {
      setConflict(current);
      return false;
    }
    setBase(current);
    show(merged);
    return storeOver(current);
  }

  async function storeOver(over: Current<V>): Promise<boolean> {
    try {
      return await store(over.version);
    } catch (failure) {
      return await explain(failure, over);
    }
  }

  async function store(ofVersion: string): Promise<boolean> {
    if (!(await uploads.settle())) return reject({}, FORM_MESSAGES.uploadFailed);
    const sent = present.current;
    const parsed = latest.current.schema.safeParse(sent);
    if (!parsed.success) return reject(findErrors(latest.current.schema, sent), null);
    const result = await latest.current.save(parsed.data, ofVersion);
    const saved = result?.values ?? sent;
    const isWhole = isSame(present.current, sent) && !uploads.hasPending();
    setBase({ values: saved, version: result?.version ?? ofVersion });
    show(mergeChanges(sent, present.current, saved).merged);
    setConflict(null);
    setIsRestored(false);
    setIsPartlySaved(!isWhole);
    // Without a returned version the form cannot be saved again.
    latest.current.onSaved?.(isWhole && !(stays.current && result));
    return true;
  }

  async function attempt(over: Current<V>, isStaying = false): Promise<boolean> {
    if (isBusy.current) return false;
    isBusy.current = true;
    stays.current = isStaying;
    setIsSaving(true);
    setIsPartlySaved(false);
    setErrors({});
    setFormError(null);
    try {
      return await storeOver(over);
    } finally {
      isBusy.current = false;
      setIsSaving(false);
    }
  }

  const reset = useCallback(
    (next: V, nextVersion?: string) => {
      setBase((before) => ({ values: next, version: nextVersion ?? before.version }));
      show(next);
      setErrors({});
      setFormError(null);
      setIsPartlySaved(false);
      setConflict(null);
    },
    [setErrors, show],
  );

  function rebase(newer: Current<V>, isOwnCached: boolean) {
    const { merged, conflicts } = mergeChanges(base.values, present.current, newer.values);
    const theirs = Object.fromEntries(conflicts.map((name) => [name, newer.values[name]]));
    reset(newer.values, newer.version);
    show(isOwnCached ? merged : { ...merged, ...theirs });
  }

  const isDirty = isChanged || uploads.isPending;
  return {
    values,
    version: base.version,
    setValue,
    errors,
    formError,
    rejections,
    isDirty,
    isSaving,
    notice: noticeOf({
      isPending: isSaving && uploads.isPending,
      isPartlySaved: isPartlySaved && isDirty,
      isRestored: isRestored && isDirty,
    }),
    discardDraft:
      isRestored && isDirty
        ? () => {
            setIsRestored(false);
            reset(initial, version);
          }
        : null,
    uploads,
    conflict: conflict && {
      ...conflict,
      fields: mergeChanges(base.values, values, conflict.values).conflicts,
    },
    submit: (how) => attempt(base, how?.stays),
    async overwrite() {
      if (!conflict) return false;
      rebase(conflict, true);
      return attempt(conflict);
    },
    takeNewer: (newer) => rebase(newer, false),
    reset,
  };
}

type NoticeState = Record<'isPending' | 'isPartlySaved' | 'isRestored', boolean>;

function noticeOf({ isPending, isPartlySaved, isRestored }: NoticeState) {
  if (isPending) return FORM_MESSAGES.waitsForUpload;
  if (isPartlySaved) return FORM_MESSAGES.partlySaved;
  return isRestored ? FORM_MESSAGES.draftRestored : null;
}
