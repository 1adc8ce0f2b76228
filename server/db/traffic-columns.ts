import { sql } from 'kysely';
import { AUTOMATIC_REASON } from '#shared/ip-rules/messages.ts';

/** Null without an end, for 'infinity', and for dates beyond JavaScript's range. */
export const ruleEnd = sql<Date | null>`case when ip_security_rules.expires_at < '10000-01-01'
  then greatest(ip_security_rules.expires_at, 'epoch') end`;

export const isAutomaticRule = sql<boolean>`(ip_security_rules.rule_type = 'blacklist'
  and ip_security_rules.created_by is null and ${ruleEnd} is not null
  and starts_with(ip_security_rules.reason, ${AUTOMATIC_REASON}))`;

export function countedRange(column: string) {
  const address = sql.ref(column);
  return sql<string>`case family(${address}) when 4 then ${address}
    else network(set_masklen(${address}, 64))::inet end`;
}
