import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { v7 as uuidV7 } from 'uuid';
import type { AdminActor, ServiceContext } from '#server/context/context.ts';
import { trackingTokenOf } from '#server/services/conversations/index.ts';
import { createMessage } from '#server/services/messages/index.ts';
import { createOrder, uploadAttachment } from '#server/services/orders/index.ts';
import { codeOf } from '#server/services/privacy/confirm-request.ts';
import {
  askForEmailChange,
  askForErasure,
  askForPerson,
  confirmRequest,
} from '#server/services/privacy/index.ts';
import type { RequestKind } from '#shared/tracking/values.ts';
import { buildAdmin } from '#tests/support/admin.ts';
import { readRow, readRows } from '#tests/support/database/rows.ts';
import { buildMessageInput, buildOrderInput } from '#tests/support/leads.ts';

export const PDF = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\n%%EOF\n');

/** The context of a request of a new owner, who has just proved who they are. */
export async function asOwner(
  ctx: ServiceContext,
): Promise<ServiceContext & { actor: AdminActor }> {
  const { id: adminUserId, username } = await buildAdmin(ctx.db);
  const actor = { type: 'admin', adminUserId, username, role: 'owner', sessionId: uuidV7() };
  return { ...ctx, actor: { ...actor, provedAt: ctx.now() } as AdminActor };
}

async function findConversation(
  ctx: ServiceContext,
  lead: { orderId: string } | { messageId: string },
) {
  const { id, tokenVersion } = await readRow(ctx.db, 'conversations', ['id', 'tokenVersion'], lead);
  return { conversationId: id, token: trackingTokenOf(ctx, { id, tokenVersion }) };
}

/** A message that came by the form. */
export async function sendMessage(
  ctx: ServiceContext,
  email = `${randomUUID()}@example.com`,
  signals = {},
) {
  const input = buildMessageInput({ email });
  const { id } = await createMessage(ctx, { input, idempotencyKey: null, signals });
  return { id, email, ...(await findConversation(ctx, { messageId: id })) };
}

/** An order with a file that came by the form. */
export async function sendOrder(ctx: ServiceContext, email = `${randomUUID()}@example.com`) {
  const idempotencyKey = randomUUID();
  const file = { formKey: idempotencyKey, fileName: 'Plan für Özlem.pdf' };
  const { path } = await uploadAttachment(ctx, { ...file, content: Readable.from([PDF]) });
  const input = buildOrderInput({ email });
  const { id, reference } = await createOrder(ctx, { input, filePaths: [path], idempotencyKey });
  return { id, reference, email, path, ...(await findConversation(ctx, { orderId: id })) };
}

/** The code of the newest mail in which somebody was asked to confirm something. */
export async function codeOfRequest(
  ctx: ServiceContext,
  conversationId: string,
  kind: RequestKind,
): Promise<string> {
  const request = { conversationId, kind };
  const requests = await readRows(ctx.db, 'trackingRequests', ['id'], request, 'createdAt');
  return codeOf(ctx.trackKey, requests.at(-1)?.id ?? '');
}

/** Asks for a mail that the visitor has to confirm; returns its code. */
export async function askForCode(
  ctx: ServiceContext,
  { token, conversationId }: { token: string; conversationId: string },
  kind: 'person-export' | 'person-erasure',
): Promise<string> {
  await askForPerson(ctx, token, kind);
  return codeOfRequest(ctx, conversationId, kind);
}

/** Has the visitor change their address, and confirm the new one. */
export async function changeEmail(
  ctx: ServiceContext,
  { token, conversationId }: { token: string; conversationId: string },
  email = `${randomUUID()}@example.org`,
): Promise<void> {
  await askForEmailChange(ctx, token, email);
  await confirmRequest(ctx, await codeOfRequest(ctx, conversationId, 'email'));
}

/** Asks for the erasure of an enquiry by its visitor, and confirms it. */
export async function eraseByVisitor(
  ctx: ServiceContext,
  { token, conversationId }: { token: string; conversationId: string },
) {
  await askForErasure(ctx, token);
  return confirmRequest(ctx, await codeOfRequest(ctx, conversationId, 'erasure'));
}
