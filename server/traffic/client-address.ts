import ipaddr from 'ipaddr.js';

type AddressRange = [ipaddr.IPv4 | ipaddr.IPv6, number];

/** Turns the configured addresses and ranges into what `clientAddress` compares with. */
export function compileRanges(list: readonly string[]): AddressRange[] {
  return list.map((entry) =>
    ipaddr.isValidCIDR(entry)
      ? ipaddr.parseCIDR(entry)
      : [ipaddr.process(entry), ipaddr.process(entry).kind() === 'ipv4' ? 32 : 128],
  );
}

function isInRanges(address: ipaddr.IPv4 | ipaddr.IPv6, ranges: readonly AddressRange[]): boolean {
  return ranges.some(
    ([range, bits]) => range.kind() === address.kind() && address.match([range, bits] as never),
  );
}

/**
 * The canonical address of the client: the socket's peer or, behind trusted proxies, the first untrusted entry of
 * `X-Forwarded-For` walked from the right (RFC 7239, section 7.4: nothing left of it can be believed).
 */
export function clientAddress(
  peer: string | undefined,
  forwardedFor: string | undefined,
  trusted: readonly AddressRange[],
): string {
  if (!peer || !ipaddr.isValid(peer)) return '0.0.0.0';
  let address = ipaddr.process(peer);
  if (trusted.length === 0 || !forwardedFor) return address.toString();
  const hops = forwardedFor.slice(-2_000).split(',');
  while (isInRanges(address, trusted) && hops.length > 0) {
    const hop = (hops.pop() ?? '').trim();
    if (!ipaddr.isValid(hop)) break;
    address = ipaddr.process(hop);
  }
  return address.toString();
}

/** Whether an address is one of the ranges. */
export function isAddressInRanges(address: string, ranges: readonly AddressRange[]): boolean {
  return ipaddr.isValid(address) && isInRanges(ipaddr.process(address), ranges);
}

/** Whether an address belongs to this machine. */
export function isLoopback(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback';
}
