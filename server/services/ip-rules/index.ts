import { sql } from 'kysely';
import { v7 as uuidV7 } from 'uuid';
import { requireAdmin, type ServiceContext, withTransaction } from '#server/context.ts';
import { changedByOf, recordAdminChange } from '#server/db/admin-changes.ts';
import { cursorBy, isBehind, PAGE_SIZE, type PageQuery, takePage } from '#server/db/keyset.ts';
import { presentRow } from '#server/db/present-row.ts';
import { rejectField, ServiceError } from '#server/errors.ts';
import { formatRange, parseRange } from '#server/traffic/address-range.ts';
import { ruleEnd } from '#server/db/traffic-columns.ts';
import { IP_RULE_MESSAGES, isAutomaticReason } from '#shared/ip-rules/messages.ts';
import type { IpRule, IpRuleInput } from '#shared/ip-rules/admin-schema.ts';
import { readRange } from './range.ts';

export { previewIpRule } from './preview.ts';

function selectRules(ctx: ServiceContext) {
  return ctx.db
    .selectFrom('ipSecurityRules')
    .leftJoin('adminUsers', 'adminUsers.id', 'ipSecurityRules.createdBy')
    .select([
      'ipSecurityRules.id',
      'ruleType',
      'reason',
      'ipSecurityRules.createdAt',
      ruleEnd.as('expiresAt'),
      'createdBy',
      'adminUsers.username as createdByUsername',
      // The text form of an inet leaves out the prefix of a single address, that of a cidr does not.
      sql<string>`(ip_address::inet)::text`.as('ipAddress'),
    ]);
}

type RuleRow = Awaited<ReturnType<ReturnType<typeof selectRules>['execute']>>[number];

function present(row: RuleRow, now: Date): IpRule {
  const { ipAddress, ruleType, reason, expiresAt, createdBy } = row;
  return {
    ...presentRow(row),
    ipAddress: formatRange(parseRange(ipAddress) ?? unreadable(ipAddress)),
    isExpired: expiresAt !== null && expiresAt <= now,
    isAutomatic:
      ruleType === 'blacklist' &&
      createdBy === null &&
      expiresAt !== null &&
      isAutomaticReason(reason),
  };
}

function unreadable(address: string): never {
  throw new Error(`the database holds an address that cannot be read: ${address}`);
}

/** Rules by their date, newest first, those that have expired included. */
export async function listIpRules(
  ctx: ServiceContext,
  { cursor, limit = PAGE_SIZE }: PageQuery,
): Promise<{ items: IpRule[]; nextCursor: string | null }> {
  requireAdmin(ctx);
  let query = selectRules(ctx)
    .orderBy('ipSecurityRules.createdAt', 'desc')
    .orderBy('ipSecurityRules.id', 'desc')
    .limit(limit + 1);
  if (cursor) {
    query = query.where(
      isBehind(cursor, {
        column: 'ip_security_rules.created_at',
        type: 'timestamptz',
        direction: 'desc',
        id: ['ip_security_rules.id', sql`${cursor.id}::uuid`],
      }),
    );
  }
  const page = takePage(await query.execute(), limit, cursorBy('createdAt'));
  return { ...page, items: page.items.map((row) => present(row, ctx.now())) };
}

/** Adds a rule; nobody can blacklist their own address, this machine, or one of the proxies in front of it. */
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
    const same = await tx
      .selectFrom('ipSecurityRules')
      .select(['id', ruleEnd.as('expiresAt')])
      .where('ruleType', '=', input.ruleType)
      .where(sql<boolean>`ip_address = ${ipAddress}::cidr`)
      .execute();
    if (same.some((rule) => rule.expiresAt === null || rule.expiresAt > now)) {
      throw rejectField('ip_address', IP_RULE_MESSAGES.duplicate, 'CONFLICT');
    }
    const id = uuidV7();
    if (same.length > 0) {
      const expired = same.map((rule) => rule.id);
      await tx.deleteFrom('ipSecurityRules').where('id', 'in', expired).execute();
    }
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
    const row = await selectRules({ ...ctx, db: tx })
      .where('ipSecurityRules.id', '=', id)
      .executeTakeFirstOrThrow();
    const rule = present(row, now);
    const by = changedByOf(ctx);
    await recordAdminChange(tx, { type: 'ip_rule_added', by, now, after: valuesOf(rule) });
    return rule;
  });
}

export async function deleteIpRule(ctx: ServiceContext, id: string): Promise<void> {
  requireAdmin(ctx);
  const now = ctx.now();
  await withTransaction(ctx, async (tx) => {
    const row = await selectRules({ ...ctx, db: tx })
      .where('ipSecurityRules.id', '=', id)
      .forUpdate('ipSecurityRules')
      .executeTakeFirst();
    if (!row) throw new ServiceError('NOT_FOUND', IP_RULE_MESSAGES.notFound);
    await tx.deleteFrom('ipSecurityRules').where('id', '=', id).execute();
    const before = valuesOf(present(row, now));
    await recordAdminChange(tx, { type: 'ip_rule_removed', by: changedByOf(ctx), now, before });
  });
}

function valuesOf({ ipAddress, ruleType, reason, expiresAt }: IpRule) {
  return { ipAddress, ruleType, reason, expiresAt };
}
