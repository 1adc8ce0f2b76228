import { describe, expect, it } from 'vitest';
import { chooseEncoding } from './encoding.ts';

describe('chooseEncoding', () => {
  it.each([
    [null, null],
    ['', null],
    ['identity', null],
    ['gzip', 'gzip'],
    ['gzip, deflate, br, zstd', 'br'],
    ['br;q=0, gzip', 'gzip'],
    ['BR', 'br'],
    ['*', 'br'],
    ['*;q=0', null],
    ['gzip;q=0.5, br;q=0.1', 'br'],
    ['gzip;q=nonsense', null],
    [`${'x,'.repeat(10_000)}gzip`, null],
  ])('%j is answered with %j', (header, expected) => {
    expect(chooseEncoding(header)).toBe(expected);
  });
});
