import { useEffect, useRef, useState } from 'react';
import { useSaving } from '#app/components/form/use-draft.ts';
import { readDraft, removeDraft, writeDraft } from '#app/lib/draft.ts';
import { createFormKey } from '#app/lib/post.ts';

const EMPTY = { reply: '', note: '' };

export type Written = typeof EMPTY;

/** Several administrators may share a device. */
export function draftNameOf(adminId: string | undefined, leadPath: string): string {
  return `reply:${adminId}:${leadPath}`;
}

/** Restores a reply in a composer on screen, by the name of its draft. */
const shown = new Map<string, (reply: string) => void>();

export function restoreReply(name: string, reply: string): void {
  const restore = shown.get(name);
  if (restore) return restore(reply);
  const stored = readDraft(name, EMPTY);
  const written = withReply(stored?.entries ?? EMPTY, reply);
  if (written.reply !== '') writeDraft(name, stored?.formKey ?? createFormKey(), written);
}

function withReply(written: Written, reply: string): Written {
  return written.reply.trim() === '' ? { ...written, reply } : written;
}

export function useReplyDraft(name: string) {
  const [start] = useState(() => readDraft(name, EMPTY));
  const [written, setWritten] = useState<Written>(start?.entries ?? EMPTY);
  const [isRestored, setIsRestored] = useState(start !== null);
  const key = useRef(start?.formKey ?? createFormKey());

  function save() {
    if (written.reply.trim() || written.note.trim()) writeDraft(name, key.current, written);
    else removeDraft(name);
  }
  useSaving(written, save);
  useEffect(() => {
    shown.set(name, (reply) => setWritten((before) => withReply(before, reply)));
    return () => void shown.delete(name);
  }, [name]);

  return {
    written,
    isRestored,
    formKey: () => key.current,
    write(changes: Partial<Written>) {
      setIsRestored(false);
      setWritten((before) => ({ ...before, ...changes }));
    },
    renewKey() {
      key.current = createFormKey();
    },
  };
}
