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

/**
 * Who a request comes from, for every limit there is. IPv6 hosts choose freely within their /64, so it is counted and blocked as one; whoever
 * has a /48, as providers hand them out, has 65,536 of those, so it is limited as a whole as well, more generously.
 */
export type Source = {
  /** What hits count under: the address, or the /64 range, as text. */
  aggregationKey: string;
  /** What is limited above it: the /48 range; for IPv4 the address once more, because neighbours there are strangers to each other. */
  wideKey: string;
  /** The canonical address of this request. */
  address: string;
  words: Words;
  key: SourceKey;
  /** The /48 in the table of sources; null where it says nothing that `key` does not. */
  wideTableKey: SourceKey | null;
  /** What it says of where a request came from is believed. */
  isProxy: boolean;
  /** Asked for on this machine itself, by nobody through a proxy. */
  isThisMachine: boolean;
  /**
   * A proxy on this machine that nobody has configured says that it comes from there. It may be what the visitor wants it to say, so it earns
   * neither a block nor a privilege, and all such sources are limited as one.
   */
  isForwarded: boolean;
  /** This machine and trusted proxies are never limited or blocked, and neither is what has no address any more. */
  isExempt: boolean;
};

type Address = AddressRange[0];

const IPV4 = 0xffffffff;
const IPV6_NETWORK = 64;
const IPV6_SITE = 48;
// Makes of a /48 a key that no /64 has: what becomes of the addresses in use is assigned to nobody (RFC 4291, section 2.4).
const SITE_MARK = 0x80000000;
// Describing one again takes a microsecond; the more are remembered, the more of them outlive their youth, when letting go of them is cheap.
const MAX_KNOWN = 500;
/** A header that names more than a few addresses is read each time. */
const MAX_KNOWN_LENGTH = 100;

export type SourceReader = ReturnType<typeof createSourceReader>;

/** Returns the source of a request from its socket's peer and `X-Forwarded-For`; sources seen lately are remembered. */
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
    // The zone behind % is about a network card of this machine.
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
    // Nobody becomes this machine by saying so.
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

  /** `otherForwarding`: the value of another header by which a proxy says whom it speaks for. */
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
    /** Whether a proxy on this machine has passed requests on that is not one of the trusted ones. */
    get hasUnconfiguredProxy(): boolean {
      return hasUnconfiguredProxy;
    },
  };
}

/** The sources seen lately, at most `MAX_KNOWN` of them. */
function createMemory() {
  // bounded by MAX_KNOWN
  let known = new Map<string, Source>();
  return {
    get: (key: string) => known.get(key),
    remember(key: string, source: Source): Source {
      if (key.length > MAX_KNOWN_LENGTH) return source;
      // Not cleared: V8 has the cleared table point to the next one, so the first that grows old keeps all that follow it alive.
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

// The mark alone: no /48 that anybody has.
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

/** The keys of a source from the text of its address or /64 range; null for any other range. */
export function readSourceKeys(text: string): Keys | null {
  const range = parseRange(text);
  if (!range) return null;
  const [address, prefix] = range;
  if (address.kind() === 'ipv4' ? prefix !== 32 : prefix < IPV6_NETWORK) return null;
  return keysOf(address, wordsOf(address));
}
