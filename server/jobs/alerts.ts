import { setTimeout as pause } from 'node:timers/promises';
import type { ServiceContext } from '#server/context.ts';
import { sendDueAlerts } from '#server/services/escalation/index.ts';

/** The shortest promise is a minute, of which four fifths are 48 seconds: a job of every minute would be too late. */
const POLL_MS = 1_000;
const MAX_PAUSE_MS = 30_000;

type Options = { context: ServiceContext; hasWebhook: boolean };

/** Reminds of promises that run out, in this process, which may be one of several; while the database is away it asks with growing pauses. */
export function startAlerts({ context, hasWebhook }: Options): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;

  async function work(): Promise<void> {
    let wait = POLL_MS;
    while (!signal.aborted) {
      try {
        const looked = await sendDueAlerts(context, { hasWebhook });
        wait = POLL_MS;
        if (looked > 0) continue;
      } catch (error) {
        if (signal.aborted) return;
        context.log.warn({ error }, 'due reminders cannot be sent');
        wait = Math.min(wait * 2, MAX_PAUSE_MS);
      }
      await pause(wait, undefined, { signal }).catch(() => undefined);
    }
  }

  const finished = work();
  return {
    async stop() {
      stopping.abort();
      await finished;
    },
  };
}
