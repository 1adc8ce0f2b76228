import type { Readable } from 'node:stream';
import { requireAdmin, type ServiceContext, withTransaction } from '#server/context.ts';
import { ServiceError } from '#server/errors.ts';
import { logContactAccess } from '#server/services/contact-audit/index.ts';
import { CONVERSATION_MESSAGES } from '#shared/conversations/messages.ts';
import { type ConversationRef, leadsOf, lockConversation } from './lock.ts';

export type OpenedFile = { name: string; contentType: string; size: number; stream: Readable };

type StoredFile = { path: string; originalName: string; contentType: string };

/** Opens an attachment in the store, or says that it is not there. */
export async function openStoredFile(
  ctx: ServiceContext,
  { path, originalName, contentType }: StoredFile,
  notFound: string,
): Promise<OpenedFile> {
  const file = await ctx.storage.open(path);
  if (!file) {
    ctx.log.error({ path }, 'an attached file is not in the store');
    throw new ServiceError('NOT_FOUND', notFound);
  }
  return { name: originalName, contentType, size: file.size, stream: file.stream };
}

/** Opens a file of a conversation; that it was opened is in the audit before its first byte is read. */
export async function openEntryFile(
  ctx: ServiceContext,
  ref: ConversationRef,
  fileId: string,
): Promise<OpenedFile> {
  requireAdmin(ctx);
  const notFound = CONVERSATION_MESSAGES.fileNotFound;
  const row = await withTransaction(ctx, async (tx) => {
    const conversation = await lockConversation(tx, ref);
    const found = await tx
      .selectFrom('orderAttachments')
      .innerJoin('conversationEntries', 'conversationEntries.id', 'entryId')
      .select(['path', 'originalName', 'contentType'])
      .where('orderAttachments.id', '=', fileId)
      .where('conversationId', '=', conversation.id)
      .where('status', '=', 'claimed')
      .executeTakeFirst();
    if (!found) throw new ServiceError('NOT_FOUND', notFound);
    await logContactAccess(ctx, tx, {
      action: 'view',
      fields: ['file_urls'],
      ...leadsOf(conversation),
    });
    return found;
  });
  return openStoredFile(ctx, row, notFound);
}
