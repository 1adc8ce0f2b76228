import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { reportFailure, type ServiceContext, withTransaction } from '#server/context/context.ts';
import type { IncomingMail } from '#server/documents/tasks/tasks.ts';
import { ServiceError } from '#server/core/errors.ts';
import { uploadAttachment } from '#server/services/orders/index.ts';
import { INBOUND_MESSAGES as messages } from '#shared/mails/inbound-messages.ts';
import { announceChange } from '#server/db/announce.ts';
import { HOLD_MS } from '#server/mail/inbox/inbox-state.ts';

type Stored = {
  formKey: string;
  paths: string[];
  rejectedFiles: RejectedFile[];
  /** One file cannot be stored at the moment, so all of them wait. */
  isPending: boolean;
};

type RejectedFile = { name: string; reason: string };

const FINAL = [
  'VALIDATION',
  'UNPROCESSABLE',
  'UNSUPPORTED_MEDIA_TYPE',
  'PAYLOAD_TOO_LARGE',
  'RATE_LIMITED',
];

/** Deterministic, so that a repeated read finds stored files again. */
function formKeyOf(messageId: string): string {
  const hex = createHash('sha256').update(messageId).digest('hex');
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/u, '$1-$2-8$3-8$4-$5');
}

function reject({ name }: { name: string }, reason: string): RejectedFile {
  return { name: name.slice(0, 255).toWellFormed(), reason };
}

/** A file that the store cannot take now stays pending until the last attempt. */
export async function storeFiles(
  ctx: ServiceContext,
  messageId: string,
  { files }: IncomingMail,
  { isLastTry, conversationId }: { isLastTry: boolean; conversationId: string },
): Promise<Stored> {
  const formKey = formKeyOf(messageId);
  // All mails of a conversation count as one client, whatever sender they name.
  const client = { ...ctx.client, aggregationKey: `conversation:${conversationId}`, wideKey: null };
  const paths: string[] = [];
  const rejectedFiles: RejectedFile[] = [];
  for (const file of files) {
    const { name, bytes } = file;
    try {
      const { path } = await uploadAttachment(
        { ...ctx, client },
        { formKey, fileName: name, content: oneChunk(bytes) },
      );
      if (!paths.includes(path)) paths.push(path);
    } catch (error) {
      if (error instanceof ServiceError && FINAL.includes(error.code)) {
        rejectedFiles.push(reject(file, error.message));
        continue;
      }
      reportFailure(ctx, error, 'a file of a mail could not be stored');
      if (!isLastTry) {
        const rejected = files.map((each) => reject(each, messages.filePending));
        return { formKey, paths: [], rejectedFiles: rejected, isPending: true };
      }
      rejectedFiles.push(reject(file, messages.fileNotStored));
    }
  }
  return { formKey, paths, rejectedFiles, isPending: false };
}

async function* oneChunk(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield bytes;
}

/** Marks pending files as lost once no deferred email is left that could bring them. Returns the number of entries. */
export async function settleFiles(ctx: ServiceContext): Promise<number> {
  const until = new Date(ctx.now().getTime() - HOLD_MS);
  const reason = JSON.stringify({ reason: messages.fileNotStored });
  return withTransaction(ctx, async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('conversationEntries')
      .set({
        detail: sql`
          detail - 'filesPending' || jsonb_build_object('rejectedFiles', (
            select jsonb_agg(file || ${reason}::jsonb)
            from jsonb_array_elements(detail -> 'rejectedFiles') as file
          ))
        `,
      })
      .where(sql<boolean>`detail ? 'filesPending'`)
      .where('createdAt', '<', until)
      .where((where) =>
        where.not(
          where.exists(where.selectFrom('deferredMails').where('nextTryAt', 'is not', null)),
        ),
      )
      .executeTakeFirst();
    if (numUpdatedRows > 0n) await announceChange(tx, 'conversations');
    return Number(numUpdatedRows);
  });
}
