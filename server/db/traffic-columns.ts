import { sql } from 'kysely';
import { AUTOMATIC_REASON } from '#shared/ip-rules/messages.ts';

/** The end of a rule as a Date; null without one, which 'infinity' and what JavaScript cannot count any more are as well. */
export const ruleEnd = sql<Date | null>`case when ip_security_rules.expires_at < '10000-01-01'
  then greatest(ip_security_rules.expires_at, 'epoch') end`;

/** Whether the traffic guard has made a rule itself. */
export const isAutomaticRule = sql<boolean>`(ip_security_rules.rule_type = 'blacklist'
  and ip_security_rules.created_by is null and ${ruleEnd} is not null
  and starts_with(ip_security_rules.reason, ${AUTOMATIC_REASON}))`;

/** What the guard counts an address as: itself, or the /64 range around it. */
export function countedRange(column: string) {
  const address = sql.ref(column);
  return sql<string>`case family(${address}) when 4 then ${address}
    else network(set_masklen(${address}, 64))::inet end`;
}
