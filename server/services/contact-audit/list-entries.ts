import { sql } from 'kysely';
import { requireAdmin, type ServiceContext } from '#server/context/context.ts';
import {
  type Cursor,
  cursorBy,
  isBehind,
  PAGE_SIZE,
  type PageQuery,
  takePage,
} from '#server/db/keyset.ts';
import { hasWords } from '#server/lib/sql-text.ts';
import { presentRow } from '#server/db/present-row.ts';
import {
  AUDIT_RANGES,
  type AuditRange,
  RECENT_ACTIVITY_MS,
  SENSITIVE_FIELDS,
} from '#shared/contact-audit/values.ts';
import type { AuditEntry, AuditFilter, AuditStats } from '#shared/contact-audit/admin-schema.ts';

export function startOfRange(range: AuditRange, now: Date): Date | null {
  const ms = AUDIT_RANGES.find(({ value }) => value === range)?.ms ?? null;
  return ms === null ? null : new Date(now.getTime() - ms);
}

type EntryQuery = Omit<AuditFilter, 'range'> & { since: Date | null; cursor?: Cursor | undefined };

/** Actions are also found by their label, which has spaces. */
export function selectEntries(
  { db }: Pick<ServiceContext, 'db'>,
  { action, search, since, cursor }: EntryQuery,
) {
  let query = db
    .selectFrom('contactMessageAudit')
    .leftJoin('adminUsers', 'adminUsers.id', 'contactMessageAudit.adminUserId')
    .select([
      'contactMessageAudit.id',
      'contactMessageAudit.createdAt',
      'sequence',
      'action',
      'messageId',
      'orderId',
      'adminUserId',
      'adminUsers.username as adminUsername',
      sql<string | null>`host(ip_address)`.as('ipAddress'),
      'userAgent',
      'accessedFields',
      'searchQuery',
      sql<boolean>`search_digest is not null and search_query is null`.as('isSearchRemoved'),
    ])
    .orderBy('contactMessageAudit.createdAt', 'desc')
    .orderBy('sequence', 'desc');
  if (action !== 'all') query = query.where('action', '=', action);
  if (since) query = query.where('contactMessageAudit.createdAt', '>=', since);
  if (search !== '') {
    query = query.where((eb) =>
      eb.or(
        [sql`action`, sql`replace(action, '_', ' ')`, sql`user_agent`, sql`host(ip_address)`].map(
          (column) => hasWords(search, sql`fold_search_text(${column})`),
        ),
      ),
    );
  }
  if (cursor) {
    const sequence = sql`(select sequence from contact_message_audit where id = ${cursor.id}::uuid)`;
    query = query.where(
      isBehind(cursor, {
        column: 'contact_message_audit.created_at',
        type: 'timestamptz',
        direction: 'desc',
        id: ['sequence', sequence],
      }),
    );
  }
  return query;
}

export type EntryRow = Awaited<ReturnType<ReturnType<typeof selectEntries>['execute']>>[number];

export async function listAuditEntries(
  ctx: ServiceContext,
  { cursor, limit = PAGE_SIZE, range, ...filter }: AuditFilter & PageQuery,
): Promise<{ items: AuditEntry[]; nextCursor: string | null }> {
  requireAdmin(ctx);
  const since = startOfRange(range, ctx.now());
  const rows = await selectEntries(ctx, { ...filter, since, cursor })
    .limit(limit + 1)
    .execute();
  const page = takePage(rows, limit, cursorBy('createdAt'));
  return { ...page, items: page.items.map(presentRow) };
}

export async function getAuditStats(
  ctx: ServiceContext,
  { range }: { range: AuditRange },
): Promise<AuditStats> {
  requireAdmin(ctx);
  const now = ctx.now();
  const since = startOfRange(range, now) ?? new Date(0);
  const lastHour = new Date(now.getTime() - RECENT_ACTIVITY_MS);
  const { rows } = await sql<AuditStats>`
    with accessors as (
      select admin_user_id, count(*) as accesses,
        count(*) filter (where accessed_fields && ${[...SENSITIVE_FIELDS]}::text[]) as sensitive
      from contact_message_audit where created_at >= ${since} group by admin_user_id
    )
    select
      (select count(*) from contact_messages where created_at >= ${since}) as total_messages,
      coalesce(sum(accesses), 0)::bigint as total_accesses,
      count(admin_user_id) as unique_accessors,
      coalesce(sum(sensitive), 0)::bigint as sensitive_accesses,
      (select count(*) from contact_message_audit where created_at >= ${lastHour}) as recent_activity
    from accessors
  `.execute(ctx.db);
  const [stats] = rows;
  if (!stats) throw new Error('an aggregate without a row');
  return stats;
}
