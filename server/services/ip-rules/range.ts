import { rejectField } from '#server/core/errors.ts';
import { type AddressRange, areOverlapping, parseRange } from '#server/traffic/address-range.ts';
import { IP_RULE_MESSAGES } from '#shared/ip-rules/messages.ts';
import { WIDEST_BLOCKED_RANGE } from '#shared/ip-rules/values.ts';
import type { IpRuleInput } from '#shared/ip-rules/admin-schema.ts';

export const LOOPBACK = ['127.0.0.0/8', '::1'];

function isOneOf(range: AddressRange, list: readonly string[]): boolean {
  return list.some((entry) => {
    const other = parseRange(entry);
    return other !== null && areOverlapping(range, other);
  });
}

type Untouchable = { ownAddress: string | null; proxies: readonly string[] };

function requireBlockable(range: AddressRange, { ownAddress, proxies }: Untouchable): void {
  const [address, prefix] = range;
  if (prefix < WIDEST_BLOCKED_RANGE[address.kind()]) {
    throw rejectField('ip_address', IP_RULE_MESSAGES.tooWide);
  }
  if (isOneOf(range, LOOPBACK)) throw rejectField('ip_address', IP_RULE_MESSAGES.loopback);
  if (isOneOf(range, proxies)) throw rejectField('ip_address', IP_RULE_MESSAGES.proxy);
  if (ownAddress && isOneOf(range, [ownAddress])) {
    throw rejectField('ip_address', IP_RULE_MESSAGES.ownAddress);
  }
}

/** No one can block their own address, this machine or a proxy in front of it. */
export function readRange(
  { ipAddress, ruleType }: Pick<IpRuleInput, 'ipAddress' | 'ruleType'>,
  untouchable: Untouchable,
): AddressRange {
  const range = parseRange(ipAddress);
  if (!range) throw rejectField('ip_address', IP_RULE_MESSAGES.address);
  if (ruleType === 'blacklist') requireBlockable(range, untouchable);
  return range;
}
