import { type RawBuilder, sql } from 'kysely';
import { type ServiceContext, type Transaction, withTransaction } from '#server/context/context.ts';
import { announceChange } from '#server/db/announce.ts';
import { enqueueMails, TEAM_RECIPIENT } from '#server/mail/outbox/outbox.ts';
import { findOfficeHours } from '#server/services/site-settings/index.ts';
import { waitsSince } from './deadline.ts';
import { ORDER_MESSAGES } from '#shared/orders/messages.ts';
import { insertEntry, type NewEntry, wordTime } from './entries.ts';
import { attachFiles } from './entry-files.ts';
import { type InboundMark } from '#shared/mails/inbound-messages.ts';
import { type Conversation, type ConversationRef, lockConversation } from './lock.ts';
import { updateConversation } from './change.ts';

type Inbound = {
  /** Set where the same entry may come again. */
  id?: string;
  via: 'mail' | 'page';
  body: string;
  quoted?: string | null;
  /** Makes recording an email idempotent. */
  mailMessageId?: string | null;
  detail?: InboundDetail;
  files?: { formKey: string; paths: readonly string[] };
  isSuspect?: boolean;
};

export type InboundDetail = {
  otherAddress?: string;
  rejectedFiles?: readonly { name: string; reason: string }[];
  marks?: readonly InboundMark[];
  omissions?: readonly { name: string; reason: string }[];
  filesPending?: true;
  suspectReasons?: readonly string[];
};

export type InboundSender = Pick<InboundDetail, 'otherAddress' | 'marks'>;

export function describeLeftOut(names: readonly string[] = []): InboundDetail {
  const rejectedFiles = names.map((name) => ({
    name: name.replaceAll(INVISIBLE, '').slice(0, 255).toWellFormed(),
    reason: ORDER_MESSAGES.fileLeftOut,
  }));
  return names.length > 0 ? { rejectedFiles } : {};
}

/** Records once which files did not fit; changes neither deadline nor team email. */
export async function recordLeftOutFiles(
  ctx: ServiceContext,
  orderId: string,
  names: readonly string[] = [],
): Promise<void> {
  if (names.length === 0) return;
  const entry = { kind: 'inbound', via: 'page', createdAt: ctx.now() } as const;
  await insertUnless(
    ctx,
    { orderId },
    { ...entry, detail: describeLeftOut(names) },
    // Follow-ups and emails have a body, possibly empty.
    sql<boolean>`body is null`,
  );
}

async function insertUnless(
  ctx: ServiceContext,
  ref: ConversationRef,
  entry: NewEntry,
  isSame: RawBuilder<boolean>,
): Promise<void> {
  await withTransaction(ctx, async (tx) => {
    const conversation = await lockConversation(tx, ref);
    const earlier = await tx
      .selectFrom('conversationEntries')
      .select('id')
      .where('conversationId', '=', conversation.id)
      .where('kind', '=', entry.kind)
      .where(isSame)
      .executeTakeFirst();
    if (earlier) return;
    await insertEntry(tx, conversation, entry);
    await announceChange(tx, 'conversations');
  });
}

type Recorded = { conversationId: string; entryId: string };

/** The team is notified once per burst. */
const BURST_MS = 15 * 60_000;
const HOUR_MS = 60 * 60_000;
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** Starts the deadline and notifies the team. Returns null when the email is already recorded. */
export async function recordInbound(
  ctx: ServiceContext,
  ref: ConversationRef,
  { files, isSuspect = false, ...inbound }: Inbound,
): Promise<Recorded | null> {
  return withTransaction(ctx, async (tx) => {
    const conversation = await lockConversation(tx, ref);
    const createdAt = wordTime(ctx.now(), conversation);
    const entry = { kind: 'inbound', createdAt, ...inbound } as const;
    const entryId = await insertEntry(tx, conversation, entry);
    if (entryId === null) return null;
    if (files) await attachFiles(tx, { ...files, entryId });
    if (isSuspect) {
      await announceChange(tx, 'conversations');
      return { conversationId: conversation.id, entryId };
    }
    await updateConversation(tx, conversation, {
      lastWord: 'visitor',
      lastWordAt: createdAt,
      snoozedUntil: null,
      withdrawnAt: null,
      ...(conversation.dueAt
        ? {}
        : waitsSince(createdAt, await findOfficeHours({ ...ctx, db: tx }))),
    });
    await notifyTeam(ctx, tx, conversation);
    return { conversationId: conversation.id, entryId };
  });
}

async function notifyTeam(
  ctx: ServiceContext,
  tx: Transaction,
  { id: conversationId, dueAt }: Conversation,
): Promise<void> {
  const earlier = await tx
    .selectFrom('outboxMails')
    .select('id')
    .where('conversationId', '=', conversationId)
    .where('kind', '=', 'conversations.team')
    .where('createdAt', '>', new Date(ctx.now().getTime() - BURST_MS))
    .executeTakeFirst();
  // Already notified, and not answered since.
  if (earlier && dueAt !== null) return;
  const payload = { conversationId };
  await enqueueMails(tx, [{ kind: 'conversations.team', recipient: TEAM_RECIPIENT, payload }], {
    conversationId,
  });
}

type LateFiles = Required<Pick<Inbound, 'files'>> &
  Required<Pick<InboundDetail, 'rejectedFiles'>> & { entryId: string };

export async function recordLateFiles(
  ctx: ServiceContext,
  { entryId, files, rejectedFiles }: LateFiles,
): Promise<void> {
  const rejected = JSON.stringify(rejectedFiles.length > 0 ? { rejectedFiles } : {});
  await withTransaction(ctx, async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('conversationEntries')
      .set({ detail: sql`detail - '{filesPending,rejectedFiles}'::text[] || ${rejected}::jsonb` })
      .where('id', '=', entryId)
      .where(sql<boolean>`detail ? 'filesPending'`)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return;
    await attachFiles(tx, { ...files, entryId });
    await announceChange(tx, 'conversations');
  });
}

/** An automatic reply starts no deadline and notifies no one. */
export async function recordAutoReply(
  ctx: ServiceContext,
  ref: ConversationRef,
  autoReply: Pick<Inbound, 'body' | 'quoted' | 'mailMessageId' | 'detail'>,
): Promise<Recorded | null> {
  return withTransaction(ctx, async (tx) => {
    const conversation = await lockConversation(tx, ref);
    const createdAt = ctx.now();
    const entry = { kind: 'auto-reply', via: 'mail', createdAt, ...autoReply } as const;
    const entryId = await insertEntry(tx, conversation, entry);
    if (entryId === null) return null;
    await announceChange(tx, 'conversations');
    return { conversationId: conversation.id, entryId };
  });
}

export async function recordLeftOut(
  ctx: ServiceContext,
  ref: ConversationRef,
  body: string,
): Promise<void> {
  const createdAt = ctx.now();
  const since = new Date(createdAt.getTime() - HOUR_MS);
  await insertUnless(
    ctx,
    ref,
    { kind: 'emails-left-out', via: 'mail', body, createdAt },
    sql<boolean>`body = ${body} and created_at > ${since}`,
  );
}
