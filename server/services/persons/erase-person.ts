import { createHash } from 'node:crypto';
import type { Transaction } from 'kysely';
import { v7 as uuidV7 } from 'uuid';
import { type ServiceContext, withTransaction } from '#server/context.ts';
import type { DB } from '#server/db/types.ts';
import { ServiceError } from '#server/errors.ts';
import { erase, type ErasureLine, postponeErasure } from '#server/services/erasures/index.ts';
import { RETENTION_MESSAGES as messages } from '#shared/retention/messages.ts';
import { countMails, type Enquiry, findEnquiries } from './find-person.ts';

/** Stands for what somebody has seen of a person, so that nothing else is erased than that. */
export function fingerprintOf(enquiries: readonly Enquiry[]): string {
  const seen = enquiries.map(({ conversationId, orderId, messageId, heldAt, entries, files }) => [
    conversationId,
    orderId,
    messageId,
    heldAt !== null,
    entries,
    files,
  ]);
  return createHash('sha256').update(JSON.stringify(seen)).digest('base64url');
}

type Options = {
  by: ErasureLine['by'];
  /** What whoever confirms has seen; without it, whatever there is. */
  fingerprint?: string;
  /** Asked once nobody else can erase the same any more. */
  isStillWanted?: (tx: Transaction<DB>) => Promise<boolean>;
};

export type ErasedPerson = {
  erased: Enquiry[];
  /** On legal hold: they stay. */
  held: Enquiry[];
};

/** Erases all enquiries of an address but those on legal hold, and what else is stored under it. NOT_FOUND where there is nothing, CONFLICT where all there is are mails about what is on hold. */
export async function erasePersonData(
  ctx: ServiceContext,
  email: string,
  { by, fingerprint, isStillWanted }: Options,
): Promise<ErasedPerson> {
  return withTransaction(ctx, async (tx) => {
    const enquiries = await findEnquiries(tx, email, { isLocked: true });
    if (enquiries.length === 0) {
      const mails = await countMails(tx, email, []);
      if (mails.all === 0) throw new ServiceError('NOT_FOUND', messages.nobody);
      if (mails.all === mails.held) throw new ServiceError('CONFLICT', messages.held);
    }
    if (fingerprint !== undefined && fingerprint !== fingerprintOf(enquiries)) {
      throw new ServiceError('CONFLICT', messages.changed);
    }
    if (isStillWanted && !(await isStillWanted(tx))) {
      throw new ServiceError('NOT_FOUND', messages.nobody);
    }
    const held = enquiries.filter(({ heldAt }) => heldAt !== null);
    const erased = enquiries.filter(({ heldAt }) => heldAt === null);
    if (by === 'visitor')
      for (const { conversationId } of held) await postpone(ctx, tx, conversationId, email);
    if (erased.length > 0 || held.length === 0) {
      await erase(ctx, tx, {
        kind: 'person',
        by,
        email,
        conversationIds: erased.map(({ conversationId }) => conversationId),
        orderIds: erased.flatMap(({ orderId }) => orderId ?? []),
        messageIds: erased.flatMap(({ messageId }) => messageId ?? []),
      });
    }
    return { erased, held };
  });
}

/** Records what the sender has confirmed by mail, so that it is done once the hold ends. */
async function postpone(
  ctx: ServiceContext,
  tx: Transaction<DB>,
  conversationId: string,
  email: string,
): Promise<void> {
  const row = { id: uuidV7(), conversationId, kind: 'person-erasure', email } as const;
  await tx
    .insertInto('trackingRequests')
    .values({ ...row, createdAt: ctx.now(), confirmedAt: ctx.now() })
    .execute();
  await postponeErasure(ctx, tx, conversationId);
}
