import type { Kysely } from 'kysely';
import type { DB } from '#server/db/types.ts';
import { type MailKind, type MailPayloads, presentMails, TEAM_RECIPIENT } from './outbox/outbox.ts';

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
