import { sql } from 'kysely';
import { MAX_PREVIEW } from '#shared/leads/values.ts';
import type { MessageListItem } from '#shared/messages/admin-schema.ts';

export const LIST_COLUMNS = [
  'id',
  'name',
  'email',
  'status',
  'isSuspect',
  'createdAt',
  'respondedAt',
  'dataClassification',
  'accessCount',
  'lastAccessedAt',
  'retentionExpiresAt',
] as const;

export const CONTACT_FIELDS = ['name', 'email', 'message'] as const;

/** The beginning of the text, cut in the database, so that a list never reads the rest. */
export function preview() {
  return sql<string>`
    left(message, ${sql.lit(MAX_PREVIEW)}) ||
    case when char_length(message) > ${sql.lit(MAX_PREVIEW)} then '…' else '' end
  `.as('preview');
}

type ListRow = Omit<
  MessageListItem,
  'createdAt' | 'respondedAt' | 'lastAccessedAt' | 'retentionExpiresAt'
> & {
  createdAt: Date;
  respondedAt: Date | null;
  lastAccessedAt: Date | null;
  retentionExpiresAt: Date;
};

export function presentWithoutText(
  row: Omit<ListRow, 'preview'>,
): Omit<MessageListItem, 'preview'> {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    status: row.status,
    isSuspect: row.isSuspect,
    createdAt: row.createdAt.toISOString(),
    respondedAt: row.respondedAt?.toISOString() ?? null,
    dataClassification: row.dataClassification,
    accessCount: row.accessCount,
    lastAccessedAt: row.lastAccessedAt?.toISOString() ?? null,
    retentionExpiresAt: row.retentionExpiresAt.toISOString(),
  };
}

export function presentListItem(row: ListRow): MessageListItem {
  return { ...presentWithoutText(row), preview: row.preview };
}
