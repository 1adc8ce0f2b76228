import { sql } from 'kysely';
import type { ServiceContext } from '#server/context/context.ts';
import { isAddress } from '#server/lib/sql-text.ts';
import { nameEnquiry } from '#shared/conversations/enquiry.ts';
import { UNDO_MS } from '#shared/conversations/values.ts';
import { ORDER_STATUSES } from '#shared/orders/values.ts';
import { labelOf } from '#shared/forms/values.ts';
import {
  CONFIRMATION_MS,
  MAX_TRACKED_ITEMS,
  type RequestKind,
  type TrackedEnquiry,
  type TrackedFile,
  type TrackedItem,
} from '#shared/tracking/values.ts';
import { findNotedErasure } from '#server/services/conversations/index.ts';
import { contactOf, findEnd, findShownDeadlines, findTracked, type Tracked } from './find.ts';

const SHOWN = {
  inbound: 'visitor',
  reply: 'team',
  withdrawn: 'withdrawn',
  resumed: 'resumed',
  corrected: 'corrected',
  restored: 'restored',
  readdressed: 'readdressed',
} as const;

type ShownKind = keyof typeof SHOWN;

async function readEntries(ctx: ServiceContext, { conversation }: Tracked) {
  const undoneUntil = new Date(ctx.now().getTime() - UNDO_MS);
  return (
    ctx.db
      .selectFrom('conversationEntries as entry')
      .leftJoin('adminUsers', 'adminUsers.id', 'adminUserId')
      .select([
        'entry.id',
        'kind',
        'via',
        'body',
        'entry.createdAt',
        'displayName',
        sql<boolean>`coalesce(detail ?| '{otherAddress,marks}', false)`.as('isUnconfirmed'),
        sql<TrackedItem['leftOutFiles']>`coalesce(detail -> 'rejectedFiles', '[]')`.as(
          'leftOutFiles',
        ),
      ])
      .where('conversationId', '=', conversation.id)
      .where('kind', 'in', Object.keys(SHOWN))
      // A reply that can still be undone is not shown yet.
      .where((where) =>
        where.or([where('kind', '<>', 'reply'), where('entry.createdAt', '<=', undoneUntil)]),
      )
      .orderBy('entry.createdAt', 'desc')
      .orderBy('entry.id', 'desc')
      .limit(MAX_TRACKED_ITEMS + 1)
      .execute()
  );
}

async function readFiles(ctx: ServiceContext, { conversation }: Tracked, entryIds: string[]) {
  return ctx.db
    .selectFrom('orderAttachments')
    .select(['id', 'entryId', 'orderId', 'originalName as name', 'sizeBytes'])
    .where('status', '=', 'claimed')
    .where((where) =>
      where.or([
        where('orderId', '=', conversation.orderId),
        ...(entryIds.length > 0 ? [where('entryId', 'in', entryIds)] : []),
      ]),
    )
    .orderBy('id')
    .execute();
}

function firstWords({ order, message }: Tracked, files: TrackedFile[]): TrackedItem[] {
  const first = { kind: 'visitor', author: null, leftOutFiles: [] } as const;
  const sent = [
    message && { id: message.id, at: message.createdAt, body: message.message, files: [] },
    order && { id: order.id, at: order.createdAt, body: order.projectDescription, files },
  ];
  return sent.flatMap((item) => (item ? { ...first, ...item, at: item.at.toISOString() } : []));
}

async function readStatus(
  ctx: ServiceContext,
  tracked: Tracked,
  items: readonly TrackedItem[],
): Promise<Pick<TrackedEnquiry, 'status' | 'statusAt'>> {
  const { conversation, order, message } = tracked;
  const { withdrawnAt, firstResponseAt, createdAt, replyLostAt, lastWordAt } = conversation;
  const { dueAt } = await findShownDeadlines(ctx, tracked);
  const reply = items.findLast(({ kind }) => kind === 'team' || kind === 'elsewhere');
  const respondedAt = firstResponseAt ?? message?.respondedAt ?? null;
  if (withdrawnAt) return { status: 'withdrawn', statusAt: withdrawnAt.toISOString() };
  // A reply that did not arrive by email is read here.
  const isReadHere = replyLostAt && reply && new Date(reply.at) > lastWordAt;
  if (dueAt && !isReadHere) {
    return { status: dueAt < ctx.now() ? 'late' : 'due', statusAt: dueAt.toISOString() };
  }
  if (reply) return { status: 'responded', statusAt: reply.at };
  const hasResponded = respondedAt && respondedAt.getTime() <= ctx.now().getTime() - UNDO_MS;
  if (hasResponded) return { status: 'responded', statusAt: respondedAt.toISOString() };
  const receivedAt = order?.createdAt ?? message?.createdAt ?? createdAt;
  return { status: 'received', statusAt: receivedAt.toISOString() };
}

async function readPending(ctx: ServiceContext, { conversation }: Tracked) {
  const open = await ctx.db
    .selectFrom('trackingRequests')
    .select(['kind', 'email'])
    .where('conversationId', '=', conversation.id)
    .where('confirmedAt', 'is', null)
    .where('createdAt', '>', new Date(ctx.now().getTime() - CONFIRMATION_MS))
    .orderBy('createdAt', 'desc')
    .execute();
  const isOpen = (wanted: RequestKind) => open.some(({ kind }) => kind === wanted);
  const heldErasure = conversation.heldAt ? await findNotedErasure(ctx.db, conversation.id) : null;
  return {
    email: open.find(({ kind }) => kind === 'email')?.email ?? null,
    erasure: isOpen('erasure'),
    personErasure: isOpen('person-erasure'),
    personExport: isOpen('person-export'),
    heldErasureAt: heldErasure?.confirmedAt.toISOString() ?? null,
  };
}

async function isUndelivered(ctx: ServiceContext, tracked: Tracked): Promise<boolean> {
  const mail = await ctx.db
    .selectFrom('outboxMails')
    .select('status')
    .where('conversationId', '=', tracked.conversation.id)
    .where(isAddress(contactOf(tracked).email, 'recipient'))
    .where('status', 'in', ['sent', 'failed', 'bounced'])
    .orderBy(({ fn }) => fn.coalesce('lastAttemptAt', 'createdAt'), 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return mail !== undefined && mail.status !== 'sent';
}

/** Null: the token is not valid. Reading changes nothing. */
export async function readTracking(
  ctx: ServiceContext,
  token: string,
): Promise<TrackedEnquiry | null> {
  const tracked = await findTracked(ctx, token);
  if (!tracked) return null;
  const rows = await readEntries(ctx, tracked);
  const shown = rows.slice(0, MAX_TRACKED_ITEMS).toReversed();
  const files = await readFiles(
    ctx,
    tracked,
    shown.map(({ id }) => id),
  );
  function filesOf(id: string): TrackedFile[] {
    return files
      .filter(({ entryId, orderId }) => entryId === id || orderId === id)
      .map(({ id: fileId, name, sizeBytes }) => ({ id: fileId, name, sizeBytes }));
  }
  const entries = shown.map((row): TrackedItem => {
    const isElsewhere = row.kind === 'reply' && row.via === 'elsewhere';
    return {
      id: row.id,
      kind: isElsewhere
        ? 'elsewhere'
        : row.kind === 'inbound' && row.isUnconfirmed
          ? 'unconfirmed'
          : SHOWN[row.kind as ShownKind],
      author: row.kind === 'reply' ? row.displayName : null,
      at: row.createdAt.toISOString(),
      body: isElsewhere ? '' : (row.body ?? ''),
      files: filesOf(row.id),
      leftOutFiles: row.leftOutFiles,
    };
  });
  const { order } = tracked;
  const items = [...firstWords(tracked, order ? filesOf(order.id) : []), ...entries];
  const { kind, reference, label } = nameEnquiry({
    orderId: order?.id ?? null,
    messageId: tracked.message?.id ?? null,
    reference: (order ?? tracked.message)?.reference ?? '',
  });
  return {
    kind,
    reference,
    label,
    contact: contactOf(tracked),
    ...(await readStatus(ctx, tracked, items)),
    progress: order ? labelOf(ORDER_STATUSES, order.status) : null,
    items,
    hasMore: rows.length > MAX_TRACKED_ITEMS,
    pending: await readPending(ctx, tracked),
    isUndelivered: await isUndelivered(ctx, tracked),
    retainedUntil: findEnd(tracked)?.toISOString() ?? null,
  };
}
