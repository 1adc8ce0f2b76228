import { describe, expect, it } from 'vitest';
import { createSourceReader, readSourceKeys } from './source.ts';

describe('the source of a request', () => {
  const { sourceOf } = createSourceReader(['10.0.0.0/8', '2001:db8:ffff::5']);

  it.each([
    ['203.0.113.9', '203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9', '203.0.113.9'],
    ['2001:DB8:1:2:3:4:5:6', '2001:db8:1:2::/64', '2001:db8:1:2:3:4:5:6'],
    ['fe80::1%eth0', 'fe80::/64', 'fe80::1'],
    ['2001:db8::1', '2001:db8::/64', '2001:db8::1'],
    ['', '0.0.0.0', '0.0.0.0'],
    ['garbage', '0.0.0.0', '0.0.0.0'],
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

  it.each([
    ['127.0.0.1', true],
    ['::1', true],
    ['::ffff:127.0.0.1', true],
    ['10.1.2.3', true],
    ['2001:db8:ffff::5', true],
    ['2001:db8:ffff::6', false],
    ['203.0.113.9', false],
    ['', true],
  ])('%s is exempt: %s', (text, isExempt) => {
    expect(sourceOf(text).isExempt).toBe(isExempt);
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
      ['::1', undefined],
      ['0.0.0.0', undefined],
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

describe('readSourceKeys', () => {
  const { sourceOf } = createSourceReader([]);

  it.each(['203.0.113.9', '2001:db8:1:2::/64', '2001:db8:1:2::7'])(
    'finds the source of %s',
    (text) => {
      const { aggregationKey, wideKey, key, wideTableKey } = sourceOf(text.replace('/64', '9'));
      expect(readSourceKeys(text)).toEqual({ aggregationKey, wideKey, key, wideTableKey });
    },
  );

  it.each(['203.0.113.0/24', '2001:db8::/48', 'garbage'])('has none for %s', (text) => {
    expect(readSourceKeys(text)).toBeNull();
  });
});
