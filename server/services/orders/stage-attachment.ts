import { createHash } from 'node:crypto';
import { open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sql, type Transaction } from 'kysely';
import { v7 as uuidV7 } from 'uuid';
import { type ServiceContext, withTransaction } from '#server/context.ts';
import type { DB } from '#server/db/types.ts';
import { ServiceError } from '#server/errors.ts';
import {
  attachmentTypeOf,
  fileTooLargeMessage,
  MAX_ORDER_FILES,
  MAX_ORDER_FILES_BYTES,
  MAX_UPLOAD_BYTES,
  ORDER_MESSAGES,
  unsupportedFileMessage,
} from '#shared/orders.ts';
import { hasSignatureOf, SIGNATURE_BYTES } from './attachment-content.ts';
import { cleanFileName, createAttachmentPath } from './attachment-name.ts';
import { finishRemoval, RESERVATION_MS } from './remove-unclaimed-attachments.ts';
import { findZipProblem } from './zip-directory.ts';

type Upload = {
  /** The idempotency key of the form that the file belongs to. */
  formKey: string;
  fileName: string;
  /** A stream or any other source; it is read only when the name is one of an accepted type. */
  content: AsyncIterable<Uint8Array>;
};

type ReceivedFile = { size: number; sha256: Buffer; head: Uint8Array };
type Attachment = {
  id: string;
  formKey: string;
  path: string;
  originalName: string;
  contentType: string;
  sizeBytes: number;
  sha256: Buffer;
};

/** Stores one file of an order form; the same file sent again for the same form keeps its first path. */
export async function stageAttachment(
  ctx: ServiceContext,
  { formKey, fileName, content }: Upload,
): Promise<{ path: string }> {
  const originalName = cleanFileName(fileName);
  const type = attachmentTypeOf(originalName);
  if (!type) throw unsupportedFile(originalName);
  const temporaryFile = join(ctx.storage.temporaryDir, `${uuidV7()}.part`);
  try {
    const { size, sha256, head } = await receive(content, temporaryFile, originalName);
    if (!hasSignatureOf(type.mime, head)) throw unsupportedFile(originalName);
    if (type.mime === 'application/zip') await checkZip(temporaryFile, originalName);
    const extension = originalName.slice(originalName.lastIndexOf('.') + 1).toLowerCase();
    return await store(ctx, temporaryFile, {
      id: uuidV7(),
      formKey,
      path: createAttachmentPath(ctx.now(), extension),
      originalName,
      contentType: type.mime,
      sizeBytes: size,
      sha256,
    });
  } finally {
    await rm(temporaryFile, { force: true });
  }
}

function unsupportedFile(name: string, reason?: string): ServiceError {
  const message = unsupportedFileMessage(name);
  return new ServiceError('UNSUPPORTED_MEDIA_TYPE', reason ? `${message}: ${reason}` : message);
}

async function receive(
  content: Upload['content'],
  temporaryFile: string,
  name: string,
): Promise<ReceivedFile> {
  const hash = createHash('sha256');
  let size = 0;
  let head = new Uint8Array();

  async function* measure(): AsyncGenerator<Uint8Array> {
    for await (const chunk of content) {
      size += chunk.byteLength;
      if (size > MAX_UPLOAD_BYTES) {
        throw new ServiceError('PAYLOAD_TOO_LARGE', fileTooLargeMessage(name));
      }
      hash.update(chunk);
      if (head.length < SIGNATURE_BYTES) {
        head = Buffer.concat([head, chunk.subarray(0, SIGNATURE_BYTES)]);
      }
      yield chunk;
    }
  }

  // Not a write stream: one that fails may still create its file after it was removed.
  const handle = await open(temporaryFile, 'wx', 0o600);
  try {
    await handle.writeFile(measure());
  } finally {
    await handle.close();
  }
  if (size === 0) throw unsupportedFile(name, 'it is empty');
  return { size, sha256: hash.digest(), head };
}

let lastZipCheck: Promise<unknown> = Promise.resolve();

// One at a time: each holds a whole file in memory.
async function checkZip(file: string, name: string): Promise<void> {
  const check = lastZipCheck.then(async () => findZipProblem(await readFile(file)));
  lastZipCheck = check.catch(() => undefined);
  const problem = await check;
  if (problem !== null) throw unsupportedFile(name, problem);
}

/**
 * The row is written first, as one to be removed, and becomes `staged` once the file is in place: a crash between
 * leaves nothing that the clean-up does not find, and no transaction waits for the file store.
 */
async function store(
  ctx: ServiceContext,
  temporaryFile: string,
  attachment: Attachment,
): Promise<{ path: string }> {
  const earlierPath = await reserve(ctx, attachment);
  if (earlierPath !== null) return { path: earlierPath };
  try {
    await ctx.storage.adopt(temporaryFile, attachment.path, attachment.contentType);
    const path = await confirm(ctx, attachment);
    if (path !== attachment.path) await discard(ctx, attachment);
    return { path };
  } catch (error) {
    await discard(ctx, attachment);
    throw error;
  }
}

/** Takes a place among the form's files, or answers the path of the same file stored earlier. */
async function reserve(ctx: ServiceContext, attachment: Attachment): Promise<string | null> {
  return withTransaction(ctx, async (tx) => {
    await lockForm(tx, attachment.formKey);
    const earlierPath = await findSameFile(ctx, tx, attachment);
    if (earlierPath !== null) return earlierPath;

    // Repetitions of one file that arrive together count once: all of them end with the path of the first.
    const others = await tx
      .selectFrom('orderAttachments')
      .select(['sha256', 'originalName', 'sizeBytes'])
      .distinct()
      .where('formKey', '=', attachment.formKey)
      .where((where) =>
        where.or([
          where('status', '!=', 'removing'),
          where('createdAt', '>', new Date(ctx.now().getTime() - RESERVATION_MS)),
        ]),
      )
      .where((where) => where.not(isSameFile(attachment)))
      .execute();
    const bytes = others.reduce((sum, { sizeBytes }) => sum + sizeBytes, attachment.sizeBytes);
    if (others.length >= MAX_ORDER_FILES) throw unacceptableFiles(ORDER_MESSAGES.tooManyFiles);
    if (bytes > MAX_ORDER_FILES_BYTES) throw unacceptableFiles(ORDER_MESSAGES.filesTooLarge);
    await tx
      .insertInto('orderAttachments')
      .values({ ...attachment, status: 'removing', createdAt: ctx.now() })
      .execute();
    return null;
  });
}

/** Makes the stored file claimable and answers its path, or the one of the same file that was quicker. */
async function confirm(ctx: ServiceContext, attachment: Attachment): Promise<string> {
  return withTransaction(ctx, async (tx) => {
    await lockForm(tx, attachment.formKey);
    const earlierPath = await findSameFile(ctx, tx, attachment);
    if (earlierPath !== null) return earlierPath;
    const staged = await tx
      .updateTable('orderAttachments')
      .set({ status: 'staged' })
      .where('id', '=', attachment.id)
      .where('status', '=', 'removing')
      .returning('path')
      .executeTakeFirst();
    if (!staged) throw new Error('the place of an attachment was given up while it was stored');
    return staged.path;
  });
}

async function lockForm(tx: Transaction<DB>, formKey: string): Promise<void> {
  const name = `order-attachments:${formKey.toLowerCase()}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx);
}

function isSameFile({ sha256, originalName }: Attachment) {
  return sql<boolean>`(sha256 = ${sha256} and original_name = ${originalName})`;
}

// A file that an order has claimed counts as well: a repeated form must name the same paths as the accepted one.
async function findSameFile(
  ctx: ServiceContext,
  tx: Transaction<DB>,
  attachment: Attachment,
): Promise<string | null> {
  const same = await tx
    .updateTable('orderAttachments')
    .set((row) => ({
      // A file that is named again starts its day anew, so that it is still there when the order comes.
      createdAt: row
        .case()
        .when('status', '=', 'staged')
        .then(ctx.now())
        .else(row.ref('createdAt'))
        .end(),
    }))
    .where('formKey', '=', attachment.formKey)
    .where('status', '!=', 'removing')
    .where(isSameFile(attachment))
    .returning('path')
    .executeTakeFirst();
  return same?.path ?? null;
}

function unacceptableFiles(message: string): ServiceError {
  return new ServiceError('VALIDATION', message, { fileUrls: message });
}

/** Gives a place up; when that fails as well, the clean-up finds the row. */
async function discard(ctx: ServiceContext, attachment: Attachment): Promise<void> {
  try {
    await finishRemoval(ctx, attachment);
  } catch (error) {
    const { path } = attachment;
    ctx.log.warn({ error, path }, 'an attachment that was not accepted is left to the clean-up');
  }
}
