import ipaddr from 'ipaddr.js';
import { type AddressRange, areOverlapping, parseRange, readAddress } from './address-range.ts';

/** What stands for a connection whose other end is not known any more. */
export const UNKNOWN_ADDRESS = '0.0.0.0';

/** Turns the configured addresses and ranges into what `isInRanges` compares with. */
export function compileRanges(list: readonly string[]): AddressRange[] {
  return list.map((entry) => {
    const range = parseRange(entry);
    if (range) return range;
    if (ipaddr.isValidCIDR(entry)) return ipaddr.parseCIDR(entry);
    const address = ipaddr.process(entry);
    return [address, address.kind() === 'ipv4' ? 32 : 128];
  });
}

/** Whether an address is one of the ranges. */
export function isInRanges(
  address: ipaddr.IPv4 | ipaddr.IPv6,
  ranges: readonly AddressRange[],
): boolean {
  return ranges.some((range) => areOverlapping([address, 128], range));
}

// Some proxies write '203.0.113.9:4711' and '[2001:db8::1]:4711'.
function readHop(text: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  const hop = text.trim();
  const isPorted = /^(?:[\d.]{7,15}|\[[\da-f:.]{2,45}\]):\d{1,5}$/i.test(hop);
  const host = isPorted ? hop.slice(0, hop.lastIndexOf(':')) : hop;
  return readAddress(host.startsWith('[') && host.endsWith(']') ? host.slice(1, -1) : host);
}

/**
 * The client that trusted proxies name in `X-Forwarded-For`: the first entry, walked from the right, that is not a proxy itself (RFC 7239,
 * section 7.4: nothing left of it can be believed), or the last one that can be read. Null when none can.
 */
export function forwardedClient(
  forwardedFor: string,
  proxies: readonly AddressRange[],
): ipaddr.IPv4 | ipaddr.IPv6 | null {
  let client = null;
  for (const text of forwardedFor.slice(-2_000).split(',').toReversed()) {
    const hop = readHop(text);
    if (!hop) return client;
    client = hop;
    if (!isInRanges(hop, proxies)) return client;
  }
  return client;
}
