import * as z from 'zod';
import type { Database } from '#server/context/context.ts';
import type { Reminded } from '#server/mail/templates/team-mails.ts';
import { ENQUIRY_REFERENCE } from '#server/lib/sql-text.ts';
import { nameEnquiry } from '#shared/conversations/enquiry.ts';
import { ALERT_LEVELS } from '#shared/conversations/values.ts';

export const reminderSchema = z.object({
  conversationId: z.uuid(),
  level: z.literal([...ALERT_LEVELS]),
  /** A new wait needs another reminder. */
  waitingSince: z.iso.datetime(),
});

export type Reminder = z.infer<typeof reminderSchema>;

/** Null: answered, closed, snoozed or replaced by a later reminder. */
export async function findReminded(
  db: Database,
  { conversationId, level, waitingSince }: Reminder,
  now: Date,
): Promise<Reminded | null> {
  const row = await db
    .selectFrom('conversations')
    .leftJoin('orders', 'orders.id', 'orderId')
    .leftJoin('contactMessages', 'contactMessages.id', 'messageId')
    .leftJoin('adminUsers', 'adminUsers.id', 'assigneeId')
    .select([
      'orderId',
      'messageId',
      'dueAt',
      'snoozedUntil',
      ENQUIRY_REFERENCE.as('reference'),
      'serviceType',
      'orders.fullName',
      'contactMessages.name',
      'adminUsers.username as assignee',
    ])
    .where('conversations.id', '=', conversationId)
    .where('waitingSince', '=', new Date(waitingSince))
    .where('alertLevel', '=', level)
    .executeTakeFirst();
  if (!row?.dueAt || (row.snoozedUntil && row.snoozedUntil > now)) return null;
  const { serviceType, dueAt, assignee } = row;
  return {
    level,
    enquiry: nameEnquiry(row),
    serviceType,
    name: row.fullName ?? row.name ?? '',
    dueAt,
    assignee,
  };
}
