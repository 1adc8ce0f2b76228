import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import { CLOSED_POLICY } from '#server/http/base/content-policy.ts';
import type { Encoding } from '#server/http/base/encoding.ts';
import { precompress, type CachedResponse } from '#server/http/base/cached-response.ts';

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

const LISTED_AGAIN_MS = 1_000;
/** Requested by pages of another build, during a rollout or from an old tab. */
const ASSET = /^\/assets\/([\w-]+\.[\w.-]+)$/;

/** Loads built files with their compressed variants by URL path. Hashed files of newer and former builds are loaded on request. */
export function readStaticFiles(
  folder: string,
  formerBuilds: string,
  commonHeaders: Headers,
): Pick<ReadonlyMap<string, CachedResponse>, 'get'> {
  // bounded by the files of the builds
  const files = new Map<string, CachedResponse>();

  function read(url: string, path: string): CachedResponse | undefined {
    const type = CONTENT_TYPES[extname(path)];
    if (!type) return undefined;
    const isHashed = url.startsWith('/assets/');
    const response = precompress({
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
      encoded: readCompressed(path),
      hasRanges: true,
    });
    files.set(url, response);
    return response;
  }

  for (const [, path] of listFiles(folder)) {
    read(`/${relative(folder, path).split(sep).join('/')}`, path);
  }

  let late: ReadonlyMap<string, string> = new Map();
  let listedAtMs = -Infinity;

  /** At most once per second, so that requests for missing files do not keep the disk busy. */
  function findLate(name: string): string | undefined {
    if (performance.now() - listedAtMs > LISTED_AGAIN_MS) {
      listedAtMs = performance.now();
      late = new Map([
        ...(existsSync(formerBuilds) ? listFiles(formerBuilds) : []),
        ...listFiles(join(folder, 'assets')),
      ]);
    }
    return late.get(name);
  }

  function readLate(url: string, name: string): CachedResponse | undefined {
    try {
      const path = findLate(name);
      return path === undefined ? undefined : read(url, path);
    } catch {
      // A build is removing it.
      return undefined;
    }
  }

  return {
    get(url) {
      const file = files.get(url);
      const name = file ? undefined : ASSET.exec(url)?.[1];
      return name === undefined ? file : readLate(url, name);
    },
  };
}

function listFiles(folder: string): [string, string][] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name, parentPath }) => [name, join(parentPath, name)]);
}

function readCompressed(path: string): Partial<Record<Encoding, Buffer>> {
  const [br, gzip] = [`${path}.br`, `${path}.gz`];
  return {
    ...(existsSync(br) ? { br: readFileSync(br) } : {}),
    ...(existsSync(gzip) ? { gzip: readFileSync(gzip) } : {}),
  };
}
