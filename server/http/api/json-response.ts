import { createHash } from 'node:crypto';
import { isMatched } from '#server/http/cache/cached-response.ts';
import { CLOSED_POLICY } from '#server/http/pages/content-policy.ts';

const HEADERS = {
  'content-type': 'application/json; charset=utf-8',
  'content-security-policy': CLOSED_POLICY,
};

/** A text that may be kept, but is asked for again before every use. */
export function revalidatedResponse(
  request: Request,
  body: string,
  headers: Record<string, string>,
): Response {
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
  const caching = { 'cache-control': 'no-cache', etag };
  if (isMatched(request.headers.get('if-none-match'), etag)) {
    return new Response(null, { status: 304, headers: caching });
  }
  return new Response(body, { headers: { ...headers, ...caching } });
}

/** Published content as JSON. */
export function contentResponse(request: Request, value: unknown): Response {
  return revalidatedResponse(request, JSON.stringify(value), HEADERS);
}

/** The response to something that was accepted and stored. */
export function createdResponse(value: unknown): Response {
  return Response.json(value, {
    status: 201,
    headers: { ...HEADERS, 'cache-control': 'no-store' },
  });
}

/** A response for the signed-in administrator alone. */
export function privateResponse(value: unknown, status = 200): Response {
  return Response.json(value, { status, headers: { ...HEADERS, 'cache-control': 'no-store' } });
}
