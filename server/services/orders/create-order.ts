import type { Transaction } from 'kysely';
import { v7 as uuidV7 } from 'uuid';
import type { ServiceContext } from '#server/context.ts';
import type { DB } from '#server/db/types.ts';
import { ServiceError } from '#server/errors.ts';
import { enqueueMails, TEAM_RECIPIENT } from '#server/mail/outbox.ts';
import { acceptOnce } from '#server/services/idempotency/index.ts';
import { judgeForm } from '#server/services/leads/index.ts';
import type { FormSignals } from '#shared/forms-schema.ts';
import type { SuspectReason } from '#shared/leads.ts';
import {
  MAX_ORDER_FILES,
  MAX_ORDER_FILES_BYTES,
  ORDER_MESSAGES,
  type OrderInput,
} from '#shared/orders.ts';
import { TERMS_VERSION } from '#shared/policies.ts';
import { createOrderReference } from './order-reference.ts';

type NewOrder = {
  input: OrderInput;
  /** The paths of the form's attachments, in the order of the form. */
  filePaths: string[];
  /** Also the form key under which the attachments were stored. */
  idempotencyKey: string;
  signals?: FormSignals;
};

type AcceptedOrder = { id: string; reference: string };

const REFERENCE_ATTEMPTS = 5;

/** Accepts an order once per key; the row, its files and its mails are committed when this resolves. */
export async function createOrder(
  ctx: ServiceContext,
  order: NewOrder,
  createReference: () => string = createOrderReference,
): Promise<AcceptedOrder & { isReplay: boolean }> {
  const { input, filePaths, idempotencyKey, signals = {} } = order;
  const suspectReasons = judgeForm(ctx, {
    text: input.projectDescription,
    signals,
    submission: idempotencyKey,
  });
  const isSuspect = suspectReasons.length > 0;
  const { accepted, isReplay } = await acceptOnce<AcceptedOrder>(ctx, {
    scope: 'orders',
    key: idempotencyKey,
    body: { input, filePaths },
    find: (tx) =>
      tx
        .selectFrom('orders')
        .select(['id', 'reference', 'requestHash'])
        .where('idempotencyKey', '=', idempotencyKey)
        .executeTakeFirst(),
    async accept(tx, requestHash) {
      if (filePaths.length > MAX_ORDER_FILES) throw unacceptableFiles(ORDER_MESSAGES.tooManyFiles);
      const accepted = await insertOrder(
        ctx,
        tx,
        { ...order, suspectReasons },
        requestHash,
        createReference,
      );
      if (!accepted) return null;
      await claimAttachments(tx, accepted.id, order);
      const payload = { orderId: accepted.id };
      await enqueueMails(tx, [
        { kind: 'orders.notify-team', recipient: TEAM_RECIPIENT, payload },
        // A suspect sender may have typed a stranger's address.
        ...(isSuspect
          ? []
          : [{ kind: 'orders.confirmation' as const, recipient: input.email, payload }]),
      ]);
      return accepted;
    },
  });
  if (!isReplay) ctx.countLead('order');
  if (!isReplay && isSuspect) ctx.noteSuspect?.();
  return { id: accepted.id, reference: accepted.reference, isReplay };
}

/** Answers null when an order with this key exists already. */
async function insertOrder(
  ctx: ServiceContext,
  tx: Transaction<DB>,
  {
    input,
    filePaths,
    idempotencyKey,
    suspectReasons,
  }: NewOrder & { suspectReasons: SuspectReason[] },
  requestHash: Buffer,
  createReference: () => string,
): Promise<AcceptedOrder | null> {
  for (let attempt = 0; attempt < REFERENCE_ATTEMPTS; attempt += 1) {
    const inserted = await tx
      .insertInto('orders')
      .values({
        id: uuidV7(),
        reference: createReference(),
        idempotencyKey,
        requestHash,
        fullName: input.fullName,
        email: input.email,
        phone: input.phone,
        company: input.company,
        serviceType: input.serviceType,
        projectDescription: input.projectDescription,
        desiredFeatures: input.desiredFeatures,
        estimatedBudget: input.estimatedBudget,
        targetTimeline: input.targetTimeline,
        requiredLanguages: input.requiredLanguages,
        fileUrls: filePaths,
        termsVersion: TERMS_VERSION,
        termsAcceptedAt: ctx.now(),
        isSuspect: suspectReasons.length > 0,
        suspectReasons,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning(['id', 'reference'])
      .executeTakeFirst();
    if (inserted) return inserted;
    const earlier = await tx
      .selectFrom('orders')
      .select('id')
      .where('idempotencyKey', '=', idempotencyKey)
      .executeTakeFirst();
    if (earlier) return null;
  }
  throw new Error(`no free order reference after ${REFERENCE_ATTEMPTS} attempts`);
}

async function claimAttachments(
  tx: Transaction<DB>,
  orderId: string,
  { filePaths, idempotencyKey }: NewOrder,
): Promise<void> {
  if (filePaths.length === 0) return;
  const claimed = await tx
    .updateTable('orderAttachments')
    .set({ status: 'claimed', orderId })
    .where('path', 'in', filePaths)
    .where('formKey', '=', idempotencyKey)
    .where('status', '=', 'staged')
    .returning('sizeBytes')
    .execute();
  if (claimed.length !== filePaths.length) throw unacceptableFiles(ORDER_MESSAGES.fileGone);
  const bytes = claimed.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  if (bytes > MAX_ORDER_FILES_BYTES) throw unacceptableFiles(ORDER_MESSAGES.filesTooLarge);
}

function unacceptableFiles(message: string): ServiceError {
  return new ServiceError('VALIDATION', message, { fileUrls: message });
}
