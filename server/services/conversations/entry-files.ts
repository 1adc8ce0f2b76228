import { sql } from 'kysely';
import type { Readable } from 'node:stream';
import { FileStoreError, rejectField, ServiceError } from '#server/core/errors.ts';
import { MAX_ORDER_FILES_BYTES } from '#shared/orders/values.ts';
import { ORDER_MESSAGES } from '#shared/orders/messages.ts';
import {
  requireAdmin,
  type ServiceContext,
  type Transaction,
  withTransaction,
} from '#server/context/context.ts';
import { logContactAccess } from '#server/services/contact-audit/index.ts';
import { readCompared } from '#server/storage/compared-store.ts';
import { CONVERSATION_MESSAGES } from '#shared/conversations/messages.ts';
import { type ConversationRef, findConversation, leadsOf } from './lock.ts';

type Files = {
  formKey: string;
  paths: readonly string[];
  entryId: string;
};

export async function attachFiles(
  tx: Transaction,
  { formKey, paths, entryId }: Files,
): Promise<void> {
  if (paths.length === 0) return;
  const { rows } = await sql<{ sizeBytes: number }>`
    update order_attachments set status = 'claimed', entry_id = ${entryId}
    where id = any(array(
      select id from lock_order_attachments(${formKey}::uuid)
      where status = 'staged' and path = any(${[...paths]}::text[])
    ))
    returning size_bytes
  `.execute(tx);
  if (rows.length !== paths.length) throw rejectField('fileUrls', ORDER_MESSAGES.fileGone);
  const bytes = rows.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  if (bytes > MAX_ORDER_FILES_BYTES) throw rejectField('fileUrls', ORDER_MESSAGES.filesTooLarge);
}

export type OpenedFile = { name: string; contentType: string; size: number; stream: Readable };

type StoredFile = {
  path: string;
  originalName: string;
  contentType: string;
  sizeBytes: number;
  sha256: Buffer;
};

export const STORED_FILE_COLUMNS = [
  'path',
  'originalName',
  'contentType',
  'sizeBytes',
  'sha256',
] as const satisfies (keyof StoredFile)[];

/** A file that differs from the received one fails before its end. */
export async function openStoredFile(
  ctx: ServiceContext,
  { path, originalName, contentType, sizeBytes, sha256 }: StoredFile,
  notFound: string,
): Promise<OpenedFile> {
  const file = await ctx.storage.open(path);
  if (!file) {
    ctx.log.error({ path }, 'an attached file is not in the store');
    throw new ServiceError('NOT_FOUND', notFound);
  }
  if (file.size !== sizeBytes) {
    file.stream.destroy();
    throw new FileStoreError(`${path} has another size than it had`);
  }
  const stream = readCompared(file.stream, sha256);
  stream.once('error', (error) => {
    // Aborted downloads and store outages also fail the stream.
    if (error instanceof FileStoreError && file.stream.errored === null) {
      ctx.log.error({ error, path }, 'an attached file is damaged');
    }
  });
  return { name: originalName, contentType, size: sizeBytes, stream };
}

/** The audit entry precedes the first byte. */
export async function openEntryFile(
  ctx: ServiceContext,
  ref: ConversationRef,
  fileId: string,
): Promise<OpenedFile> {
  requireAdmin(ctx);
  const notFound = CONVERSATION_MESSAGES.fileNotFound;
  const row = await withTransaction(ctx, async (tx) => {
    const conversation = await findConversation(tx, ref);
    if (!conversation) throw new ServiceError('NOT_FOUND', notFound);
    const found = await tx
      .selectFrom('orderAttachments')
      .innerJoin('conversationEntries', 'conversationEntries.id', 'entryId')
      .select(STORED_FILE_COLUMNS)
      .where('orderAttachments.id', '=', fileId)
      .where('conversationId', '=', conversation.id)
      .where('status', '=', 'claimed')
      .executeTakeFirstOrThrow(() => new ServiceError('NOT_FOUND', notFound));
    await logContactAccess(ctx, tx, {
      action: 'view',
      fields: ['file_urls'],
      ...leadsOf(conversation),
    });
    return found;
  });
  return openStoredFile(ctx, row, notFound);
}
