import { useMutation } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { MARK_MESSAGES } from '#shared/leads/messages.ts';
import { ApiError, getJson, sendJson } from '#app/admin/data/api.ts';
import { useApiQuery } from '#app/admin/data/use-api-query.ts';
import { useFailureToast, useNotify } from '#app/admin/ui/notify.ts';
import type { LeadDetail, LeadKind } from './shared/lead-kind.ts';

type Options = {
  kind: Pick<LeadKind, 'path' | 'messages' | 'describeChange'>;
  id: string;
  onChanged: (row: { id: string }) => void;
  /** Opened by moving on; it counts as read once its reader acts in it. */
  isUnseen: boolean;
};

const SIGNS_OF_A_READER = ['pointerdown', 'keydown', 'wheel'];

function useSeen(isPending: boolean, onSeen: () => void): void {
  const report = useEffectEvent(onSeen);
  useEffect(() => {
    const end = new AbortController();
    function handle() {
      end.abort();
      report();
    }
    for (const sign of isPending ? SIGNS_OF_A_READER : []) {
      window.addEventListener(sign, handle, { signal: end.signal });
    }
    return () => end.abort();
  }, [isPending]);
}

type Change = {
  body: { status?: string; isSuspect?: false };
  done: { title: string; text: string };
  failed: string;
};

export function useLeadRecord<T extends LeadDetail>({ kind, id, onChanged, isUnseen }: Options) {
  const { messages, describeChange } = kind;
  const path = `${kind.path}/${encodeURIComponent(id)}`;
  const notify = useNotify();
  const record = useApiQuery<T>(path, { isBackground: isUnseen });
  useSeen(isUnseen && record.data !== undefined, () => {
    void getJson<T>(path).then(
      (data) => record.setData(() => data),
      () => undefined,
    );
  });
  const [failure, setFailure] = useState<string | null>(null);
  useFailureToast(record.error, messages.loadFailed);

  async function send(body: Record<string, unknown>): Promise<void> {
    const changed = await sendJson<Partial<T> & { id: string }>('PATCH', path, body);
    record.setData((before) => ({ ...before, ...changed }));
    onChanged(changed);
  }

  const { mutate, isPending, variables } = useMutation({
    mutationFn: ({ body }: Change) => send(body),
    onMutate: () => setFailure(null),
    onSuccess: (_, { done }) => notify.success(done.text, done.title),
    onError(rejection, { failed }) {
      setFailure(`${failed}. ${rejection.message}`);
      notify.error(failed);
    },
  });

  async function saveNotes(notes: string | null, oldNotes: string | null): Promise<void> {
    try {
      await send({ notes, oldNotes });
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 409)) notify.error(messages.notesFailed);
      throw error;
    }
    notify.success(messages.notesSaved);
  }

  // Apply pending mutations on top of server data, so a refetch does not revert them.
  const pendingStatus = isPending ? variables.body.status : undefined;
  return {
    ...record,
    data: record.data && { ...record.data, status: pendingStatus ?? record.data.status },
    failure,
    isBusy: isPending,
    changeStatus: (status: string) => {
      const done = describeChange(status);
      if (!isPending) mutate({ body: { status }, done, failed: messages.updateFailed });
    },
    clearSuspicion: () => {
      const done = { title: MARK_MESSAGES.removedTitle, text: MARK_MESSAGES.removed };
      if (isPending) return;
      mutate({ body: { isSuspect: false }, done, failed: MARK_MESSAGES.removeFailed });
    },
    saveNotes,
    readNotes: async () => (await getJson<T>(path)).notes,
  };
}

export type LeadRecord<T extends LeadDetail = LeadDetail> = ReturnType<typeof useLeadRecord<T>>;
