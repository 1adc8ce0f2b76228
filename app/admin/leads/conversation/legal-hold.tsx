import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { ConversationView } from '#shared/conversations/admin-schema.ts';
import { MAX_HOLD_REASON } from '#shared/conversations/messages.ts';
import { sendJson } from '#app/admin/data/api.ts';
import { useRole } from '#app/admin/data/role.ts';
import { Badge } from '#app/admin/ui/badge.tsx';
import { Button } from '#app/admin/ui/button.tsx';
import { useConfirm } from '#app/admin/ui/dialog.tsx';
import { useNotify } from '#app/admin/ui/notify.ts';
import { Problem } from '#app/admin/ui/problem.tsx';
import { Section } from '#app/admin/ui/section.tsx';
import { DateText } from '#app/admin/ui/time.tsx';
import { HOLD_MESSAGES as messages } from './messages.ts';

type Props = {
  path: 'orders' | 'messages';
  leadPath: string;
  state: ConversationView;
  onChanged: () => Promise<unknown>;
};

export function LegalHold({ path, leadPath, state, onChanged }: Props) {
  const { may } = useRole();
  const notify = useNotify();
  const confirm = useConfirm();
  const { heldAt, heldByUsername, holdReason, erasureAskedAt } = state;
  const end = path === 'orders' ? state.orderRetainedUntil : state.messageRetainedUntil;
  const { mutate, error, isPending } = useMutation({
    mutationFn: (reason: string | null) =>
      reason === null
        ? sendJson<{ isErased: boolean }>(
            'DELETE',
            `${leadPath}/hold${erasureAskedAt === null ? '' : '?is_erasure_asked=1'}`,
          )
        : sendJson<undefined>('POST', `${leadPath}/hold`, { reason }),
    onSuccess(done, reason) {
      if (done && 'isErased' in done && done.isErased) notify.success(messages.erased);
      else notify.success(reason === null ? messages.ended : messages.placed);
    },
    onSettled: onChanged,
  });
  async function release() {
    if (await confirm(messages.question(erasureAskedAt !== null))) mutate(null);
  }
  return (
    <Section title={messages.title} isInDialog>
      <Problem>{error ? `${messages.failed}. ${error.message}` : null}</Problem>
      {heldAt ? (
        <>
          <p className="flex flex-wrap items-center gap-2">
            <Badge tone="purple">{messages.held}</Badge>
            <span className="text-ink-muted">
              {messages.by(heldByUsername)}
              <DateText iso={heldAt} />
            </span>
          </p>
          <p className="max-w-prose whitespace-pre-wrap wrap-anywhere">{holdReason}</p>
          {erasureAskedAt && (
            <p className="font-medium">
              {messages.asked}
              <DateText iso={erasureAskedAt} />
            </p>
          )}
          {may('administration') && (
            <Button isDisabled={isPending} onClick={() => void release()} className="w-fit">
              {messages.release}
            </Button>
          )}
        </>
      ) : (
        <>
          {end && (
            <p>
              {messages.until}
              <DateText iso={end} />
            </p>
          )}
          {may('administration') && <HoldForm isBusy={isPending} onHold={mutate} />}
        </>
      )}
    </Section>
  );
}

function HoldForm({ isBusy, onHold }: { isBusy: boolean; onHold: (reason: string) => void }) {
  const id = useId();
  const [reason, setReason] = useState('');
  return (
    <details>
      <summary className="link w-fit">{messages.hold}</summary>
      <form
        className="grid gap-2 pt-2"
        onSubmit={(event) => {
          event.preventDefault();
          onHold(reason);
        }}
      >
        <label htmlFor={id}>{messages.reason}</label>
        <input
          id={id}
          className="field"
          autoComplete="off"
          maxLength={MAX_HOLD_REASON}
          value={reason}
          aria-describedby={`${id}-hint`}
          onChange={({ target }) => setReason(target.value)}
        />
        <p id={`${id}-hint`} className="text-sm text-ink-muted">
          {messages.hint}
        </p>
        <Button type="submit" isDisabled={isBusy || reason.trim() === ''} className="w-fit">
          {messages.place}
        </Button>
      </form>
    </details>
  );
}
