import { describe, expect, it } from 'vitest';
import { createSourceReader, readSourceKeys } from './source.ts';

describe('the address of a client', () => {
  const { read } = createSourceReader(['10.0.0.0/8', '::1', '192.0.2.7']);

  it.each([
    ['203.0.113.9', '198.51.100.1', '203.0.113.9', 'an untrusted peer is itself the client'],
    ['10.0.0.1', '198.51.100.1', '198.51.100.1', 'a trusted proxy is believed'],
    ['10.0.0.1', '1.1.1.1, 198.51.100.1', '198.51.100.1', 'the first untrusted hop counts'],
    ['10.0.0.1', '198.51.100.1, 10.0.0.2', '198.51.100.1', 'chains of trusted proxies are walked'],
    ['::ffff:10.0.0.1', '198.51.100.1', '198.51.100.1', 'a mapped peer is the IPv4 address'],
    ['10.0.0.1', 'garbage', '10.0.0.1', 'a broken header is ignored'],
    ['10.0.0.1', undefined, '10.0.0.1', 'a proxy without the header is itself the client'],
    ['192.0.2.7', '2001:DB8::0:1', '2001:db8::1', 'IPv6 is canonical'],
    [undefined, undefined, '0.0.0.0', 'a closed socket has no address'],
    ['10.0.0.1', '198.51.100.1:4711', '198.51.100.1', 'a port is left out'],
    ['10.0.0.1', '[2001:db8::1]:443', '2001:db8::1', 'a port is left out of IPv6 too'],
    ['10.0.0.1', '[2001:db8::1]', '2001:db8::1', 'brackets are left out'],
    ['10.0.0.1', '198.51.100.1,', '10.0.0.1', 'an empty last hop says nothing'],
    ['10.0.0.1', '2130706433', '10.0.0.1', 'a number is no address'],
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
});

describe('the source of a request', () => {
  const { sourceOf } = createSourceReader(['10.0.0.0/8', '2001:db8:ffff::5']);

  it.each([
    ['203.0.113.9', '203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9', '203.0.113.9'],
    ['2001:DB8:1:2:3:4:5:6', '2001:db8:1:2::/64', '2001:db8:1:2:3:4:5:6'],
    ['fe80::1%eth0', 'fe80::/64', 'fe80::1'],
    ['', '0.0.0.0', '0.0.0.0'],
  ])('of %s is %s', (text, aggregationKey, address) => {
    expect(sourceOf(text)).toMatchObject({ aggregationKey, address });
  });

  it('is one for the whole /64 of IPv6, and another for the next', () => {
    expect(sourceOf('2001:db8:1:2::1').key).toEqual(sourceOf('2001:db8:1:2:ffff::9').key);
    expect(sourceOf('2001:db8:1:3::1').key).not.toEqual(sourceOf('2001:db8:1:2::1').key);
    expect(sourceOf('203.0.113.9').key).not.toEqual(sourceOf('203.0.113.10').key);
  });

  it('is part of the /48 around an IPv6 one, and of nothing wider for IPv4', () => {
    const [one, other] = [sourceOf('2001:db8:1:2::1'), sourceOf('2001:db8:1:ffff::1')];
    expect(one.wideKey).toBe('2001:db8:1::/48');
    expect([other.wideKey, other.wideTableKey]).toEqual([one.wideKey, one.wideTableKey]);
    expect(sourceOf('2001:db8:2:2::1').wideTableKey).not.toEqual(one.wideTableKey);
    // The first /64 of the /48 is another one than the /48.
    expect(sourceOf('2001:db8:1::1').key).not.toEqual(one.wideTableKey);
    expect(sourceOf('203.0.113.9')).toMatchObject({ wideKey: '203.0.113.9', wideTableKey: null });
  });

  it('is exempt where it is this machine, a trusted proxy or nobody', () => {
    const exempt = ['127.0.0.1', '::1', '::ffff:127.0.0.1', '10.1.2.3', '2001:db8:ffff::5', ''];
    const all = [...exempt, '2001:db8:ffff::6', '203.0.113.9'];
    expect(all.filter((text) => sourceOf(text).isExempt)).toEqual(exempt);
  });

  describe('behind a proxy on this machine that nobody has configured', () => {
    it('is what the proxy says, without a privilege, and one with all others for the wide limits', () => {
      let warnings = 0;
      const reader = createSourceReader([], () => (warnings += 1));
      expect(reader.read('127.0.0.1', undefined)).toMatchObject({ isThisMachine: true });
      expect([reader.hasUnconfiguredProxy, warnings]).toEqual([false, 0]);
      const one = reader.read('127.0.0.1', '198.51.100.1');
      expect(one).toMatchObject({
        address: '198.51.100.1',
        aggregationKey: '198.51.100.1',
        wideKey: '0.0.0.0/0',
        isForwarded: true,
        isExempt: false,
        isThisMachine: false,
      });
      const other = reader.read('::1', undefined, '2001:db8::1');
      expect(other.wideTableKey).toEqual(one.wideTableKey);
      expect([reader.hasUnconfiguredProxy, warnings]).toEqual([true, 1]);
    });

    it.each([
      ['127.0.0.1', undefined],
      ['unknown', undefined],
      ['', undefined],
      [undefined, 'for=198.51.100.1'],
    ])('is nobody with %j and %j: not this machine either', (forwardedFor, other) => {
      const source = createSourceReader([]).read('127.0.0.1', forwardedFor, other);
      expect(source).toMatchObject({
        address: '127.0.0.1',
        isForwarded: true,
        isExempt: false,
        isThisMachine: false,
      });
      expect(source.key).not.toEqual(sourceOf('127.0.0.1').key);
    });

    it('is told from a proxy on this machine that is trusted, and from a peer elsewhere', () => {
      const reader = createSourceReader(['127.0.0.1']);
      expect(reader.read('127.0.0.1', '198.51.100.1')).toMatchObject({ isForwarded: false });
      expect(reader.read('127.0.0.1', undefined, '198.51.100.1')).toMatchObject({ isProxy: true });
      expect(reader.read('203.0.113.9', '198.51.100.1', 'x')).toMatchObject({ isForwarded: false });
      expect(reader.hasUnconfiguredProxy).toBe(false);
    });
  });

  it('is remembered for a while, in bounded memory', () => {
    const first = sourceOf('192.0.2.1');
    for (let index = 0; index < 400; index += 1) sourceOf(`198.18.${index >> 8}.${index & 255}`);
    expect(sourceOf('192.0.2.1')).toBe(first);
    for (let index = 0; index < 1_200; index += 1) sourceOf(`100.64.${index >> 8}.${index & 255}`);
    // Forgotten: what is remembered is bounded.
    expect(sourceOf('192.0.2.1')).not.toBe(first);
    expect(sourceOf('192.0.2.1')).toEqual(first);
  });
});

it('readSourceKeys finds the source of an address or /64, and none of other ranges', () => {
  const { sourceOf } = createSourceReader([]);
  for (const text of ['203.0.113.9', '2001:db8:1:2::/64', '2001:db8:1:2::7']) {
    const { aggregationKey, wideKey, key, wideTableKey } = sourceOf(text.replace('/64', '9'));
    expect(readSourceKeys(text)).toEqual({ aggregationKey, wideKey, key, wideTableKey });
  }
  for (const text of ['203.0.113.0/24', '2001:db8::/48', 'garbage']) {
    expect(readSourceKeys(text), text).toBeNull();
  }
});
