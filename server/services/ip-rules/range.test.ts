import { expect, it } from 'vitest';
import { formatRange } from '#server/traffic/address-range.ts';
import { readSourceKeys } from '#server/traffic/source.ts';
import { IP_RULE_MESSAGES } from '#shared/ip-rules/messages.ts';
import { readRange } from './range.ts';

const untouchable = { ownAddress: '2001:db8:0:7::1', proxies: ['2001:db8:0:8::1'] };
const read = (ipAddress: string) =>
  formatRange(readRange({ ipAddress, ruleType: 'blacklist' }, untouchable));

it.each([
  ['2001:db8:0:7:ffff::2', IP_RULE_MESSAGES.ownAddress],
  ['2001:db8:0:8:ffff::2', IP_RULE_MESSAGES.proxy],
])('refuses to blacklist what the guard counts %s as: %s', (address, message) => {
  const range = readSourceKeys(address)?.aggregationKey ?? '';
  expect(range).toMatch(/::\/64$/);
  expect(() => read(range)).toThrow(message);
  expect(read(address)).toBe(address);
  expect(read('2001:db8:0:9::/64')).toBe('2001:db8:0:9::/64');
});
