import type { IncomingMessage, ServerResponse } from 'node:http';
import type { SourceReader } from '../traffic/source.ts';
import type { PageCache } from './page-cache.ts';
import { type Choice, chooseAnswer, datedMessage, type PreparedAnswer } from './prepared-answer.ts';
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

/** What Node keeps about the head of an answer (`lib/_http_outgoing.js`); `_header` is what `headersSent` looks at. */
type Head = { _header: string | null; _headerSent: boolean };

const ALREADY_SENT = '\r\n';

/**
 * Sends a choice. A whole form on a connection that stays open is written in one piece, as it was prepared: looking at each header again
 * and joining head and body would cost as much as everything else here.
 */
function send(response: ServerResponse, { status, headers, body, form }: Choice): void {
  const { socket } = response;
  // No socket: on this connection an earlier request is still being answered.
  if (form && socket && response.shouldKeepAlive) {
    socket.write(datedMessage(form));
    const head = response as unknown as Head;
    head._header = ALREADY_SENT;
    head._headerSent = true;
    response.end();
    return;
  }
  response.writeHead(status, headers as string[]);
  response.end(body ?? undefined);
}

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
    send(response, choice);
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
