import { sql } from 'kysely';
import { v7 as uuidV7 } from 'uuid';
import {
  requireAdmin,
  requireRecentProof,
  type ServiceContext,
  withTransaction,
} from '#server/context/context.ts';
import { announceChange } from '#server/db/announce.ts';
import { ServiceError } from '#server/core/errors.ts';
import { buildMessageReference } from '#server/lib/sql-text.ts';
import { logContactAccess } from '#server/services/contact-audit/index.ts';
import { insertEntry, lockConversation } from '#server/services/conversations/index.ts';
import { hashBody } from '#server/services/idempotency/index.ts';
import { messages } from '#server/services/messages/index.ts';
import { findContent } from '#server/services/site-content/index.ts';
import { describeCorrection, setEmail } from '#server/services/tracking/index.ts';
import { MESSAGE_ADMIN_MESSAGES } from '#shared/messages/messages.ts';
import { snakeCase } from '#shared/lib/case.ts';
import type { OrderInput } from '#shared/orders/schema.ts';
import { BUILT_IN_VERSION } from '#shared/site-settings/values.ts';
import { createReference, findChoiceError, REFERENCE_ATTEMPTS } from './create-order.ts';

/** Continues the message's conversation and removes its suspicion. Both get the order's address; a new one needs a fresh proof. Idempotent. */
export async function convertMessage(
  ctx: ServiceContext,
  messageId: string,
  input: OrderInput,
): Promise<{ id: string; reference: string }> {
  const { adminUserId } = requireAdmin(ctx);
  return withTransaction(ctx, async (tx) => {
    const message = await tx
      .selectFrom('contactMessages')
      .selectAll()
      .select(buildMessageReference().as('reference'))
      .where('id', '=', messageId)
      .forUpdate()
      .executeTakeFirstOrThrow(
        () => new ServiceError('NOT_FOUND', MESSAGE_ADMIN_MESSAGES.notFound),
      );
    const isReaddressed = input.email.toLowerCase() !== message.email.toLowerCase();
    if (isReaddressed) requireRecentProof(ctx, 'work');
    const conversation = await lockConversation(tx, { messageId });
    if (conversation.orderId !== null) {
      return tx
        .selectFrom('orders')
        .select(['id', 'reference'])
        .where('id', '=', conversation.orderId)
        .executeTakeFirstOrThrow();
    }
    const error = await findChoiceError(ctx, input, snakeCase);
    if (error) throw error;
    if (message.isSuspect) {
      // Before linking: then only the status of the order decides.
      await messages.update({ ...ctx, db: tx }, messageId, { isSuspect: false });
    }
    const { termsAccepted: _, ...entered } = input;
    const id = uuidV7();
    const { orderPrefix } = await findContent(ctx, 'company');
    for (let attempt = 0; attempt < REFERENCE_ATTEMPTS; attempt += 1) {
      const order = await tx
        .insertInto('orders')
        .values({
          ...entered,
          id,
          reference: createReference(orderPrefix),
          // Not the message's id: its sender knows it and may have used it as the key of an order.
          idempotencyKey: id,
          requestHash: hashBody(input),
          termsVersion: sql<string>`coalesce((select terms_version from site_settings), ${BUILT_IN_VERSION})`,
          termsAcceptedAt: ctx.now(),
          status: conversation.firstResponseAt === null ? 'new' : 'in-progress',
        })
        .onConflict((conflict) => conflict.column('reference').doNothing())
        .returning(['id', 'reference'])
        .executeTakeFirst();
      if (!order) continue;
      await tx
        .updateTable('conversations')
        .set({ orderId: id })
        .where('id', '=', conversation.id)
        .execute();
      if (isReaddressed) {
        await setEmail(tx, { conversation, order: undefined, message }, entered.email);
        await insertEntry(tx, conversation, {
          kind: 'readdressed',
          via: 'panel',
          adminUserId,
          body: describeCorrection([['email', message.email, entered.email]]),
          detail: { formerEmail: message.email },
          createdAt: ctx.now(),
        });
      }
      for (const table of ['orders', 'contact_messages', 'conversations']) {
        await announceChange(tx, table);
      }
      const fields = ['full_name', 'email', 'phone', 'company', 'project_description'];
      await logContactAccess(ctx, tx, { action: 'update', fields, messageId, orderId: id });
      return order;
    }
    throw new Error(`no free order reference after ${REFERENCE_ATTEMPTS} attempts`);
  });
}
