import type { Insertable, Kysely } from 'kysely';
import { v7 as uuidV7 } from 'uuid';
import type { Conversations, DB } from '#server/db/types.ts';
import { dueAt } from '#shared/office-hours/due-at.ts';
import { DEFAULT_OFFICE_HOURS } from '#shared/office-hours/values.ts';
import { buildMessage, buildOrder } from './browser/admin-leads.ts';

const MINUTE_MS = 60_000;

type Enquiry = {
  createdAt: Date;
  respondedAt?: Date | null;
  isSuspect?: boolean;
  serviceType?: string;
} & Partial<Insertable<Conversations>>;

/** An order or a message with its conversation; unanswered, it waits for what the default office hours promise. */
export async function buildEnquiry(
  db: Kysely<DB>,
  kind: 'order' | 'message',
  { createdAt, respondedAt = null, isSuspect = false, serviceType, ...changes }: Enquiry,
): Promise<string> {
  const id = uuidV7();
  const came = { id, createdAt, isSuspect };
  if (kind === 'order') {
    const reference = id.slice(-12);
    const service = serviceType && { serviceType };
    await buildOrder(db, { ...came, reference, fullName: 'Selin Kaya', ...service });
  } else {
    await buildMessage(db, { ...came, name: 'Murat Çetin' });
  }
  const due = isSuspect ? null : dueAt(createdAt, DEFAULT_OFFICE_HOURS);
  const hasDeadline = due !== null && respondedAt === null;
  await db
    .insertInto('conversations')
    .values({
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
    })
    .execute();
  return id;
}

type DueMessage = Partial<Insertable<Conversations>> & { name: string; minutes: number };

/** Somebody who waits for an answer that is due in so many minutes from now. */
export async function buildDueMessage(db: Kysely<DB>, { name, minutes, ...changes }: DueMessage) {
  const message = await buildMessage(db, { name });
  await db
    .insertInto('conversations')
    .values({
      id: uuidV7(),
      messageId: message.id,
      waitingSince: message.createdAt,
      dueAt: new Date(Date.now() + minutes * MINUTE_MS),
      lastWordAt: message.createdAt,
      ...changes,
    })
    .execute();
  return message;
}

const ON_OVERVIEW = [
  'conversations',
  'orders',
  'contactMessages',
  'securityEvents',
  'outboxMails',
] as const;

/** Removes what the overview counts. */
export async function clearOverview(db: Kysely<DB>): Promise<void> {
  for (const table of ON_OVERVIEW) await db.deleteFrom(table).execute();
}
