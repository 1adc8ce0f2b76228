import { createHash, randomUUID } from 'node:crypto';
import { closeSync, fsync, open, writeFile, writev } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { v7 as uuidV7 } from 'uuid';
import type { ServiceContext } from '#server/context/context.ts';
import { rejectField, ServiceError } from '#server/core/errors.ts';
import {
  attachmentTypeOf,
  MAX_ORDER_FILES,
  MAX_ORDER_FILES_BYTES,
  MAX_UPLOAD_BYTES,
} from '#shared/orders/values.ts';
import {
  fileTooLargeMessage,
  ORDER_MESSAGES,
  unsupportedFileMessage,
} from '#shared/orders/messages.ts';
import {
  cleanFileName,
  createAttachmentPath,
  hasSignatureOf,
  SIGNATURE_BYTES,
} from './attachment-content.ts';
import { type Attachment, insertAttachment } from './insert-attachment.ts';
import { sourcesOf, takeUploadRoom } from './upload-room.ts';

type Upload = {
  formKey: string;
  fileName: string;
  /** Read only when the file name has an accepted type. */
  content: AsyncIterable<Uint8Array>;
};

// Each write occupies a thread, so chunks are collected.
const WRITE_BYTES = 128 * 1024;
const WRITE_CHUNKS = 64;

// Cheaper than handles of `node:fs/promises`.
const openFile = promisify(open);
const writeChunks = promisify(writev);
const writeRest = promisify(writeFile);
const syncFile = promisify(fsync);

type ReceivedFile = { size: number; sha256: Buffer; head: Uint8Array };

export async function uploadAttachment(
  ctx: ServiceContext,
  { formKey, fileName, content }: Upload,
): Promise<{ path: string }> {
  const originalName = cleanFileName(fileName);
  const type = attachmentTypeOf(originalName);
  if (!type) throw unsupportedFile(originalName);
  const room = await takeUploadRoom(ctx);
  let storedBytes: number | null = null;
  const temporaryFile = join(ctx.storage.temporaryDir, `${randomUUID()}.part`);
  try {
    const { size, sha256, head } = await receive(content, temporaryFile, originalName);
    if (!hasSignatureOf(type.mime, head)) throw unsupportedFile(originalName);
    const extension = originalName.slice(originalName.lastIndexOf('.') + 1).toLowerCase();
    const stored = await store(ctx, temporaryFile, {
      id: uuidV7(),
      formKey,
      path: createAttachmentPath(ctx.now(), extension),
      originalName,
      contentType: type.mime,
      sizeBytes: size,
      sha256,
      createdAt: ctx.now(),
      sources: sourcesOf(ctx),
    });
    storedBytes = size;
    return stored;
  } catch (error) {
    await rm(temporaryFile, { force: true });
    throw error;
  } finally {
    room.done(storedBytes);
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
  let unwritten: Uint8Array[] = [];
  let unwrittenBytes = 0;

  const file = await openFile(temporaryFile, 'wx', 0o600);

  async function write(): Promise<void> {
    const { bytesWritten } = await writeChunks(file, unwritten);
    if (bytesWritten < unwrittenBytes) {
      await writeRest(file, Buffer.concat(unwritten).subarray(bytesWritten));
    }
    unwritten = [];
    unwrittenBytes = 0;
  }

  try {
    for await (const chunk of content) {
      size += chunk.byteLength;
      if (size > MAX_UPLOAD_BYTES) {
        throw new ServiceError('PAYLOAD_TOO_LARGE', fileTooLargeMessage(name));
      }
      hash.update(chunk);
      if (head.length < SIGNATURE_BYTES) {
        head = Buffer.concat([head, chunk.subarray(0, SIGNATURE_BYTES)]);
      }
      unwritten.push(chunk);
      unwrittenBytes += chunk.byteLength;
      if (unwrittenBytes >= WRITE_BYTES || unwritten.length >= WRITE_CHUNKS) await write();
    }
    if (size === 0) throw unsupportedFile(name, 'it is empty');
    if (unwrittenBytes > 0) await write();
    await syncFile(file);
  } finally {
    closeSync(file);
  }
  return { size, sha256: hash.digest(), head };
}

/** The row comes first, so that a crash leaves no untracked file. The path stays unknown until the file is stored. */
async function store(
  ctx: ServiceContext,
  temporaryFile: string,
  attachment: Attachment,
): Promise<{ path: string }> {
  const { contentType } = attachment;
  const same = await insertUnlessSame(ctx, attachment);
  if (same === null) {
    const { path } = attachment;
    try {
      await ctx.storage.moveIn(temporaryFile, path, contentType);
    } catch (error) {
      await discard(ctx, attachment);
      throw error;
    }
    return { path };
  }
  const { path } = same;
  if (same.isAttached) {
    await rm(temporaryFile);
    return { path };
  }
  // The other upload may be pending or dead; it stores the same bytes.
  await ctx.storage.moveIn(temporaryFile, path, contentType);
  if (!(await renew(ctx, path, attachment.createdAt))) {
    await ctx.storage.remove(path);
    throw new ServiceError('CONFLICT', 'The file could not be kept. Please send it again.');
  }
  return { path };
}

async function insertUnlessSame(
  ctx: ServiceContext,
  attachment: Attachment,
): Promise<{ path: string; isAttached: boolean } | null> {
  const found = await insertAttachment(ctx.db, attachment);
  if (found.samePath !== null)
    return { path: found.samePath, isAttached: found.isAttached === true };
  if (found.files >= MAX_ORDER_FILES) throw rejectField('fileUrls', ORDER_MESSAGES.tooManyFiles);
  if (found.bytes + attachment.sizeBytes > MAX_ORDER_FILES_BYTES) {
    throw rejectField('fileUrls', ORDER_MESSAGES.filesTooLarge);
  }
  return null;
}

/** Keeps the row from being discarded when the upload that wrote it fails. */
async function renew(ctx: ServiceContext, path: string, createdAt: Date): Promise<boolean> {
  const renewed = await ctx.db
    .updateTable('orderAttachments')
    .set({ createdAt: sql`greatest(${createdAt}, created_at + interval '1 millisecond')` })
    .where('path', '=', path)
    .where('status', '<>', 'removing')
    .returning('id')
    .executeTakeFirst();
  return renewed !== undefined;
}

/** Unless the same file was named again meanwhile. The clean-up finds what this leaves. */
async function discard(ctx: ServiceContext, attachment: Attachment): Promise<void> {
  const { id, path, createdAt } = attachment;
  try {
    const marked = await ctx.db
      .updateTable('orderAttachments')
      .set({ status: 'removing' })
      .where('id', '=', id)
      .where('status', '=', 'staged')
      .where('createdAt', '=', createdAt)
      .returning('id')
      .executeTakeFirst();
    if (marked) await ctx.storage.remove(path);
  } catch (error) {
    ctx.log.warn({ error, path }, 'an attachment that was not accepted is left to the clean-up');
  }
}
