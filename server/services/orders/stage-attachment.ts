import { createHash } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type RawBuilder, sql } from 'kysely';
import { v7 as uuidV7 } from 'uuid';
import type { ServiceContext } from '#server/context.ts';
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
  await writeFile(temporaryFile, measure(), { flag: 'wx', mode: 0o600, flush: true });
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
  const { id, formKey, path, originalName, contentType, sizeBytes, sha256 } = attachment;
  const now = ctx.now();
  const reservedAfter = new Date(now.getTime() - RESERVATION_MS);
  // Repetitions of one file that arrive together count once: all of them end with the path of the first.
  const { rows } = await sql<{ samePath: string | null; files: number; bytes: number }>`
    with ${filesOfForm(attachment)}, others as (
      select count(*) as files, coalesce(sum(size_bytes), 0) as bytes from (
        select distinct sha256, original_name, size_bytes from files
        where not is_same and (status <> 'removing' or created_at > ${reservedAfter})
      ) as file
    ), reserved as (
      insert into order_attachments
        (id, form_key, path, original_name, content_type, size_bytes, sha256, status, created_at)
      select ${id}, ${formKey}, ${path}, ${originalName}, ${contentType}, ${sizeBytes}, ${sha256},
        'removing', ${now}
      from others
      where not exists (select from same) and others.files < ${MAX_ORDER_FILES}
        and others.bytes <= ${MAX_ORDER_FILES_BYTES - sizeBytes}
    ), renewed as (
      -- A file that is named again starts its day anew, so that it is still there when the order comes.
      update order_attachments set created_at = ${now}
      where id in (select id from same) and status = 'staged'
    )
    select (select path from same) as same_path, files, bytes from others
  `.execute(ctx.db);
  const [found] = rows;
  if (!found) throw new Error('the files of a form were not counted');
  if (found.samePath !== null) return found.samePath;
  if (found.files >= MAX_ORDER_FILES) throw unacceptableFiles(ORDER_MESSAGES.tooManyFiles);
  if (found.bytes + sizeBytes > MAX_ORDER_FILES_BYTES) {
    throw unacceptableFiles(ORDER_MESSAGES.filesTooLarge);
  }
  return null;
}

/** Makes the stored file claimable and answers its path, or the one of the same file that was quicker. */
async function confirm(ctx: ServiceContext, attachment: Attachment): Promise<string> {
  const { rows } = await sql<{ path: string }>`
    with ${filesOfForm(attachment)}, staged as (
      update order_attachments set status = 'staged'
      where id = ${attachment.id} and status = 'removing' and not exists (select from same)
      returning path
    )
    select path from same union all select path from staged
  `.execute(ctx.db);
  const [stored] = rows;
  if (!stored) throw new Error('the place of an attachment was given up while it was stored');
  return stored.path;
}

// A file that an order has claimed counts as well: a repeated form must name the same paths as the accepted one.
function filesOfForm({ formKey, sha256, originalName }: Attachment): RawBuilder<unknown> {
  return sql`
    files as materialized (
      select *, sha256 = ${sha256} and original_name = ${originalName} as is_same
      from lock_order_attachments(${formKey})
    ), same as (
      select id, path from files where is_same and status <> 'removing' limit 1
    )
  `;
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
