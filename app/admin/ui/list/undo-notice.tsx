import { Undo2 } from 'lucide-react';
import { Button } from '#app/admin/ui/button.tsx';
import { Notice } from '#app/admin/ui/problem.tsx';
import { UNDO_MESSAGES as messages } from './messages.ts';

type Props = {
  undo: { undo: { text: string } | null; offer: (none: null) => void; run: () => unknown };
  isBusy: boolean;
};

export function UndoNotice({ undo: { undo, offer, run }, isBusy }: Props) {
  if (!undo) return null;
  return (
    <Notice text={undo.text} onClose={() => offer(null)}>
      <Button isDisabled={isBusy} icon={Undo2} onClick={run}>
        {messages.undo}
      </Button>
    </Notice>
  );
}
