import type { IncomingMessage, ServerResponse } from 'node:http';
import type { SourceReader } from '#server/traffic/source.ts';
import { isCanonicalPath, splitTarget } from '#server/http/guard/canonical-path.ts';
import { foreignUseOf, readForeignUse } from '#server/http/guard/fetch-metadata.ts';
import { isWellFormedHost } from '#server/http/guard/known-host.ts';
import type { PageCache } from '#server/http/cache/page-cache.ts';
import type { PlainAnswer } from './connections.ts';
import type { PlainRequest } from './parse-request.ts';
import {
  type Choice,
  chooseAnswer,
  datedBytes,
  type PreparedAnswer,
  type Wish,
} from '#server/http/cache/cached-response.ts';
import { sourceOf } from '#server/http/request-context.ts';
import type { TrafficGate } from '#server/http/guard/traffic-gate.ts';
import type { FinishedRequest, Traffic } from '#server/http/guard/traffic.ts';

type Deps = {
  files: Pick<ReadonlyMap<string, PreparedAnswer>, 'get'>;
  pages: Pick<PageCache, 'find'>;
  isKnownHost: (host: string | undefined) => boolean;
  sources: SourceReader;
  traffic: Traffic;
};

type Asked = Wish & { target: string; path: string; host: string | undefined };
type Finished = Pick<FinishedRequest, 'source' | 'method' | 'path' | 'isForeign'>;
type Found = { choice: Choice; kind: 'asset' | 'page' };

export type KeptAnswers = {
  /** Whether a request has been answered from memory; if not, nothing has been written. */
  answer(request: IncomingMessage, response: ServerResponse, path: string): boolean;
  /** The message for a plain request, or for its refusal; null, and nothing counted, when there is none in memory. */
  answerPlain(
    request: PlainRequest,
    peer: string | undefined,
    refuse: TrafficGate['refuse'],
  ): PlainAnswer | null;
};

/** Answers built files and kept pages before the application sees the request. */
export function createKeptAnswers({
  files,
  pages,
  isKnownHost,
  sources,
  traffic,
}: Deps): KeptAnswers {
  function find(asked: Asked): Found | null {
    const { target, path, host } = asked;
    const file = files.get(path);
    const answer = file ?? pages.find(target, path);
    if (!answer || !isKnownHost(host)) return null;
    return { choice: chooseAnswer(answer, asked), kind: file ? 'asset' : 'page' };
  }

  function finished(found: Found, request: Finished): void {
    const { choice, kind } = found;
    traffic.finished({ ...request, status: choice.status, kind });
  }

  return {
    answer(request, response, path) {
      const { method = 'GET', headers, url = '' } = request;
      if (method !== 'GET' && method !== 'HEAD') return false;
      const ifRange = headers['if-range'];
      const found = find({
        target: url,
        path,
        host: headers.host,
        method,
        acceptEncoding: headers['accept-encoding'],
        ifNoneMatch: headers['if-none-match'],
        range: headers.range,
        ifRange: Array.isArray(ifRange) ? ifRange[0] : ifRange,
      });
      if (!found) return false;
      const { choice } = found;
      response.writeHead(choice.status, choice.headers as string[]);
      response.end(choice.body ?? undefined);
      const isForeign = readForeignUse(method, headers) !== null;
      finished(found, { source: sourceOf(request, sources), method, path, isForeign });
      return true;
    },
    answerPlain(request, peer, refuse) {
      const { target, host, acceptEncoding, ifNoneMatch } = request;
      const { path } = splitTarget(target);
      if (!isCanonicalPath(path) || !isWellFormedHost(host ?? '')) return null;
      const found = find({ target, path, host, method: 'GET', acceptEncoding, ifNoneMatch });
      const message = found?.choice.message;
      if (!message) return null;
      const { forwardedFor, realIp, forwarded, fetchSite, fetchDest, fetchUser } = request;
      const source = sources.read(peer, forwardedFor, realIp ?? forwarded);
      const foreignUse = foreignUseOf('GET', fetchSite, fetchDest, fetchUser);
      const refused = refuse(source, 'GET', path, foreignUse);
      if (refused) return { message: datedBytes(refused.message), isLast: true };
      finished(found, { source, method: 'GET', path, isForeign: foreignUse !== null });
      return { message: datedBytes(message), isLast: false };
    },
  };
}
