import { type RawBuilder, sql } from 'kysely';
import { v7 as uuidV7 } from 'uuid';
import { computeOrNull, type ServiceContext } from '#server/context/context.ts';
import { byteText } from '#server/db/given-rows.ts';
import { findOfficeHours } from '#server/services/site-settings/index.ts';
import type { FormSignals } from '#shared/forms/schema.ts';
import { FALLBACK_OFFICE_HOURS } from '#shared/office-hours/values.ts';
import { NOBODY_WAITS, waitsSince } from './deadline.ts';
import { type EnquirySource, readEnquirySource } from './source.ts';
import { hashOfToken, trackingTokenOf } from './tracking-token.ts';

/** Token version of a link that was never revoked. */
export const FIRST_TOKEN_VERSION = 1;

export type NewConversation = EnquirySource & {
  conversationId: string;
  waitingSince: Date | null;
  dueAt: Date | null;
  promisedDueAt: Date | null;
  nextAlertAt: Date | null;
  isDeadlineProvisional: boolean;
  /** In the text form of bytea; `makeMissingTokens` fills in null. */
  tokenHash: string | null;
};

/** Columns that `conversationsOfRecords` reads besides the lead's own. */
export const NEW_CONVERSATION_COLUMNS = `conversation_id uuid, waiting_since timestamptz, due_at timestamptz,
  promised_due_at timestamptz, next_alert_at timestamptz, is_deadline_provisional boolean, source_page text, landing_page text, referrer text,
  token_hash bytea`;

export async function startConversation(
  ctx: ServiceContext,
  { isSuspect, signals }: { isSuspect: boolean; signals: FormSignals },
): Promise<NewConversation> {
  const now = ctx.now();
  const hours = await findOfficeHours(ctx);
  const { waitingSince, dueAt, nextAlertAt, isDeadlineProvisional } = isSuspect
    ? NOBODY_WAITS
    : (computeOrNull(ctx, 'deadline', () => waitsSince(now, hours)) ??
      waitsSince(now, FALLBACK_OFFICE_HOURS));
  const conversationId = uuidV7();
  const first = { id: conversationId, tokenVersion: FIRST_TOKEN_VERSION };
  return {
    conversationId,
    waitingSince,
    dueAt,
    promisedDueAt: isDeadlineProvisional ? null : dueAt,
    nextAlertAt,
    isDeadlineProvisional,
    tokenHash: computeOrNull(ctx, 'tracking link', () =>
      byteText(hashOfToken(trackingTokenOf(ctx, first))),
    ),
    ...(computeOrNull(ctx, 'source', () => readEnquirySource(signals)) ?? readEnquirySource({})),
  };
}

/** Part of a statement with `input` and the inserted leads as `record`. */
export function conversationsOfRecords(lead: 'order_id' | 'message_id'): RawBuilder<unknown> {
  return sql`
    insert into conversations (
      id, ${sql.ref(lead)}, waiting_since, due_at, promised_due_at, next_alert_at, is_deadline_provisional,
      source_page, landing_page, referrer, token_hash
    )
    select conversation_id, record.id, waiting_since, due_at, promised_due_at, next_alert_at, is_deadline_provisional,
      source_page, landing_page, referrer, token_hash
    from record join input using (id)
  `;
}
