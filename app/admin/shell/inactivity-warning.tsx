import { Button } from '#app/admin/ui/button.tsx';
import { Dialog } from '#app/admin/ui/dialog.tsx';
import { INACTIVITY_MESSAGES } from './messages.ts';

type Props = { leftMs: number; onStay: () => void };

export function InactivityWarning({ leftMs, onStay }: Props) {
  const seconds = Math.ceil(leftMs / 1_000);
  const left = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  return (
    <Dialog
      title={INACTIVITY_MESSAGES.title}
      size="small"
      onClose={onStay}
      footer={
        <Button onClick={onStay} variant="primary">
          {INACTIVITY_MESSAGES.stay}
        </Button>
      }
    >
      <p role="alert">{INACTIVITY_MESSAGES.text}</p>
      <p aria-hidden className="mt-2 text-lg font-semibold tabular-nums">
        {left}
      </p>
    </Dialog>
  );
}
