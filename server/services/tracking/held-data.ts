import type { ServiceContext } from '#server/context.ts';
import { UNDO_MS } from '#shared/conversations/values.ts';
import { findTracked } from './find.ts';

/** What the visitor said and was told; what we say among ourselves is nobody's data but ours. */
const THEIR_KINDS = ['inbound', 'auto-reply', 'reply', 'withdrawn', 'resumed', 'corrected'];

/**
 * Everything held of an enquiry, in the shape that docs/visitors-page.md describes; null for a token that opens nothing. Without notes and
 * other words of the team among themselves, and without what guards the site against abuse.
 */
export async function readHeldData(ctx: ServiceContext, token: string): Promise<object | null> {
  const tracked = await findTracked(ctx, token);
  if (!tracked) return null;
  const { conversation, order, message } = tracked;
  const { id } = conversation;
  const rows = await ctx.db
    .selectFrom('conversationEntries')
    .select(['id', 'kind', 'via', 'body', 'quoted', 'createdAt'])
    .where('conversationId', '=', id)
    .where('kind', 'in', THEIR_KINDS)
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
  const undoneUntil = new Date(ctx.now().getTime() - UNDO_MS);
  const entries = rows.filter(
    ({ kind, createdAt }) => kind !== 'reply' || createdAt <= undoneUntil,
  );
  const entryIds = entries.map((entry) => entry.id);
  const files = await ctx.db
    .selectFrom('orderAttachments')
    .select(['id', 'entryId', 'originalName', 'contentType', 'sizeBytes', 'sha256', 'createdAt'])
    .where('status', '=', 'claimed')
    .where((where) =>
      where.or([
        where('orderId', '=', conversation.orderId),
        ...(entryIds.length > 0 ? [where('entryId', 'in', entryIds)] : []),
      ]),
    )
    .orderBy('id')
    .execute();
  const mails = await ctx.db
    .selectFrom('outboxMails')
    .select(['kind', 'recipient', 'status', 'createdAt', 'sentAt', 'bouncedAt'])
    .where('conversationId', '=', id)
    .where('recipient', '<>', 'team')
    .orderBy('createdAt')
    .execute();
  const requests = await ctx.db
    .selectFrom('trackingRequests')
    .select(['kind', 'email', 'createdAt', 'confirmedAt'])
    .where('conversationId', '=', id)
    .orderBy('createdAt')
    .execute();
  return {
    format: 1,
    exportedAt: ctx.now(),
    order: order && {
      reference: order.reference,
      receivedAt: order.createdAt,
      changedAt: order.updatedAt,
      status: order.status,
      fullName: order.fullName,
      email: order.email,
      phone: order.phone,
      company: order.company,
      serviceType: order.serviceType,
      projectDescription: order.projectDescription,
      desiredFeatures: order.desiredFeatures,
      estimatedBudget: order.estimatedBudget,
      targetTimeline: order.targetTimeline,
      requiredLanguages: order.requiredLanguages,
      termsVersion: order.termsVersion,
      termsAcceptedAt: order.termsAcceptedAt,
    },
    message: message && {
      receivedAt: message.createdAt,
      status: message.status,
      name: message.name,
      email: message.email,
      message: message.message,
      respondedAt: message.respondedAt,
      retainedUntil: message.retentionExpiresAt,
    },
    conversation: {
      promisedBy: conversation.promisedDueAt,
      responseDueAt: conversation.dueAt,
      firstResponseAt: conversation.firstResponseAt,
      withdrawnAt: conversation.withdrawnAt,
      sourcePage: conversation.sourcePage,
      landingPage: conversation.landingPage,
      referrer: conversation.referrer,
    },
    entries: entries.map(({ kind, via, body, quoted, createdAt }) => ({
      kind,
      via,
      // A note to ourselves about an answer by phone or elsewhere.
      body: via === 'elsewhere' ? null : body,
      quoted,
      createdAt,
    })),
    files: files.map(({ originalName, contentType, sizeBytes, sha256, entryId, createdAt }) => ({
      name: originalName,
      type: contentType,
      bytes: sizeBytes,
      sha256: sha256.toString('hex'),
      sentWith: entryId ? 'entry' : 'order',
      createdAt,
    })),
    mails,
    requests,
  };
}
