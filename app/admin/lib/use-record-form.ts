import type * as z from 'zod';
import { ApiError, getJson, sendJson } from './api.ts';
import { useNotify } from './notify.ts';
import { type Form, useForm } from './use-form.ts';

type Options<T, V> = {
  /** The call of the list, and of a record below it. */
  path: string;
  /** Null for a new one. */
  record: T | null;
  schema: z.ZodType<Record<string, unknown>>;
  /** What a new one starts with. */
  blank: V;
  valuesOf: (record: T) => V;
  texts: { created: string; updated: string; saveFailed: string };
  /** Whether a toast comes with the view of both versions. */
  isConflictTold?: boolean;
  /** Called with what to tell; the dialog is to be closed then. */
  onSaved: (text: string) => void;
};

/** The form of one record of content: creates it, or changes it unless somebody else saved first. */
export function useRecordForm<
  T extends { id: string; updatedAt: string },
  V extends Record<string, unknown>,
>(options: Options<T, V>): Form<V> {
  const { path, record, schema, blank, valuesOf, texts, isConflictTold = false, onSaved } = options;
  const notify = useNotify();
  return useForm({
    schema,
    initial: record ? valuesOf(record) : blank,
    version: record?.updatedAt,
    async save(input, updatedAt) {
      try {
        if (record) await sendJson('PUT', `${path}/${record.id}`, { ...input, updatedAt });
        else await sendJson('POST', path, input);
      } catch (failure) {
        const isConflict = failure instanceof ApiError && failure.status === 409;
        if (isConflictTold || !isConflict) notify.error(texts.saveFailed);
        throw failure;
      }
      onSaved(record ? texts.updated : texts.created);
    },
    loadCurrent: record
      ? async () => {
          const current = await getJson<T>(`${path}/${record.id}`);
          return { values: valuesOf(current), version: current.updatedAt };
        }
      : undefined,
  });
}
