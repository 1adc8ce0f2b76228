import { sql } from 'kysely';
import type { ServiceContext } from '#server/context/context.ts';
import { ServiceError } from '#server/core/errors.ts';
import { TEAM_RECIPIENT } from '#server/mail/outbox/outbox.ts';
import { UNDO_MS } from '#shared/conversations/values.ts';
import { pickStored } from '#shared/forms/values.ts';
import { MESSAGE_FIELDS } from '#shared/messages/values.ts';
import { ORDER_FIELDS } from '#shared/orders/values.ts';
import { TRACKING_MESSAGES as messages } from '#shared/tracking/messages.ts';
import {
  findEnd,
  findShownDeadlines,
  findTracked,
  findTrackedById,
  type Tracked,
} from '#server/services/tracking/index.ts';

/** Internal entries are not the visitor's data. */
const THEIR_KINDS = [
  'inbound',
  'auto-reply',
  'reply',
  'withdrawn',
  'resumed',
  'corrected',
  'restored',
  'readdressed',
];

/** Entries in memory, each up to 100,000 characters. */
const BATCH = 10;

async function* writeArray(batches: AsyncIterable<object[]>): AsyncGenerator<string> {
  let before = '[';
  for await (const rows of batches) {
    for (const row of rows) {
      yield `${before}\n    ${JSON.stringify(row)}`;
      before = ',';
    }
  }
  yield before === '[' ? '[]' : '\n  ]';
}

/** Streams the JSON of docs/visitors-page.md, without internal notes and data against abuse. */
export async function* writeHeldData(ctx: ServiceContext, token: string): AsyncGenerator<string> {
  const tracked = await findTracked(ctx, token);
  if (!tracked) throw new ServiceError('NOT_FOUND', messages.gone);
  yield* writeTracked(ctx, tracked);
}

/** Without a token; empty when the enquiry is gone. */
export async function* writeHeldEnquiry(
  ctx: ServiceContext,
  conversationId: string,
): AsyncGenerator<string> {
  const tracked = await findTrackedById(ctx, conversationId);
  if (tracked) yield* writeTracked(ctx, tracked);
}

async function* writeTracked(ctx: ServiceContext, tracked: Tracked): AsyncGenerator<string> {
  yield JSON.stringify(await presentHead(ctx, tracked), null, 2).replace(/\n\}$/, '');
  const lists = {
    entries: readEntries,
    files: readFiles,
    mails: readMails,
    requests: readRequests,
  };
  for (const [name, read] of Object.entries(lists)) {
    yield `,\n  "${name}": `;
    yield* writeArray(read(ctx, tracked));
  }
  yield '\n}\n';
}

/** A reply that can still be undone is not shown yet. */
function selectEntries(ctx: ServiceContext, { conversation }: Tracked) {
  const undoneUntil = new Date(ctx.now().getTime() - UNDO_MS);
  return ctx.db
    .selectFrom('conversationEntries')
    .where('conversationId', '=', conversation.id)
    .where('kind', 'in', THEIR_KINDS)
    .where((where) =>
      where.or([where('kind', '<>', 'reply'), where('createdAt', '<=', undoneUntil)]),
    );
}

async function* readEntries(ctx: ServiceContext, tracked: Tracked) {
  let last = { createdAt: new Date(0), id: '00000000-0000-0000-0000-000000000000' };
  for (;;) {
    const rows = await selectEntries(ctx, tracked)
      .select(['id', 'kind', 'via', 'body', 'quoted', 'createdAt'])
      .where(sql<boolean>`(created_at, id) > (${last.createdAt}, ${last.id})`)
      .orderBy('createdAt')
      .orderBy('id')
      .limit(BATCH)
      .execute();
    yield rows.map(({ kind, via, body, quoted, createdAt }) => ({
      kind,
      via,
      body: via === 'elsewhere' ? null : body,
      quoted,
      createdAt,
    }));
    const end = rows.at(-1);
    if (!end || rows.length < BATCH) return;
    last = end;
  }
}

function selectFiles(ctx: ServiceContext, tracked: Tracked) {
  return ctx.db
    .selectFrom('orderAttachments')
    .select([
      'id',
      'path',
      'entryId',
      'originalName',
      'contentType',
      'sizeBytes',
      'sha256',
      'createdAt',
    ])
    .where('status', '=', 'claimed')
    .where((where) =>
      where.or([
        where('orderId', '=', tracked.conversation.orderId),
        where('entryId', 'in', selectEntries(ctx, tracked).select('id')),
      ]),
    )
    .orderBy('id');
}

export type HeldFile = { path: string; name: string; sha256: string; createdAt: Date };

export async function listHeldFiles(
  ctx: ServiceContext,
  conversationId: string,
): Promise<HeldFile[]> {
  const tracked = await findTrackedById(ctx, conversationId);
  const files = tracked ? await selectFiles(ctx, tracked).execute() : [];
  return files.map(({ path, originalName, sha256, createdAt }) => ({
    path,
    name: originalName,
    sha256: sha256.toString('hex'),
    createdAt,
  }));
}

async function* readFiles(ctx: ServiceContext, tracked: Tracked) {
  const files = await selectFiles(ctx, tracked).execute();
  yield files.map(({ originalName, contentType, sizeBytes, sha256, entryId, createdAt }) => ({
    name: originalName,
    type: contentType,
    bytes: sizeBytes,
    sha256: sha256.toString('hex'),
    sentWith: entryId ? 'entry' : 'order',
    createdAt,
  }));
}

async function* readMails({ db }: ServiceContext, { conversation }: Tracked) {
  yield await db
    .selectFrom('outboxMails')
    .select(['kind', 'recipient', 'status', 'createdAt', 'sentAt', 'bouncedAt'])
    .where('conversationId', '=', conversation.id)
    .where('recipient', '<>', TEAM_RECIPIENT)
    .where('kind', 'not like', 'promise.%')
    .orderBy('createdAt')
    .execute();
}

async function* readRequests({ db }: ServiceContext, { conversation }: Tracked) {
  yield await db
    .selectFrom('trackingRequests')
    .select(['kind', 'email', 'createdAt', 'confirmedAt'])
    .where('conversationId', '=', conversation.id)
    .orderBy('createdAt')
    .execute();
}

async function presentHead(ctx: ServiceContext, tracked: Tracked) {
  const { conversation, order, message } = tracked;
  const { dueAt, promisedDueAt } = await findShownDeadlines(ctx, tracked);
  return {
    format: 1,
    exportedAt: ctx.now(),
    order: order && {
      reference: order.reference,
      receivedAt: order.createdAt,
      changedAt: order.updatedAt,
      retainedUntil: findEnd(tracked),
      status: order.status,
      ...pickStored(ORDER_FIELDS, order),
      termsVersion: order.termsVersion,
      termsAcceptedAt: order.termsAcceptedAt,
    },
    message: message && {
      reference: message.reference,
      receivedAt: message.createdAt,
      status: message.status,
      ...pickStored(MESSAGE_FIELDS, message),
      respondedAt: message.respondedAt,
      retainedUntil: conversation.heldAt ? null : message.retentionExpiresAt,
    },
    conversation: {
      promisedBy: promisedDueAt,
      responseDueAt: dueAt,
      firstResponseAt: conversation.firstResponseAt,
      withdrawnAt: conversation.withdrawnAt,
      sourcePage: conversation.sourcePage,
      landingPage: conversation.landingPage,
      referrer: conversation.referrer,
    },
  };
}
