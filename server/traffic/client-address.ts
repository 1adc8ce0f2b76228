import ipaddr from 'ipaddr.js';
import { type AddressRange, areOverlapping, parseRange, readAddress } from './address-range.ts';

/** The peer is no longer known. */
export const UNKNOWN_ADDRESS = '0.0.0.0';

export function compileRanges(list: readonly string[]): AddressRange[] {
  return list.map((entry) => {
    const range = parseRange(entry);
    if (range) return range;
    if (ipaddr.isValidCIDR(entry)) return ipaddr.parseCIDR(entry);
    const address = ipaddr.process(entry);
    return [address, address.kind() === 'ipv4' ? 32 : 128];
  });
}

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

/** First entry from the right that is not a proxy (RFC 7239, section 7.4), else the last readable one; null without any. */
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
