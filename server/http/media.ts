import { extname } from 'node:path';
import { Readable } from 'node:stream';
import { ServiceError } from '../errors.ts';
import type { FileStorage } from '../storage/storage.ts';

const MEDIA_TYPES: Record<string, string> = {
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
};

// A drawing opened by itself may style itself, but neither run nor load anything.
const MEDIA_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox";

/** Serves a public picture; its name never comes back with other content, so it may be kept for ever. */
export async function serveMedia(
  storage: FileStorage,
  path: string,
  request: Request,
): Promise<Response> {
  const type = MEDIA_TYPES[extname(path)];
  const file = type ? await storage.open(path.slice(1)) : null;
  if (!file || !type) throw new ServiceError('NOT_FOUND', 'There is no such picture.');
  const headers = {
    'content-type': type,
    'cache-control': 'public, max-age=31536000, immutable',
    'content-security-policy': MEDIA_POLICY,
    etag: `"${path.split('/').at(-1)}"`,
  };
  if (request.headers.get('if-none-match') === headers.etag || request.method === 'HEAD') {
    file.stream.destroy();
    const isHead = request.method === 'HEAD';
    return new Response(null, { status: isHead ? 200 : 304, headers });
  }
  return new Response(Readable.toWeb(file.stream) as ReadableStream, {
    headers: { ...headers, 'content-length': String(file.size) },
  });
}
