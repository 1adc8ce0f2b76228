import { setTimeout as pause } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { DB } from '#server/db/types.ts';
import type { Log } from '#server/lib/log.ts';
import type { RecentEvents } from '#server/lib/recent-events.ts';
import { LIMITS } from '#server/core/limits.ts';
import {
  type DueMail,
  giveBackMails,
  hasDueMails,
  takeMails,
  isFresh,
  type MailResult,
  readBacklog,
} from '#server/mail/delivery.ts';
import { DeliveryError } from '#server/mail/delivery-error.ts';
import type { OutboxMailer } from '#server/mail/mailer.ts';
import type { FileStorage } from '#server/storage/storage.ts';
import { nextAttemptAt } from '#server/mail/retry.ts';
import { composeMail, recordDelivery } from '#server/services/mails/index.ts';
import type { Loop } from './loop.ts';
import { DELIVERY_MESSAGES as messages } from '#shared/mails/messages.ts';
import { OVERDUE_MS } from '#shared/mails/values.ts';

const POLL_MS = 1_000;
const MAX_PAUSE_MS = 30_000;
const BACKLOG_CHECK_MS = 60_000;
const RECORD_PAUSE_MS = 1_000;

type Options = {
  db: Kysely<DB>;
  totpKey: Buffer;
  trackKey: Buffer;
  storage: Pick<FileStorage, 'open'>;
  mailer: OutboxMailer;
  log: Log;
  now?: () => Date;
  maxPauseMs?: number;
  accepted?: Pick<RecentEvents, 'areMany'> | undefined;
  onResult?: (result: MailResult['status']) => void;
};

function until<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    work.then(resolve, reject);
  });
}

/** Several couriers share the outbox. While no mail can be delivered, one at a time is tried, so an outage only costs time. */
export function startCourier({
  db,
  totpKey,
  trackKey,
  storage,
  mailer,
  log: parentLog,
  now = () => new Date(),
  maxPauseMs = MAX_PAUSE_MS,
  accepted,
  onResult,
}: Options): Loop {
  const log = parentLog.child({ part: 'courier' });
  const isWebhook = mailer.transport === 'webhook';
  const stopping = new AbortController();
  const cutting = new AbortController();
  const { signal } = stopping;
  // bounded by LIMITS.mailsInFlight
  const inFlight = new Map<string, Promise<void>>();
  // bounded by LIMITS.mailsInFlight: each waits for one delivery and a pause, and its lease lasts longer
  const queued: DueMail[] = [];
  let isIdle = false;
  let failuresInARow = 0;
  let nextBacklogCheck = 0;
  /** One pause for all deliveries that end within it. */
  let untilNextPoll: Promise<unknown> | null = null;

  function sleep(ms: number): Promise<unknown> {
    return pause(ms, undefined, { signal }).catch(() => undefined);
  }

  async function deliver(mail: DueMail): Promise<void> {
    const result = await tryToDeliver(mail);
    // Interrupted by the end of the process; the lease covers it.
    if (result === null) return;
    await record(mail, result);
  }

  async function tryToDeliver(mail: DueMail): Promise<MailResult | null> {
    if (!isFresh(mail, now())) return { status: 'expired', lastError: messages.outdated };
    const failuresBefore = failuresInARow;
    const timeout = AbortSignal.timeout(LIMITS.mailDelivery);
    const ending = AbortSignal.any([cutting.signal, timeout]);
    try {
      const sources = { db, now, totpKey, trackKey, storage, signal: ending };
      const composed = await until(ending, composeMail(sources, mailer, mail));
      const { rejected } = await mailer.send(composed, ending);
      failuresInARow = 0;
      const lastError = rejected.length === 0 ? null : messages.partly(rejected);
      if (lastError !== null)
        log.warn({ mail: mail.id, rejected }, 'a mail reached some recipients only');
      const transport = mailer.transport === 'webhook' ? null : mailer.transport;
      return { status: 'sent', sentAt: now(), transport, lastError };
    } catch (error) {
      if (cutting.signal.aborted) return null;
      countFailure(error, failuresBefore);
      return evaluate(mail, error);
    }
  }

  /** Simultaneous failures count once; a server that judges a mail is reachable. */
  function countFailure(error: unknown, failuresBefore: number): void {
    if (!(error instanceof DeliveryError)) return;
    if (error.isOfServer) failuresInARow = 0;
    else if (error.kind === 'transport' && failuresInARow === failuresBefore) failuresInARow += 1;
  }

  function evaluate({ id, kind, attempts, since }: DueMail, error: unknown): MailResult {
    const isOurs = !(error instanceof DeliveryError);
    const lastError = isOurs ? messages.notComposed : error.message;
    const failure = isOurs ? 'later' : error.kind;
    if (failure === 'outdated') return { status: 'expired', lastError };
    const at =
      failure === 'recipient' ? null : nextAttemptAt(failure, { attempts, since, now: now() });
    const fields = { mail: id, kind, attempts, error };
    if (at === null) log.error(fields, 'a mail is given up');
    else log.warn({ ...fields, nextAttemptAt: at }, 'a mail could not be delivered');
    return at === null
      ? { status: 'failed', lastError }
      : { status: 'pending', nextAttemptAt: at, lastError };
  }

  /** Retries while the lease lasts: an unrecorded mail would be sent again. */
  async function record(mail: DueMail, result: MailResult): Promise<void> {
    const until = performance.now() + LIMITS.mailLease - LIMITS.mailDelivery;
    for (;;) {
      try {
        await recordDelivery({ db, now, actor: { type: 'system', job: 'courier' } }, mail, result);
        onResult?.(result.status);
        return;
      } catch (error) {
        log.warn(
          { mail: mail.id, result: result.status, error },
          'the result of a mail is not recorded yet',
        );
        if (signal.aborted || performance.now() > until) return;
        await sleep(RECORD_PAUSE_MS);
      }
    }
  }

  async function warnOfBacklog(): Promise<void> {
    if (isWebhook || performance.now() < nextBacklogCheck) return;
    nextBacklogCheck = performance.now() + BACKLOG_CHECK_MS;
    const { pending, oldestMs } = await readBacklog(db, now());
    if (oldestMs > OVERDUE_MS) {
      log.error({ pending, oldestMinutes: Math.round(oldestMs / 60_000) }, 'mails are overdue');
    }
  }

  /** Their leases would expire while the mail server is away. */
  async function giveBackQueued(): Promise<void> {
    if (queued.length === 0) return;
    await giveBackMails(
      db,
      queued.splice(0).map(({ id }) => id),
    );
  }

  async function takeUp(): Promise<number> {
    const room = (failuresInARow > 0 ? 1 : LIMITS.mailsInFlight) - inFlight.size;
    if (room <= 0) return 0;
    if (queued.length === 0) {
      const limit = failuresInARow > 0 ? 1 : room + LIMITS.mailsInFlight;
      const due = { now: now(), isWebhook, inHand: [...inFlight.keys()] };
      if (isIdle && !(await hasDueMails(db, due))) return 0;
      queued.push(...(await takeMails(db, { ...due, limit, domain: mailer.domain })));
      isIdle = queued.length === 0;
    }
    const mails = queued.splice(0, room);
    for (const mail of mails) {
      inFlight.set(
        mail.id,
        deliver(mail).finally(() => inFlight.delete(mail.id)),
      );
    }
    return mails.length;
  }

  async function work(): Promise<void> {
    let databasePause = POLL_MS;
    while (!signal.aborted) {
      try {
        const taken = await takeUp();
        databasePause = POLL_MS;
        if (taken === 0) await warnOfBacklog();
        if (inFlight.size > 0) {
          // A slow mail does not delay the others.
          untilNextPoll ??= sleep(POLL_MS).finally(() => {
            untilNextPoll = null;
          });
          await Promise.race([...inFlight.values(), untilNextPoll]);
        } else if (taken === 0) await sleep(POLL_MS);
        if (failuresInARow > 0) {
          await giveBackQueued();
          await sleep(Math.min(POLL_MS * 2 ** (failuresInARow - 1), maxPauseMs));
        } else if (accepted?.areMany()) {
          // Leaves the processor to the enquiries; mails continue in steps of `mailsInFlight`.
          await sleep(POLL_MS);
        }
      } catch (error) {
        if (signal.aborted) return;
        log.warn({ error }, 'the outbox cannot be read');
        await sleep(databasePause);
        databasePause = Math.min(databasePause * 2, maxPauseMs);
      }
    }
  }

  const finished = work();
  return {
    async stop() {
      stopping.abort();
      const cut = setTimeout(() => cutting.abort(), LIMITS.lastMails);
      await finished;
      await giveBackQueued().catch(() => undefined);
      await Promise.all(inFlight.values());
      clearTimeout(cut);
      mailer.close();
    },
  };
}
