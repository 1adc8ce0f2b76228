import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

export type AddressRange = [ipaddr.IPv4 | ipaddr.IPv6, number];

const MAPPED_PREFIX = 96;

// Only unambiguous forms: programs disagree about '010.0.0.1' and '127.1'.
function parseAddress(text: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  const family = text.includes('%') ? 0 : isIP(text);
  if (family === 4) return ipaddr.IPv4.parse(text);
  // The library takes '::192.0.2.1' for '::ffff:192.0.2.1', which is another address.
  return family === 6 ? ipaddr.IPv6.parse(text.replace(/^::(?=\d+\.)/, '0:0:0:0:0:0:')) : null;
}

export function readAddress(text: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  const address = parseAddress(text);
  return address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress()
    ? address.toIPv4Address()
    : address;
}

/** Mapped IPv4 becomes IPv4; bits after the prefix become zero. */
export function parseRange(text: string): AddressRange | null {
  const [addressText = '', prefixText, ...rest] = text.split('/', 3);
  const address = parseAddress(addressText);
  if (!address || rest.length > 0) return null;
  const length = address.kind() === 'ipv4' ? 32 : 128;
  if (prefixText !== undefined && !/^(?:0|[1-9]\d{0,2})$/.test(prefixText)) return null;
  const prefix = prefixText === undefined ? length : Number(prefixText);
  if (prefix > length) return null;
  if (address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress()) {
    if (prefix < MAPPED_PREFIX) return null;
    return maskRange(address.toIPv4Address(), prefix - MAPPED_PREFIX);
  }
  return maskRange(address, prefix);
}

export function maskRange(address: ipaddr.IPv4 | ipaddr.IPv6, prefix: number): AddressRange {
  const bytes = address
    .toByteArray()
    .map((byte, index) => byte & (0xff << Math.max(0, Math.min(8, 8 * (index + 1) - prefix))));
  return [ipaddr.fromByteArray(bytes), prefix];
}

export function formatRange([address, prefix]: AddressRange): string {
  const length = address.kind() === 'ipv4' ? 32 : 128;
  return prefix === length ? address.toString() : `${address.toString()}/${prefix}`;
}

export function areOverlapping([one, onePrefix]: AddressRange, [two, twoPrefix]: AddressRange) {
  return one.kind() === two.kind() && one.match([two, Math.min(onePrefix, twoPrefix)] as never);
}
