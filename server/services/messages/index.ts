import { v7 as uuidV7, validate as isUuid } from 'uuid';
import type { ServiceContext } from '#server/context/context.ts';
import { TEAM_RECIPIENT } from '#server/mail/outbox/outbox.ts';
import { startConversation } from '#server/services/conversations/index.ts';
import { hashBody, replayOf } from '#server/services/idempotency/index.ts';
import {
  countFailure,
  detectSpam,
  findPromisedDeadline,
  findRepeatedTrackingPath,
  isRecentLead,
  newTrackingPath,
} from '#server/services/leads/index.ts';
import { findContent } from '#server/services/site-content/index.ts';
import type { FormSignals } from '#shared/forms/schema.ts';
import type { MessageInput } from '#shared/messages/schema.ts';
import { insertMessage } from './insert-message.ts';

export { messages } from './admin.ts';

export async function isRecentMessage(ctx: ServiceContext, id: string): Promise<boolean> {
  return isUuid(id) && isRecentLead(ctx, ['contact_messages', 'id', id]);
}

export async function findMessageDeadline(ctx: ServiceContext, id: string): Promise<Date | null> {
  return isUuid(id) ? findPromisedDeadline(ctx, ['contact_messages', 'id', id]) : null;
}

type NewMessage = {
  input: MessageInput;
  /** Null: every call is its own message. */
  idempotencyKey: string | null;
  signals?: FormSignals;
};

type AcceptedMessage = { id: string; trackingPath: string | null; isReplay: boolean };

/** Idempotent per key; committed when it resolves. */
export function createMessage(ctx: ServiceContext, message: NewMessage): Promise<AcceptedMessage> {
  return countFailure(ctx, 'message', () => acceptMessage(ctx, message));
}

async function acceptMessage(
  ctx: ServiceContext,
  { input, idempotencyKey, signals = {} }: NewMessage,
): Promise<AcceptedMessage> {
  const id = uuidV7();
  const payload = { messageId: id };
  const { suspectReasons, mails, countAccepted } = detectSpam(ctx, {
    kind: 'message',
    text: input.message,
    signals,
    submission: idempotencyKey ?? id,
    notice: { kind: 'messages.notify-team', recipient: TEAM_RECIPIENT, payload },
    confirmation: { kind: 'messages.confirmation', recipient: input.email, payload },
  });
  const requestHash = idempotencyKey === null ? null : hashBody(input);
  const conversation = await startConversation(ctx, {
    isSuspect: suspectReasons.length > 0,
    signals,
  });

  const { messagePrefix } = await findContent(ctx, 'company');
  const isWritten = await insertMessage(ctx.db, {
    id,
    referencePrefix: messagePrefix,
    idempotencyKey,
    requestHash,
    input,
    suspectReasons,
    conversation,
    mails,
  });
  function accept() {
    countAccepted();
    return { id, trackingPath: newTrackingPath(ctx, conversation), isReplay: false };
  }

  if (isWritten) return accept();
  const earlier = await ctx.db
    .selectFrom('contactMessages')
    .select(['id', 'requestHash'])
    .where((where) =>
      where.or([where('id', '=', id), where('idempotencyKey', '=', idempotencyKey)]),
    )
    // Waits for a synchronous standby, as a write does: the first try may have ended before.
    .forKeyShare()
    .executeTakeFirst();
  // An earlier try of this call whose connection was lost.
  if (earlier?.id === id) return accept();
  if (requestHash === null) throw new Error('a message without a key cannot conflict');
  const first = replayOf(earlier, requestHash).id;
  const path = await findRepeatedTrackingPath(ctx, ['messageId', first], idempotencyKey);
  return { id: first, trackingPath: path, isReplay: true };
}
