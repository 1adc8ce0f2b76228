import { createHash } from 'node:crypto';
import { isMatched } from '#server/http/base/cached-response.ts';
import { CLOSED_POLICY } from '#server/http/base/content-policy.ts';

const HEADERS = {
  'content-type': 'application/json; charset=utf-8',
  'content-security-policy': CLOSED_POLICY,
};

export function contentResponse(request: Request, value: unknown): Response {
  const body = JSON.stringify(value);
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
  const caching = { 'cache-control': 'no-cache', etag };
  if (isMatched(request.headers.get('if-none-match'), etag)) {
    return new Response(null, { status: 304, headers: caching });
  }
  return new Response(body, { headers: { ...HEADERS, ...caching } });
}

export function privateResponse(value: unknown, status = 200): Response {
  return Response.json(value, { status, headers: { ...HEADERS, 'cache-control': 'no-store' } });
}
