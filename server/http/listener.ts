import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { getRequestListener } from '@hono/node-server';
import type { ErrorCode } from '#shared/common/errors.ts';
import { LIMITS } from '#server/core/limits.ts';
import { isCanonicalPath, repairPath, splitTarget } from '#server/http/base/canonical-path.ts';
import { errorBody, errorHeaders } from '#server/http/base/error-response.ts';
import type { CachedResponses } from '#server/http/cache/serve-cached.ts';
import type { SourceReader } from '#server/traffic/source.ts';
import { ORDINARY_LIMITS, WIDE_LIMITS } from '#shared/traffic-signals/values.ts';
import { createSourceLimit } from '#server/traffic/source-limit.ts';
import { createSourceRate } from '#server/traffic/source-rate.ts';
import { isWellFormedHost } from '#server/http/guard/known-host.ts';
import { createFastPath } from '#server/http/fast-path/fast-path.ts';
import {
  datedBytes,
  type ClosingResponse,
  prepareClosingResponse,
  sendClosingResponse,
} from '#server/http/base/cached-response.ts';
import { findCurrentResponse, stopParsing } from './base/node-internals.ts';
import { sourceOf } from './base/request-context.ts';
import { SECURITY_HEADERS } from './base/security-headers.ts';
import { cutSlowReaders } from '#server/http/guard/slow-readers.ts';
import type { TrafficGate } from '#server/http/guard/traffic-gate.ts';
import { skipUnreadBody } from '#server/http/guard/unread-bodies.ts';

const TIDYING_MS = 500;

const LEAVING = 'leaving';

/** Ends connections that Node's server does not know; the argument is `isAtOnce`. */
const ENDING = 'ending';

/** URLs are built from the checked target, never from the `Host` header. */
const ORIGIN = 'http://localhost';

type ReadError = NodeJS.ErrnoException & { rawPacket?: Buffer };

function prepareRejections(securityHeaders: typeof SECURITY_HEADERS) {
  function prepare(status: number, code: ErrorCode, message: string): ClosingResponse {
    const headers = { ...Object.fromEntries(securityHeaders), ...errorHeaders(code) };
    return prepareClosingResponse(status, headers, JSON.stringify(errorBody(code, message)));
  }
  const unread = 'The request could not be read.';
  return {
    malformed: {
      path: prepare(400, 'BAD_REQUEST', 'This address is not spelled canonically.'),
      manyHosts: prepare(400, 'BAD_REQUEST', 'The request names more than one host.'),
      host: prepare(400, 'BAD_REQUEST', 'The request does not name a host as it must.'),
      body: prepare(400, 'BAD_REQUEST', 'This request must not have a body.'),
    },
    unread: {
      400: prepare(400, 'BAD_REQUEST', unread),
      408: prepare(408, 'TIMEOUT', 'The request took too long.'),
      431: prepare(431, 'BAD_REQUEST', unread),
    },
  };
}

type Fault = keyof ReturnType<typeof prepareRejections>['malformed'];

function findFault(request: IncomingMessage, path: string): Fault | null {
  const { method, headers, httpVersion } = request;
  if (!isCanonicalPath(path)) return 'path';
  if (hasTwoHosts(request)) return 'manyHosts';
  const isHostRight =
    headers.host === undefined ? httpVersion === '1.0' : isWellFormedHost(headers.host);
  if (!isHostRight) return 'host';
  return (method === 'GET' || method === 'HEAD') && hasBody(request) ? 'body' : null;
}

function isNavigation({ method, headers }: IncomingMessage): boolean {
  return method === 'GET' && (headers.accept ?? '').includes('text/html');
}

// A GET's body has no meaning and would hold the connection (RFC 9110, section 9.3.1).
function hasBody({ headers }: IncomingMessage): boolean {
  const length = headers['content-length'];
  return headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0');
}

// A proxy may have used the other one (RFC 9112, section 3.2); Node shows the first only.
function hasTwoHosts({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts > 1;
}

/** No client needs more connections per second than requests. */
function createConnectionLimit(sources: SourceReader) {
  const limit = createSourceLimit({
    max: LIMITS.connectionsPerAddress,
    maxWide: LIMITS.connectionsPerNetwork,
  });
  const rate = createSourceRate({ own: ORDINARY_LIMITS, wide: WIDE_LIMITS });
  return (socket: Socket): boolean => {
    const source = sources.sourceOf(socket.remoteAddress ?? '');
    const release = rate.take(source) === 0 ? limit.take(source) : null;
    if (!release) return false;
    socket.once('close', release);
    return true;
  };
}

function receiveConnections(
  server: Server,
  { sources, gate, cached, hasFastPath = true, slowReader }: ListenerOptions,
): void {
  const isLetIn = createConnectionLimit(sources);
  server.maxConnections = LIMITS.connections;
  const [readByNode] = server.listeners('connection');
  if (!readByNode) throw new Error('the HTTP server does not listen for connections');
  const handOver = (socket: Socket) => void readByNode.call(server, socket);
  const fastPath = cached && hasFastPath && createFastPath({ cached, sources, gate, handOver });
  if (fastPath) server.on(LEAVING, fastPath.leave);
  const readers = cutSlowReaders(slowReader);
  server.once('close', readers.stop);
  server.removeAllListeners('connection');
  server.on('connection', (socket: Socket) => {
    if (!isLetIn(socket)) {
      socket.destroy();
      return;
    }
    readers.watch(socket);
    if (fastPath) fastPath.accept(socket);
    else handOver(socket);
  });
  if (fastPath) server.on(ENDING, fastPath.close);
}

function endAfterResponses(socket: Socket, rejection: ClosingResponse): void {
  const response = findCurrentResponse(socket);
  if (socket.destroyed) return;
  if (!response) socket.end(datedBytes(rejection.message));
  else if (response.req.complete) {
    response.once('close', () => setImmediate(endAfterResponses, socket, rejection));
  } else if (response.headersSent) socket.destroy();
  else socket.end(datedBytes(rejection.message));
}

export type ListenerOptions = {
  fetch: (request: Request, env: object) => Response | Promise<Response>;
  sources: SourceReader;
  gate: TrafficGate;
  cached?: CachedResponses;
  hasFastPath?: boolean;
  slowReader?: Parameters<typeof cutSlowReaders>[0];
  securityHeaders?: typeof SECURITY_HEADERS;
  before?: (request: IncomingMessage, response: ServerResponse, next: () => void) => void;
};

export function createHttpServer(options: ListenerOptions): Server {
  const { fetch, sources, gate, cached, before, securityHeaders = SECURITY_HEADERS } = options;
  const listener = getRequestListener(fetch);
  const rejections = prepareRejections(securityHeaders);
  const closing = new WeakSet<Socket>();
  let isLeaving = false;

  /** Ignores further requests, including those that have arrived. */
  function stopReading(socket: Socket): void {
    closing.add(socket);
    stopParsing(socket);
  }

  const server = createServer(
    {
      headersTimeout: LIMITS.headerTimeout,
      // For the longest request; other bodies have shorter limits.
      requestTimeout: LIMITS.uploadTimeout,
      // Node's own 400 has no body or headers.
      requireHostHeader: false,
      keepAliveTimeout: LIMITS.keepAliveTimeout,
      connectionsCheckingInterval: 1_000,
      maxHeaderSize: LIMITS.headerBlock,
    },
    (request, response) => {
      const target = request.url ?? '';
      const { path } = splitTarget(target);
      const { socket } = request;
      if (closing.has(socket)) return;
      if (isLeaving) response.shouldKeepAlive = false;
      if (!gate.admit(request, response, path)) {
        stopReading(socket);
        return;
      }
      const handle = () => {
        const fault = findFault(request, path);
        if (fault) {
          stopReading(socket);
          const repaired = fault === 'path' && isNavigation(request) ? repairPath(path) : null;
          if (repaired !== null) {
            const location = repaired + target.slice(path.length);
            const headers = {
              ...Object.fromEntries(securityHeaders),
              ...errorHeaders('BAD_REQUEST'),
            };
            const redirect = prepareClosingResponse(308, { ...headers, location }, '');
            sendClosingResponse(request, response, redirect);
            return;
          }
          gate.recordMalformed(request, path);
          sendClosingResponse(request, response, rejections.malformed[fault]);
          return;
        }
        if (hasBody(request)) skipUnreadBody(request, response, sourceOf(request, sources));
        if (cached?.respond(request, response, path)) return;
        request.url = ORIGIN + target;
        void listener(request, response);
      };
      if (before) before(request, response, handle);
      else handle();
    },
  );
  server.on('clientError', (error: ReadError, socket: Socket) => {
    if (!socket.writable || error.code === 'ECONNRESET') {
      socket.destroy();
      return;
    }
    // Data after the last request, which still gets its response.
    if (error.code === 'HPE_CLOSED_CONNECTION' || closing.has(socket)) return;
    closing.add(socket);
    const isTimeout = error.code === 'ERR_HTTP_REQUEST_TIMEOUT';
    const status = isTimeout ? 408 : error.code === 'HPE_HEADER_OVERFLOW' ? 431 : 400;
    // Browsers open connections in advance; unused ones are not requests.
    if (socket.bytesRead > 0) gate.recordUnread(socket.remoteAddress, status, error.rawPacket);
    endAfterResponses(socket, rejections.unread[status]);
  });
  receiveConnections(server, options);
  server.on(LEAVING, () => (isLeaving = true));
  return server;
}

/** Serves without keep-alive for a while, because a proxy cannot repeat a write on a connection that is being closed. */
export async function leaveHttpServer(
  server: Server,
  forMs: number,
  isSocketPassed = false,
): Promise<void> {
  server.emit(LEAVING);
  // `http.Server.close` would also close idle connections.
  if (isSocketPassed) NetServer.prototype.close.call(server);
  await pause(forMs);
}

export async function endHttpServer(
  server: Server,
  patienceMs: number = LIMITS.lastRequests,
): Promise<void> {
  const closed = new Promise((done) => server.close(done));
  server.emit(ENDING, false);
  // A connection with a finished response would wait for its keep-alive timeout.
  const sweep = setInterval(() => server.closeIdleConnections(), 100);
  let wasCut = false;
  const cut = setTimeout(() => {
    wasCut = true;
    server.emit(ENDING, true);
    server.closeAllConnections();
  }, patienceMs);
  await closed;
  clearInterval(sweep);
  clearTimeout(cut);
  if (wasCut) await pause(TIDYING_MS);
}
