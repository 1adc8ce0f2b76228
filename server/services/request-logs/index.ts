import { sql } from 'kysely';
import { requireAdmin, type ServiceContext } from '#server/context/context.ts';
import { cursorBy, isBehind, PAGE_SIZE, type PageQuery, takePage } from '#server/db/keyset.ts';
import { columnsOf, presentRow } from '#server/db/present-row.ts';
import { rejectField } from '#server/core/errors.ts';
import { formatRange, parseRange } from '#server/traffic/address-range.ts';
import { IP_RULE_MESSAGES } from '#shared/ip-rules/messages.ts';
import {
  type RequestLog,
  type RequestLogFilter,
  requestLogSchema,
} from '#shared/request-logs/admin-schema.ts';
import { statusesOf } from '#shared/request-logs/values.ts';

export async function listRequestLogs(
  ctx: ServiceContext,
  {
    ip_address: ipAddress,
    status,
    from,
    to,
    admins,
    cursor,
    limit = PAGE_SIZE,
  }: RequestLogFilter & PageQuery,
): Promise<{ items: RequestLog[]; nextCursor: string | null }> {
  requireAdmin(ctx);
  let query = ctx.db
    .selectFrom('ddosRequestLogs')
    .select(columnsOf(requestLogSchema))
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1);
  if (ipAddress !== '') query = query.where(isFrom(ipAddress));
  if (status !== 'all') {
    const statuses = statusesOf(status);
    query = query
      .where('responseStatus', '>=', statuses.from)
      .where('responseStatus', '<=', statuses.to);
  }
  if (from !== '') query = query.where('createdAt', '>=', new Date(from));
  if (to !== '') query = query.where('createdAt', '<=', new Date(to));
  if (admins === '0') query = query.where(sql<boolean>`not is_admin`);
  if (cursor) {
    query = query.where(
      isBehind(cursor, {
        column: 'createdAt',
        type: 'timestamptz',
        direction: 'desc',
        id: ['id', sql`${cursor.id}::bigint`],
      }),
    );
  }
  const page = takePage(await query.execute(), limit, cursorBy('createdAt'));
  return { ...page, items: page.items.map(presentRow) };
}

// Equality for a single address: its index also has the order of the list.
function isFrom(text: string) {
  const range = parseRange(text);
  if (!range) throw rejectField('ip_address', IP_RULE_MESSAGES.address);
  const ipAddress = formatRange(range);
  const operator = sql.raw(ipAddress.includes('/') ? '<<=' : '=');
  return sql<boolean>`ip_address ${operator} ${ipAddress}::inet`;
}
