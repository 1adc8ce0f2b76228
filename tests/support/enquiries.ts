import type { Kysely } from 'kysely';
import { v7 as uuidV7 } from 'uuid';
import type { DB } from '#server/db/types.ts';
import { type Changes, insertRows } from '#tests/support/database/rows.ts';
import { dueAt } from '#shared/office-hours/due-at.ts';
import { DEFAULT_OFFICE_HOURS } from '#shared/office-hours/values.ts';
import { buildMessage, buildOrder } from './browser/admin-leads.ts';

type Enquiry = Changes<'conversations'> & {
  createdAt: Date;
  respondedAt?: Date | null;
  isSuspect?: boolean;
  serviceType?: string;
};

/** An order or a message with its conversation; unanswered, it waits for what the default office hours promise. */
export async function buildEnquiry(
  db: Kysely<DB>,
  kind: 'order' | 'message',
  { createdAt, respondedAt = null, isSuspect = false, serviceType, ...changes }: Enquiry,
): Promise<string> {
  const id = uuidV7();
  const came = { id, createdAt, isSuspect };
  const order = { ...came, reference: id.slice(-12), fullName: 'Selin Kaya' };
  if (kind === 'order') await buildOrder(db, { ...order, ...(serviceType && { serviceType }) });
  else await buildMessage(db, { ...came, name: 'Murat Çetin' });
  const due = isSuspect ? null : dueAt(createdAt, DEFAULT_OFFICE_HOURS);
  const hasDeadline = due !== null && respondedAt === null;
  await insertRows(db, 'conversations', {
    id: uuidV7(),
    [kind === 'order' ? 'orderId' : 'messageId']: id,
    createdAt,
    lastWordAt: respondedAt ?? createdAt,
    lastWord: respondedAt ? 'team' : 'visitor',
    firstResponseAt: respondedAt,
    waitingSince: hasDeadline ? createdAt : null,
    dueAt: hasDeadline ? due : null,
    promisedDueAt: due,
    ...changes,
  });
  return id;
}

type DueMessage = Changes<'conversations'> & { name: string; minutes: number };

/** Somebody who waits for an answer that is due in so many minutes from now. */
export async function buildDueMessage(db: Kysely<DB>, { name, minutes, ...changes }: DueMessage) {
  const message = await buildMessage(db, { name });
  await insertRows(db, 'conversations', {
    id: uuidV7(),
    messageId: message.id,
    waitingSince: message.createdAt,
    dueAt: new Date(Date.now() + minutes * 60_000),
    lastWordAt: message.createdAt,
    ...changes,
  });
  return message;
}

/** Removes what the overview counts. */
export async function clearOverview(db: Kysely<DB>): Promise<void> {
  const enquiries = ['conversations', 'orders', 'contactMessages'] as const;
  for (const table of [...enquiries, 'securityEvents', 'outboxMails'] as const) {
    await db.deleteFrom(table).execute();
  }
}
