import { sql } from 'kysely';
import { v7 as uuidV7, validate as isUuid } from 'uuid';
import {
  type Database,
  type ServiceContext,
  type Transaction,
  withTransaction,
} from '#server/context/context.ts';
import { rejectField, ServiceError } from '#server/core/errors.ts';
import { ENQUIRY_REFERENCE, isAddress } from '#server/lib/sql-text.ts';
import { LIMITS } from '#server/core/limits.ts';
import { enqueueMails } from '#server/mail/outbox/outbox.ts';
import type { MailedRequest } from '#server/mail/templates/tracking-mails.ts';
import { findConversation, lockConversation } from '#server/services/conversations/index.ts';
import { erase } from './erasure-ledger.ts';
import { findErasableFrom } from './erase-enquiry.ts';
import { postponeErasure } from './legal-hold.ts';
import { nameEnquiry } from '#shared/conversations/enquiry.ts';
import { TRACKING_MESSAGES as messages } from '#shared/tracking/messages.ts';
import {
  type Confirmed,
  CONFIRMATION_MS,
  isPersonRequest,
  type PersonRequestKind,
  type RequestKind,
  CONFIRM_CODE,
  CONFIRM_PATH,
} from '#shared/tracking/values.ts';
import {
  changeTracked,
  contactOf,
  isSuspect,
  readLeads,
  recordCorrection,
  setEmail,
  type Tracked,
} from '#server/services/tracking/index.ts';
import { createHmac, timingSafeEqual } from 'node:crypto';

const HOUR_MS = 60 * 60 * 1_000;
const DAY_MS = 24 * HOUR_MS;
const KINDS = {
  email: 'tracking.confirm-email',
  erasure: 'tracking.confirm-erasure',
  'person-erasure': 'tracking.confirm-person-erasure',
  'person-export': 'tracking.confirm-person-export',
} as const;

type NewRequest =
  | { kind: Exclude<RequestKind, 'erasure'>; email: string }
  | { kind: 'erasure'; email: null };

/** Bounded: the email goes to an address that anyone can type. */
async function ask(
  ctx: ServiceContext,
  tx: Transaction,
  tracked: Tracked,
  request: NewRequest,
): Promise<void> {
  if (isSuspect(tracked)) throw new ServiceError('CONFLICT', messages.unproved);
  const conversationId = tracked.conversation.id;
  const isErasure = request.kind === 'erasure' || request.kind === 'person-erasure';
  if (isErasure && (await findErasableFrom(tx, [conversationId], ctx.now())).size > 0) {
    throw new ServiceError('CONFLICT', messages.newEmail);
  }
  const recipient = request.email ?? contactOf(tracked).email;
  const now = ctx.now().getTime();
  const { count } = await tx
    .selectFrom('trackingRequests')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('conversationId', '=', conversationId)
    .where('createdAt', '>', new Date(now - HOUR_MS))
    .executeTakeFirstOrThrow();
  const { ofHour, ofDay } = await countMailsTo(tx, recipient, now);
  const { perConversationAndHour, perRecipientAndHour, perRecipientAndDay } = LIMITS.confirmations;
  if (ofDay >= perRecipientAndDay) {
    throw new ServiceError('RATE_LIMITED', messages.tooManyMailsToday);
  }
  if (count >= perConversationAndHour || ofHour >= perRecipientAndHour) {
    throw new ServiceError('RATE_LIMITED', messages.tooManyMails);
  }
  const id = uuidV7();
  const row = { id, conversationId, ...request, createdAt: ctx.now() };
  await tx.insertInto('trackingRequests').values(row).execute();
  const mail = { kind: KINDS[request.kind], recipient, payload: { requestId: id } };
  await enqueueMails(tx, [mail], { conversationId });
}

/** Locks the address, so that concurrent requests are counted. */
async function countMailsTo(
  tx: Transaction,
  address: string,
  now: number,
): Promise<{ ofHour: number; ofDay: number }> {
  const key = `tracking:${address.toLowerCase()}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(tx);
  // Ids contain the time.
  const hour = uuidV7({ msecs: now - HOUR_MS });
  return tx
    .selectFrom('outboxMails')
    .select(({ fn }) => [
      fn.countAll<number>().as('ofDay'),
      fn.countAll<number>().filterWhere('id', '>', hour).as('ofHour'),
    ])
    .where('kind', 'in', Object.values(KINDS))
    .where(isAddress(address, 'recipient'))
    .where('id', '>', uuidV7({ msecs: now - DAY_MS }))
    .executeTakeFirstOrThrow();
}

export async function askForEmailChange(
  ctx: ServiceContext,
  token: string,
  email: string,
): Promise<void> {
  await changeTracked(ctx, token, async (tx, tracked) => {
    if (contactOf(tracked).email.toLowerCase() === email.toLowerCase()) {
      throw rejectField('email', messages.sameEmail);
    }
    await ask(ctx, tx, tracked, { kind: 'email', email });
  });
}

export async function askForErasure(ctx: ServiceContext, token: string): Promise<void> {
  await changeTracked(ctx, token, (tx, tracked) =>
    ask(ctx, tx, tracked, { kind: 'erasure', email: null }),
  );
}

export async function askForPerson(
  ctx: ServiceContext,
  token: string,
  kind: PersonRequestKind,
): Promise<void> {
  await changeTracked(ctx, token, (tx, tracked) =>
    ask(ctx, tx, tracked, { kind, email: contactOf(tracked).email }),
  );
}

export type OpenRequest = { kind: RequestKind; email: string | null };

/** Null when the code confirms nothing. */
export async function findOpenRequest(
  ctx: ServiceContext,
  db: Database,
  code: string,
): Promise<(OpenRequest & { id: string; conversationId: string }) | null> {
  const id = readCode(ctx.trackKey, code);
  if (id === null) return null;
  const request = await db
    .selectFrom('trackingRequests')
    .select(['id', 'kind', 'email', 'conversationId'])
    .where('id', '=', id)
    .where('confirmedAt', 'is', null)
    .where('createdAt', '>', new Date(ctx.now().getTime() - CONFIRMATION_MS))
    .executeTakeFirst();
  return request ?? null;
}

export async function readOpenRequest(
  ctx: ServiceContext,
  code: string,
): Promise<OpenRequest | null> {
  const request = await findOpenRequest(ctx, ctx.db, code);
  return request && { kind: request.kind, email: request.email };
}

export async function confirmRequest(ctx: ServiceContext, code: string): Promise<Confirmed | null> {
  return withTransaction(ctx, async (tx) => {
    const asked = await findOpenRequest(ctx, tx, code);
    if (!asked || isPersonRequest(asked.kind)) return null;
    const { conversationId } = asked;
    const found = await findConversation(tx, { id: conversationId });
    if (!found) return null;
    const leads = await readLeads(tx, found, { isLocked: true });
    // Erased meanwhile by a concurrent request.
    if (!leads.order && !leads.message) return null;
    const conversation = await lockConversation(tx, { id: conversationId });
    // Read again under the lock.
    const request = await findOpenRequest(ctx, tx, code);
    if (!request) return null;
    const tracked = { conversation, ...leads };
    if (request.kind === 'erasure') return confirmErasure(ctx, tx, tracked, request.id);
    await changeEmail(ctx, tx, tracked, { id: request.id, email: request.email ?? '' });
    return 'email';
  });
}

async function confirmErasure(
  ctx: ServiceContext,
  tx: Transaction,
  tracked: Tracked,
  requestId: string,
): Promise<Confirmed> {
  const { id, orderId, messageId } = tracked.conversation;
  const { skipped } = await erase(ctx, tx, {
    kind: 'enquiry',
    email: contactOf(tracked).email,
    enquiries: [{ conversationId: id, orderId, messageId }],
  });
  const [remaining] = skipped;
  if (!remaining) return 'erasure';
  if (remaining.reason === 'held') {
    await tx
      .updateTable('trackingRequests')
      .set({ confirmedAt: ctx.now() })
      .where('id', '=', requestId)
      .execute();
    await postponeErasure(ctx, tx, id);
  }
  return remaining.reason;
}

async function changeEmail(
  ctx: ServiceContext,
  tx: Transaction,
  tracked: Tracked,
  { id, email }: { id: string; email: string },
): Promise<void> {
  const { conversation } = tracked;
  const before = contactOf(tracked).email;
  await setEmail(tx, tracked, email);
  await tx
    .updateTable('trackingRequests')
    .set({ confirmedAt: ctx.now() })
    .where('conversationId', '=', conversation.id)
    .where('kind', '=', 'email')
    .where('confirmedAt', 'is', null)
    .execute();
  await recordCorrection(ctx, tx, conversation, [['email', before, email]]);
  await enqueueMails(
    tx,
    [{ kind: 'tracking.email-changed', recipient: before, payload: { requestId: id } }],
    { conversationId: conversation.id },
  );
}

export async function readMailedRequest(
  { db, siteUrl, trackKey }: { db: Database; siteUrl: string; trackKey: Buffer },
  requestId: string,
): Promise<MailedRequest | null> {
  const request = await db
    .selectFrom('trackingRequests')
    .innerJoin('conversations', 'conversations.id', 'conversationId')
    .leftJoin('orders', 'orders.id', 'orderId')
    .leftJoin('contactMessages', 'contactMessages.id', 'messageId')
    .select(['trackingRequests.email', 'orderId', 'messageId', 'confirmedAt'])
    .select(ENQUIRY_REFERENCE.as('reference'))
    .where('trackingRequests.id', '=', requestId)
    .executeTakeFirst();
  if (!request) return null;
  const { email, confirmedAt } = request;
  const url = confirmUrlOf(siteUrl, trackKey, requestId);
  return { email, enquiry: nameEnquiry(request), isConfirmed: confirmedAt !== null, url };
}

export function codeOf(trackKey: Buffer, requestId: string): string {
  const proof = createHmac('sha256', trackKey).update(`request:${requestId}`).digest('base64url');
  return `${requestId}.${proof}`;
}

/** Null: not written by us. */
function readCode(trackKey: Buffer, code: string): string | null {
  const [requestId = ''] = code.split('.', 1);
  if (!isUuid(requestId)) return null;
  const [given, expected] = [Buffer.from(code), Buffer.from(codeOf(trackKey, requestId))];
  return given.length === expected.length && timingSafeEqual(given, expected) ? requestId : null;
}

export function confirmUrlOf(siteUrl: string, trackKey: Buffer, requestId: string): string {
  return `${siteUrl}${CONFIRM_PATH}?${CONFIRM_CODE}=${codeOf(trackKey, requestId)}`;
}
