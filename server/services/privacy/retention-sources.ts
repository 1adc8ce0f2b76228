import { type RawBuilder, sql } from 'kysely';
import type { Database } from '#server/context/context.ts';
import { removeSearches } from '#server/services/contact-audit/index.ts';
import { retainedSince } from '#shared/retention/period.ts';
import type { DeletedKind } from '#shared/retention/values.ts';

type Condition = RawBuilder<boolean>;

export type Source = {
  table: string;
  isDue: (now: Date) => Condition;
  isHeld?: Condition;
  remove?: (db: Database, ids: RawBuilder<unknown>) => Promise<number>;
};

function since(table: string, column: string, kind: DeletedKind): Source {
  return {
    table,
    isDue: (now) => sql<boolean>`${sql.ref(column)} <= ${retainedSince(kind, now)}::timestamptz`,
  };
}

function isHeldBy(reference: string, own: string): Condition {
  return sql<boolean>`exists (
    select from conversations as held
    where held.held_at is not null and held.${sql.ref(reference)} = ${sql.ref(own)}
  )`;
}

/** Also mails that name a held enquiry among others. */
export const isMailHeld = sql<boolean>`(
  ${isHeldBy('id', 'outbox_mails.conversation_id')}
  or outbox_mails.conversation_id is null and exists (
    select from conversations as held
    where held.held_at is not null and (
      outbox_mails.payload->>'orderId' = held.order_id::text
      or outbox_mails.payload->>'messageId' = held.message_id::text
      or outbox_mails.payload->'conversationIds' ? held.id::text
    )
  )
)`;

const deletedContent = (table: string) => since(table, 'deleted_at', 'deleted-content');

export const SOURCES: Record<DeletedKind, readonly Source[]> = {
  messages: [
    {
      table: 'contact_messages',
      // Stored when the message arrives; a test compares it with the table of periods.
      isDue: (now) => sql<boolean>`retention_expires_at <= ${now}::timestamptz`,
      isHeld: isHeldBy('message_id', 'contact_messages.id'),
    },
  ],
  orders: [
    {
      table: 'orders',
      isDue(now) {
        const end = retainedSince('orders', now);
        return sql<boolean>`(
          created_at <= ${end}::timestamptz and updated_at <= ${end}::timestamptz and not exists (
            select from conversations
            where order_id = orders.id and last_word_at > ${end}::timestamptz
          )
        )`;
      },
      isHeld: isHeldBy('order_id', 'orders.id'),
    },
  ],
  'pending-uploads': [
    {
      table: 'order_attachments',
      isDue: (now) =>
        sql<boolean>`(status = 'staged'
          and created_at < ${retainedSince('pending-uploads', now)}::timestamptz)`,
    },
  ],
  'upload-sources': [
    {
      table: 'order_attachments',
      isDue: (now) => sql<boolean>`(status = 'claimed' and sources <> '{}'
        and created_at <= ${retainedSince('upload-sources', now)}::timestamptz)`,
      async remove(db, ids) {
        const { numAffectedRows = 0n } =
          await sql`update order_attachments set sources = '{}' where id in (${ids})`.execute(db);
        return Number(numAffectedRows);
      },
    },
  ],
  mails: [{ ...since('outbox_mails', 'created_at', 'mails'), isHeld: isMailHeld }],
  'deferred-mails': [since('deferred_mails', 'came_at', 'deferred-mails')],
  'tracking-requests': [
    {
      ...since('tracking_requests', 'created_at', 'tracking-requests'),
      isHeld: isHeldBy('id', 'tracking_requests.conversation_id'),
    },
  ],
  'tracking-link-requests': [since('tracking_link_requests', 'asked_at', 'tracking-link-requests')],
  'request-logs': [
    {
      table: 'ddos_request_logs',
      isDue(now) {
        // Whole days (UTC): a day is a partition.
        const day = retainedSince('request-logs', now).toISOString().slice(0, 10);
        return sql<boolean>`created_at < ${day}::timestamptz`;
      },
    },
  ],
  'security-events': [since('security_events', 'created_at', 'security-events')],
  'ip-rules': [since('ip_security_rules', 'expires_at', 'ip-rules')],
  'login-attempts': [since('admin_login_attempts', 'created_at', 'login-attempts')],
  'audit-searches': [
    {
      table: 'contact_message_audit',
      isDue: (now) => sql<boolean>`(search_salt is not null
        and created_at <= ${retainedSince('audit-searches', now)}::timestamptz)`,
      remove: removeSearches,
    },
  ],
  sessions: [since('admin_sessions', 'expires_at', 'sessions')],
  'login-challenges': [since('admin_login_challenges', 'expires_at', 'login-challenges')],
  'passkey-challenges': [since('admin_passkey_challenges', 'expires_at', 'passkey-challenges')],
  devices: [since('admin_devices', 'last_seen_at', 'devices')],
  invitations: [since('admin_invitations', 'expires_at', 'invitations')],
  'deleted-content': [
    deletedContent('blog_posts'),
    deletedContent('projects'),
    deletedContent('faqs'),
    deletedContent('clients'),
    deletedContent('testimonials'),
    deletedContent('team_members'),
  ],
};
