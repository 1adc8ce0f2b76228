import type { MiddlewareHandler } from 'hono';
import { isPrivatePath } from '#shared/routes.ts';
import { CLOSED_POLICY } from './content-policy.ts';
import type { HonoEnv } from './request-context.ts';

type Headers = readonly (readonly [string, string])[];

/** Headers of every response (OWASP Secure Headers Project). */
export const SECURITY_HEADERS: Headers = [
  ['x-content-type-options', 'nosniff'],
  ['referrer-policy', 'strict-origin-when-cross-origin'],
  ['cross-origin-opener-policy', 'same-origin'],
  ['cross-origin-resource-policy', 'same-origin'],
  ['x-frame-options', 'DENY'],
  ['permissions-policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=()'],
];

// RFC 6797; only for https.
const STRICT_TRANSPORT = [
  'strict-transport-security',
  'max-age=31536000; includeSubDomains',
] as const;

/** For pages whose address grants access. Browsers use the last policy they know; `no-referrer` alone makes the origin of forms `null`. */
const PRIVATE_HEADERS: Headers = [
  ['cache-control', 'no-store'],
  ['referrer-policy', 'no-referrer, strict-origin'],
  ['x-robots-tag', 'noindex, nofollow, noarchive'],
];

export function buildSecurityHeaders(publicUrl: string): Headers {
  return publicUrl.startsWith('https:')
    ? [...SECURITY_HEADERS, STRICT_TRANSPORT]
    : SECURITY_HEADERS;
}

export function sendSecurityHeaders(publicUrl: string): MiddlewareHandler<HonoEnv> {
  const headers = buildSecurityHeaders(publicUrl);
  const closedHeaders = [...headers, ['content-security-policy', CLOSED_POLICY] as const];
  return async (c, next) => {
    await next();
    const isPage = c.res.headers.get('content-type')?.startsWith('text/html');
    for (const [name, value] of isPage ? headers : closedHeaders) {
      if (!c.res.headers.has(name)) c.res.headers.set(name, value);
    }
  };
}

export const sendPrivateHeaders: MiddlewareHandler<HonoEnv> = async (c, next) => {
  await next();
  if (!isPrivatePath(c.req.path)) return;
  for (const [name, value] of PRIVATE_HEADERS) c.res.headers.set(name, value);
};
