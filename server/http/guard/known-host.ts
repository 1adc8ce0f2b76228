import { isIPv6 } from 'node:net';
import type { Config } from '#server/config.ts';

// RFC 9110, section 7.2, and RFC 3986, section 3.2.2. The longest name of a host has 253 characters.
const HOST =
  /^(?:\[(?<ipv6>[0-9a-f:.]{2,45})\]|(?:[\w.~!$&'()*+,;=-]|%[0-9a-f]{2}){1,255})(?::\d{0,5})?$/i;
const LOCAL = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/;
const DEFAULT_PORTS: Record<string, string> = { 'http:': ':80', 'https:': ':443' };

/** Whether a `Host` header names a host at all, known or not: a name or an address, and perhaps a port. */
export function isWellFormedHost(host: string): boolean {
  const match = HOST.exec(host);
  if (!match) return false;
  const ipv6 = match.groups?.['ipv6'];
  return ipv6 === undefined || isIPv6(ipv6);
}

/** Whether this server responds for the host that a request names: any, until its own URL was configured. */
export function createHostCheck({
  publicUrl,
  isPublicUrlGiven,
}: Pick<Config, 'publicUrl' | 'isPublicUrlGiven'>): (host: string | undefined) => boolean {
  const { host: own, port, protocol } = new URL(publicUrl);
  const withPort = port === '' ? `${own}${DEFAULT_PORTS[protocol]}` : own;
  function isKnown(host: string): boolean {
    return host === own || host === withPort || LOCAL.test(host);
  }
  return (host = '') => !isPublicUrlGiven || host === own || isKnown(host.toLowerCase());
}
