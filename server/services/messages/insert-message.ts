import { sql } from 'kysely';
import type { Database } from '#server/context.ts';
import { createBatchWriter, type Try } from '#server/db/batch-writer.ts';
import { type Mail, mailsOfRecords, presentMails } from '#server/mail/outbox.ts';
import { locksKey } from '#server/services/idempotency/index.ts';
import type { SuspectReason } from '#shared/leads/values.ts';
import type { MessageInput } from '#shared/messages/schema.ts';

type MessageRecord = {
  id: string;
  idempotencyKey: string | null;
  requestHash: Buffer | null;
  input: MessageInput;
  suspectReasons: readonly SuspectReason[];
  mails: readonly Mail[];
};

/**
 * Writes a message and its mails, in one statement with those that arrive at the same time; false, and nothing written, when there is one with its
 * key or somebody else is writing it.
 */
export const insertMessage = createBatchWriter({
  write: insertMessages,
  maxBatchSize: 100,
  sizeOf: ({ input }: MessageRecord) => input.message.length,
});

async function insertMessages(
  db: Database,
  records: readonly MessageRecord[],
  { isRetry }: Try,
): Promise<boolean[]> {
  const rows = records.map(({ id, idempotencyKey, requestHash, input, suspectReasons, mails }) => ({
    id,
    idempotency_key: idempotencyKey,
    request_hash: requestHash?.toString('hex'),
    ...input,
    suspect_reasons: suspectReasons,
    mails: presentMails(mails),
  }));
  const result = await sql<{ id: string }>`
    with input as materialized (
      select * from json_to_recordset(${JSON.stringify(rows)}) as input (
        id uuid, idempotency_key uuid, request_hash text, name text, email text, message text,
        suspect_reasons text[], mails json
      )
    ), record as (
      insert into contact_messages
        (id, idempotency_key, request_hash, name, email, message, is_suspect, suspect_reasons)
      select id, idempotency_key, decode(request_hash, 'hex'), name, email, message,
        suspect_reasons <> '{}', suspect_reasons
      from input
      where idempotency_key is null or ${locksKey('messages', sql<string>`idempotency_key::text`, { isRetry })}
      on conflict do nothing
      returning id
    ), mails as (${mailsOfRecords()})
    select id from record
  `.execute(db);
  const written = new Set(result.rows.map(({ id }) => id));
  return records.map(({ id }) => written.has(id));
}
