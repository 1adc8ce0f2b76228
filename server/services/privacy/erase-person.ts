import { createHash } from 'node:crypto';
import type { Transaction } from 'kysely';
import { v7 as uuidV7 } from 'uuid';
import { type ServiceContext, withTransaction } from '#server/context/context.ts';
import type { DB } from '#server/db/types.ts';
import { ServiceError } from '#server/core/errors.ts';
import { erase } from './erasure-ledger.ts';
import { postponeErasure } from './legal-hold.ts';
import type { Skipped } from './erasable.ts';
import { RETENTION_MESSAGES as messages } from '#shared/retention/messages.ts';
import { countMails, type Enquiry, findEnquiries } from './find-person.ts';

/** Identifies what the caller has seen, so that nothing else is erased. */
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
  /** What the confirming caller has seen; without it, everything. */
  fingerprint?: string;
  /** Checked under the lock. */
  isStillWanted?: (tx: Transaction<DB>) => Promise<boolean>;
};

/** Records a visitor's request for held enquiries. NOT_FOUND without data, CONFLICT when only held mails are left. */
export async function erasePersonData(
  ctx: ServiceContext,
  email: string,
  { fingerprint, isStillWanted }: Options,
): Promise<{ erased: Enquiry[]; skipped: Skipped<Enquiry>[] }> {
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
    const { erased, skipped } = await erase(ctx, tx, { kind: 'person', email, enquiries });
    if (ctx.actor.type === 'visitor') {
      for (const { enquiry, reason } of skipped) {
        if (reason === 'held') await postpone(ctx, tx, enquiry.conversationId, email);
      }
    }
    return { erased, skipped };
  });
}

/** Erased once the hold ends. */
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
