import { createHash } from 'node:crypto';
import { v7 as uuidV7 } from 'uuid';
import { type ServiceContext, type Transaction, withTransaction } from '#server/context/context.ts';
import { ServiceError } from '#server/core/errors.ts';
import { erase } from './erasure-ledger.ts';
import { postponeErasure } from './legal-hold.ts';
import type { Skipped } from './erase-enquiry.ts';
import { RETENTION_MESSAGES as messages } from '#shared/retention/messages.ts';
import { countMails, type Enquiry, findEnquiries, presentSkipped } from './find-person.ts';
import { findOpenRequest } from './confirm-request.ts';
import { TRACKING_MESSAGES } from '#shared/tracking/messages.ts';
import type { ConfirmedErasure } from '#shared/tracking/values.ts';
import { exportPersonData } from './export-person.ts';

/** Identifies what the caller has seen, so that nothing else is erased. */
export function getFingerprint(enquiries: readonly Enquiry[]): string {
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
  fingerprint?: string;
  isStillWanted?: (tx: Transaction) => Promise<boolean>;
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
    if (fingerprint !== undefined && fingerprint !== getFingerprint(enquiries)) {
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

async function postpone(
  ctx: ServiceContext,
  tx: Transaction,
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

/** Null when the code confirms something else or has expired. */
export async function confirmPersonErasure(
  ctx: ServiceContext,
  code: string,
): Promise<ConfirmedErasure | null> {
  return withTransaction(ctx, async (tx) => {
    const request = await findOpenRequest(ctx, tx, code);
    if (request?.kind !== 'person-erasure' || request.email === null) return null;
    try {
      const { skipped } = await erasePersonData({ ...ctx, db: tx }, request.email, {
        async isStillWanted() {
          const { numUpdatedRows } = await tx
            .updateTable('trackingRequests')
            .set({ confirmedAt: ctx.now() })
            .where('id', '=', request.id)
            .where('confirmedAt', 'is', null)
            .executeTakeFirst();
          return numUpdatedRows > 0n;
        },
      });
      return { done: 'person-erasure', skipped: skipped.map(presentSkipped) };
    } catch (error) {
      // Erased by a concurrent request, or only held mails are left.
      const isGone =
        error instanceof ServiceError && ['NOT_FOUND', 'CONFLICT'].includes(error.code);
      if (isGone) return null;
      throw error;
    }
  });
}

/** Repeatable while the request is open. Without suspects: no one has proved that the address is theirs. */
export async function exportConfirmedPerson(
  ctx: ServiceContext,
  code: string,
): Promise<AsyncGenerator<Uint8Array>> {
  const request = await findOpenRequest(ctx, ctx.db, code);
  if (request?.kind !== 'person-export' || request.email === null) {
    throw new ServiceError('NOT_FOUND', TRACKING_MESSAGES.gone);
  }
  return exportPersonData(ctx, request.email, ({ isSuspect }) => !isSuspect);
}
