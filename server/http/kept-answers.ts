import type { IncomingMessage, ServerResponse } from 'node:http';
import type { SourceReader } from '../traffic/source.ts';
import type { PageCache } from './page-cache.ts';
import { chooseAnswer, type PreparedAnswer } from './prepared-answer.ts';
import { sourceOf } from './request-context.ts';
import type { Traffic } from './traffic.ts';

type Deps = {
  files: ReadonlyMap<string, PreparedAnswer>;
  pages: Pick<PageCache, 'find'>;
  isKnownHost: (host: string | undefined) => boolean;
  sources: SourceReader;
  traffic: Traffic;
};

/** Whether a request has been answered from memory; if not, nothing has been written. */
export type KeptAnswers = (
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
) => boolean;

/** Answers built files and kept pages before the application sees the request. */
export function createKeptAnswers({
  files,
  pages,
  isKnownHost,
  sources,
  traffic,
}: Deps): KeptAnswers {
  return (request, response, path) => {
    const { method = 'GET', headers, url = '' } = request;
    if (method !== 'GET' && method !== 'HEAD') return false;
    const file = files.get(path);
    const answer = file ?? pages.find(url, path);
    if (!answer || !isKnownHost(headers.host)) return false;
    const started = performance.now();
    const ifRange = headers['if-range'];
    const choice = chooseAnswer(answer, {
      method,
      acceptEncoding: headers['accept-encoding'],
      ifNoneMatch: headers['if-none-match'],
      range: headers.range,
      ifRange: Array.isArray(ifRange) ? ifRange[0] : ifRange,
    });
    response.writeHead(choice.status, choice.headers as string[]);
    response.end(choice.body ?? undefined);
    traffic.finished({
      requestId: null,
      source: sourceOf(request, sources),
      method,
      path,
      status: choice.status,
      kind: file ? 'asset' : 'page',
      durationMs: performance.now() - started,
    });
    return true;
  };
}
