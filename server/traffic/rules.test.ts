import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readAddress } from './address-range.ts';
import { compileRules, type RuleRow, wordsOf } from './rules.ts';

function rule(
  ipAddress: string,
  ruleType: RuleRow['ruleType'] = 'blacklist',
  expiresAt: Date | null = null,
): RuleRow {
  return { id: `${ruleType} ${ipAddress}`, ipAddress, ruleType, reason: 'Test', expiresAt };
}

function wordsOfText(text: string) {
  const address = readAddress(text);
  if (!address) throw new Error(text);
  return wordsOf(address);
}

const SAME = [rule('203.0.113.9'), rule('203.0.113.9/32', 'whitelist')];
const ENDING = [rule('203.0.113.0/24'), rule('203.0.113.9', 'whitelist', new Date(1_000))];
const MAPPED = '::ffff:203.0.113.9';

describe('compileRules', () => {
  it.each([
    ['allowing beat blocking', SAME, '203.0.113.9', 0, 'whitelist 203.0.113.9/32'],
    ['it so in any order', SAME.toReversed(), '203.0.113.9', 0, 'whitelist 203.0.113.9/32'],
    ['the narrower rule win', ENDING, '203.0.113.9', 999, 'whitelist 203.0.113.9'],
    ['the wider rule stay', ENDING, '203.0.113.9', 1_000, 'blacklist 203.0.113.0/24'],
    ['a mapped address be IPv4', [rule('0.0.0.0/0')], MAPPED, 0, 'blacklist 0.0.0.0/0'],
    ['a mapped rule be IPv4', [rule(MAPPED)], '203.0.113.9', 0, `blacklist ${MAPPED}`],
  ])('lets %s', (_, rows, address, atMs, expected) => {
    expect(compileRules(rows).match(wordsOfText(address), atMs)?.id).toBe(expected);
  });

  it('leaves out what cannot be read', () => {
    expect(compileRules([rule('garbage'), rule('203.0.113.9')]).size).toBe(1);
  });

  it('agrees with a naive matcher', () => {
    // Few different bits, so that rules meet addresses.
    const octet = fc.constantFrom(0, 1, 127, 128, 254, 255);
    const ipv4 = fc.array(octet, { minLength: 4, maxLength: 4 }).map((bytes) => bytes.join('.'));
    const group = fc.constantFrom('0', '1', '8000', 'ffff', 'db8');
    const ipv6 = fc.array(group, { minLength: 8, maxLength: 8 }).map((parts) => parts.join(':'));
    const range = fc.oneof(
      fc.tuple(ipv4, fc.integer({ min: 0, max: 32 })),
      fc.tuple(ipv6, fc.integer({ min: 0, max: 128 })),
    );
    const type = fc.constantFrom<RuleRow['ruleType']>('whitelist', 'blacklist', 'suspicious');
    const end = fc.option(fc.integer({ min: 0, max: 4 }));
    fc.assert(
      fc.property(
        fc.array(fc.tuple(range, type, end), { maxLength: 30 }),
        fc.array(fc.oneof(ipv4, ipv6), { minLength: 1, maxLength: 10 }),
        fc.integer({ min: 0, max: 4 }),
        (specs, addresses, atMs) => {
          const rows = specs
            .map(([[address, prefix], ruleType, expiresMs]) =>
              rule(
                `${address}/${prefix}`,
                ruleType,
                expiresMs === null ? null : new Date(expiresMs),
              ),
            )
            // The generated mapped addresses with short prefixes are rejected by the reader.
            .filter(({ ipAddress }) => !ipAddress.startsWith('0:0:0:0:0:ffff:'));
          const compiled = compileRules(rows);
          for (const address of addresses) {
            const found = compiled.match(wordsOfText(address), atMs);
            expect(found && [found.type, Number(found.id.split('/')[1])]).toEqual(
              naive(rows, address, atMs),
            );
          }
        },
      ),
      { numRuns: 500 },
    );
  });
});

function bitsOf(text: string): string {
  if (text.includes('.')) {
    return text
      .split('.')
      .map((byte) => Number(byte).toString(2).padStart(8, '0'))
      .join('');
  }
  const groups = text.split(':').map((group) => Number.parseInt(group, 16));
  const bits = groups.map((group) => group.toString(2).padStart(16, '0')).join('');
  return bits.startsWith(`${'0'.repeat(80)}${'1'.repeat(16)}`) ? bits.slice(96) : bits;
}

// Every rule in turn, with text instead of arithmetic.
function naive(rows: RuleRow[], address: string, atMs: number): [string, number] | null {
  const order = ['whitelist', 'blacklist', 'suspicious'];
  const [best] = rows
    .filter(({ expiresAt }) => expiresAt === null || expiresAt.getTime() > atMs)
    .map(({ ipAddress, ruleType }) => {
      const [range = '', prefix = ''] = ipAddress.split('/');
      return { bits: bitsOf(range), prefix: Number(prefix), ruleType };
    })
    .filter(({ bits, prefix }) => {
      const own = bitsOf(address);
      return own.length === bits.length && own.startsWith(bits.slice(0, prefix));
    })
    .toSorted(
      (one, two) =>
        two.prefix - one.prefix || order.indexOf(one.ruleType) - order.indexOf(two.ruleType),
    );
  return best ? [best.ruleType, best.prefix] : null;
}
