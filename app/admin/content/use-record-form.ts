import { useRef, useState } from 'react';
import type * as z from 'zod';
import { ApiError, getJson, sendJson } from '#app/admin/data/api.ts';
import { useNotify } from '#app/admin/ui/notify.ts';
import { type Form, useForm } from '#app/admin/data/use-form.ts';

type Options<T, V> = {
  /** The call of the list, and of a record below it. */
  path: string;
  /** Null for a new one. */
  record: T | null;
  schema: z.ZodType<Record<string, unknown>>;
  /** Where a new one follows other rules. */
  newSchema?: z.ZodType<Record<string, unknown>>;
  /** What a new one starts with. */
  blank: V;
  valuesOf: (record: T) => V;
  texts: { created: string; updated: string; saveFailed: string };
  /** Whether a toast comes with the view of both versions. */
  isConflictTold?: boolean;
  /** Called with what to tell; the dialog is to be closed unless something typed meanwhile is unsaved. */
  onSaved: (text: string, isWhole: boolean) => void;
};

/** The form, and the record as it was last saved: null until a new one is. */
export type RecordForm<T, V extends Record<string, unknown>> = Form<V> & { record: T | null };

/** The form of one record of content: creates it, or changes it unless somebody else saved first. */
export function useRecordForm<
  T extends { id: string; updatedAt: string },
  V extends Record<string, unknown>,
>(options: Options<T, V>): RecordForm<T, V> {
  const {
    path,
    schema,
    newSchema = schema,
    blank,
    valuesOf,
    texts,
    isConflictTold = false,
    onSaved,
  } = options;
  const notify = useNotify();
  const [record, setRecord] = useState(options.record);
  const outcome = useRef('');
  const form = useForm<V, typeof schema>({
    schema: record ? schema : newSchema,
    initial: record ? valuesOf(record) : blank,
    version: record?.updatedAt,
    async save(input, updatedAt) {
      try {
        const saved = record
          ? await sendJson<T>('PUT', `${path}/${record.id}`, { ...input, updatedAt })
          : await sendJson<T>('POST', path, input);
        outcome.current = record ? texts.updated : texts.created;
        setRecord(saved);
        return { values: valuesOf(saved), version: saved.updatedAt };
      } catch (failure) {
        const isConflict = failure instanceof ApiError && failure.status === 409;
        if (isConflictTold || !isConflict) notify.error(texts.saveFailed);
        throw failure;
      }
    },
    onSaved: (isWhole) => onSaved(outcome.current, isWhole),
    loadCurrent: record
      ? async () => {
          const current = await getJson<T>(`${path}/${record.id}`);
          return { values: valuesOf(current), version: current.updatedAt };
        }
      : undefined,
  });
  return { ...form, record };
}
