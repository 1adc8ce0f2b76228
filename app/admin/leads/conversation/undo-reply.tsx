import { Undo2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { UNDO_MS } from '#shared/conversations/values.ts';
import { Button } from '#app/admin/ui/button.tsx';
import { COMPOSER_MESSAGES as messages } from './messages.ts';

/** What was just sent and can be undone. */
export type Undoable = { id: string; isElsewhere: boolean; text: string; sentAt: number };

type Props = { undoable: Undoable; isBusy: boolean; onUndo: () => void; onOver: () => void };

/** What was just sent, with the time that is left to take it back. */
export function UndoReply({ undoable, isBusy, onUndo, onOver }: Props) {
  const [now, setNow] = useState(() => Date.now());
  const left = Math.ceil((undoable.sentAt + UNDO_MS - now) / 1_000);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(timer);
  }, []);
  useEffect(() => {
    if (left <= 0 && !isBusy) onOver();
  }, [left, isBusy, onOver]);
  return (
    <div className="card sticky bottom-0 z-10 flex flex-wrap items-center justify-between gap-3 border-s-4 border-s-ok p-3 shadow-lg">
      <p role="status">{undoable.isElsewhere ? messages.markedElsewhere : messages.sendingIn}</p>
      <Button icon={Undo2} isDisabled={isBusy} aria-label={messages.undoLabel} onClick={onUndo}>
        {messages.undoIn(Math.max(0, left))}
      </Button>
    </div>
  );
}
