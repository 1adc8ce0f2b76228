import { createHash, hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { v7 as uuidV7 } from 'uuid';
import * as z from 'zod';
import type { ErrorCode, FieldErrors } from '#shared/common/errors.ts';
import {
  fieldErrorsOf,
  FORM_NAMES,
  type FormFields,
  readEntries,
  type RejectedForm,
  type StoredFile,
  textOf,
} from '#shared/forms/values.ts';
import { FORM_ALREADY_SENT_MESSAGE } from '#shared/forms/messages.ts';
import type { FormSignals } from '#shared/forms/schema.ts';
import { messageInputSchema } from '#shared/messages/schema.ts';
import { fileTooLargeMessage, ORDER_MESSAGES } from '#shared/orders/messages.ts';
import { EMPTY_MESSAGE_ENTRIES, type MessageEntries } from '#shared/messages/values.ts';
import {
  EMPTY_ORDER_ENTRIES,
  MAX_ORDER_FILES,
  MAX_ORDER_FILES_BYTES,
  MAX_UPLOAD_BYTES,
  type OrderEntries,
} from '#shared/orders/values.ts';
import {
  buildOrderFormSchema,
  storedFileSchema,
  storedPathSchema,
  termsVersionSchema,
} from '#shared/orders/schema.ts';
import { reportFailure, type ServiceContext } from '#server/context/context.ts';
import { ServiceError } from '#server/core/errors.ts';
import { publicError, statusOf } from '#server/http/base/error-response.ts';
import { type MultipartFile, readMultipart } from '#server/http/api/multipart.ts';
import { decodeText, readBody, readContentType } from '#server/http/api/request-body.ts';
import { parseJson } from '#shared/lib/parse-json.ts';
import { LIMITS } from '#server/core/limits.ts';
import { createMessage } from '#server/services/messages/index.ts';
import { findContent } from '#server/services/site-content/index.ts';
import {
  assertDiskRoom,
  createOrder,
  uploadAttachment,
  discardPendingUploads,
  hasNoRoom,
} from '#server/services/orders/index.ts';

// Wider than an order's limits: excess is reported beside the entries, which come from the same body.
export const READ_LIMITS = { maxFiles: 4 * MAX_ORDER_FILES, maxBytes: 4 * MAX_ORDER_FILES_BYTES };

const REJECTED_FILE: ErrorCode[] = ['UNSUPPORTED_MEDIA_TYPE', 'PAYLOAD_TOO_LARGE', 'VALIDATION'];

type Accepted<Lead> = Lead & { isAccepted: true; trackingPath: string | null };
type Rejection<Entries> = { isAccepted: false; status: number; rejected: RejectedForm<Entries> };

export type ReceivedFile = { name: string; size: number; sha256: string; temporaryFile: string };

export async function submitOrderForm(
  ctx: ServiceContext,
  request: Request,
): Promise<Accepted<{ reference: string }> | Rejection<OrderEntries>> {
  const received: ReceivedFile[] = [];
  const problems: string[] = [];
  const leftOutFiles: string[] = [];
  const form = emptyForm(EMPTY_ORDER_ENTRIES);
  try {
    const { headers, body } = request;
    const sent = { headers, body, source: ctx.client };
    const fields = await readMultipart(sent, {
      ...READ_LIMITS,
      onFile: (file) => receiveFile(ctx, file, { received, problems, leftOutFiles }),
    });
    form.entries = readEntries(fields, EMPTY_ORDER_ENTRIES);
    const schema = buildOrderFormSchema(await findContent(ctx, 'order-options'));
    const parsed = schema.safeParse(form.entries);
    const content = [form.entries, received.map(({ name, sha256 }) => [name, sha256])];
    const formKey = keyOf(ctx, fields, parsed.success, ['order', content]);
    form.formKey = formKey;
    const removed = removedPaths(fields);
    form.files = remainingFiles(fields, removed);
    await discardPendingUploads(ctx, { formKey, paths: removed });
    const files = { received, problems, leftOutFiles };
    const uploaded = await uploadFiles(ctx, formKey, files);
    form.files = withoutRepetitions([...form.files, ...uploaded]);
    if (form.files.length > MAX_ORDER_FILES) problems.push(ORDER_MESSAGES.tooManyFiles);

    const errors: FieldErrors = fieldErrorsOf(parsed.error?.issues ?? []);
    const shown = textOf(fields, FORM_NAMES.termsVersion);
    const terms = termsVersionSchema.safeParse(shown || undefined);
    if (!terms.success) errors.termsAccepted ??= ORDER_MESSAGES.termsUnknown;
    const isRejected = !parsed.success || !terms.success || problems.length > 0;
    if (isRejected && leftOutFiles.length > 0) problems.push(ORDER_MESSAGES.noRoomForFiles);
    if (problems.length > 0) errors.files = [...new Set(problems)].join('. ');
    if (!parsed.success || isRejected) return reject(form, { status: 400, errors });

    const order = {
      input: parsed.data,
      filePaths: form.files.map(({ path }) => path),
      termsVersion: terms.data,
      leftOutFiles,
      idempotencyKey: formKey,
      signals: readSignals(fields),
    };
    const { reference, trackingPath } = await whileNotBusy(() => createOrder(ctx, order));
    return { isAccepted: true, reference, trackingPath };
  } catch (error) {
    if (request.signal.aborted) throw error;
    return rejectFailed(ctx, form, error);
  } finally {
    await Promise.all(received.map(({ temporaryFile }) => rm(temporaryFile, { force: true })));
  }
}

export async function submitMessageForm(
  ctx: ServiceContext,
  request: Request,
): Promise<Accepted<{ id: string }> | Rejection<MessageEntries>> {
  const form = emptyForm(EMPTY_MESSAGE_ENTRIES);
  try {
    const fields = await readUrlEncoded(request);
    form.entries = readEntries(fields, EMPTY_MESSAGE_ENTRIES);
    const parsed = messageInputSchema.safeParse(form.entries);
    const idempotencyKey = keyOf(ctx, fields, parsed.success, ['message', form.entries]);
    form.formKey = idempotencyKey;
    if (!parsed.success) {
      return reject(form, { status: 400, errors: fieldErrorsOf(parsed.error.issues) });
    }
    const message = { input: parsed.data, idempotencyKey, signals: readSignals(fields) };
    const { id, trackingPath } = await whileNotBusy(() => createMessage(ctx, message));
    return { isAccepted: true, id, trackingPath };
  } catch (error) {
    if (request.signal.aborted) throw error;
    return rejectFailed(ctx, form, error);
  }
}

function emptyForm<Entries>(entries: Entries): RejectedForm<Entries> {
  return { entries, errors: {}, failure: null, formKey: null, files: [] };
}

function reject<Entries>(
  form: RejectedForm<Entries>,
  { status, ...reasons }: { status: number; errors?: FieldErrors; failure?: string },
): Rejection<Entries> {
  return { isAccepted: false, status, rejected: { ...form, ...reasons } };
}

function rejectFailed<Entries>(
  ctx: ServiceContext,
  form: RejectedForm<Entries>,
  error: unknown,
): Rejection<Entries> {
  const renewed = { ...form, formKey: uuidV7(), files: [] };
  if (isCode(error, 'UNPROCESSABLE')) {
    // The earlier form owns the key and the files; this version needs its own.
    const errors: FieldErrors = form.files.length > 0 ? { files: ORDER_MESSAGES.fileGone } : {};
    return reject(renewed, { status: 422, errors, failure: FORM_ALREADY_SENT_MESSAGE });
  }
  if (error instanceof ServiceError && error.fields?.fileUrls) {
    // The page no longer lists these files; under a new key they do not count.
    return reject(renewed, { status: 400, errors: { files: error.fields.fileUrls } });
  }
  if (error instanceof ServiceError && error.fields?.termsAccepted) {
    return reject(form, { status: 400, errors: error.fields });
  }
  const { code, message } = publicError(error);
  const status = statusOf(code);
  if (status >= 500) reportFailure(ctx, error, 'a form could not be accepted');
  return reject(form, { status, failure: message });
}

export async function readUrlEncoded(request: Request): Promise<URLSearchParams> {
  if (readContentType(request)?.essence !== 'application/x-www-form-urlencoded') {
    throw new ServiceError('UNSUPPORTED_MEDIA_TYPE', 'The form could not be read.');
  }
  const limits = { maxBytes: LIMITS.formFields, tooLarge: 'The texts of the form are too long.' };
  const text = decodeText(await readBody(request, limits));
  // URLSearchParams would replace invalid UTF-8.
  if (!isWellEscaped(text)) throw new ServiceError('BAD_REQUEST', 'The form could not be read.');
  return new URLSearchParams(text);
}

function isWellEscaped(text: string): boolean {
  try {
    // The bundler drops a call whose result is unused.
    return decodeURIComponent(text).isWellFormed();
  } catch {
    return false;
  }
}

// Pages are cached, so without scripts it is unknown when a form was opened.
export function readSignals(fields: FormFields): FormSignals {
  return { homepage: textOf(fields, FORM_NAMES.honeypot) };
}

/** Cached pages have no key. A complete form gets one from its content, so a double click counts once; others get a random one. */
function keyOf(
  ctx: ServiceContext,
  fields: FormFields,
  isComplete: boolean,
  content: unknown[],
): string {
  const given = textOf(fields, FORM_NAMES.formKey);
  if (z.uuid().safeParse(given).success) return given.toLowerCase();
  if (!isComplete) return uuidV7();
  const day = ctx.now().toISOString().slice(0, 10);
  const digest = hash('sha256', JSON.stringify([day, ...content]), 'buffer');
  digest.writeUInt8((digest.readUInt8(6) & 0x0f) | 0x80, 6);
  digest.writeUInt8((digest.readUInt8(8) & 0x3f) | 0x80, 8);
  return digest.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

type SentFiles = {
  received: ReceivedFile[];
  problems: string[];
  leftOutFiles: string[];
};

/** Stores a file temporarily until the form's key, which may follow it, is known. */
export async function receiveFile(
  ctx: ServiceContext,
  { fileName, content }: MultipartFile,
  { received, problems, leftOutFiles }: SentFiles,
): Promise<void> {
  try {
    await assertDiskRoom(ctx);
  } catch (error) {
    if (!hasNoRoom(error)) throw error;
    leftOutFiles.push(fileName);
    return;
  }
  const temporaryFile = join(ctx.storage.temporaryDir, `${uuidV7()}.form`);
  const file: ReceivedFile = { name: fileName, size: 0, sha256: '', temporaryFile };
  const hash = createHash('sha256');
  const handle = await open(temporaryFile, 'wx', 0o600);
  received.push(file);
  try {
    for await (const chunk of content) {
      file.size += chunk.byteLength;
      if (file.size > MAX_UPLOAD_BYTES) break;
      hash.update(chunk);
      await handle.write(chunk);
    }
  } finally {
    await handle.close();
  }
  file.sha256 = hash.digest('hex');
  const isTooLarge = file.size > MAX_UPLOAD_BYTES;
  const isTooMany = received.length > MAX_ORDER_FILES;
  if (isTooLarge) problems.push(fileTooLargeMessage(fileName));
  else if (isTooMany) problems.push(ORDER_MESSAGES.tooManyFiles);
  if (isTooLarge || isTooMany) {
    received.splice(received.indexOf(file), 1);
    await rm(temporaryFile, { force: true });
  }
}

export async function uploadFiles(
  ctx: ServiceContext,
  formKey: string,
  { received, problems, leftOutFiles }: SentFiles,
): Promise<StoredFile[]> {
  const uploaded: StoredFile[] = [];
  for (const { name, size, temporaryFile } of received) {
    try {
      const content = createReadStream(temporaryFile);
      const { path } = await uploadAttachment(ctx, { formKey, fileName: name, content });
      uploaded.push({ path, name, size });
    } catch (error) {
      if (hasNoRoom(error)) leftOutFiles.push(name);
      else if (isCode(error, ...REJECTED_FILE)) problems.push(error.message);
      else throw error;
    }
  }
  return uploaded;
}

function removedPaths(fields: FormFields): string[] {
  return fields
    .getAll(FORM_NAMES.removeFile)
    .slice(0, 2 * MAX_ORDER_FILES)
    .flatMap((path) => storedPathSchema.safeParse(path).data ?? []);
}

/** Files of an earlier try that were not removed; ownership is checked when they are attached. */
function remainingFiles(fields: FormFields, removed: readonly string[]): StoredFile[] {
  return fields
    .getAll(FORM_NAMES.storedFile)
    .slice(0, 2 * MAX_ORDER_FILES)
    .flatMap((text) => {
      const { data } = storedFileSchema.safeParse(parseJson(String(text)));
      return data && !removed.includes(data.path) ? data : [];
    });
}

function withoutRepetitions(files: readonly StoredFile[]): StoredFile[] {
  return [...new Map(files.map((file) => [file.path, file])).values()];
}

const BUSY_RETRIES = 20;
const BUSY_PAUSE_MS = 250;

/** Waits while the same form is being accepted, so that both clicks get one response. */
export async function whileNotBusy<T>(accept: () => Promise<T>): Promise<T> {
  for (let retries = 0; ; retries += 1) {
    try {
      return await accept();
    } catch (error) {
      if (!isCode(error, 'CONFLICT') || retries === BUSY_RETRIES) throw error;
      await pause(BUSY_PAUSE_MS);
    }
  }
}

function isCode(error: unknown, ...codes: ErrorCode[]): error is ServiceError {
  return error instanceof ServiceError && codes.includes(error.code);
}
