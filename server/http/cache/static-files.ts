import { existsSync, readdirSync, readFileSync } from 'node:fs';
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

/** What a page of another build asks for while the processes are replaced, or from a tab that has stayed open. */
const ASSET = /^\/assets\/([\w-]+\.[\w.-]+)$/;

/**
 * Reads the built browser files with their precompressed forms into memory, by URL path. Hashed files of a newer build in the same
 * folder, and of former builds in a folder each, are read once somebody asks for them.
 */
export function readStaticFiles(
  folder: string,
  formerBuilds: string,
  commonHeaders: Headers,
): Pick<ReadonlyMap<string, PreparedAnswer>, 'get'> {
  // bounded by the files of the builds
  const files = new Map<string, PreparedAnswer>();

  function read(url: string, path: string): PreparedAnswer | undefined {
    const type = CONTENT_TYPES[extname(path)];
    if (!type) return undefined;
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
      encoded: readCompressed(path),
      hasRanges: true,
    });
    files.set(url, answer);
    return answer;
  }

  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile()) read(`/${relative(folder, path).split(sep).join('/')}`, path);
  }

  function readLate(url: string, name: string): PreparedAnswer | undefined {
    const builds = existsSync(formerBuilds) ? readdirSync(formerBuilds) : [];
    const folders = [join(folder, 'assets'), ...builds.map((build) => join(formerBuilds, build))];
    const path = folders.map((assets) => join(assets, name)).find((each) => existsSync(each));
    if (path === undefined) return undefined;
    try {
      return read(url, path);
    } catch {
      // A build removes it at this moment.
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

function readCompressed(path: string): Partial<Record<Encoding, Buffer>> {
  const [br, gzip] = [`${path}.br`, `${path}.gz`];
  return {
    ...(existsSync(br) ? { br: readFileSync(br) } : {}),
    ...(existsSync(gzip) ? { gzip: readFileSync(gzip) } : {}),
  };
}
