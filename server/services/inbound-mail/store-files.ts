import { createHash } from 'node:crypto';
import type { ServiceContext } from '#server/context.ts';
import type { IncomingMail } from '#server/documents/tasks.ts';
import { ServiceError } from '#server/errors.ts';
import { uploadAttachment } from '#server/services/orders/index.ts';
import { INBOUND_MESSAGES as messages } from '#shared/mails/inbound-messages.ts';

type Stored = {
  /** The key that the files wait under for their entry. */
  formKey: string;
  paths: string[];
  rejectedFiles: { name: string; reason: string }[];
};

/** Why a file is not stored, and never will be. */
const FINAL = ['VALIDATION', 'UNPROCESSABLE', 'UNSUPPORTED_MEDIA_TYPE', 'PAYLOAD_TOO_LARGE'];

/** The same for each reading of the same mail: files that are stored already are found again. */
function formKeyOf(messageId: string): string {
  const hex = createHash('sha256').update(messageId).digest('hex');
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/u, '$1-$2-8$3-8$4-$5');
}

/** Stores the files of a mail by the rules of the files of an order; those that the rules reject are named. */
export async function storeFiles(
  ctx: ServiceContext,
  messageId: string,
  { files, filesLeftOut }: IncomingMail,
): Promise<Stored> {
  const stored: Stored = { formKey: formKeyOf(messageId), paths: [], rejectedFiles: [] };
  for (const { name, bytes } of files) {
    try {
      const { path } = await uploadAttachment(ctx, {
        formKey: stored.formKey,
        fileName: name,
        content: oneChunk(bytes),
      });
      if (!stored.paths.includes(path)) stored.paths.push(path);
    } catch (error) {
      if (!(error instanceof ServiceError) || !FINAL.includes(error.code)) throw error;
      stored.rejectedFiles.push({ name: name.slice(0, 255).toWellFormed(), reason: error.message });
    }
  }
  if (filesLeftOut > 0) {
    const name = messages.moreFiles(filesLeftOut);
    stored.rejectedFiles.push({ name, reason: messages.tooManyFiles });
  }
  return stored;
}

async function* oneChunk(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield bytes;
}
