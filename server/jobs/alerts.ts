import type { ServiceContext } from '#server/context/context.ts';
import { sendDueAlerts } from '#server/services/escalation/index.ts';
import { type Loop, startLoop } from './loop.ts';

/** The shortest promise is a minute: a job of every minute would be too late. */
const POLL_MS = 1_000;
const MAX_PAUSE_MS = 30_000;

type Options = { context: ServiceContext; hasWebhook: boolean };

export function startAlerts({ context, hasWebhook }: Options): Loop {
  return startLoop(async () => (await sendDueAlerts(context, { hasWebhook })) > 0, {
    pollMs: POLL_MS,
    maxPauseMs: MAX_PAUSE_MS,
    onError: (error) => context.log.warn({ error }, 'due reminders cannot be sent'),
  });
}
