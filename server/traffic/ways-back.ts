import { sql, type Kysely } from 'kysely';
import { recordAdminChange } from '#server/context/admin-changes.ts';
import { ruleEnd } from '#server/db/traffic-columns.ts';
import type { DB } from '#server/db/types.ts';
import { formatRange, parseRange } from './address-range.ts';

export type LiftedBlock = { range: string; reason: string; expiresAt: Date | null };

function format(text: string): string {
  const range = parseRange(text);
  if (!range) throw new RangeError(`${text} is no IP address or range`);
  return formatRange(range);
}

export async function liftBlocks(db: Kysely<DB>, text: string, now: Date): Promise<LiftedBlock[]> {
  const range = format(text);
  const rows = await db.transaction().execute(async (tx) => {
    const removed = await tx
      .deleteFrom('ipSecurityRules')
      .where('ruleType', '=', 'blacklist')
      .where(sql<boolean>`ip_address >>= ${range}::inet`)
      .where((eb) => eb.or([eb('expiresAt', 'is', null), eb('expiresAt', '>', now)]))
      .returning(['reason', ruleEnd.as('expiresAt'), 'ipAddress', 'ruleType'])
      .execute();
    for (const before of removed) {
      await recordAdminChange(tx, { type: 'ip_rule_removed', by: null, now, before });
    }
    return removed;
  });
  return rows
    .map(({ ipAddress, reason, expiresAt }) => ({ reason, expiresAt, range: format(ipAddress) }))
    .toSorted((one, two) => (one.range < two.range ? -1 : 1));
}
