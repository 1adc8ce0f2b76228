import { sql } from 'kysely';
import type { Database } from '#server/context/context.ts';
import { byteText, defineGivenRows } from '#server/db/given-rows.ts';
import { createBatchWriter } from '#server/db/batch-writer.ts';
import { MAX_ORDER_FILES, MAX_ORDER_FILES_BYTES } from '#shared/orders/values.ts';

export type Attachment = {
  id: string;
  formKey: string;
  path: string;
  originalName: string;
  contentType: string;
  sizeBytes: number;
  sha256: Buffer;
  createdAt: Date;
  /** Emptied after a day. */
  sources: string[];
};

const ROWS = defineGivenRows(
  `id uuid, form_key uuid, path text, original_name text, content_type text, size_bytes integer,
  sha256 bytea, created_at timestamptz, sources text[]`,
);

type Found = { samePath: string | null; isAttached: boolean | null; files: number; bytes: number };

/** Inserts only when the form has room and no same file. A file that is named again is kept for another day. */
export const insertAttachment = createBatchWriter({
  write: insertAttachments,
  maxBatchSize: 100,
  // Each must be counted by the next.
  keyOf: ({ formKey }: Attachment) => formKey,
});

async function insertAttachments(
  db: Database,
  attachments: readonly Attachment[],
): Promise<Found[]> {
  const given = attachments.map((attachment) => ({
    ...attachment,
    sha256: byteText(attachment.sha256),
  }));
  // Forms are locked in key order to avoid deadlocks. Attached files count: a repeated form must name the same paths.
  const { rows } = await sql<Found & { id: string }>`
    with input as materialized (
      select * from ${ROWS.from(given)} order by form_key
    ), files as materialized (
      select input.id as input_id, file.*,
        file.sha256 = input.sha256 and file.original_name = input.original_name as is_same
      from input cross join lateral lock_order_attachments(input.form_key) as file
      where file.status <> 'removing'
    ), same as (
      select distinct on (input_id) input_id, id, path, status from files where is_same
    ), counted as (
      select input.id, count(files.id) as files, coalesce(sum(files.size_bytes), 0) as bytes
      from input left join files on files.input_id = input.id
      group by input.id
    ), inserted as (
      insert into order_attachments (${ROWS.names})
      select ${ROWS.names} from input join counted using (id)
      where not exists (select from same where input_id = input.id)
        and files < ${MAX_ORDER_FILES} and bytes <= ${MAX_ORDER_FILES_BYTES} - size_bytes
    ), renewed as (
      update order_attachments set created_at = input.created_at
      from same join input on input.id = same.input_id
      where order_attachments.id = same.id and same.status = 'staged'
    )
    select counted.id, same.path as same_path, same.status = 'claimed' as is_attached, files, bytes
    from counted left join same on same.input_id = counted.id
  `.execute(db);
  const found = new Map(rows.map((row) => [row.id, row]));
  return attachments.map(({ id }) => {
    const row = found.get(id);
    if (!row) throw new Error('the files of a form were not counted');
    return row;
  });
}
