import { sql } from 'kysely';
import type { ServiceContext } from '#server/context/context.ts';
import { nameOfMailbox } from '#server/core/imap-url.ts';
import { LIMITS } from '#server/core/limits.ts';
import { readBacklog } from '#server/mail/delivery.ts';
import { WEBHOOK_RECIPIENT } from '#server/mail/outbox/outbox.ts';
import { readDeferredMails } from '#server/mail/inbox/inbox-state.ts';
import type { Mailer } from '#server/mail/mailer.ts';
import type { MailState } from '#shared/mails/admin-schema.ts';
import { OVERDUE_MS, RECENT_FAILURES_DAYS } from '#shared/mails/values.ts';

export async function readMailState(
  { db, now }: Pick<ServiceContext, 'db' | 'now'>,
  mailer: Pick<Mailer, 'transport' | 'inbox'>,
): Promise<MailState> {
  const [backlog, { rows }, inbox] = await Promise.all([
    readBacklog(db, now()),
    sql<{ failed: number; lastSentAt: Date | null; lastError: string | null }>`
      select
        (
          select count(*) from outbox_mails
          where status in ('failed', 'bounced')
            and created_at > ${now()}::timestamptz - ${RECENT_FAILURES_DAYS} * interval '1 day'
        ) as failed,
        (
          select sent_at from outbox_mails where status = 'sent' order by id desc limit 1
        ) as last_sent_at,
        (
          select last_error from outbox_mails where status = 'pending' and last_error is not null
            and recipient <> ${WEBHOOK_RECIPIENT}
          order by next_attempt_at desc, id desc limit 1
        ) as last_error
    `.execute(db),
    readInbox({ db, now }, mailer),
  ]);
  const [found] = rows;
  if (!found) throw new Error('a select without a row');
  const { failed, lastSentAt, lastError } = found;
  return {
    transport: mailer.transport,
    pending: backlog.pending,
    oldestMinutes: Math.floor(backlog.oldestMs / 60_000),
    isOverdue: backlog.oldestMs > OVERDUE_MS,
    failed,
    lastSentAt: lastSentAt?.toISOString() ?? null,
    lastError,
    inbox,
  };
}

const MAX_SILENCE_MS = 3 * LIMITS.imapPoll;

export async function readInbox(
  { db, now }: Pick<ServiceContext, 'db' | 'now'>,
  { inbox }: Pick<Mailer, 'inbox'>,
): Promise<MailState['inbox']> {
  if (inbox === null) return null;
  const name = nameOfMailbox(inbox);
  const row = await db
    .selectFrom('mailInboxes')
    .select(['checkedAt', 'lastMailAt', 'lastError'])
    .where('name', '=', name)
    .executeTakeFirst();
  const { pending, passedOver } = await readDeferredMails(db, name);
  const silence = now().getTime() - (row?.checkedAt?.getTime() ?? 0);
  return {
    isConnected: silence < MAX_SILENCE_MS && !row?.lastError,
    lastMailAt: row?.lastMailAt?.toISOString() ?? null,
    lastError: row?.lastError ?? null,
    pending,
    passedOver: passedOver.map((cameAt) => cameAt.toISOString()),
  };
}
