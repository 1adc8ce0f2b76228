import { type ServiceContext, withTransaction } from '#server/context/context.ts';
import { ServiceError } from '#server/core/errors.ts';
import { findOpenRequest } from './confirm-request.ts';
import { TRACKING_MESSAGES } from '#shared/tracking/messages.ts';
import type { ConfirmedErasure } from '#shared/tracking/values.ts';
import { erasePersonData } from './erase-person.ts';
import { exportPersonData } from './export-person.ts';
import { presentSkipped } from './find-person.ts';

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
