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
import type { MessageInput } from '#shared/messages/schema.ts';

type MessageRecord = {
  id: string;
  referencePrefix: string;
  idempotencyKey: string | null;
  requestHash: Buffer | null;
  input: MessageInput;
  suspectReasons: readonly SuspectReason[];
  conversation: NewConversation;
  mails: readonly Mail[];
};

const ROWS = defineGivenRows(
  `id uuid, reference_prefix text, idempotency_key uuid, request_hash bytea, name text, email text, message text,
  is_suspect boolean, suspect_reasons text[]`,
  `${NEW_CONVERSATION_COLUMNS}, mails json`,
);

/** Written in batches. False: the key exists or is being written. */
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
  const given = records.map(({ input, requestHash, conversation, mails, ...record }) => ({
    ...record,
    ...input,
    ...conversation,
    requestHash: requestHash && byteText(requestHash),
    isSuspect: record.suspectReasons.length > 0,
    mails: presentMails(mails),
  }));
  const result = await sql<{ id: string }>`
    with input as materialized (
      select * from ${ROWS.from(given)}
    ), record as (
      insert into contact_messages (${ROWS.names})
      select ${ROWS.names} from input
      where idempotency_key is null or ${locksKey('messages', sql<string>`idempotency_key::text`, { isRetry })}
      on conflict do nothing
      returning id
    ), conversation as (${conversationsOfRecords('message_id')}), mails as (${mailsOfRecords()})
    select id from record
  `.execute(db);
  const written = new Set(result.rows.map(({ id }) => id));
  return records.map(({ id }) => written.has(id));
}
