import { describe, expect, it } from 'vitest';
import { areOverlapping, formatRange, parseRange, readAddress } from './address-range.ts';

function canonical(text: string): string | null {
  const range = parseRange(text);
  return range && formatRange(range);
}

describe('parseRange', () => {
  it.each([
    ['203.0.113.9', '203.0.113.9'],
    ['203.0.113.9/32', '203.0.113.9'],
    ['203.0.113.0/24', '203.0.113.0/24'],
    ['203.0.113.77/24', '203.0.113.0/24'],
    ['203.0.113.200/25', '203.0.113.128/25'],
    ['203.0.113.9/0', '0.0.0.0/0'],
    ['2001:db8::1', '2001:db8::1'],
    ['2001:DB8::A', '2001:db8::a'],
    ['2001:0db8:0000:0000:0000:0000:0000:0001', '2001:db8::1'],
    ['2001:db8:0:0:1:0:0:1', '2001:db8::1:0:0:1'],
    ['2001:db8::ffff/64', '2001:db8::/64'],
    ['2001:db8:ffff::/33', '2001:db8:8000::/33'],
    ['2001:db8::/32', '2001:db8::/32'],
    ['::', '::'],
    ['::/0', '::/0'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['::ffff:cb00:7109', '203.0.113.9'],
    ['::ffff:203.0.113.9/128', '203.0.113.9'],
    ['::ffff:203.0.113.9/120', '203.0.113.0/24'],
    ['::ffff:0.0.0.0/96', '0.0.0.0/0'],
    ['::203.0.113.9', '::cb00:7109'],
    ['64:ff9b::203.0.113.9', '64:ff9b::cb00:7109'],
  ])('reads %s as %s', (text, expected) => {
    expect(canonical(text)).toBe(expected);
    // What it writes it reads again.
    expect(canonical(expected)).toBe(expected);
  });

  it.each([
    '',
    'localhost',
    '203.0.113.256',
    '203.0.113.09',
    '010.0.0.1',
    '0x7f.0.0.1',
    '127.1',
    '2130706433',
    '203.0.113.9 ',
    '203.0.113.9/',
    '203.0.113.9/33',
    '203.0.113.9/-1',
    '203.0.113.9/+8',
    '203.0.113.9/08',
    '203.0.113.9/8.0',
    '203.0.113.9/24/24',
    '203.0.113.9/255.255.255.0',
    '2001:db8::g',
    '2001:db8::1/129',
    'fe80::1%eth0',
    'fe80::1%eth0/64',
    '::ffff:010.0.0.1',
    '::ffff:203.0.113.9/95',
    'a'.repeat(100_000),
    ':'.repeat(100_000),
  ])('refuses %j', (text) => {
    expect(parseRange(text)).toBeNull();
  });
});

it('readAddress takes no range', () => {
  expect(readAddress('::ffff:203.0.113.9')?.toString()).toBe('203.0.113.9');
  expect(readAddress('203.0.113.9/32')).toBeNull();
});

it.each([
  ['203.0.113.0/24', '203.0.113.9', true],
  ['203.0.113.9', '203.0.113.0/24', true],
  ['203.0.113.0/25', '203.0.113.128/25', false],
  ['0.0.0.0/0', '203.0.113.9', true],
  ['::/0', '203.0.113.9', false],
  ['2001:db8::/32', '2001:db8:1::/48', true],
  ['::ffff:203.0.113.0/120', '203.0.113.9', true],
])('areOverlapping %s and %s: %s', (one, two, expected) => {
  const [first, second] = [parseRange(one), parseRange(two)];
  expect(first && second && areOverlapping(first, second)).toBe(expected);
});
