import { hash } from 'node:crypto';
import { type ServiceContext, type Transaction, withTransaction } from '#server/context/context.ts';
import { announceChange } from '#server/db/announce.ts';
import { ServiceError } from '#server/core/errors.ts';
import {
  type Conversation,
  insertEntry,
  isReplay,
  lockConversation,
  describeLeftOut,
  recordInbound,
  resumeConversation,
  withdrawConversation,
} from '#server/services/conversations/index.ts';
import { findSuspicion } from '#server/services/leads/index.ts';
import type { FormSignals } from '#shared/forms/schema.ts';
import { TRACKING_MESSAGES as messages } from '#shared/tracking/messages.ts';
import type { Correction } from '#shared/tracking/schema.ts';
import { CORRECTION_LABELS } from '#shared/tracking/values.ts';
import { contactOf, findTracked, isClosed, isSuspect, readLeads, type Tracked } from './find.ts';

const MAX_WORDS_A_DAY = 50;
const DAY_MS = 24 * 60 * 60 * 1_000;

function gone(): ServiceError {
  return new ServiceError('NOT_FOUND', messages.gone);
}

export async function changeTracked<T>(
  ctx: ServiceContext,
  token: string,
  work: (tx: Transaction, tracked: Tracked) => Promise<T>,
): Promise<T> {
  return withTransaction(ctx, async (tx) => {
    const found = await findTracked({ ...ctx, db: tx }, token);
    if (!found) throw gone();
    const leads = await readLeads(tx, found.conversation, { isLocked: true });
    const conversation = await lockConversation(tx, { id: found.conversation.id });
    const isRevoked = conversation.tokenVersion !== found.conversation.tokenVersion;
    if (isRevoked || (!leads.order && !leads.message)) throw gone();
    return work(tx, { conversation, ...leads });
  });
}

/** Same form, same id; no form can name an entry of another conversation. */
export function wordIdOf(conversationId: string, formKey: string): string {
  const bytes = hash('sha256', `${conversationId}:${formKey}`, 'buffer');
  // RFC 9562, version 8.
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

type Word = {
  id: string;
  body: string;
  filePaths: readonly string[];
  leftOutFiles?: readonly string[];
  signals: FormSignals;
};

async function rejectFlood(ctx: ServiceContext, tx: Transaction, { conversation }: Tracked) {
  const { count } = await tx
    .selectFrom('conversationEntries')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('conversationId', '=', conversation.id)
    .where('via', '=', 'page')
    .where('createdAt', '>', new Date(ctx.now().getTime() - DAY_MS))
    .executeTakeFirstOrThrow();
  if (count >= MAX_WORDS_A_DAY) {
    throw new ServiceError('RATE_LIMITED', messages.tooManyWords);
  }
}

/** Idempotent. Spam suspicion is only recorded: the writer has the link. */
export async function addWord(ctx: ServiceContext, token: string, word: Word): Promise<void> {
  const { id, body, filePaths, leftOutFiles, signals } = word;
  const reasons = findSuspicion(ctx, { text: body, signals, submission: id });
  await changeTracked(ctx, token, async (tx, tracked) => {
    const { conversation } = tracked;
    if (await isReplay(tx, conversation, { id, kind: 'inbound', body })) return;
    await rejectFlood(ctx, tx, tracked);
    await recordInbound(
      { ...ctx, db: tx },
      { id: conversation.id },
      {
        id,
        via: 'page',
        body,
        isSuspect: isSuspect(tracked),
        detail: {
          ...(reasons.length > 0 && { suspectReasons: reasons }),
          ...describeLeftOut(leftOutFiles),
        },
        files: { formKey: id, paths: filePaths },
      },
    );
    if (reasons.length > 0) ctx.recordSpam?.();
  });
}

export async function correctContact(
  ctx: ServiceContext,
  token: string,
  correction: Correction,
): Promise<void> {
  await changeTracked(ctx, token, async (tx, tracked) => {
    const { conversation, order, message } = tracked;
    const before = contactOf(tracked);
    const changed = (['name', 'phone', 'company'] as const).filter(
      (name) => correction[name] !== undefined && (correction[name] ?? null) !== before[name],
    );
    if (changed.length === 0) return;
    const { name, phone, company } = correction;
    if (order) {
      await tx
        .updateTable('orders')
        .set({ fullName: name, phone: phone ?? null, company: company ?? null })
        .where('id', '=', order.id)
        .execute();
      await announceChange(tx, 'orders');
    }
    if (message) {
      await tx.updateTable('contactMessages').set({ name }).where('id', '=', message.id).execute();
      await announceChange(tx, 'contact_messages');
    }
    const lines = changed.map((field): CorrectedLine => [
      field,
      before[field],
      correction[field] ?? null,
    ]);
    await recordCorrection(ctx, tx, conversation, lines);
  });
}

type CorrectedLine = [
  field: keyof typeof CORRECTION_LABELS,
  before: string | null,
  after: string | null,
];

export function describeCorrection(lines: readonly CorrectedLine[]): string {
  return lines
    .map(
      ([field, before, after]) => `${CORRECTION_LABELS[field]}: ${before ?? '–'} → ${after ?? '–'}`,
    )
    .join('\n');
}

/** Cancels an erasure that the former address was asked to confirm. */
export async function setEmail(
  tx: Transaction,
  { conversation, order, message }: Tracked,
  email: string,
): Promise<void> {
  if (order) {
    await tx.updateTable('orders').set({ email }).where('id', '=', order.id).execute();
    await announceChange(tx, 'orders');
  }
  if (message) {
    await tx.updateTable('contactMessages').set({ email }).where('id', '=', message.id).execute();
    await announceChange(tx, 'contact_messages');
  }
  await tx
    .deleteFrom('trackingRequests')
    .where('conversationId', '=', conversation.id)
    .where('kind', '=', 'erasure')
    .where('confirmedAt', 'is', null)
    .execute();
}

export async function recordCorrection(
  ctx: ServiceContext,
  tx: Transaction,
  conversation: Conversation,
  lines: readonly CorrectedLine[],
): Promise<void> {
  const formerEmail = lines.find(([field]) => field === 'email')?.[1];
  await insertEntry(tx, conversation, {
    kind: 'corrected',
    via: 'page',
    body: describeCorrection(lines),
    detail: formerEmail ? { formerEmail } : {},
    createdAt: ctx.now(),
  });
  await announceChange(tx, 'conversations');
}

export async function withdraw(ctx: ServiceContext, token: string): Promise<void> {
  await changeTracked(ctx, token, (tx, { conversation }) =>
    withdrawConversation(ctx, tx, conversation),
  );
}

/** Restarts the deadline of an unanswered enquiry. */
export async function resume(ctx: ServiceContext, token: string): Promise<void> {
  await changeTracked(ctx, token, (tx, tracked) => {
    const isOpen = !isClosed(tracked) && !isSuspect(tracked);
    return resumeConversation(ctx, tx, tracked.conversation, { isOpen });
  });
}
