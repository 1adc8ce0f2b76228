import { extname } from 'node:path';
import { Readable } from 'node:stream';
import type { Handler } from 'hono';
import { ServiceError } from '#server/core/errors.ts';
import type { FileStorage } from '#server/storage/storage.ts';
import type { HonoEnv } from '#server/http/base/request-context.ts';
import { isMatched, parseRange } from '#server/http/base/cached-response.ts';

const MEDIA_TYPES: Record<string, string> = {
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
};

// A drawing opened directly may style itself, but not run or load anything.
const MEDIA_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox";

export function sendMedia(storage: FileStorage): Handler<HonoEnv> {
  return (c) => {
    c.set('routeKind', 'media');
    return serveMedia(storage, c.req.path, c.req.raw);
  };
}

/** Media names are unique, so responses are cached permanently. Reads only what is sent. */
export async function serveMedia(
  storage: FileStorage,
  path: string,
  request: Request,
): Promise<Response> {
  const name = path.slice(1);
  const type = MEDIA_TYPES[extname(name)];
  const missing = () => new ServiceError('NOT_FOUND', 'There is no such picture.');
  if (!type) throw missing();
  const etag = `"${name.split('/').at(-1)}"`;
  const headers = new Headers({
    'content-type': type,
    'cache-control': 'public, max-age=31536000, immutable',
    'content-security-policy': MEDIA_POLICY,
    etag,
    'accept-ranges': 'bytes',
  });
  const isHead = request.method === 'HEAD';
  const isKnown = isMatched(request.headers.get('if-none-match'), etag);
  const isOfVersion = (request.headers.get('if-range') ?? etag) === etag;
  const range = isOfVersion ? request.headers.get('range') : null;
  let part: ReturnType<typeof parseRange> = null;
  if (isHead || isKnown || range !== null) {
    const size = await storage.sizeOf(name);
    if (size === null) throw missing();
    if (isKnown) return new Response(null, { status: 304, headers });
    if (isHead) {
      headers.set('content-length', String(size));
      return new Response(null, { headers });
    }
    part = parseRange(range ?? '', size);
    if (part === 'unsatisfiable') {
      headers.set('content-length', '0');
      headers.set('content-range', `bytes */${size}`);
      return new Response(null, { status: 416, headers });
    }
    if (part) headers.set('content-range', `bytes ${part.first}-${part.last}/${size}`);
  }
  const file = await storage.open(name, part ?? undefined);
  if (!file) throw missing();
  headers.set('content-length', String(file.size));
  const body = Readable.toWeb(file.stream) as ReadableStream;
  return new Response(body, { status: part ? 206 : 200, headers });
}
