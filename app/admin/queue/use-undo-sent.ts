import { useMutation } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { sendJson } from '#app/admin/data/api.ts';
import { useSession } from '#app/admin/data/session.ts';
import type { Undoable } from '#app/admin/leads/conversation/undo-reply.tsx';
import { draftNameOf, restoreReply } from '#app/admin/leads/conversation/use-reply-draft.ts';
import { useNotify } from '#app/admin/ui/notify.ts';
import { QUEUE_SCREEN_MESSAGES as messages } from './messages.ts';

/** What was sent last, with the record that it belongs to. */
export type Sent = Undoable & { leadPath: string; kind: 'order' | 'message'; leadId: string };

type Options = {
  onUndone: (sent: Sent) => void;
  onFailure: (failure: string | null) => void;
};

/** The last answer of the queue, for as long as it can be undone. */
export function useUndoSent({ onUndone, onFailure }: Options) {
  const notify = useNotify();
  const adminId = useSession()?.admin.id;
  const [sent, offer] = useState<Sent | null>(null);
  const { mutate, isPending } = useMutation({
    mutationFn: ({ leadPath, id }: Sent) => sendJson('DELETE', `${leadPath}/replies/${id}`),
    onMutate: () => onFailure(null),
    onSuccess(_, undone) {
      offer(null);
      restoreReply(draftNameOf(adminId, undone.leadPath), undone.text);
      notify.success(messages.undone);
      onUndone(undone);
    },
    onError(rejection) {
      offer(null);
      onFailure(`${messages.undoFailed}. ${rejection.message}`);
      notify.error(messages.undoFailed);
    },
  });
  const putAway = useCallback(() => offer(null), []);
  return { sent, offer, putAway, isPending, undo: () => sent && !isPending && mutate(sent) };
}
