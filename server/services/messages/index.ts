import { v7 as uuidV7 } from 'uuid';
import type { Transaction } from 'kysely';
import { type ServiceContext, withTransaction } from '#server/context.ts';
import type { DB } from '#server/db/types.ts';
import { enqueueMail, TEAM_RECIPIENT } from '#server/mail/outbox.ts';
import { acceptOnce } from '#server/services/idempotency/index.ts';
import { judgeForm } from '#server/services/leads/index.ts';
import type { FormSignals } from '#shared/forms-schema.ts';
import type { MessageInput } from '#shared/messages.ts';

export { updateMessage, updateMessageStatuses } from './admin-change.ts';
export { getMessage } from './admin-detail.ts';
export { exportMessages } from './admin-export.ts';
export { countMessages, listMessages, type MessageFilter } from './admin-list.ts';

type NewMessage = {
  input: MessageInput;
  /** Without a key every call is a message of its own. */
  idempotencyKey: string | null;
  signals?: FormSignals;
};

/** Accepts a contact message once per key; the row and its mails are committed when this resolves. */
export async function createMessage(
  ctx: ServiceContext,
  { input, idempotencyKey, signals = {} }: NewMessage,
): Promise<{ id: string; isReplay: boolean }> {
  const suspectReasons = judgeForm(ctx, {
    text: input.message,
    signals,
    submission: idempotencyKey ?? uuidV7(),
  });
  const isSuspect = suspectReasons.length > 0;

  function count(): void {
    ctx.countLead('message');
    if (isSuspect) ctx.noteSuspect?.();
  }

  async function accept(
    tx: Transaction<DB>,
    requestHash: Buffer | null,
  ): Promise<{ id: string } | null> {
    const message = await tx
      .insertInto('contactMessages')
      .values({
        id: uuidV7(),
        idempotencyKey,
        requestHash,
        name: input.name,
        email: input.email,
        message: input.message,
        isSuspect,
        suspectReasons,
      })
      .onConflict((conflict) => conflict.column('idempotencyKey').doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!message) return null;
    const payload = { messageId: message.id };
    await enqueueMail(tx, { kind: 'messages.notify-team', recipient: TEAM_RECIPIENT, payload });
    // A suspect sender may have typed a stranger's address.
    if (!isSuspect) {
      await enqueueMail(tx, { kind: 'messages.confirmation', recipient: input.email, payload });
    }
    return message;
  }

  if (idempotencyKey === null) {
    const message = await withTransaction(ctx, (tx) => accept(tx, null));
    if (!message) throw new Error('a message without a key cannot conflict');
    count();
    return { ...message, isReplay: false };
  }

  const { accepted, isReplay } = await acceptOnce(ctx, {
    scope: 'messages',
    key: idempotencyKey,
    body: input,
    find: (tx) =>
      tx
        .selectFrom('contactMessages')
        .select(['id', 'requestHash'])
        .where('idempotencyKey', '=', idempotencyKey)
        .executeTakeFirst(),
    accept,
  });
  if (!isReplay) count();
  return { id: accepted.id, isReplay };
}
