import { describe, expect, it } from 'vitest';
import { createSourceReader } from './source.ts';

const { read } = createSourceReader(['10.0.0.0/8', '::1', '192.0.2.7']);

describe('the address of a client', () => {
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
    ['fe80::1%eth0', undefined, 'fe80::1', 'the network card is no part of an address'],
    ['10.0.0.1', '198.51.100.1:4711', '198.51.100.1', 'a port is left out'],
    ['10.0.0.1', '[2001:db8::1]:443', '2001:db8::1', 'a port is left out of IPv6 too'],
    ['10.0.0.1', '[2001:db8::1]', '2001:db8::1', 'brackets are left out'],
    ['10.0.0.1', '::ffff:198.51.100.1', '198.51.100.1', 'a mapped hop is the IPv4 address'],
    ['10.0.0.1', '198.51.100.1,', '10.0.0.1', 'an empty last hop says nothing'],
    ['10.0.0.1', '2130706433', '10.0.0.1', 'a number is no address'],
    ['10.0.0.1', '127.1', '10.0.0.1', 'a short form is no address'],
    ['10.0.0.1', 'unknown, 198.51.100.1', '198.51.100.1', 'garbage behind the client is not read'],
    ['10.0.0.1', '127.0.0.1, 198.51.100.1', '198.51.100.1', 'nobody becomes this machine'],
  ])('%s with %s is %s: %s', (peer, header, expected, _reason) => {
    expect(read(peer, header).address).toBe(expected);
  });

  it('finds the client behind a header of 100 kB, and reads no more than 2,000 characters of it', () => {
    const noise = '1.2.3.4, '.repeat(11_000);
    expect(read('10.0.0.1', `${noise}198.51.100.1`).address).toBe('198.51.100.1');
    expect(read('10.0.0.1', `${'9'.repeat(100_000)}, 198.51.100.1`).address).toBe('198.51.100.1');
    expect(read('203.0.113.9', noise).address).toBe('203.0.113.9');
    // All of them trusted: the walk ends with the header's last 2,000 characters.
    const trusted = `198.51.100.1, ${Array.from({ length: 10_000 }, () => '10.0.0.2').join(', ')}`;
    expect(read('10.0.0.1', trusted).address).toBe('10.0.0.2');
  });

  it('believes no header without trusted proxies', () => {
    expect(createSourceReader([]).read('10.0.0.1', '198.51.100.1').address).toBe('10.0.0.1');
  });
});
