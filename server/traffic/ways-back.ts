import { sql, type Kysely } from 'kysely';
import { ruleEnd } from '../db/traffic-columns.ts';
import type { DB } from '../db/types.ts';
import { formatRange, parseRange } from './address-range.ts';

export type LiftedBlock = { range: string; reason: string; expiresAt: Date | null };

function format(text: string): string {
  const range = parseRange(text);
  if (!range) throw new RangeError(`${text} is no IP address or range`);
  return formatRange(range);
}

/** Removes every blacklist rule in force that covers an address or range. */
export async function liftBlocks(db: Kysely<DB>, text: string, now: Date): Promise<LiftedBlock[]> {
  const range = format(text);
  const rows = await db
    .deleteFrom('ipSecurityRules')
    .where('ruleType', '=', 'blacklist')
    .where(sql<boolean>`ip_address >>= ${range}::inet`)
    .where((eb) => eb.or([eb('expiresAt', 'is', null), eb('expiresAt', '>', now)]))
    .returning(['reason', ruleEnd.as('expiresAt'), 'ipAddress'])
    .execute();
  return rows
    .map(({ ipAddress, ...rule }) => ({ ...rule, range: format(ipAddress) }))
    .toSorted((one, two) => (one.range < two.range ? -1 : 1));
}
