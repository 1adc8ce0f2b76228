import { computeOrNull, type ServiceContext } from '#server/context/context.ts';
import {
  FIRST_TOKEN_VERSION,
  type NewConversation,
  trackingTokenOf,
} from '#server/services/conversations/index.ts';
import { trackingPath } from '#shared/tracking/values.ts';
import { thankedSince } from './thanked-since.ts';

/** RFC 9562, versions 4 and 7: nothing but the form that made such a key up knows it. */
const RANDOM_KEY = /^.{14}[47]/;

export function newTrackingPath(
  ctx: ServiceContext,
  { conversationId: id }: NewConversation,
): string | null {
  return computeOrNull(ctx, 'tracking link', () =>
    trackingPath(trackingTokenOf(ctx, { id, tokenVersion: FIRST_TOKEN_VERSION })),
  );
}

/**
 * Where it is, for the same form sent again; null where that proves too little: a key that follows from what was entered is known to whoever
 * knows that, and a link that was revoked, or that is older than the page that thanks, goes to the mail box alone.
 */
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
