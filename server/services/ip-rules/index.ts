import { sql } from 'kysely';
import { v7 as uuidV7 } from 'uuid';
import {
  type Database,
  requireAdmin,
  type ServiceContext,
  withTransaction,
} from '#server/context/context.ts';
import { recordAdminChange } from '#server/context/admin-changes.ts';
import { cursorBy, isBehind, PAGE_SIZE, type PageQuery, takePage } from '#server/db/keyset.ts';
import { presentRow } from '#server/db/present-row.ts';
import { rejectField, ServiceError } from '#server/core/errors.ts';
import { formatRange, parseRange } from '#server/traffic/address-range.ts';
import { isAutomaticRule, ruleEnd } from '#server/db/traffic-columns.ts';
import { IP_RULE_MESSAGES } from '#shared/ip-rules/messages.ts';
import type { IpRule, IpRuleInput } from '#shared/ip-rules/admin-schema.ts';
import { readRange } from './range.ts';

export { previewIpRule } from './preview.ts';

function selectRules(db: Database) {
  return db.selectFrom('ipSecurityRules').select((eb) => [
    'id',
    'ruleType',
    'reason',
    'createdAt',
    ruleEnd.as('expiresAt'),
    isAutomaticRule.as('isAutomatic'),
    eb
      .selectFrom('adminUsers')
      .select('username')
      .whereRef('adminUsers.id', '=', 'createdBy')
      .as('createdByUsername'),
    // The text of an inet omits the prefix of a single address; that of a cidr does not.
    sql<string>`(ip_address::inet)::text`.as('ipAddress'),
  ]);
}

type RuleRow = Awaited<ReturnType<ReturnType<typeof selectRules>['execute']>>[number];

function present(row: RuleRow, now: Date): IpRule {
  const { ipAddress, expiresAt } = row;
  return {
    ...presentRow(row),
    ipAddress: formatRange(parseRange(ipAddress) ?? unreadable(ipAddress)),
    isExpired: expiresAt !== null && expiresAt <= now,
  };
}

function unreadable(address: string): never {
  throw new Error(`the database holds an address that cannot be read: ${address}`);
}

export async function listIpRules(
  ctx: ServiceContext,
  { cursor, limit = PAGE_SIZE }: PageQuery,
): Promise<{ items: IpRule[]; nextCursor: string | null }> {
  requireAdmin(ctx);
  let query = selectRules(ctx.db)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1);
  if (cursor) {
    const place = { column: 'createdAt', type: 'timestamptz', direction: 'desc' } as const;
    query = query.where(isBehind(cursor, place));
  }
  const page = takePage(await query.execute(), limit, cursorBy('createdAt'));
  return { ...page, items: page.items.map((row) => present(row, ctx.now())) };
}

export async function createIpRule(
  ctx: ServiceContext,
  input: IpRuleInput,
  { proxies }: { proxies: readonly string[] },
): Promise<IpRule> {
  const admin = requireAdmin(ctx);
  const now = ctx.now();
  const range = readRange(input, { ownAddress: ctx.client.address, proxies });
  const expiresAt = input.expiresAt === null ? null : new Date(input.expiresAt);
  if (expiresAt && !(expiresAt > now)) throw rejectField('expires_at', IP_RULE_MESSAGES.end);
  const ipAddress = formatRange(range);

  return withTransaction(ctx, async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('ip-rules', 0))`.execute(tx);
    const same = await selectRules(tx)
      .where('ruleType', '=', input.ruleType)
      .where(sql<boolean>`ip_address = ${ipAddress}::cidr`)
      .execute();
    if (same.some((row) => !present(row, now).isExpired)) {
      throw rejectField('ip_address', IP_RULE_MESSAGES.duplicate, 'CONFLICT');
    }
    for (const { id: expired } of same) {
      await tx.deleteFrom('ipSecurityRules').where('id', '=', expired).execute();
    }
    const id = uuidV7();
    await tx
      .insertInto('ipSecurityRules')
      .values({
        id,
        ipAddress,
        ruleType: input.ruleType,
        reason: input.reason,
        createdAt: now,
        expiresAt,
        createdBy: admin.adminUserId,
      })
      .execute();
    const rule = present(await selectRules(tx).where('id', '=', id).executeTakeFirstOrThrow(), now);
    await recordAdminChange(tx, { type: 'ip_rule_added', by: ctx, after: valuesOf(rule) });
    return rule;
  });
}

export async function deleteIpRule(ctx: ServiceContext, id: string): Promise<void> {
  requireAdmin(ctx);
  await withTransaction(ctx, async (tx) => {
    const row = await selectRules(tx)
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirstOrThrow(() => new ServiceError('NOT_FOUND', IP_RULE_MESSAGES.notFound));
    await tx.deleteFrom('ipSecurityRules').where('id', '=', id).execute();
    const before = valuesOf(present(row, ctx.now()));
    await recordAdminChange(tx, { type: 'ip_rule_removed', by: ctx, before });
  });
}

function valuesOf({ ipAddress, ruleType, reason, expiresAt }: IpRule) {
  return { ipAddress, ruleType, reason, expiresAt };
}
