import { useMutation } from '@tanstack/react-query';
import { Check, TriangleAlert } from 'lucide-react';
import { useRef } from 'react';
import { sendJson } from '#app/admin/data/api.ts';
import type { ApiQuery } from '#app/admin/data/use-api-query.ts';
import { Button, ButtonLink } from '#app/admin/ui/button.tsx';
import { useNotify } from '#app/admin/ui/notify.ts';
import { Problem } from '#app/admin/ui/problem.tsx';
import { Moment } from '#app/admin/ui/time.tsx';
import type { SecurityEvent } from '#shared/security-events/admin-schema.ts';
import { needsAttention } from '#shared/security-events/values.ts';
import { ATTENTION_MESSAGES } from './messages.ts';

export function Attention({ events }: { events: ApiQuery<{ items: SecurityEvent[] }> }) {
  const notify = useNotify();
  const section = useRef<HTMLElement>(null);
  const items = events.data?.items ?? [];
  const urgent = items.filter(needsAttention);
  const acknowledge = useMutation({
    mutationFn: () =>
      sendJson('POST', 'traffic/events/acknowledge', { ids: urgent.map(({ id }) => id) }),
    onSuccess() {
      notify.success(ATTENTION_MESSAGES.acknowledged);
      // The focused button disappears with the alert.
      section.current?.focus();
      return events.reload();
    },
    onError: () => notify.error(ATTENTION_MESSAGES.failed),
  });
  const [last] = items
    .filter(({ acknowledgedAt }) => acknowledgedAt !== null)
    .toSorted((a, b) => (b.acknowledgedAt ?? '').localeCompare(a.acknowledgedAt ?? ''));

  if (urgent.length === 0 && !last?.acknowledgedAt) return null;
  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-label={ATTENTION_MESSAGES.label}
      className="grid gap-2 outline-none"
    >
      {urgent.length > 0 && (
        <div className="flex flex-wrap items-center gap-2">
          <p
            role="alert"
            className="card flex flex-1 basis-72 items-center gap-3 border-alert p-4 font-semibold text-alert"
          >
            <TriangleAlert aria-hidden className="size-5 shrink-0" />
            {ATTENTION_MESSAGES.needed(urgent.length)}
          </p>
          <ButtonLink to="?tab=ddos&view=events&events=attention">
            {ATTENTION_MESSAGES.show}
          </ButtonLink>
          <Button
            icon={Check}
            isDisabled={acknowledge.isPending}
            onClick={() => acknowledge.mutate()}
          >
            {ATTENTION_MESSAGES.acknowledge}
          </Button>
        </div>
      )}
      <Problem>{acknowledge.error?.message}</Problem>
      {last?.acknowledgedAt && (
        <p className="text-ink-muted">
          {ATTENTION_MESSAGES.lastAcknowledged(
            items.filter(({ acknowledgedAt }) => acknowledgedAt === last.acknowledgedAt).length,
            last.acknowledgedByUsername,
          )}
          <Moment iso={last.acknowledgedAt} />
        </p>
      )}
    </section>
  );
}
