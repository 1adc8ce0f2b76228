import { setTimeout as pause } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { DB } from '#server/db/types.ts';
import type { Log } from '#server/lib/log.ts';
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
/** While nothing gets out one mail at a time is tried, and so often. */
const MAX_PAUSE_MS = 30_000;
const BACKLOG_CHECK_MS = 60_000;
const RECORD_PAUSE_MS = 1_000;

type Options = {
  db: Kysely<DB>;
  /** See `MailSources`. */
  totpKey: Buffer;
  trackKey: Buffer;
  /** Of the files that mails take along. */
  storage: Pick<FileStorage, 'open'>;
  mailer: OutboxMailer;
  log: Log;
  now?: () => Date;
  maxPauseMs?: number;
  onResult?: (result: MailResult['status']) => void;
};

/** Rejects when `signal` says so, whatever becomes of `work`. */
function until<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    work.then(resolve, reject);
  });
}

/**
 * Delivers the mails of the outbox, several at a time; several couriers share the work. While the database is away it asks with growing pauses, and
 * while nothing gets out it goes on with one mail, so that a day without a mail server costs the mails nothing but time.
 */
export function startCourier({
  db,
  totpKey,
  trackKey,
  storage,
  mailer,
  log: parentLog,
  now = () => new Date(),
  maxPauseMs = MAX_PAUSE_MS,
  onResult,
}: Options): Loop {
  const log = parentLog.child({ part: 'courier' });
  const isWebhook = mailer.transport === 'webhook';
  const stopping = new AbortController();
  const cutting = new AbortController();
  const { signal } = stopping;
  // bounded by LIMITS.mailsInFlight
  const inFlight = new Map<string, Promise<void>>();
  // bounded by LIMITS.mailsInFlight: each waits for one delivery at most, and its lease lasts for two
  const queued: DueMail[] = [];
  /** The last try to take mails found none. */
  let isIdle = false;
  let failuresInARow = 0;
  let nextBacklogCheck = 0;
  /** Until the outbox is asked again: one pause for all deliveries that end within it. */
  let untilNextPoll: Promise<unknown> | null = null;

  function sleep(ms: number): Promise<unknown> {
    return pause(ms, undefined, { signal }).catch(() => undefined);
  }

  async function deliver(mail: DueMail): Promise<void> {
    const result = await tryToDeliver(mail);
    // Cut by the end of the process: what became of it is not known, and its lease says so.
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

  /** Mails that were tried at the same time and did not get out count as one; a server that judges a mail is there. */
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

  /** Tries for as long as nobody else may deliver the mail: unrecorded, it would go out again. */
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

  /** Their leases would run out while they wait for a mail server that is away. */
  async function giveBackQueued(): Promise<void> {
    if (queued.length === 0) return;
    await giveBackMails(
      db,
      queued.splice(0).map(({ id }) => id),
    );
  }

  /** Takes up what is due and there is room for; the number of mails. */
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
          // One that takes its time does not hold up the others.
          untilNextPoll ??= sleep(POLL_MS).finally(() => {
            untilNextPoll = null;
          });
          await Promise.race([...inFlight.values(), untilNextPoll]);
        } else if (taken === 0) await sleep(POLL_MS);
        if (failuresInARow > 0) {
          await giveBackQueued();
          await sleep(Math.min(POLL_MS * 2 ** (failuresInARow - 1), maxPauseMs));
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
      // Otherwise their leases run out.
      await giveBackQueued().catch(() => undefined);
      await Promise.all(inFlight.values());
      clearTimeout(cut);
      mailer.close();
    },
  };
}
