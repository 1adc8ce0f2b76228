import { isIP, isIPv6 } from 'node:net';
import { hostname } from 'node:os';
import type { MiddlewareHandler } from 'hono';
import type { Config } from '#server/core/config.ts';
import { ServiceError } from '#server/core/errors.ts';
import type { HonoEnv } from '#server/http/base/request-context.ts';
import { NOTICE_HEADERS, renderNotice } from './notice-page.ts';

// RFC 9110, section 7.2; RFC 3986, section 3.2.2.
const HOST =
  /^(?:\[(?<ipv6>[0-9a-f:.]{2,45})\]|(?:[\w.~!$&'()*+,;=-]|%[0-9a-f]{2}){1,255})(?::\d{0,5})?$/i;
const LOCAL = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/;
// Names that no public DNS zone can resolve to us (DNS rebinding): without a dot, or reserved (RFC 6761, 6762, 8375).
const INTERNAL_NAME = /^(?:[\w-]*|(?:[\w-]+\.)+(?:localhost|local|internal|home\.arpa))$/;
const DEFAULT_PORTS: Record<string, string> = { 'http:': ':80', 'https:': ':443' };

export function isWellFormedHost(host: string): boolean {
  const match = HOST.exec(host);
  if (!match) return false;
  const ipv6 = match.groups?.['ipv6'];
  return ipv6 === undefined || isIPv6(ipv6);
}

function describeUnknownHost({ isPublicUrlGiven }: Pick<Config, 'isPublicUrlGiven'>) {
  const hint =
    'Its address is not set yet, so it can only be opened by IP address, as localhost, or by its name in the local network. Its operator can set the address that visitors use (PUBLIC_URL).';
  return {
    title: 'This server does not serve that host',
    lines: isPublicUrlGiven ? [] : [hint],
  };
}

/** Accepts the own host and this machine; without PUBLIC_URL also IP addresses and internal names. */
export function createHostCheck({
  publicUrl,
  isPublicUrlGiven,
}: Pick<Config, 'publicUrl' | 'isPublicUrlGiven'>): (host: string | undefined) => boolean {
  const { host: own, port, protocol } = new URL(publicUrl);
  const withPort = port === '' ? `${own}${DEFAULT_PORTS[protocol]}` : own;
  const machine = hostname().toLowerCase();

  function isInternal(host: string): boolean {
    const name = host.replace(/:\d*$/, '');
    const address = name.replace(/^\[(.*)\]$/, '$1');
    return isIP(address) !== 0 || INTERNAL_NAME.test(name) || name === machine;
  }

  function isKnown(host: string): boolean {
    if (host === own || host === withPort || LOCAL.test(host)) return true;
    return !isPublicUrlGiven && isInternal(host);
  }
  return (host = '') => host === own || isKnown(host.toLowerCase());
}

export function rejectUnknownHosts(config: Config): MiddlewareHandler<HonoEnv> {
  const isKnown = createHostCheck(config);
  const notice = describeUnknownHost(config);
  return async (c, next) => {
    if (isKnown(c.req.header('host'))) return next();
    if (!c.req.path.startsWith('/api/')) return c.body(renderNotice(notice), 400, NOTICE_HEADERS);
    throw new ServiceError('BAD_REQUEST', [`${notice.title}.`, ...notice.lines].join(' '));
  };
}
