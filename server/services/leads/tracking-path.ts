import { computeOrNull, type ServiceContext } from '#server/context/context.ts';
import {
  FIRST_TOKEN_VERSION,
  type NewConversation,
  trackingTokenOf,
} from '#server/services/conversations/index.ts';
import { trackingPath } from '#shared/tracking/values.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;

/** The thank-you page opens for leads received after this. */
export function thankedSince(ctx: ServiceContext): Date {
  return new Date(ctx.now().getTime() - DAY_MS);
}

/** RFC 9562, versions 4 and 7: only the form knows such a key. */
const RANDOM_KEY = /^.{14}[47]/;

export function newTrackingPath(
  ctx: ServiceContext,
  { conversationId: id }: NewConversation,
): string | null {
  return computeOrNull(ctx, 'tracking link', () =>
    trackingPath(trackingTokenOf(ctx, { id, tokenVersion: FIRST_TOKEN_VERSION })),
  );
}

/** Null where the key proves too little: it can be derived from the input, or the link was revoked or is too old. */
export async function findRepeatedTrackingPath(
  ctx: ServiceContext,
  [column, id]: readonly ['orderId' | 'messageId', string],
  idempotencyKey: string | null,
): Promise<string | null> {
  if (idempotencyKey === null || !RANDOM_KEY.test(idempotencyKey)) return null;
  const conversation = await ctx.db
    .selectFrom('conversations')
    .select(['id', 'tokenVersion'])
    .where(column, '=', id)
    .where('tokenVersion', '=', FIRST_TOKEN_VERSION)
    .where('createdAt', '>', thankedSince(ctx))
    .executeTakeFirst();
  return conversation ? trackingPath(trackingTokenOf(ctx, conversation)) : null;
}
