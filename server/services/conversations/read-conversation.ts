import { type RawBuilder, sql } from 'kysely';
import type { Transaction } from '#server/context/context.ts';
import { type Cursor, cursorBy, isBehind, takePage } from '#server/db/keyset.ts';
import { buildMessageReference } from '#server/lib/sql-text.ts';
import { presentRow } from '#server/db/present-row.ts';
import type { ConversationView, TimelineItem } from '#shared/conversations/admin-schema.ts';
import { endOfOrder } from '#shared/retention/period.ts';
import { CONVERSATION_PAGE_SIZE } from '#shared/conversations/values.ts';
import type { Conversation } from './lock.ts';
import { findNotedErasure } from './noted-erasure.ts';

const MAX_VIEWS = 500;
const MAX_ASSIGNEES = 200;

/** 'saved' without a mail server. */
const mailStatus = sql`case when mail.status = 'sent' and mail.transport = 'file' then 'saved' else mail.status end`;

type Row = Omit<TimelineItem, 'createdAt' | 'mailSentAt' | 'files'> & {
  createdAt: Date;
  mailSentAt: Date | null;
};

/** Returns a page, newest first. Views do not count towards its size. */
async function readItems(
  tx: Transaction,
  { id, orderId, messageId }: Conversation,
  cursor: Cursor | undefined,
): Promise<{ items: Row[]; nextCursor: string | null }> {
  const limit = CONVERSATION_PAGE_SIZE + 1;
  function isInPage(table: string): RawBuilder<unknown> {
    if (!cursor) return sql`true`;
    return isBehind(cursor, {
      column: `${table}.created_at`,
      type: 'timestamptz',
      direction: 'desc',
      id: [`${table}.id`, sql`${cursor.id}::uuid`],
    });
  }
  const page = (table: string) => sql`
    and ${isInPage(table)}
    order by ${sql.ref(`${table}.created_at`)} desc, ${sql.ref(`${table}.id`)} desc limit ${limit}
  `;
  const newestViews = (column: string, leadId: string | null) => sql`
    (select id, created_at, admin_user_id from contact_message_audit
    where ${sql.ref(column)} = ${leadId} and action = 'detailed_view'
    order by created_at desc limit ${MAX_VIEWS})
  `;
  const { rows } = await sql<Row>`
    select item.*, admin_users.username as admin_username
    from (
      (select entry.id, entry.kind, entry.created_at, entry.admin_user_id, via, body, quoted,
        detail ->> 'assigneeUsername' as assignee_username,
        detail ->> 'otherAddress' as other_address,
        detail ->> 'formerEmail' as former_email,
        coalesce(detail -> 'rejectedFiles', '[]') || coalesce(detail -> 'omissions', '[]') as rejected_files,
        coalesce(detail -> 'suspectReasons', '[]') as suspect_reasons,
        coalesce(detail -> 'marks', '[]') as marks, null as old_status, null as new_status,
        mail.id as mail_id, mail.kind as mail_kind, mail.recipient as mail_recipient,
        ${mailStatus} as mail_status, mail.sent_at as mail_sent_at, mail.last_error as mail_error,
        null::int as view_count
      from conversation_entries as entry
      left join outbox_mails as mail
        on mail.conversation_id = entry.conversation_id and mail.entry_id = entry.id
      where entry.conversation_id = ${id} ${page('entry')})
      union all
      (select id, 'status', created_at, admin_user_id, null, null, null, null, null, null, '[]', '[]', '[]', old_status,
        new_status, null, null, null, null, null, null, null
      from lead_status_changes as change
      where (order_id = ${orderId} or message_id = ${messageId})
        ${page('change')})
      union all
      (select id, 'mail', created_at, null, null, null, null, null, null, null, '[]', '[]', '[]', null, null,
        id, kind, recipient, ${mailStatus}, sent_at, last_error, null
      from outbox_mails as mail
      where conversation_id = ${id} and entry_id is null ${page('mail')})
      union all
      (select id, 'viewed', created_at, admin_user_id, null, null, null, null, null, null, '[]', '[]', '[]', null, null,
        null, null, null, null, null, null, view_count
      from (
        select (array_agg(id order by created_at desc, id desc))[1] as id, max(created_at) as created_at,
          admin_user_id, count(*)::int as view_count
        from (${newestViews('order_id', orderId)} union all ${newestViews('message_id', messageId)}) as newest
        group by admin_user_id, date_trunc('hour', created_at)
      ) as viewed
      where ${isInPage('viewed')})
    ) as item
    left join admin_users on admin_users.id = item.admin_user_id
    order by item.created_at desc, item.id desc
  `.execute(tx);
  const nextWord = rows.filter(({ kind }) => kind !== 'viewed')[CONVERSATION_PAGE_SIZE];
  const size = nextWord ? rows.indexOf(nextWord) : rows.length;
  return takePage(rows, size, cursorBy('createdAt'));
}

async function readFiles(tx: Transaction, entryIds: string[]) {
  if (entryIds.length === 0) return [];
  return tx
    .selectFrom('orderAttachments')
    .select(['id', 'entryId', 'originalName as name', 'contentType', 'sizeBytes'])
    .where('entryId', 'in', entryIds)
    .where('status', '=', 'claimed')
    .orderBy('id')
    .execute();
}

async function readStay(
  tx: Transaction,
  conversation: Conversation,
  order: { updatedAt: Date } | undefined,
) {
  const { id, messageId, heldAt, heldBy } = conversation;
  const message = await tx
    .selectFrom('contactMessages')
    .select(['retentionExpiresAt', buildMessageReference().as('reference')])
    .where('id', '=', messageId)
    .executeTakeFirst();
  const holder = await tx
    .selectFrom('adminUsers')
    .select('username')
    .where('id', '=', heldBy)
    .executeTakeFirst();
  const noted = heldAt ? await findNotedErasure(tx, id) : null;
  return {
    heldByUsername: holder?.username ?? null,
    erasureAskedAt: noted?.confirmedAt.toISOString() ?? null,
    orderRetainedUntil: order ? endOfOrder(order, conversation).toISOString() : null,
    messageReference: message?.reference ?? null,
    messageRetainedUntil: message?.retentionExpiresAt.toISOString() ?? null,
  };
}

export async function readConversation(
  tx: Transaction,
  conversation: Conversation,
  cursor?: Cursor,
): Promise<ConversationView> {
  const { items, nextCursor } = await readItems(tx, conversation, cursor);
  const files = await readFiles(
    tx,
    items.filter(({ via }) => via !== null).map(({ id }) => id),
  );
  const order =
    conversation.orderId === null
      ? undefined
      : await tx
          .selectFrom('orders')
          .select(['reference', 'updatedAt'])
          .where('id', '=', conversation.orderId)
          .executeTakeFirst();
  const presence =
    conversation.answeringAdminId === null
      ? undefined
      : await tx
          .selectFrom('adminUsers')
          .select('username')
          .where('id', '=', conversation.answeringAdminId)
          .executeTakeFirst();
  const assignees = await tx
    .selectFrom('adminUsers')
    .select(['id', 'username'])
    .where('isActive', '=', true)
    .where('role', '<>', 'auditor')
    .orderBy('username')
    .limit(MAX_ASSIGNEES)
    .execute();
  return {
    ...presentRow(conversation),
    ...(await readStay(tx, conversation, order)),
    orderReference: order?.reference ?? null,
    answeringUsername: presence?.username ?? null,
    items: items.map((row) => ({
      ...presentRow(row),
      files: files
        .filter(({ entryId }) => entryId === row.id)
        .map(({ id, name, contentType, sizeBytes }) => ({ id, name, contentType, sizeBytes })),
    })),
    nextCursor,
    assignees,
  };
}
