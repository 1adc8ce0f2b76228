import { extname } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { ServiceError } from '../errors.ts';
import type { FileStorage } from '../storage/storage.ts';
import { prepareAnswer, toResponse } from './prepared-answer.ts';

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
  const version = path.split('/').at(-1) ?? '';
  const headers: [string, string][] = [
    ['content-type', type],
    ['cache-control', 'public, max-age=31536000, immutable'],
    ['content-security-policy', MEDIA_POLICY],
  ];
  // Rarely asked for, and never much: what may be uploaded is limited.
  if (request.headers.has('range')) {
    const body = await buffer(file.stream);
    return toResponse(
      prepareAnswer({ status: 200, headers, body, hasRanges: true, version }),
      request,
    );
  }
  const described = new Headers([...headers, ['etag', `"${version}"`], ['accept-ranges', 'bytes']]);
  const isKnown = request.headers.get('if-none-match') === described.get('etag');
  if (!isKnown) described.set('content-length', String(file.size));
  if (isKnown || request.method === 'HEAD') {
    file.stream.destroy();
    return new Response(null, { status: isKnown ? 304 : 200, headers: described });
  }
  return new Response(Readable.toWeb(file.stream) as ReadableStream, { headers: described });
}
