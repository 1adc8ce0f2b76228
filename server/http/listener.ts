import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { getRequestListener } from '@hono/node-server';
import { ServiceError } from '../errors.ts';
import { LIMITS } from '../limits.ts';
import { isCanonicalPath, splitTarget } from './canonical-path.ts';
import { errorBody, errorHeaders, errorResponse } from './error-response.ts';
import type { KeptAnswers } from './kept-answers.ts';
import type { SourceReader } from '../traffic/source.ts';
import { createSourceLimit } from '../traffic/source-limit.ts';
import { createPlainConnections } from './plain-connections.ts';
import type { TrafficGate } from './traffic-gate.ts';

// A request that was cut off removes its temporary files.
const TIDYING_MS = 500;

/** Tells connections that Node's server does not know of that it ends, and whether at once. */
const ENDING = 'ending';

type ReceiveOptions = { server: Server } & Pick<ListenerOptions, 'sources' | 'gate' | 'kept'>;
type Fetch = (request: Request, env: object) => Response | Promise<Response>;
type ReadError = NodeJS.ErrnoException & { rawPacket?: Buffer };

function refuse(response: ServerResponse, message: string): void {
  response.writeHead(400, { ...errorHeaders('BAD_REQUEST'), connection: 'close' });
  response.end(JSON.stringify(errorBody('BAD_REQUEST', message)));
}

// RFC 9112, section 3.2: a proxy in front may have gone by the other one. Node only shows the first.
function hasTwoHosts({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts > 1;
}

/** Whether a new connection is let in; a proxy or this machine may have as many as it likes. */
function createConnectionLimit(sources: SourceReader) {
  const limit = createSourceLimit({
    max: LIMITS.connectionsPerAddress,
    maxWide: LIMITS.connectionsPerNetwork,
  });
  return (socket: Socket): boolean => {
    const release = limit.take(sources.sourceOf(socket.remoteAddress ?? ''));
    if (!release) return false;
    socket.once('close', release);
    return true;
  };
}

/** Decides who reads a connection: the first that answers its plain requests from memory, or Node's HTTP server at once. */
function receiveConnections({ server, sources, gate, kept }: ReceiveOptions): void {
  const isLetIn = createConnectionLimit(sources);
  server.maxConnections = LIMITS.connections;
  // Without it a full worker hands the connection back, and several full ones keep the primary busy with it.
  Object.assign(server, { dropMaxConnection: true });
  const [readByNode] = server.listeners('connection');
  if (!readByNode) throw new Error('the HTTP server does not listen for connections');
  const handOver = (socket: Socket) => void readByNode.call(server, socket);
  const plain =
    kept &&
    createPlainConnections({
      answer: (request, peer) => kept.answerPlain(request, peer, gate.refuse),
      handOver,
    });
  server.removeAllListeners('connection');
  server.on('connection', (socket: Socket) => {
    if (!isLetIn(socket)) socket.destroy();
    else if (plain) plain.accept(socket);
    else handOver(socket);
  });
  if (plain) server.on(ENDING, plain.close);
}

export type ListenerOptions = {
  fetch: Fetch;
  sources: SourceReader;
  gate: TrafficGate;
  /** Answers from memory what it can. */
  kept?: KeptAnswers;
  /** Answers before the application, for the development server's own files. */
  before?: (request: IncomingMessage, response: ServerResponse, next: () => void) => void;
};

/** The process's HTTP server: the traffic guard, limits and the canonical-path gate stand in front of the application. */
export function createHttpServer({ fetch, sources, gate, kept, before }: ListenerOptions): Server {
  const listener = getRequestListener(fetch, {
    errorHandler: () =>
      errorResponse(new ServiceError('BAD_REQUEST', 'The request could not be read.')),
  });
  const server = createServer(
    {
      headersTimeout: LIMITS.headerTimeout,
      requestTimeout: LIMITS.uploadTimeout,
      keepAliveTimeout: LIMITS.keepAliveTimeout,
      connectionsCheckingInterval: 1_000,
      maxHeaderSize: LIMITS.headerBlock,
    },
    (request, response) => {
      const target = request.url ?? '';
      const { path } = splitTarget(target);
      if (!gate.admit(request, response, path)) return;
      const malformed = (message: string) => {
        gate.noteMalformed(request, path);
        refuse(response, message);
      };
      const handle = () => {
        if (!isCanonicalPath(path)) malformed('This address is not spelled canonically.');
        else if (hasTwoHosts(request)) malformed('The request names more than one host.');
        else if (!kept?.answer(request, response, path)) void listener(request, response);
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
    const isTimeout = error.code === 'ERR_HTTP_REQUEST_TIMEOUT';
    const status = isTimeout ? 408 : error.code === 'HPE_HEADER_OVERFLOW' ? 431 : 400;
    // Browsers open connections in advance; one that was never used is no request.
    if (socket.bytesRead > 0) gate.noteUnread(socket.remoteAddress, status, error.rawPacket);
    const body = JSON.stringify(
      isTimeout
        ? errorBody('TIMEOUT', 'The request took too long.')
        : errorBody('BAD_REQUEST', 'The request could not be read.'),
    );
    socket.end(
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\ncontent-type: application/json; charset=utf-8\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
    );
  });
  receiveConnections({ server, sources, gate, ...(kept ? { kept } : {}) });
  return server;
}

/** Takes no new connection, lets what is under way finish for a while and then cuts it off. */
export async function endHttpServer(
  server: Server,
  patienceMs: number = LIMITS.lastRequests,
): Promise<void> {
  const closed = new Promise((done) => server.close(done));
  server.emit(ENDING, false);
  // A connection whose last answer has just gone out would wait for its keep-alive time.
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
