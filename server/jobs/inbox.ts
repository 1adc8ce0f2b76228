import { setTimeout as pause } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { ServiceContext } from '#server/context/context.ts';
import type { DB } from '#server/db/types.ts';
import { isTemporary } from '#server/core/errors.ts';
import { LIMITS } from '#server/core/limits.ts';
import {
  assertHeld,
  deferMail,
  dropDeferredMail,
  findDueMails,
  findFormerMails,
  findPosition,
  forgetFormerMails,
  isLastTry,
  recordFailure,
  recordProgress,
  releaseLock,
  takeLock,
  type Tries,
} from '#server/mail/inbox/inbox-state.ts';
import { type MailboxAddress, nameOfMailbox } from '#server/core/imap-url.ts';
import { InboxError, type Mailbox, openMailbox } from '#server/mail/inbox/mailbox.ts';
import {
  type ArrivedMail,
  type Outcome,
  receiveMail,
  type Recipients,
} from '#server/services/inbound-mail/index.ts';

const HOUR_MS = 60 * 60_000;

export function createHourlyBound(max: number, now: () => Date): () => boolean {
  let hour = 0;
  let count = 0;
  return () => {
    const current = Math.floor(now().getTime() / HOUR_MS);
    if (current !== hour) [hour, count] = [current, 0];
    count += 1;
    return count <= max;
  };
}

const MIN_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 5 * 60_000;
const LOCK_POLL_MS = 5_000;
/** After this many tries a mail is only named, because someone waits for an answer. */
const MAX_TRIES = 6;
/** Each read of a complex mail may take as long as any document may. */
const MAX_READS = 3;
/** A mail that loses the connection this often is deferred. */
const MAX_CUTS = 2;
const DAY_MS = 24 * 60 * 60_000;

type Options = {
  ctx: ServiceContext;
  lockDb: Kysely<DB>;
  address: MailboxAddress;
  recipients: Recipients;
  pollMs?: number;
  responseMs?: number;
};

export type Inbox = { stop(): Promise<void> };

/** One process at a time reads. Each mail is recorded or deferred before the next one, so a restart loses none, and recorded once. */
export function startInbox({
  ctx,
  lockDb,
  address,
  recipients,
  pollMs = LIMITS.imapPoll,
  responseMs = LIMITS.imapResponse,
}: Options): Inbox {
  const { db, now } = ctx;
  const name = nameOfMailbox(address);
  const log = ctx.log.child({ part: 'inbox' });
  const stopping = new AbortController();
  const { signal } = stopping;
  let pauseMs = MIN_PAUSE_MS;
  let cuts = { uid: 0, count: 0 };
  const takeReport = createHourlyBound(LIMITS.incomingReportsPerHour, now);

  const sleep = (ms: number) => pause(ms, undefined, { signal }).catch(() => undefined);

  async function receive(
    mailbox: Mailbox,
    uid: number,
    patience: Pick<ArrivedMail, 'isGivenUp' | 'isLastTry' | 'isReadAgain'>,
  ): Promise<Outcome> {
    const head = await mailbox.fetch(uid, LIMITS.incomingMailHead);
    if (head === null) return 'unknown';
    const { source, size } = head;
    return receiveMail({ ...ctx, log: log.child({ uid }) }, recipients, {
      ...head,
      ...patience,
      takeReport,
      read: async (maxBytes) =>
        size <= source.length ? source : ((await mailbox.fetch(uid, maxBytes))?.source ?? source),
    });
  }

  async function tryToReceive(
    mailbox: Mailbox,
    uid: number,
    before: Tries,
  ): Promise<Outcome | null> {
    const lost = cuts.uid === uid ? cuts.count : 0;
    if (lost >= MAX_CUTS) {
      cuts = { uid: 0, count: 0 };
      return null;
    }
    const isLast = isLastTry(before, now());
    const isTriedEnough = isLast || before.tries >= MAX_TRIES;
    const patience = {
      isLastTry: isLast,
      isGivenUp: isTriedEnough && lost > 0,
      isReadAgain: !isLast && before.tries + 1 < MAX_READS,
    };
    try {
      return await receive(mailbox, uid, patience);
    } catch (error) {
      if (error instanceof InboxError) {
        cuts = { uid, count: lost + 1 };
        throw error;
      }
      log.warn({ uid, error }, 'a mail could not be recorded and will be tried again');
      if (!isTriedEnough || (isTemporary(error) && !isLast)) return null;
    }
    return receive(mailbox, uid, { ...patience, isGivenUp: true }).catch((error: unknown) => {
      if (error instanceof InboxError) throw error;
      return null;
    });
  }

  /** A mail that cannot be recorded delays no other. */
  async function take(mailbox: Mailbox, uid: number, before?: Tries): Promise<void> {
    const { cameAt, tries } = before ?? { cameAt: now(), tries: 0 };
    const outcome = await tryToReceive(mailbox, uid, { cameAt, tries });
    const isOurs = outcome !== null && outcome !== 'unknown';
    if (isOurs) log.info({ uid, outcome }, 'a mail came in');
    const ref = { inbox: name, uidValidity: mailbox.uidValidity, uid };
    const checkedAt = now();
    const isDone = outcome !== null && outcome !== 'pending';
    if (!isDone && isLastTry({ cameAt, tries }, checkedAt)) {
      log.error({ uid }, 'a mail could not be recorded and is passed over');
    }
    await db.transaction().execute(async (tx) => {
      if (!isDone) await deferMail(tx, ref, { cameAt, tries: tries + 1 }, checkedAt);
      else if (before) await dropDeferredMail(tx, ref);
      const progress = {
        ...(!before && { lastUid: uid }),
        ...(isOurs && { lastMailAt: checkedAt }),
      };
      await recordProgress(tx, name, { checkedAt, ...progress });
    });
  }

  /** Deferred mails are read again after the mailbox was renumbered. */
  async function findStart(mailbox: Mailbox): Promise<number> {
    const mails = { inbox: name, uidValidity: mailbox.uidValidity };
    const position = await findPosition(db, name, mailbox, now());
    const since = await findFormerMails(db, mails);
    if (since === null) return position;
    const [first = position + 1] = await mailbox.listSince(new Date(since.getTime() - DAY_MS));
    const lastUid = Math.min(position, first - 1);
    await recordProgress(db, name, { lastUid, checkedAt: now() });
    await forgetFormerMails(db, mails);
    return lastUid;
  }

  async function read(lock: Kysely<DB>): Promise<void> {
    const mailbox = await openMailbox(address, signal, responseMs);
    try {
      const { uidValidity } = mailbox;
      let position = await findStart(mailbox);
      while (!signal.aborted) {
        await assertHeld(lock);
        await recordProgress(db, name, { checkedAt: now() });
        for (const uid of await mailbox.listAfter(position)) {
          if (signal.aborted) return;
          await assertHeld(lock);
          await take(mailbox, uid);
          position = uid;
        }
        for (const { uid, ...before } of await findDueMails(
          db,
          { inbox: name, uidValidity },
          now(),
        )) {
          if (signal.aborted) return;
          await assertHeld(lock);
          await take(mailbox, uid, before);
        }
        pauseMs = MIN_PAUSE_MS;
        await mailbox.waitForChange(pollMs);
      }
    } finally {
      mailbox.close();
    }
  }

  async function readWhileAllowed(): Promise<void> {
    await lockDb.connection().execute(async (lock) => {
      if (!(await takeLock(lock, name))) return sleep(LOCK_POLL_MS);
      try {
        return await read(lock);
      } finally {
        await releaseLock(lock, name).catch(() => undefined);
      }
    });
  }

  async function work(): Promise<void> {
    while (!signal.aborted) {
      try {
        await readWhileAllowed();
      } catch (error) {
        if (signal.aborted) return;
        log.warn({ error, pauseMs }, 'no mail comes in');
        if (error instanceof InboxError) {
          await recordFailure(db, name, { error: error.message, now: now() }).catch(
            () => undefined,
          );
        }
        await sleep(pauseMs * (0.75 + Math.random() / 2));
        pauseMs = Math.min(pauseMs * 2, MAX_PAUSE_MS);
      }
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
