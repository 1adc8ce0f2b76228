import ipaddr from 'ipaddr.js';
import type { IpRuleType } from '#shared/ip-rules/values.ts';
import { parseRange } from './address-range.ts';

export type RuleRow = {
  id: string;
  ipAddress: string;
  ruleType: IpRuleType;
  reason: string;
  expiresAt: Date | null;
  isAutomatic?: boolean;
};

export type Rule = {
  id: string;
  type: IpRuleType;
  reason: string;
  isAutomatic: boolean;
  expiresAtMs: number;
  endsAtMs: number;
};

/** Four 32-bit groups; IPv4 is mapped (RFC 4291, section 2.5.5.2). */
export type Words = readonly [number, number, number, number];

export type CompiledRules = ReturnType<typeof compileRules>;

const ORDER: Record<IpRuleType, number> = { whitelist: 0, blacklist: 1, suspicious: 2 };

export function wordsOf(address: ipaddr.IPv4 | ipaddr.IPv6): Words {
  if (address instanceof ipaddr.IPv4) {
    const [a = 0, b = 0, c = 0, d = 0] = address.octets;
    return [0, 0, 0xffff, ((a << 24) | (b << 16) | (c << 8) | d) >>> 0];
  }
  const { parts } = address;
  const word = (index: number) => (((parts[index] ?? 0) << 16) | (parts[index + 1] ?? 0)) >>> 0;
  return [word(0), word(2), word(4), word(6)];
}

function maskWord(word: number, bits: number): number {
  if (bits <= 0) return 0;
  return bits >= 32 ? word : (word & (0xffffffff << (32 - bits))) >>> 0;
}

type Level = { prefix: number; rules: Map<number | string, Rule[]> };

// A number for IPv4, whose first 96 bits are constant.
function keyOf([a, b, c, d]: Words, prefix: number, isIpv4: boolean): number | string {
  if (isIpv4) return maskWord(d, prefix - 96);
  return `${maskWord(a, prefix)}.${maskWord(b, prefix - 32)}.${maskWord(c, prefix - 64)}.${maskWord(d, prefix - 96)}`;
}

/** One map per family and prefix length, longest first. */
export function compileRules(rows: readonly RuleRow[]) {
  const families: { ipv4: Level[]; ipv6: Level[] } = { ipv4: [], ipv6: [] };
  const all: Rule[] = [];
  for (const { id, ipAddress, ruleType: type, reason, expiresAt, isAutomatic = false } of rows) {
    const range = parseRange(ipAddress);
    if (!range) continue;
    const [address, length] = range;
    const family = address.kind();
    const prefix = family === 'ipv4' ? length + 96 : length;
    let level = families[family].find((other) => other.prefix === prefix);
    if (!level) families[family].push((level = { prefix, rules: new Map() }));
    const endMs = expiresAt?.getTime() ?? Infinity;
    const rule = { id, type, reason, isAutomatic, expiresAtMs: endMs, endsAtMs: endMs };
    all.push(rule);
    const key = keyOf(wordsOf(address), prefix, family === 'ipv4');
    const same = level.rules.get(key);
    if (same) same.push(rule);
    else level.rules.set(key, [rule]);
  }
  for (const levels of Object.values(families)) {
    levels.sort((one, two) => two.prefix - one.prefix);
    for (const { rules } of levels) {
      for (const same of rules.values()) same.sort((one, two) => ORDER[one.type] - ORDER[two.type]);
    }
  }
  return {
    size: all.length,
    all: all as readonly Rule[],
    /** The most specific rule; among equals allowing beats blocking. */
    match(words: Words, atMs: number): Rule | null {
      const isIpv4 = words[0] === 0 && words[1] === 0 && words[2] === 0xffff;
      for (const { prefix, rules } of isIpv4 ? families.ipv4 : families.ipv6) {
        const rule = rules
          .get(keyOf(words, prefix, isIpv4))
          ?.find(({ endsAtMs }) => endsAtMs > atMs);
        if (rule) return rule;
      }
      return null;
    },
  };
}
