import { sql } from 'kysely';
import { requireAdmin, type ServiceContext } from '#server/context.ts';
import { type Cursor, takePage } from '#server/db/keyset.ts';
import { presentRow } from '#server/db/present-row.ts';
import { rejectField } from '#server/errors.ts';
import { AUDIT_MESSAGES } from '#shared/contact-audit/messages.ts';
import { AUDIT_RANGES, type AuditRange } from '#shared/contact-audit/values.ts';
import type { AuditEntry, AuditFilter } from '#shared/contact-audit/admin-schema.ts';

/** The instant that a range starts at, null where it has no bound. */
export function startOfRange(range: AuditRange, now: Date): Date | null {
  const ms = AUDIT_RANGES.find(({ value }) => value === range)?.ms ?? null;
  return ms === null ? null : new Date(now.getTime() - ms);
}

function escapeLike(text: string): string {
  return text.replaceAll(/[\\%_]/g, (character) => `\\${character}`);
}

/** The entries of a filter, newest first. An action is found by its label too, which has spaces where the value has not. */
export function selectEntries(
  { db }: Pick<ServiceContext, 'db'>,
  { action, search, since }: Omit<AuditFilter, 'range'> & { since: Date | null },
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
    ])
    .orderBy('contactMessageAudit.createdAt', 'desc')
    .orderBy('sequence', 'desc');
  if (action !== 'all') query = query.where('action', '=', action);
  if (since) query = query.where('contactMessageAudit.createdAt', '>=', since);
  if (search !== '') {
    const pattern = `%${escapeLike(search)}%`;
    query = query.where(
      sql<boolean>`(
        action ilike ${pattern} or replace(action, '_', ' ') ilike ${pattern}
        or user_agent ilike ${pattern} or host(ip_address) ilike ${pattern}
      )`,
    );
  }
  return query;
}

export type EntryRow = Awaited<ReturnType<ReturnType<typeof selectEntries>['execute']>>[number];

/** A page of the audit; the list keeps its order while entries are added. */
export async function listAuditEntries(
  ctx: ServiceContext,
  { cursor, limit, range, ...filter }: AuditFilter & { cursor?: Cursor | undefined; limit: number },
): Promise<{ items: AuditEntry[]; nextCursor: string | null }> {
  requireAdmin(ctx);
  let query = selectEntries(ctx, { ...filter, since: startOfRange(range, ctx.now()) });
  if (cursor) {
    const createdAt = new Date(cursor.value);
    if (Number.isNaN(createdAt.getTime())) {
      throw rejectField('cursor', AUDIT_MESSAGES.noPage);
    }
    query = query.where(
      sql<boolean>`(contact_message_audit.created_at, sequence) < (
        ${createdAt}::timestamptz,
        (select last.sequence from contact_message_audit as last where last.id = ${cursor.id}::uuid)
      )`,
    );
  }
  const page = takePage(await query.limit(limit + 1).execute(), limit, ({ createdAt, id }) => ({
    value: createdAt.toISOString(),
    id,
  }));
  return { ...page, items: page.items.map(presentRow) };
}
