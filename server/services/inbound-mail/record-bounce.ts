import { sql } from 'kysely';
import { type ServiceContext, withTransaction } from '#server/context/context.ts';
import { announceChange } from '#server/db/announce.ts';
import type { DeliveryReport } from '#server/documents/tasks/tasks.ts';
import type { MailHead } from '#server/mail/inbox/head.ts';
import type { RecordLoss } from '#server/services/leads/index.ts';
import { recordLoss } from '#server/services/mails/index.ts';
import { BOUNCE_MESSAGES as messages, describeStatus } from '#shared/mails/bounce-messages.ts';
import { mailIdsOf } from './find-conversation.ts';

type Recipient = DeliveryReport['recipients'][number];

function describe({ address, status, detail }: Recipient): string {
  const reason = describeStatus(status);
  const words = detail === '' ? reason : messages.withDetail(reason, detail);
  return address === '' ? words : messages.ofRecipient(address, words);
}

/** Ignores unknown emails, successes and repeated reports. */
export async function recordReport(
  ctx: ServiceContext,
  { references }: Pick<MailHead, 'references'>,
  { recipients, messageIds }: DeliveryReport,
): Promise<'bounced' | 'delayed' | 'unknown'> {
  const failed = recipients.filter(({ action }) => action === 'failed');
  const delayed = recipients.filter(({ action }) => action === 'delayed');
  const reported = failed.length > 0 ? failed : delayed;
  // Some servers name the email in the report, others only answer it.
  const ids = messageIds.length > 0 ? messageIds : references.slice(0, 1);
  if (reported.length === 0 || ids.length === 0) return 'unknown';
  const reason = reported.map(describe).join('; ').slice(0, 1_000);
  const isBounce = failed.length > 0;
  const isNamed = sql`id = any(${mailIdsOf(ids)}::uuid[]) and message_id = any(${ids}::text[])`;
  const mails = await sql<{ id: string; conversationId: string | null; entryId: string | null }>`
    select id, conversation_id, entry_id from outbox_mails where ${isNamed} order by id
  `.execute(ctx.db);
  let isNews = false;
  for (const mail of mails.rows) {
    const record: RecordLoss = async (db) => {
      // A report may precede our own record of the delivery.
      const { rows } = await sql`
        update outbox_mails set ${
          isBounce
            ? sql`status = 'bounced', bounced_at = ${ctx.now()}, bounce_reason = ${reason}, last_error = ${reason},
                sent_at = coalesce(sent_at, ${ctx.now()}), locked_until = null`
            : sql`last_error = ${messages.delayed(reason)}`
        }
        where id = ${mail.id} and (status = 'sent' or (status = 'pending' and locked_until is not null))
        returning id
      `.execute(db);
      if (rows.length === 0) return null;
      isNews = true;
      await announceChange(db, 'conversations');
      await announceChange(db, 'outbox_mails');
      return reason;
    };
    if (isBounce) await recordLoss(ctx, mail, record);
    else await withTransaction(ctx, record);
  }
  if (!isNews) return 'unknown';
  return isBounce ? 'bounced' : 'delayed';
}
