import { sql } from 'kysely';
import { computeOrNull, type ServiceContext } from '#server/context/context.ts';
import {
  FIRST_TOKEN_VERSION,
  type NewConversation,
  trackingTokenOf,
} from '#server/services/conversations/index.ts';
import { findOfficeHours } from '#server/services/site-settings/index.ts';
import { dueAt } from '#shared/office-hours/due-at.ts';
import { trackingPath } from '#shared/tracking/values.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;

/** The thank-you page opens for leads received after this. */
function thankedSince(ctx: ServiceContext): Date {
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

/** A value that only the sender of a lead knows. */
type LeadKey =
  | readonly ['orders', column: 'reference', value: string]
  | readonly ['contact_messages', column: 'id', value: string];

export async function isRecentLead(
  ctx: ServiceContext,
  [table, column, value]: LeadKey,
): Promise<boolean> {
  const { rows } = await sql`
    select from ${sql.table(table)}
    where ${sql.ref(column)} = ${value} and created_at > ${thankedSince(ctx)}
  `.execute(ctx.db);
  return rows.length > 0;
}

/** A suspect is told the usual deadline although none applies: the sender must not learn of the suspicion. */
export async function findPromisedDeadline(
  ctx: ServiceContext,
  [table, column, value]: LeadKey,
): Promise<Date | null> {
  const { rows } = await sql<{ createdAt: Date; promisedDueAt: Date | null }>`
    select lead.created_at, promised_due_at from ${sql.table(table)} as lead
    left join conversations on ${sql.ref(table === 'orders' ? 'order_id' : 'message_id')} = lead.id
    where ${sql.ref(`lead.${column}`)} = ${value}
  `.execute(ctx.db);
  const [lead] = rows;
  if (!lead || lead.promisedDueAt) return lead?.promisedDueAt ?? null;
  const hours = await findOfficeHours(ctx);
  return hours.isFallback ? null : dueAt(lead.createdAt, hours);
}
