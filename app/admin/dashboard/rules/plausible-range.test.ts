import { describe, expect, it } from 'vitest';
import { isPlausibleRange } from './plausible-range.ts';

describe('isPlausibleRange', () => {
  it.each([
    '203.0.113.9',
    ' 203.0.113.0/24 ',
    '0.0.0.0/0',
    '255.255.255.255/32',
    '2001:db8::1',
    '2001:DB8::/48',
    '::/0',
    '::ffff:203.0.113.9/120',
  ])('takes %j', (text) => {
    expect(isPlausibleRange(text)).toBe(true);
  });

  it.each([
    '',
    '203.0.113',
    '203.0.113.',
    '203.0.113.256',
    '203.0.113.09',
    '203.0.113.9/',
    '203.0.113.9/33',
    '203.0.113.9/24/24',
    '2001:db8:',
    '2001:db8::/129',
    '1::2::3',
    'fe80::1%eth0',
    '[::1]',
    'example.com',
    '3405803785',
  ])('waits at %j', (text) => {
    expect(isPlausibleRange(text)).toBe(false);
  });
});
