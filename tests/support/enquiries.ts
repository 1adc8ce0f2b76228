import type { Insertable, Kysely } from 'kysely';
import { v7 as uuidV7 } from 'uuid';
import type { Conversations, DB } from '#server/db/types.ts';
import { dueAt } from '#shared/office-hours/due-at.ts';
import { DEFAULT_OFFICE_HOURS } from '#shared/office-hours/values.ts';

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
  if (kind === 'order') {
    await db
      .insertInto('orders')
      .values({
        id,
        reference: id.slice(-12),
        idempotencyKey: uuidV7(),
        requestHash: Buffer.alloc(32),
        fullName: 'Selin Kaya',
        email: 'selin@example.com',
        serviceType: serviceType ?? 'Business Dashboards',
        projectDescription: 'A dashboard of open shipments and unpaid invoices each morning.',
        desiredFeatures: ['Advanced Analytics'],
        estimatedBudget: '15k-50k',
        targetTimeline: '60-days',
        requiredLanguages: ['English'],
        termsVersion: '1',
        termsAcceptedAt: createdAt,
        createdAt,
        isSuspect,
      })
      .execute();
  } else {
    await db
      .insertInto('contactMessages')
      .values({
        id,
        name: 'Murat Çetin',
        email: 'murat@example.com',
        message: 'Could we talk about an invoicing tool?',
        createdAt,
        isSuspect,
      })
      .execute();
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
