import type { IncomingMessage, ServerResponse } from 'node:http';
import { readForeignUse } from '#server/http/base/fetch-metadata.ts';
import type { FinishedRequest, Traffic } from '#server/http/guard/traffic.ts';
import { sourceOf } from '#server/http/base/request-context.ts';
import type { SourceReader } from '#server/traffic/source.ts';
import {
  type Choice,
  negotiate,
  type CachedResponse,
  type Negotiation,
} from '#server/http/base/cached-response.ts';
import type { PageCache } from './page-cache.ts';

type Deps = {
  files: Pick<ReadonlyMap<string, CachedResponse>, 'get'>;
  pages: Pick<PageCache, 'find'>;
  isKnownHost: (host: string | undefined) => boolean;
  sources: SourceReader;
  traffic: Traffic;
};

type Asked = Negotiation & { target: string; path: string; host: string | undefined };
type Finished = Pick<FinishedRequest, 'source' | 'method' | 'path' | 'isForeign'>;
type Found = { choice: Choice; kind: 'asset' | 'page' };

export type CachedResponses = ReturnType<typeof createCachedResponses>;

export function createCachedResponses({ files, pages, isKnownHost, sources, traffic }: Deps) {
  function find(asked: Asked): Found | null {
    const { target, path, host } = asked;
    const file = files.get(path);
    const cached = file ?? pages.find(target, path);
    if (!cached || !isKnownHost(host)) return null;
    return { choice: negotiate(cached, asked), kind: file ? 'asset' : 'page' };
  }

  function finished({ choice, kind }: Found, request: Finished): void {
    traffic.finished({ ...request, status: choice.status, kind });
  }

  return {
    find,
    finished,
    /** False when nothing was written. */
    respond(request: IncomingMessage, response: ServerResponse, path: string): boolean {
      const { method = 'GET', headers, url = '' } = request;
      if (method !== 'GET' && method !== 'HEAD') return false;
      const found = find({
        target: url,
        path,
        host: headers.host,
        method,
        acceptEncoding: headers['accept-encoding'],
        ifNoneMatch: headers['if-none-match'],
        range: headers.range,
        ifRange: headers['if-range']?.toString(),
      });
      if (!found) return false;
      const { choice } = found;
      response.writeHead(choice.status, choice.headers as string[]);
      response.end(choice.body ?? undefined);
      const isForeign = readForeignUse(method, headers) !== null;
      finished(found, { source: sourceOf(request, sources), method, path, isForeign });
      return true;
    },
  };
}
