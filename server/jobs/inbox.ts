import { setTimeout as pause } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { ServiceContext } from '#server/context.ts';
import type { DB } from '#server/db/types.ts';
import { LIMITS } from '#server/limits.ts';
import {
  assertHeld,
  findPosition,
  recordFailure,
  recordProgress,
  releaseLock,
  takeLock,
} from '#server/mail/inbox/inbox-state.ts';
import { type MailboxAddress, nameOfMailbox } from '#server/lib/imap-url.ts';
import { InboxError, type Mailbox, openMailbox } from '#server/mail/inbox/mailbox.ts';
import { receiveMail, type Recipients } from '#server/services/inbound-mail/index.ts';

const MIN_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 5 * 60_000;
/** How often a process that may not read asks whether it may now. */
const LOCK_POLL_MS = 5_000;
/** A mail that could not be read or recorded so often, which takes minutes, is only named; if that fails too, it does not hold up those behind it. */
const MAX_TRIES = 10;

type Options = {
  ctx: ServiceContext;
  /** With a connection for the lock alone. */
  lockDb: Kysely<DB>;
  address: MailboxAddress;
  /** Whose mails are never a visitor's. */
  recipients: Recipients;
  pollMs?: number;
  responseMs?: number;
};

export type Inbox = { stop(): Promise<void> };

/**
 * Reads the mailbox that answers come to, in one process of all at a time; another one takes over when it ends. Each mail is recorded before the mailbox
 * is read further, so that a restart loses none, and recorded once however often it is read.
 */
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
  let tries = { uid: 0, count: 0 };

  const sleep = (ms: number) => pause(ms, undefined, { signal }).catch(() => undefined);

  /** Receives one mail; returns whether anything came of it. */
  async function receive(mailbox: Mailbox, uid: number): Promise<boolean> {
    if (tries.uid !== uid) tries = { uid, count: 0 };
    tries.count += 1;
    if (tries.count > MAX_TRIES + 1) {
      log.error({ uid }, 'a mail could not be received and is passed over');
      return false;
    }
    const head = await mailbox.fetch(uid, LIMITS.incomingMailHead);
    if (head === null) return false;
    const outcome = await receiveMail({ ...ctx, log: log.child({ uid }) }, recipients, {
      ...head,
      isGivenUp: tries.count > MAX_TRIES,
      async readAll() {
        if (head.size <= head.source.length) return head.source;
        return (await mailbox.fetch(uid, LIMITS.incomingMailBytes))?.source ?? head.source;
      },
    });
    if (outcome !== 'unknown') log.info({ uid, outcome }, 'a mail came in');
    return outcome !== 'unknown';
  }

  async function read(lock: Kysely<DB>): Promise<void> {
    const mailbox = await openMailbox(address, signal, responseMs);
    try {
      let position = await findPosition(db, name, mailbox, now());
      while (!signal.aborted) {
        await assertHeld(lock);
        await recordProgress(db, name, { checkedAt: now() });
        for (const uid of await mailbox.listAfter(position)) {
          if (signal.aborted) return;
          await assertHeld(lock);
          const isOurs = await receive(mailbox, uid);
          position = uid;
          const checkedAt = now();
          await recordProgress(db, name, {
            lastUid: uid,
            checkedAt,
            ...(isOurs && { lastMailAt: checkedAt }),
          });
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
