import { v7 as uuidV7 } from 'uuid';
import type { ServiceContext } from '#server/context/context.ts';
import { rejectField, ServiceError } from '#server/core/errors.ts';
import { randomText } from '#server/lib/random-text.ts';
import { TEAM_RECIPIENT } from '#server/mail/outbox/outbox.ts';
import { recordLeftOutFiles, startConversation } from '#server/services/conversations/index.ts';
import { hashBody, replayOf } from '#server/services/idempotency/index.ts';
import {
  countFailure,
  detectSpam,
  findRepeatedTrackingPath,
  newTrackingPath,
} from '#server/services/leads/index.ts';
import type { FormSignals } from '#shared/forms/schema.ts';
import { findContent } from '#server/services/site-content/index.ts';
import { findChoiceErrors } from '#shared/orders/choices.ts';
import { MAX_ORDER_FILES, MAX_ORDER_FILES_BYTES } from '#shared/orders/values.ts';
import { ORDER_MESSAGES } from '#shared/orders/messages.ts';
import type { OrderInput } from '#shared/orders/schema.ts';
import { insertOrder } from './insert-order.ts';

/** `trackingPath`: null when the link is only in the email. */
type AcceptedOrder = {
  id: string;
  reference: string;
  trackingPath: string | null;
  isReplay: boolean;
};

type NewOrder = {
  input: OrderInput;
  filePaths: string[];
  termsVersion?: string | undefined;
  leftOutFiles?: readonly string[];
  idempotencyKey: string;
  signals?: FormSignals;
};

export const REFERENCE_ATTEMPTS = 5;
// Crockford's base 32: no letter that can be misread on the phone.
const REFERENCE_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

export function createReference(prefix: string): string {
  return `${prefix}-${randomText(8, REFERENCE_ALPHABET)}`;
}

/** Idempotent per key; committed when it resolves. */
export function createOrder(
  ctx: ServiceContext,
  order: NewOrder,
  newReference = createReference,
): Promise<AcceptedOrder> {
  return countFailure(ctx, 'order', async () => {
    const accepted = await acceptOrder(ctx, order, newReference);
    // Also for a replay, whose first try may have ended earlier.
    await recordLeftOutFiles(ctx, accepted.id, order.leftOutFiles);
    return accepted;
  });
}

export async function findChoiceError(
  ctx: ServiceContext,
  input: OrderInput,
  nameField = (field: string) => field,
): Promise<ServiceError | null> {
  const errors = Object.entries(findChoiceErrors(await findContent(ctx, 'order-options'), input));
  if (errors.length === 0) return null;
  const fields = Object.fromEntries(errors.map(([field, text]) => [nameField(field), text]));
  return new ServiceError('VALIDATION', 'Please correct the marked fields.', fields);
}

function findEarlier({ db }: ServiceContext, idempotencyKey: string) {
  return (
    db
      .selectFrom('orders')
      .select(['id', 'reference', 'requestHash'])
      .where('idempotencyKey', '=', idempotencyKey)
      // Waits for a synchronous standby, as a write does: the first try may have ended before.
      .forKeyShare()
      .executeTakeFirst()
  );
}

async function acceptOrder(
  ctx: ServiceContext,
  { input, filePaths, termsVersion, idempotencyKey, signals = {} }: NewOrder,
  newReference: typeof createReference,
): Promise<AcceptedOrder> {
  if (filePaths.length > MAX_ORDER_FILES)
    throw rejectField('fileUrls', ORDER_MESSAGES.tooManyFiles);
  const error = await findChoiceError(ctx, input);
  // An option may have been archived since the first try was accepted.
  if (error && !(await findEarlier(ctx, idempotencyKey))) throw error;
  const id = uuidV7();
  const payload = { orderId: id };
  const { suspectReasons, mails, countAccepted } = detectSpam(ctx, {
    kind: 'order',
    text: input.projectDescription,
    signals,
    submission: idempotencyKey,
    notice: { kind: 'orders.notify-team', recipient: TEAM_RECIPIENT, payload },
    confirmation: { kind: 'orders.confirmation', recipient: input.email, payload },
  });
  const requestHash = hashBody({ input, filePaths });
  const conversation = await startConversation(ctx, {
    isSuspect: suspectReasons.length > 0,
    signals,
  });

  function accept(reference: string): AcceptedOrder {
    countAccepted();
    return { id, reference, trackingPath: newTrackingPath(ctx, conversation), isReplay: false };
  }

  const { orderPrefix } = await findContent(ctx, 'company');
  for (let attempt = 0; attempt < REFERENCE_ATTEMPTS; attempt += 1) {
    const reference = newReference(orderPrefix);
    const { isAccepted, hasKey, hasTerms, fileCount, fileBytes } = await insertOrder(ctx.db, {
      id,
      reference,
      idempotencyKey,
      requestHash,
      input,
      filePaths,
      acceptedAt: ctx.now(),
      termsVersion,
      suspectReasons,
      conversation,
      mails,
    });
    if (isAccepted) return accept(reference);
    const earlier = await findEarlier(ctx, idempotencyKey);
    // An earlier try of this call whose connection was lost.
    if (earlier?.id === id) return accept(earlier.reference);
    // Also without the lock: its holder may repeat an order accepted long ago.
    if (earlier || !hasKey) {
      const first = replayOf(earlier, requestHash);
      const ref = ['orderId', first.id] as const;
      const path = await findRepeatedTrackingPath(ctx, ref, idempotencyKey);
      return { id: first.id, reference: first.reference, trackingPath: path, isReplay: true };
    }
    if (!hasTerms) throw rejectField('termsAccepted', ORDER_MESSAGES.termsUnknown);
    if (fileCount !== filePaths.length) throw rejectField('fileUrls', ORDER_MESSAGES.fileGone);
    if (fileBytes > MAX_ORDER_FILES_BYTES)
      throw rejectField('fileUrls', ORDER_MESSAGES.filesTooLarge);
  }
  throw new Error(`no free order reference after ${REFERENCE_ATTEMPTS} attempts`);
}
