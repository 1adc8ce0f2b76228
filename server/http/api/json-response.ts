import { createHash } from 'node:crypto';
import { isMatched } from '#server/http/cache/cached-response.ts';
import type * as z from 'zod';
import { CLOSED_POLICY } from '#server/http/pages/content-policy.ts';
import { wireOf } from './wire.ts';

const HEADERS = {
  'content-type': 'application/json; charset=utf-8',
  'content-security-policy': CLOSED_POLICY,
};

/** A text that may be cached, but is asked for again before every use. */
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

/** A response for whoever asked, which nobody keeps. */
export function privateResponse(value: unknown, status = 200): Response {
  return Response.json(value, { status, headers: { ...HEADERS, 'cache-control': 'no-store' } });
}

type Encode = (value: object) => object;

const encoders = new WeakMap<z.ZodObject, Encode>();

function encoderOf(schema: z.ZodObject): Encode {
  const encode = encoders.get(schema) ?? (wireOf(schema).encode as Encode);
  encoders.set(schema, encode);
  return encode;
}

/** A record in its wire form. */
export function recordResponse<Schema extends z.ZodObject>(
  schema: Schema,
  record: z.output<Schema>,
  status?: number,
): Response {
  return privateResponse(encoderOf(schema)(record), status);
}

/** Records in their wire form: all there are, or a page of them. */
export function listResponse<Schema extends z.ZodObject>(
  schema: Schema,
  { items, nextCursor }: { items: z.output<Schema>[]; nextCursor?: string | null },
): Response {
  return privateResponse({ items: items.map(encoderOf(schema)), next_cursor: nextCursor });
}

/** The response to what returns nothing. */
export function doneResponse(): Response {
  return privateResponse({ success: true });
}
