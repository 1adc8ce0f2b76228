import { useState } from 'react';
import type { StatusChange } from '#shared/leads-schema.ts';
import { ApiError, getJson, sendJson } from './api.ts';
import { useNotify } from './notify.ts';
import { useFailureToast } from './use-failure-toast.ts';
import { useResource } from './use-resource.ts';

type Detail = { id: string; status: string; notes: string | null; timeline: StatusChange[] };
type Changed = { id: string; notes: string | null; timeline: StatusChange[] };

type Options = {
  /** The call of the record. */
  path: string;
  texts: { loadFailed: string; updateFailed: string; notesSaved: string; notesFailed: string };
  describeChange: (status: string) => { title: string; text: string };
  /** Is told the row as it is after a change. */
  onChanged: (row: { id: string }) => void;
};

/** One order or message with its changes of status and of notes. */
export function useLeadRecord<T extends Detail>({
  path,
  texts,
  describeChange,
  onChanged,
}: Options) {
  const notify = useNotify();
  const record = useResource<T>(path);
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  useFailureToast(record.error, texts.loadFailed);

  async function change(body: Record<string, unknown>): Promise<void> {
    const changed = await sendJson<Changed & Partial<T>>('PATCH', path, body);
    record.setData((before) => ({ ...before, ...changed }));
    onChanged(changed);
  }

  async function changeStatus(status: string): Promise<void> {
    if (isBusy) return;
    const before = record.data?.status;
    setIsBusy(true);
    setFailure(null);
    record.setData((shown) => ({ ...shown, status }));
    try {
      await change({ status });
      const { title, text } = describeChange(status);
      notify.success(text, title);
    } catch (refusal) {
      if (before !== undefined) record.setData((shown) => ({ ...shown, status: before }));
      const reason = refusal instanceof ApiError ? ` ${refusal.message}` : '';
      setFailure(`${texts.updateFailed}.${reason}`);
      notify.error(texts.updateFailed);
    }
    setIsBusy(false);
  }

  async function saveNotes(notes: string | null, oldNotes: string | null): Promise<void> {
    try {
      await change({ notes, oldNotes });
    } catch (refusal) {
      if (!(refusal instanceof ApiError && refusal.status === 409)) notify.error(texts.notesFailed);
      throw refusal;
    }
    notify.success(texts.notesSaved);
  }

  async function readNotes(): Promise<string | null> {
    const { notes } = await getJson<T>(path);
    return notes;
  }

  return { ...record, failure, isBusy, changeStatus, saveNotes, readNotes };
}
