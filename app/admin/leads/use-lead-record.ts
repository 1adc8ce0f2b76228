import { useState } from 'react';
import type { StatusChange } from '#shared/leads/admin-schema.ts';
import { MARK_MESSAGES } from '#shared/leads/messages.ts';
import { ApiError, getJson, sendJson } from '#app/admin/data/api.ts';
import { useNotify } from '#app/admin/ui/notify.ts';
import { useFailureToast } from '#app/admin/ui/use-failure-toast.ts';
import { useResource } from '#app/admin/data/use-resource.ts';

type Detail = { id: string; status: string; notes: string | null; timeline: StatusChange[] };
type Changed = { id: string; notes: string | null; timeline: StatusChange[] };

type Options = {
  /** The call of the record. */
  path: string;
  /** Where changes by others are announced. */
  table: 'orders' | 'contact_messages';
  texts: { loadFailed: string; updateFailed: string; notesSaved: string; notesFailed: string };
  describeChange: (status: string) => { title: string; text: string };
  /** Is told the row as it is after a change. */
  onChanged: (row: { id: string }) => void;
};

/** One order or message with its changes of status and of notes. */
export function useLeadRecord<T extends Detail>({
  path,
  table,
  texts,
  describeChange,
  onChanged,
}: Options) {
  const notify = useNotify();
  const record = useResource<T>(path, { refreshOn: [table] });
  // Over what the server says: a refresh must not undo a change that is on its way.
  const [pending, setPending] = useState<string | null>(null);
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
    setIsBusy(true);
    setFailure(null);
    setPending(status);
    try {
      await change({ status });
      const { title, text } = describeChange(status);
      notify.success(text, title);
    } catch (refusal) {
      const reason = refusal instanceof ApiError ? ` ${refusal.message}` : '';
      setFailure(`${texts.updateFailed}.${reason}`);
      notify.error(texts.updateFailed);
    }
    setPending(null);
    setIsBusy(false);
  }

  async function clearSuspicion(): Promise<void> {
    if (isBusy) return;
    setIsBusy(true);
    setFailure(null);
    try {
      await change({ isSuspect: false });
      notify.success(MARK_MESSAGES.removed, MARK_MESSAGES.removedTitle);
    } catch (refusal) {
      const reason = refusal instanceof ApiError ? ` ${refusal.message}` : '';
      setFailure(`${MARK_MESSAGES.removeFailed}.${reason}`);
      notify.error(MARK_MESSAGES.removeFailed);
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

  const data = record.data && pending !== null ? { ...record.data, status: pending } : record.data;
  return { ...record, data, failure, isBusy, changeStatus, clearSuspicion, saveNotes, readNotes };
}
