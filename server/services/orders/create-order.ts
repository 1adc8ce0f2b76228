import { sql } from 'kysely';
import { v7 as uuidV7 } from 'uuid';
import type { ServiceContext } from '#server/context.ts';
import { ServiceError } from '#server/errors.ts';
import { type Mail, mailsOfRecord, TEAM_RECIPIENT } from '#server/mail/outbox.ts';
import { hashBody, locksKey, replayOf } from '#server/services/idempotency/index.ts';
import { judgeForm } from '#server/services/leads/index.ts';
import type { FormSignals } from '#shared/forms-schema.ts';
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

type Outcome = { isAccepted: boolean; hasKey: boolean; fileCount: number; fileBytes: number };

const REFERENCE_ATTEMPTS = 5;

/** Accepts an order once per key; the row, its files and its mails are committed when this resolves. */
export async function createOrder(
  ctx: ServiceContext,
  { input, filePaths, idempotencyKey, signals = {} }: NewOrder,
  createReference: () => string = createOrderReference,
): Promise<{ id: string; reference: string; isReplay: boolean }> {
  if (filePaths.length > MAX_ORDER_FILES) throw unacceptableFiles(ORDER_MESSAGES.tooManyFiles);
  const suspectReasons = judgeForm(ctx, {
    text: input.projectDescription,
    signals,
    submission: idempotencyKey,
  });
  const isSuspect = suspectReasons.length > 0;

  const id = uuidV7();
  const payload = { orderId: id };
  const mails: Mail[] = [
    { kind: 'orders.notify-team', recipient: TEAM_RECIPIENT, payload },
    // A suspect sender may have typed a stranger's address.
    ...(isSuspect
      ? []
      : [{ kind: 'orders.confirmation' as const, recipient: input.email, payload }]),
  ];
  const requestHash = hashBody({ input, filePaths });

  // One statement, so that an order costs one round trip to the database. Without the lock it waits for nothing.
  async function insertAs(reference: string): Promise<Outcome> {
    const { rows } = await sql<Outcome>`
      with lock as materialized (
        select ${locksKey('orders', idempotencyKey)} as has_key
      ), files as materialized (
        select id, size_bytes from order_attachments
        where (select has_key from lock) and path = any(${filePaths})
          and form_key = ${idempotencyKey} and status = 'staged'
        order by id
        for update
      ), record as (
        insert into orders (
          id, reference, idempotency_key, request_hash, full_name, email, phone, company,
          service_type, project_description, desired_features, estimated_budget, target_timeline,
          required_languages, file_urls, terms_version, terms_accepted_at, is_suspect,
          suspect_reasons
        )
        select ${id}, ${reference}, ${idempotencyKey}, ${requestHash}, ${input.fullName},
          ${input.email}, ${input.phone}, ${input.company}, ${input.serviceType},
          ${input.projectDescription}, ${input.desiredFeatures}, ${input.estimatedBudget},
          ${input.targetTimeline}, ${input.requiredLanguages}, ${filePaths}, ${TERMS_VERSION},
          ${ctx.now()}, ${isSuspect}, ${suspectReasons}
        from lock cross join (select count(*), sum(size_bytes) as bytes from files) as claim
        where has_key and claim.count = ${filePaths.length}
          and coalesce(claim.bytes, 0) <= ${MAX_ORDER_FILES_BYTES}
        on conflict do nothing
        returning id
      ), claimed as (
        update order_attachments set status = 'claimed', order_id = record.id
        from record cross join files
        where order_attachments.id = files.id
      ), mails as (${mailsOfRecord(mails)})
      select exists (select from record) as is_accepted, (select has_key from lock),
        count(*) as file_count, coalesce(sum(size_bytes), 0) as file_bytes
      from files
    `.execute(ctx.db);
    const [outcome] = rows;
    if (!outcome) throw new Error('an order got no answer');
    return outcome;
  }

  for (let attempt = 0; attempt < REFERENCE_ATTEMPTS; attempt += 1) {
    const reference = createReference();
    const { isAccepted, hasKey, fileCount, fileBytes } = await insertAs(reference);
    if (isAccepted) {
      ctx.countLead('order');
      if (isSuspect) ctx.noteSuspect?.();
      return { id, reference, isReplay: false };
    }
    const earlier = await ctx.db
      .selectFrom('orders')
      .select(['id', 'reference', 'requestHash'])
      .where('idempotencyKey', '=', idempotencyKey)
      .executeTakeFirst();
    // Without the lock as well: its holder may be a repetition of what was accepted long ago.
    if (earlier || !hasKey) {
      const first = replayOf(earlier, requestHash);
      return { id: first.id, reference: first.reference, isReplay: true };
    }
    if (fileCount !== filePaths.length) throw unacceptableFiles(ORDER_MESSAGES.fileGone);
    if (fileBytes > MAX_ORDER_FILES_BYTES) throw unacceptableFiles(ORDER_MESSAGES.filesTooLarge);
  }
  throw new Error(`no free order reference after ${REFERENCE_ATTEMPTS} attempts`);
}

function unacceptableFiles(message: string): ServiceError {
  return new ServiceError('VALIDATION', message, { fileUrls: message });
}
