import { useQueryClient } from '@tanstack/react-query';
import { Undo2 } from 'lucide-react';
import { useLocation, useNavigate } from 'react-router';
import { UNDO_MS } from '#shared/conversations/values.ts';
import { sendJson } from '#app/admin/data/api.ts';
import { useSession } from '#app/admin/data/session.ts';
import { useUnsentNotice } from '#app/admin/ui/mail/use-unsent-notice.ts';
import { Button } from '#app/admin/ui/button.tsx';
import { useNotify } from '#app/admin/ui/notify.ts';
import { useToast } from '#app/components/toasts.tsx';
import { COMPOSER_MESSAGES as messages } from './messages.ts';
import { draftNameOf, restoreReply } from './use-reply-draft.ts';

/** An empty text stands for "answered elsewhere". */
type Sent = { leadPath: string; id: string; recipient: string; text: string; hasFiles: boolean };

/** Offers an undo on any screen; it returns to the conversation and restores the text. */
export function useOfferUndo(): (sent: Sent) => void {
  const notify = useNotify();
  const showToast = useToast();
  const unsent = useUnsentNotice();
  const client = useQueryClient();
  const adminId = useSession()?.admin.id;
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  return ({ leadPath, id, recipient, text, hasFiles }) => {
    const isElsewhere = text === '';
    async function undo() {
      takeAway();
      try {
        await sendJson('DELETE', `${leadPath}/replies/${id}`);
        restoreReply(draftNameOf(adminId, leadPath), text);
        const undone = hasFiles ? messages.undoneWithFiles : messages.undone;
        notify.success(isElsewhere ? messages.undoneElsewhere : undone);
        await navigate(pathname + search, { replace: true });
      } catch (error) {
        notify.error(`${messages.undoFailed}. ${error instanceof Error ? error.message : ''}`);
      }
      await client.invalidateQueries();
    }
    const takeAway = showToast({
      title: isElsewhere ? messages.elsewhere : messages.reply,
      text: isElsewhere
        ? messages.markedElsewhere(recipient)
        : (unsent ?? messages.sendingIn(recipient)),
      shownMs: UNDO_MS,
      action: (
        <Button
          icon={Undo2}
          aria-label={messages.undoLabel}
          data-shortcut-undo
          onClick={() => void undo()}
        >
          {messages.undo}
        </Button>
      ),
    });
  };
}
