import {
  type AddressRange,
  formatRange,
  maskRange,
  parseRange,
  readAddress,
} from './address-range.ts';
import { compileRanges, forwardedClient, isInRanges, UNKNOWN_ADDRESS } from './client-address.ts';
import { type Words, wordsOf } from './rules.ts';
import type { SourceKey } from './source-table.ts';

/** Network identity of the client. IPv6 hosts choose freely within a /64, so it counts as one; a /48 is limited as well. */
export type Source = {
  /** Key of counts: the address or IPv6 /64. */
  aggregationKey: string;
  /** Key of wider limits: the IPv6 /48, or the IPv4 address. */
  wideKey: string;
  address: string;
  words: Words;
  key: SourceKey;
  /** The /48; null where it adds nothing to `key`. */
  wideTableKey: SourceKey | null;
  isProxy: boolean;
  isThisMachine: boolean;
  /** An unconfigured local proxy named the client. That may be forged, so it earns no block and no privilege; all share one limit. */
  isForwarded: boolean;
  /** This machine, trusted proxies and unknown peers: no limits, no blocks. */
  isExempt: boolean;
};

type Address = AddressRange[0];

const IPV4 = 0xffffffff;
const IPV6_NETWORK = 64;
const IPV6_SITE = 48;
// Makes a /48 key differ from every /64 key (RFC 4291, section 2.4).
const SITE_MARK = 0x80000000;
// More entries would outlive the young generation, where freeing is cheap.
const MAX_KNOWN = 500;
const MAX_KNOWN_LENGTH = 100;

export type SourceReader = ReturnType<typeof createSourceReader>;

export function createSourceReader(
  trustedProxies: readonly string[],
  onUnconfiguredProxy: () => void = () => undefined,
) {
  const proxies = compileRanges(trustedProxies);
  const byAddress = createMemory();
  const byHeader = createMemory();
  const byForwarded = createMemory();
  let hasUnconfiguredProxy = false;

  function sourceOf(text: string): Source {
    const known = byAddress.get(text);
    if (known) return known;
    // The zone after % names a network card of this machine.
    const address = readAddress(text.split('%', 1)[0] ?? '') ?? readAddress(UNKNOWN_ADDRESS);
    if (!address) throw new Error('an address that is always right cannot be read');
    return byAddress.remember(text, describe(address, proxies));
  }

  function readForwarded(nearest: Source, claim: string): Source {
    if (!hasUnconfiguredProxy) {
      hasUnconfiguredProxy = true;
      onUnconfiguredProxy();
    }
    const known = byForwarded.get(claim);
    if (known) return known;
    const client = forwardedClient(claim, []);
    const named = client === null ? nearest : describe(client, proxies);
    // A claim cannot make a client this machine.
    const forwarded = named.isExempt ? { ...nearest, ...NAMELESS_CLAIM } : { ...named, ...CLAIM };
    const source: Source = {
      ...forwarded,
      wideKey: forwarded.aggregationKey.includes(':') ? '::/0' : '0.0.0.0/0',
      isThisMachine: false,
      isForwarded: true,
      isExempt: false,
    };
    return byForwarded.remember(claim, source);
  }

  /** `otherForwarding`: another header in which a proxy names the client. */
  function read(
    peer: string | undefined,
    forwardedFor: string | undefined,
    otherForwarding?: string,
  ): Source {
    const nearest = sourceOf(peer ?? UNKNOWN_ADDRESS);
    if (nearest.isThisMachine && !nearest.isProxy) {
      const claim = forwardedFor ?? otherForwarding;
      return claim === undefined ? nearest : readForwarded(nearest, claim);
    }
    if (!forwardedFor || !nearest.isProxy) return nearest;
    const known = byHeader.get(forwardedFor);
    if (known) return known;
    const client = forwardedClient(forwardedFor, proxies);
    if (!client) return nearest;
    return byHeader.remember(forwardedFor, describe(client, proxies));
  }

  return {
    sourceOf,
    read,
    get hasUnconfiguredProxy(): boolean {
      return hasUnconfiguredProxy;
    },
  };
}

function createMemory() {
  // bounded by MAX_KNOWN
  let known = new Map<string, Source>();
  return {
    get: (key: string) => known.get(key),
    remember(key: string, source: Source): Source {
      if (key.length > MAX_KNOWN_LENGTH) return source;
      // Not cleared: V8 links a cleared table to its successor, which keeps all of them alive.
      if (known.size >= MAX_KNOWN) known = new Map();
      known.set(key, source);
      return source;
    },
  };
}

function describe(parsed: Address, proxies: readonly AddressRange[]): Source {
  const address = parsed.toString();
  const words = wordsOf(parsed);
  const isProxy = isInRanges(parsed, proxies);
  const isLoopbackAddress = isThisMachine(words);
  return {
    ...keysOf(parsed, words),
    address,
    words,
    isProxy,
    isThisMachine: isLoopbackAddress,
    isForwarded: false,
    isExempt: address === UNKNOWN_ADDRESS || isLoopbackAddress || isProxy,
  };
}

// The mark alone, which no /48 has.
const ALL_FORWARDED: SourceKey = { hi: SITE_MARK, lo: 0 };
const CLAIM = { wideTableKey: ALL_FORWARDED };
const NAMELESS_CLAIM = { key: ALL_FORWARDED, wideTableKey: null };

type Keys = Pick<Source, 'aggregationKey' | 'wideKey' | 'key' | 'wideTableKey'>;

function keysOf(address: Address, words: Words): Keys {
  if (address.kind() === 'ipv4') {
    const text = address.toString();
    const key = { hi: IPV4, lo: words[3] };
    return { aggregationKey: text, wideKey: text, key, wideTableKey: null };
  }
  return {
    aggregationKey: formatRange(maskRange(address, IPV6_NETWORK)),
    wideKey: formatRange(maskRange(address, IPV6_SITE)),
    key: { hi: words[0], lo: words[1] },
    wideTableKey: { hi: (words[0] ^ SITE_MARK) >>> 0, lo: (words[1] & 0xffff0000) >>> 0 },
  };
}

// 127.0.0.0/8 and ::1.
function isThisMachine([a, b, c, d]: Words): boolean {
  return a === 0 && b === 0 && (c === 0xffff ? d >>> 24 === 127 : c === 0 && d === 1);
}

/** Null for ranges other than one address or /64. */
export function readSourceKeys(text: string): Keys | null {
  const range = parseRange(text);
  if (!range) return null;
  const [address, prefix] = range;
  if (address.kind() === 'ipv4' ? prefix !== 32 : prefix < IPV6_NETWORK) return null;
  return keysOf(address, wordsOf(address));
}
