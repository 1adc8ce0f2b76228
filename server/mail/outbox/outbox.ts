import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import { v7 as uuidV7 } from 'uuid';
import type { DB } from '#server/db/types.ts';
import { LIMITS } from '#server/core/limits.ts';
import { DELIVERY_MESSAGES } from '#shared/mails/messages.ts';
import type { EmailKey } from '#shared/site-content/emails.ts';

/** Texts are composed from records when a mail is sent. */
export type MailPayloads = {
  'orders.notify-team': { orderId: string };
  'orders.confirmation': { orderId: string };
  'messages.notify-team': { messageId: string };
  'messages.confirmation': { messageId: string };
  'admin-users.invitation': { invitationId: string };
  'admin-users.codes-paused': { adminUserId: string; until: string };
  'promise.reminder': { conversationId: string; level: number; waitingSince: string };
  'promise.webhook': { conversationId: string; level: number; waitingSince: string };
  'conversations.reply': { entryId: string };
  'reports.weekly': { week: string };
  'audit.head': { day: string; sequence: number; hash: string; entries: number };
  'conversations.team': { conversationId: string };
  'tracking.link': { conversationIds: readonly string[] };
  'tracking.confirm-email': { requestId: string };
  'tracking.email-changed': { requestId: string };
  'tracking.confirm-erasure': { requestId: string };
  'backup.failed': { day: string };
  'backup.files-lost': { day: string };
  'tracking.confirm-person-erasure': { requestId: string };
  'tracking.confirm-person-export': { requestId: string };
  'tracking.erasure-held': { conversationId: string };
  'emails.test': { key: EmailKey; adminUserId: string };
};

export type MailKind = keyof MailPayloads;

/** Replies to these belong to the visitor's conversation. */
export const VISITOR_MAILS: readonly MailKind[] = [
  'orders.confirmation',
  'messages.confirmation',
  'conversations.reply',
];

/** Sent to the address that is on record at that time. */
export const MAILS_TO_RECORD: readonly MailKind[] = [...VISITOR_MAILS, 'tracking.confirm-erasure'];

const { receipt, link, notice } = LIMITS.mailsPerRecipient;

/** Daily limit per recipient; null for other mails. All limited kinds count together, which leaves room for links and notices. */
export const RECIPIENT_LIMITS: Readonly<Record<MailKind, number | null>> = {
  'orders.confirmation': receipt,
  'messages.confirmation': receipt,
  'tracking.link': link,
  'tracking.email-changed': notice,
  'orders.notify-team': null,
  'messages.notify-team': null,
  'admin-users.invitation': null,
  'admin-users.codes-paused': null,
  'promise.reminder': null,
  'promise.webhook': null,
  'conversations.reply': null,
  'reports.weekly': null,
  'audit.head': null,
  'conversations.team': null,
  'tracking.confirm-email': null,
  'tracking.confirm-erasure': null,
  'backup.failed': null,
  'backup.files-lost': null,
  'tracking.confirm-person-erasure': null,
  'tracking.confirm-person-export': null,
  'tracking.erasure-held': null,
  'emails.test': null,
};

/** NOTIFY_EMAIL at the time of sending. */
export const TEAM_RECIPIENT = 'team';

export const WEBHOOK_RECIPIENT = 'webhook';

export type Mail<Kind extends MailKind = MailKind> = {
  [Each in Kind]: { kind: Each; recipient: string; payload: MailPayloads[Each] };
}[Kind];

type Belonging = {
  conversationId?: string;
  entryId?: string;
  nextAttemptAt?: Date;
};

export async function enqueueMails(
  tx: Transaction<DB>,
  mails: readonly Mail[],
  belonging: Belonging = {},
): Promise<void> {
  const rows = presentMails(mails).map((mail) => ({
    ...mail,
    ...belonging,
    payload: JSON.stringify(mail.payload),
  }));
  await tx.insertInto('outboxMails').values(rows).execute();
}

export async function withdrawMails<Kind extends MailKind>(
  tx: Transaction<DB>,
  kind: Kind,
  payload: MailPayloads[Kind],
): Promise<void> {
  await tx
    .updateTable('outboxMails')
    .set({ status: 'expired', lastError: DELIVERY_MESSAGES.withdrawn })
    .where('status', '=', 'pending')
    .where('kind', '=', kind)
    .where(sql<boolean>`payload @> ${JSON.stringify(payload)}::jsonb`)
    .execute();
}

/** For statements whose part `record` writes the subject of the mails in the column `mails` of `input`. */
export function mailsOfRecords(): RawBuilder<unknown> {
  return sql`
    insert into outbox_mails (id, kind, recipient, payload, conversation_id)
    select mail.id, mail.kind, mail.recipient, mail.payload, input.conversation_id
    from record join input using (id)
    cross join json_to_recordset(input.mails)
      as mail (id uuid, kind text, recipient text, payload jsonb)
  `;
}

export function presentMails(mails: readonly Mail[]): (Mail & { id: string })[] {
  return mails.map((mail) => ({ id: uuidV7(), ...mail }));
}

type Notice<Kind extends MailKind> = { kind: Kind; payload: MailPayloads[Kind] };

/** Mails each active owner with an address, else the team; indexes may allow one per recipient. Returns the number written. */
export async function mailOwners<Kind extends 'reports.weekly' | 'audit.head'>(
  db: Kysely<DB>,
  { kind, payload }: Notice<Kind>,
): Promise<number> {
  const owners = await db
    .selectFrom('adminUsers')
    .select('email')
    .distinct()
    .where('role', '=', 'owner')
    .where('isActive', '=', true)
    .where('email', 'is not', null)
    .execute();
  const addresses = owners.flatMap(({ email }) => email ?? []);
  const recipients = addresses.length > 0 ? addresses : [TEAM_RECIPIENT];
  const mails = presentMails(
    recipients.map((recipient) => ({ kind, recipient, payload }) as never),
  );
  const written = await db
    .insertInto('outboxMails')
    .values(mails.map((mail) => ({ ...mail, payload: JSON.stringify(mail.payload) })))
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute();
  return written.length;
}
