import { expect, it } from 'vitest';
import { acceptedEncodings } from './encoding.ts';

it.each([
  [null, []],
  ['', []],
  ['identity', []],
  ['gzip', ['gzip']],
  ['gzip, deflate, br, zstd', ['zstd', 'br', 'gzip']],
  ['gzip, deflate, br', ['br', 'gzip']],
  ['br;q=0, gzip', ['gzip']],
  ['BR', ['br']],
  ['*', ['zstd', 'br', 'gzip']],
  ['*;q=0', []],
  ['gzip;q=0.5, br;q=0.1', ['br', 'gzip']],
  ['gzip;q=nonsense', []],
  [`${'x,'.repeat(10_000)}gzip`, []],
])('acceptedEncodings: %j allows %j', (header, expected) => {
  expect(acceptedEncodings(header)).toEqual(expected);
});
