import { sql } from 'kysely';
import { buildMessageReference } from '#server/lib/sql-text.ts';
import { defineLead } from '#server/services/leads/index.ts';
import { MAX_PREVIEW } from '#shared/leads/values.ts';
import { messageSchemas } from '#shared/messages/admin-schema.ts';
import { MESSAGE_ADMIN_MESSAGES } from '#shared/messages/messages.ts';
import { MESSAGE_SORTS, messageStatusLabel } from '#shared/messages/values.ts';

const CONTACT_FIELDS = ['name', 'email', 'message'];

export const messages = defineLead({
  name: 'messages',
  table: 'contactMessages',
  idColumn: 'messageId',
  schemas: messageSchemas,
  sorts: MESSAGE_SORTS,
  notFound: MESSAGE_ADMIN_MESSAGES.notFound,
  computed: {
    reference: buildMessageReference,
    // Cut in the database to keep lists small.
    preview: () => sql<string>`
      left(message, ${sql.lit(MAX_PREVIEW)}) ||
      case when char_length(message) > ${sql.lit(MAX_PREVIEW)} then '…' else '' end
    `,
  },
  contactFields: { list: CONTACT_FIELDS, detail: [...CONTACT_FIELDS, 'notes'] },
  confirmation: (messageId) => ({ kind: 'messages.confirmation', payload: { messageId } }),
  exported: async () => [
    ['Reference', ({ reference }) => reference],
    ['Date', ({ createdAt }) => createdAt.toISOString()],
    ['Sender', ({ name }) => name],
    ['Email', ({ email }) => email],
    ['Message', ({ message }) => message],
    ['Status', ({ status }) => messageStatusLabel(status)],
    ['Responded', ({ respondedAt }) => respondedAt?.toISOString() ?? ''],
    ['Suspect', ({ isSuspect }) => (isSuspect ? 'Yes' : 'No')],
    ['Classification', ({ dataClassification }) => dataClassification],
    ['Retention Until', ({ retentionExpiresAt }) => retentionExpiresAt.toISOString()],
    ['Notes', ({ notes }) => notes ?? ''],
  ],
  closedStatus: 'responded',
  repliedStatus: () => 'responded',
  openedStatus: 'read',
  statusColumns: (status, now) => ({ respondedAt: status === 'responded' ? now : null }),
});
