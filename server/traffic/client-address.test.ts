import { describe, expect, it } from 'vitest';
import { clientAddress, compileRanges, isLoopback } from './client-address.ts';

const proxies = compileRanges(['10.0.0.0/8', '::1', '192.0.2.7']);

describe('clientAddress', () => {
  it.each([
    [
      '203.0.113.9',
      '198.51.100.1',
      '203.0.113.9',
      'an untrusted peer is the client, whatever it claims',
    ],
    ['10.0.0.1', '198.51.100.1', '198.51.100.1', 'a trusted proxy is believed'],
    [
      '10.0.0.1',
      '1.1.1.1, 198.51.100.1',
      '198.51.100.1',
      'nothing left of the first untrusted hop counts',
    ],
    ['10.0.0.1', '198.51.100.1, 10.0.0.2', '198.51.100.1', 'chains of trusted proxies are walked'],
    ['::ffff:10.0.0.1', '198.51.100.1', '198.51.100.1', 'a mapped peer is the IPv4 address'],
    ['10.0.0.1', 'garbage', '10.0.0.1', 'a broken header is ignored'],
    ['10.0.0.1', undefined, '10.0.0.1', 'a proxy without the header is itself the client'],
    ['192.0.2.7', '2001:DB8::0:1', '2001:db8::1', 'IPv6 is canonical'],
    [undefined, undefined, '0.0.0.0', 'a closed socket has no address'],
  ])('%s with %s is %s: %s', (peer, header, expected, _reason) => {
    expect(clientAddress(peer, header, proxies)).toBe(expected);
  });

  it('believes no header without trusted proxies', () => {
    expect(clientAddress('127.0.0.1', '198.51.100.1', [])).toBe('127.0.0.1');
  });
});

describe('isLoopback', () => {
  it.each([
    ['127.0.0.1', true],
    ['127.8.8.8', true],
    ['::1', true],
    ['::ffff:127.0.0.1', true],
    ['10.0.0.1', false],
    ['not an address', false],
  ])('%s: %s', (address, expected) => {
    expect(isLoopback(address)).toBe(expected);
  });
});
