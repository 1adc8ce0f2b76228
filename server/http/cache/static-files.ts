import { readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import { CLOSED_POLICY } from '#server/http/pages/content-policy.ts';
import type { Encoding } from './encoding.ts';
import { prepareAnswer, type PreparedAnswer } from './cached-response.ts';

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

type Headers = readonly (readonly [string, string])[];

/** Reads the built browser files with their precompressed forms into memory, by URL path. */
export function readStaticFiles(
  folder: string,
  commonHeaders: Headers,
): Map<string, PreparedAnswer> {
  const files = new Map<string, PreparedAnswer>();
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const names = new Set(entries.map(({ parentPath, name }) => join(parentPath, name)));
  for (const entry of entries) {
    const type = CONTENT_TYPES[extname(entry.name)];
    if (!entry.isFile() || !type) continue;
    const path = join(entry.parentPath, entry.name);
    const url = `/${relative(folder, path).split(sep).join('/')}`;
    const isHashed = url.startsWith('/assets/');
    const answer = prepareAnswer({
      status: 200,
      headers: [
        ['content-type', type],
        [
          'cache-control',
          isHashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
        ],
        ['content-security-policy', CLOSED_POLICY],
        ['vary', 'accept-encoding'],
        ...commonHeaders,
      ],
      body: readFileSync(path),
      encoded: readCompressed(path, names),
      hasRanges: true,
    });
    files.set(url, answer);
  }
  return files;
}

function readCompressed(
  path: string,
  names: ReadonlySet<string>,
): Partial<Record<Encoding, Buffer>> {
  return {
    ...(names.has(`${path}.br`) ? { br: readFileSync(`${path}.br`) } : {}),
    ...(names.has(`${path}.gz`) ? { gzip: readFileSync(`${path}.gz`) } : {}),
  };
}
