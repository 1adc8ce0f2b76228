import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { ConversationChange, ConversationView } from '#shared/conversations/admin-schema.ts';
import { MAX_NEXT_STEP } from '#shared/conversations/values.ts';
import { sendJson } from '#app/admin/data/api.ts';
import { useOfficeClock } from '#app/admin/data/response-time.ts';
import { Badge } from '#app/admin/ui/badge.tsx';
import { Button } from '#app/admin/ui/button.tsx';
import { DueState } from '#app/admin/ui/due/due-state.tsx';
import { formatOfficeMoment } from '#app/admin/ui/dates.ts';
import { useNotify } from '#app/admin/ui/notify.ts';
import { Problem } from '#app/admin/ui/problem.tsx';
import { Section } from '#app/admin/ui/section.tsx';
import { OfficeMoment, useMinute } from '#app/admin/ui/time.tsx';
import { CONVERSATION_SCREEN_MESSAGES as messages } from './messages.ts';
import { SNOOZE_VALUES, SnoozeSelect } from './snooze-select.tsx';
import type { ConversationQuery } from './use-conversation.ts';

export function Deadline({ state: { dueAt, alertLevel, replyLostAt } }: Pick<Props, 'state'>) {
  if (!dueAt) return <p className="text-ink-muted">{messages.noDeadline}</p>;
  return (
    <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <DueState dueAt={dueAt} alertLevel={alertLevel} />
      <span className="text-ink-muted">
        {messages.dueBy}
        <OfficeMoment iso={dueAt} />
      </span>
      {replyLostAt && <Badge tone="red">{messages.replyLost}</Badge>}
    </p>
  );
}

const UNASSIGNED = 'nobody';

type Props = { conversation: ConversationQuery; state: ConversationView };

export function ConversationState({ conversation, state }: Props) {
  const notify = useNotify();
  const [failure, setFailure] = useState<string | null>(null);
  const now = useMinute();
  const office = useOfficeClock();
  const { mutate, isPending } = useMutation({
    mutationFn: (change: ConversationChange) => sendJson('PATCH', conversation.endpoint, change),
    onMutate: () => setFailure(null),
    async onSuccess() {
      notify.success(messages.changed);
      await conversation.reload();
    },
    onError(rejection) {
      setFailure(`${messages.changeFailed}. ${rejection.message}`);
      notify.error(messages.changeFailed);
    },
  });
  const id = useId();
  const isSnoozed = state.snoozedUntil !== null && new Date(state.snoozedUntil).getTime() > now;

  return (
    <Section title={messages.state} isInDialog>
      <Problem>{failure}</Problem>
      <div className="grid gap-3 sm:grid-cols-2">
        <div className="grid gap-1">
          <label htmlFor={`${id}-assignee`}>{messages.assignee}</label>
          <select
            id={`${id}-assignee`}
            className="field"
            disabled={isPending}
            value={state.assigneeId ?? UNASSIGNED}
            onChange={({ target }) =>
              mutate({ assigneeId: target.value === UNASSIGNED ? null : target.value })
            }
          >
            <option value={UNASSIGNED}>{messages.nobody}</option>
            {state.assignees.map(({ id: assigneeId, username }) => (
              <option key={assigneeId} value={assigneeId}>
                {username}
              </option>
            ))}
          </select>
        </div>
        <div className="grid gap-1">
          <label htmlFor={`${id}-snooze`}>{messages.snooze}</label>
          <SnoozeSelect
            id={`${id}-snooze`}
            className="field"
            disabled={isPending}
            value={isSnoozed ? SNOOZE_VALUES.unchanged : SNOOZE_VALUES.off}
            onSnooze={(until) => mutate({ snoozedUntil: until?.toISOString() ?? null })}
          >
            <option value={SNOOZE_VALUES.off}>{messages.notSnoozed}</option>
            {isSnoozed && state.snoozedUntil && (
              <option value={SNOOZE_VALUES.unchanged}>
                {messages.snoozedUntil(formatOfficeMoment(state.snoozedUntil, office))}
              </option>
            )}
          </SnoozeSelect>
        </div>
      </div>
      <NextStep
        key={`${state.nextStep} ${state.nextStepOn}`}
        state={state}
        isBusy={isPending}
        onSave={mutate}
      />
    </Section>
  );
}

type NextStepProps = {
  state: ConversationView;
  isBusy: boolean;
  onSave: (change: ConversationChange) => void;
};

function NextStep({ state, isBusy, onSave }: NextStepProps) {
  const id = useId();
  const [step, setStep] = useState(state.nextStep ?? '');
  const [day, setDay] = useState(state.nextStepOn ?? '');
  const isChanged = step.trim() !== (state.nextStep ?? '') || day !== (state.nextStepOn ?? '');
  return (
    <form
      className="flex flex-wrap items-end gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (isChanged) onSave({ nextStep: step.trim() || null, nextStepOn: day || null });
      }}
    >
      <div className="grid min-w-0 flex-[1_1_14rem] gap-1">
        <label htmlFor={`${id}-step`}>{messages.nextStep}</label>
        <input
          id={`${id}-step`}
          className="field"
          autoComplete="off"
          maxLength={MAX_NEXT_STEP}
          value={step}
          onChange={({ target }) => setStep(target.value)}
        />
      </div>
      <div className="grid gap-1">
        <label htmlFor={`${id}-day`}>{messages.nextStepOn}</label>
        <input
          id={`${id}-day`}
          type="date"
          className="field"
          value={day}
          onChange={({ target }) => setDay(target.value)}
        />
      </div>
      <Button type="submit" isDisabled={isBusy || !isChanged}>
        {messages.saveNextStep}
      </Button>
    </form>
  );
}
