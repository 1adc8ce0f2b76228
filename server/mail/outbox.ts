import type { Transaction } from 'kysely';
import { v7 as uuidV7 } from 'uuid';
import type { DB } from '#server/db/types.ts';

/** What each mail needs to be written; its texts are made from the record when it is sent. */
export type MailPayloads = {
  'orders.notify-team': { orderId: string };
  'orders.confirmation': { orderId: string };
  'messages.notify-team': { messageId: string };
  'messages.confirmation': { messageId: string };
};

export type MailKind = keyof MailPayloads;

/** Stands for the configured NOTIFY_EMAIL, which is looked up when the mail is sent. */
export const TEAM_RECIPIENT = 'team';

/** Writes a mail into the outbox: it is sent after the commit, and never if there is none. */
export async function enqueueMail<Kind extends MailKind>(
  tx: Transaction<DB>,
  mail: { kind: Kind; recipient: string; payload: MailPayloads[Kind] },
): Promise<void> {
  await tx
    .insertInto('outboxMails')
    .values({
      id: uuidV7(),
      kind: mail.kind,
      recipient: mail.recipient,
      payload: JSON.stringify(mail.payload),
    })
    .execute();
}
