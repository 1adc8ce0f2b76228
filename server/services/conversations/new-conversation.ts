import { type RawBuilder, sql } from 'kysely';
import { v7 as uuidV7 } from 'uuid';
import type { FormSignals } from '#shared/forms/schema.ts';
import { PUBLIC_ROUTES, type PublicRoute } from '#shared/routes.ts';
import { computeOrNull, type ServiceContext } from '#server/context/context.ts';
import { byteText } from '#server/db/given-rows.ts';
import { findOfficeHours } from '#server/services/site-settings/index.ts';
import { FALLBACK_OFFICE_HOURS } from '#shared/office-hours/values.ts';
import { NOBODY_WAITS, waitsSince } from './deadline.ts';
import { hashOfToken, trackingTokenOf } from './tracking-token.ts';

type EnquirySource = {
  sourcePage: string | null;
  landingPage: string | null;
  referrer: string | null;
};

const MAX_CHARACTERS = 300;

const PAGES = PUBLIC_ROUTES.filter(
  (route: PublicRoute) => route.kind !== 'resource' && !route.isPrivate,
).map(({ path }) => new RegExp(`^${path.replaceAll(/:\w+/g, '[A-Za-z0-9-]+')}$`));

const REFERRER = /^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(?::\d{1,5})?(?:\/[\w\-./~%+@:,;!*()]*)?$/i;

function cleanPage(path: string | undefined): string | null {
  if (path === undefined || path.length > MAX_CHARACTERS) return null;
  return PAGES.some((page) => page.test(path)) ? path : null;
}

function cleanReferrer(text: string | undefined): string | null {
  if (text === undefined || text.length > MAX_CHARACTERS || !REFERRER.test(text)) return null;
  const [host = '', ...path] = text.split('/');
  return [host.toLowerCase(), ...path].join('/');
}

/** Invalid values become null, so that no lead is lost. */
export function readEnquirySource({
  sourcePage,
  landingPage,
  referrer,
}: FormSignals): EnquirySource {
  return {
    sourcePage: cleanPage(sourcePage),
    landingPage: cleanPage(landingPage),
    referrer: cleanReferrer(referrer),
  };
}

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
