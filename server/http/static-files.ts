import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import { CLOSED_POLICY } from './content-policy.ts';
import { chooseEncoding, type Encoding } from './encoding.ts';

const CONTENT_TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
};

type StaticFile = {
  bytes: Partial<Record<Encoding | 'identity', Uint8Array<ArrayBuffer>>>;
  headers: Record<string, string>;
  etag: string;
};

/** Reads the built browser files with their precompressed forms into memory, by URL path. */
export function readStaticFiles(folder: string): Map<string, StaticFile> {
  const files = new Map<string, StaticFile>();
  const names = readdirSync(folder, { recursive: true, withFileTypes: true });
  for (const entry of names) {
    const type = CONTENT_TYPES[extname(entry.name)];
    if (!entry.isFile() || !type) continue;
    const path = join(entry.parentPath, entry.name);
    const url = `/${relative(folder, path).split(sep).join('/')}`;
    const identity = readFileSync(path);
    const isHashed = url.startsWith('/assets/');
    files.set(url, {
      bytes: { identity, ...readCompressed(path, names) },
      etag: `"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`,
      headers: {
        'content-type': type,
        'cache-control': isHashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
        'content-security-policy': CLOSED_POLICY,
        vary: 'accept-encoding',
      },
    });
  }
  return files;
}

function readCompressed(
  path: string,
  names: { parentPath: string; name: string }[],
): StaticFile['bytes'] {
  const has = (file: string) =>
    names.some(({ parentPath, name }) => join(parentPath, name) === file);
  return {
    ...(has(`${path}.br`) ? { br: readFileSync(`${path}.br`) } : {}),
    ...(has(`${path}.gz`) ? { gzip: readFileSync(`${path}.gz`) } : {}),
  };
}

/** Answers a request for a built file, conditional requests included. */
export function serveStaticFile(file: StaticFile, request: Request): Response {
  if (request.headers.get('if-none-match') === file.etag) {
    return new Response(null, { status: 304, headers: { ...file.headers, etag: file.etag } });
  }
  const wanted = chooseEncoding(request.headers.get('accept-encoding'));
  const encoding = wanted && file.bytes[wanted] ? wanted : null;
  return new Response(file.bytes[encoding ?? 'identity'], {
    headers: {
      ...file.headers,
      etag: file.etag,
      ...(encoding ? { 'content-encoding': encoding } : {}),
    },
  });
}
