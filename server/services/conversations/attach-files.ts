import { sql, type Transaction } from 'kysely';
import type { DB } from '#server/db/types.ts';
import { rejectField } from '#server/core/errors.ts';
import { MAX_ORDER_FILES_BYTES } from '#shared/orders/values.ts';
import { ORDER_MESSAGES } from '#shared/orders/messages.ts';

type Files = {
  formKey: string;
  paths: readonly string[];
  entryId: string;
};

/** All or none, by the rules for files of an order. */
export async function attachFiles(
  tx: Transaction<DB>,
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
