import { Button } from '#app/admin/ui/button.tsx';
import { Dialog } from '#app/admin/ui/dialog.tsx';

type Props = { leftMs: number | null; onStay: () => void };

/** Says two minutes before the end that the session is about to end. */
export function InactivityWarning({ leftMs, onStay }: Props) {
  const seconds = Math.ceil((leftMs ?? 0) / 1_000);
  const left = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  return (
    <Dialog
      title="Are you still there?"
      isOpen={leftMs !== null}
      size="small"
      onClose={onStay}
      footer={
        <Button onClick={onStay} variant="primary">
          Stay signed in
        </Button>
      }
    >
      <p role="alert">You will be signed out after 30 minutes without activity.</p>
      <p aria-hidden className="mt-2 text-lg font-semibold tabular-nums">
        {left}
      </p>
    </Dialog>
  );
}
