import type { Transaction } from 'kysely';
import { v7 as uuidV7 } from 'uuid';
import { type Database, type ServiceContext, withTransaction } from '#server/context.ts';
import { announceChange } from '#server/db/announce.ts';
import type { DB } from '#server/db/types.ts';
import { rejectField, ServiceError } from '#server/errors.ts';
import { enqueueMails } from '#server/mail/outbox.ts';
import { lockConversation } from '#server/services/conversations/index.ts';
import { TRACKING_MESSAGES as messages } from '#shared/tracking/messages.ts';
import { CONFIRMATION_MS } from '#shared/tracking/values.ts';
import { changeTracked, recordCorrection } from './change.ts';
import { readCode } from './codes.ts';
import { eraseTracked } from './erase.ts';
import { contactOf, isSuspect, readLeads, type Tracked } from './find.ts';

const HOUR_MS = 60 * 60 * 1_000;
const MAX_REQUESTS_AN_HOUR = 3;

type NewRequest = { kind: 'email'; email: string } | { kind: 'erasure'; email: null };

/** Writes a request down and has its link mailed; bounded, because the mail goes to an address that somebody has typed. */
async function ask(
  ctx: ServiceContext,
  tx: Transaction<DB>,
  tracked: Tracked,
  request: NewRequest,
): Promise<void> {
  if (isSuspect(tracked)) throw new ServiceError('CONFLICT', messages.unproved);
  const conversationId = tracked.conversation.id;
  const { count } = await tx
    .selectFrom('trackingRequests')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('conversationId', '=', conversationId)
    .where('createdAt', '>', new Date(ctx.now().getTime() - HOUR_MS))
    .executeTakeFirstOrThrow();
  if (count >= MAX_REQUESTS_AN_HOUR) {
    throw new ServiceError('RATE_LIMITED', messages.tooManyMails);
  }
  const id = uuidV7();
  const row = { id, conversationId, ...request, createdAt: ctx.now() };
  await tx.insertInto('trackingRequests').values(row).execute();
  const kind = request.kind === 'email' ? 'tracking.confirm-email' : 'tracking.confirm-erasure';
  const recipient = request.email ?? contactOf(tracked).email;
  await enqueueMails(tx, [{ kind, recipient, payload: { requestId: id } }], { conversationId });
}

/** Asks the new address whether it is the visitor's; until it says so the old one stays. */
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

/** Asks the address on record whether everything is to be erased. */
export async function askForErasure(ctx: ServiceContext, token: string): Promise<void> {
  await changeTracked(ctx, token, (tx, tracked) =>
    ask(ctx, tx, tracked, { kind: 'erasure', email: null }),
  );
}

export type OpenRequest = { kind: 'email' | 'erasure'; email: string | null };

async function findOpen(
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

/** What a code is about to confirm; null when it confirms nothing any more. */
export async function readOpenRequest(
  ctx: ServiceContext,
  code: string,
): Promise<OpenRequest | null> {
  const request = await findOpen(ctx, ctx.db, code);
  return request && { kind: request.kind, email: request.email };
}

/** Does what a code confirms, once; says what that was, or null when it confirms nothing any more. */
export async function confirmRequest(
  ctx: ServiceContext,
  code: string,
): Promise<OpenRequest['kind'] | null> {
  return withTransaction(ctx, async (tx) => {
    const asked = await findOpen(ctx, tx, code);
    if (!asked) return null;
    const { conversationId } = asked;
    const found = await tx
      .selectFrom('conversations')
      .selectAll()
      .where('id', '=', conversationId)
      .executeTakeFirst();
    if (!found) return null;
    const leads = await readLeads(tx, found, { isLocked: true });
    // Erased by another one, which was waited for just now.
    if (!leads.order && !leads.message) return null;
    const conversation = await lockConversation(tx, { id: conversationId });
    // Two that confirm at once have waited for each other here.
    const request = await findOpen(ctx, tx, code);
    if (!request) return null;
    const tracked = { conversation, ...leads };
    if (request.kind === 'erasure') await eraseTracked(tx, tracked);
    else await changeEmail(ctx, tx, tracked, { id: request.id, email: request.email ?? '' });
    return request.kind;
  });
}

async function changeEmail(
  ctx: ServiceContext,
  tx: Transaction<DB>,
  tracked: Tracked,
  { id, email }: { id: string; email: string },
): Promise<void> {
  const { conversation, order, message } = tracked;
  const before = contactOf(tracked).email;
  if (order) {
    await tx.updateTable('orders').set({ email }).where('id', '=', order.id).execute();
    await announceChange(tx, 'orders');
  }
  if (message) {
    await tx.updateTable('contactMessages').set({ email }).where('id', '=', message.id).execute();
    await announceChange(tx, 'contact_messages');
  }
  await tx
    .updateTable('trackingRequests')
    .set({ confirmedAt: ctx.now() })
    .where('conversationId', '=', conversation.id)
    .where('kind', '=', 'email')
    .where('confirmedAt', 'is', null)
    .execute();
  await recordCorrection(ctx, tx, { conversation, lines: [['email', before, email]] });
  await enqueueMails(
    tx,
    [{ kind: 'tracking.email-changed', recipient: before, payload: { requestId: id } }],
    { conversationId: conversation.id },
  );
}
