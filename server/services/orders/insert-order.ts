import { sql } from 'kysely';
import type { Database } from '#server/context/context.ts';
import { createBatchWriter, type Try } from '#server/db/batch-writer.ts';
import { byteText, defineGivenRows } from '#server/db/given-rows.ts';
import { type Mail, mailsOfRecords, presentMails } from '#server/mail/outbox/outbox.ts';
import {
  conversationsOfRecords,
  NEW_CONVERSATION_COLUMNS,
  type NewConversation,
} from '#server/services/conversations/index.ts';
import { locksKey } from '#server/services/idempotency/index.ts';
import type { SuspectReason } from '#shared/leads/values.ts';
import { storedFieldsOf } from '#shared/forms/values.ts';
import { snakeCase } from '#shared/lib/case.ts';
import { MAX_ORDER_FILES_BYTES, ORDER_FIELDS } from '#shared/orders/values.ts';
import type { OrderInput } from '#shared/orders/schema.ts';
import { BUILT_IN_VERSION } from '#shared/site-settings/values.ts';

type OrderRecord = {
  id: string;
  reference: string;
  idempotencyKey: string;
  requestHash: Buffer;
  input: OrderInput;
  filePaths: readonly string[];
  acceptedAt: Date;
  /** Version of the terms that the form showed; by default the current one. */
  termsVersion: string | undefined;
  suspectReasons: readonly SuspectReason[];
  conversation: NewConversation;
  mails: readonly Mail[];
};

/** How long a version of the terms can still be accepted after another one replaced it. */
const REPLACED_TERMS = '24 hours';

/** `hasKey`: no other request is writing this key. `hasTerms`: the accepted version is, or was until recently, the current one. Files: found and attachable. */
type Outcome = Record<'isAccepted' | 'hasKey' | 'hasTerms', boolean> &
  Record<'fileCount' | 'fileBytes', number>;

/** Acceptance of the terms is stored as version and time. */
const ENTERED = storedFieldsOf(ORDER_FIELDS).map(
  ([name, { kind }]) => `${snakeCase(name)} ${kind === 'choices' ? 'text[]' : 'text'}`,
);

const ROWS = defineGivenRows(
  `id uuid, reference text, idempotency_key uuid, request_hash bytea, ${ENTERED.join(', ')},
  file_urls text[], terms_accepted_at timestamptz, is_suspect boolean,
  suspect_reasons text[]`,
  `${NEW_CONVERSATION_COLUMNS}, mails json, seen_version text`,
);

/** Written in batches; all or nothing for each order. */
export const insertOrder = createBatchWriter({
  write: insertOrders,
  maxBatchSize: 100,
  sizeOf: ({ input }: OrderRecord) => input.projectDescription.length,
});

async function insertOrders(
  db: Database,
  records: readonly OrderRecord[],
  { isRetry }: Try,
): Promise<Outcome[]> {
  const given = records.map(
    ({
      input,
      requestHash,
      filePaths,
      acceptedAt,
      termsVersion,
      conversation,
      mails,
      ...record
    }) => ({
      ...record,
      ...input,
      ...conversation,
      requestHash: byteText(requestHash),
      fileUrls: filePaths,
      seenVersion: termsVersion,
      termsAcceptedAt: acceptedAt,
      isSuspect: record.suspectReasons.length > 0,
      mails: presentMails(mails),
    }),
  );
  // Forms are locked in key order, as attachments are, to avoid deadlocks.
  const { rows } = await sql<Outcome & { id: string }>`
    with input as materialized (
      select *, ${locksKey('orders', sql<string>`idempotency_key::text`, { isRetry })} as has_key,
        case when coalesce(seen_version, current) = current then current else (
          select version from policy_versions as seen
          where kind = 'terms' and version = seen_version and not exists (
            select from policy_versions as later
            where later.kind = 'terms' and later.published_at > seen.published_at
              and later.published_at <= terms_accepted_at - ${sql.lit(REPLACED_TERMS)}::interval
          )
        ) end as terms_version
      from ${ROWS.from(given)} cross join (
        select coalesce((select terms_version from site_settings), ${BUILT_IN_VERSION}) as current
      ) as terms
      order by idempotency_key
    ), files as materialized (
      select input.id as input_id, file.*
      from input cross join lateral lock_order_attachments(input.idempotency_key) as file
      where input.has_key and file.status = 'staged' and file.path = any(input.file_urls)
    ), claim as (
      select input.id, count(files.id) as file_count,
        coalesce(sum(files.size_bytes), 0) as file_bytes
      from input left join files on files.input_id = input.id
      group by input.id
    ), record as (
      insert into orders (${ROWS.names}, terms_version)
      select ${ROWS.names}, terms_version from input join claim using (id)
      where has_key and terms_version is not null and file_count = cardinality(file_urls)
        and file_bytes <= ${MAX_ORDER_FILES_BYTES}
      on conflict do nothing
      returning id
    ), claimed as (
      -- An update by id: as such, its plan would read the whole table for as long as the database takes it for small.
      insert into order_attachments (
        id, form_key, path, original_name, content_type, size_bytes, sha256, status, order_id
      )
      select files.id, form_key, path, original_name, content_type, size_bytes, sha256, 'claimed',
        record.id
      from record join files on files.input_id = record.id
      on conflict (id) do update
        set status = excluded.status, order_id = excluded.order_id
    ), conversation as (${conversationsOfRecords('order_id')}), mails as (${mailsOfRecords()})
    select input.id, record.id is not null as is_accepted, has_key,
      terms_version is not null as has_terms, file_count, file_bytes
    from input join claim using (id) left join record using (id)
  `.execute(db);
  const outcomes = new Map(rows.map((row) => [row.id, row]));
  return records.map(({ id }) => {
    const outcome = outcomes.get(id);
    if (!outcome) throw new Error('an order got no outcome');
    return outcome;
  });
}
