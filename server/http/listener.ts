import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { ServiceError } from '../errors.ts';
import { LIMITS } from '../limits.ts';
import { isCanonicalPath, splitTarget } from './canonical-path.ts';
import { errorBody, errorHeaders, errorResponse } from './error-response.ts';

type Fetch = (request: Request, env: object) => Response | Promise<Response>;

function refuse(response: ServerResponse): void {
  response.writeHead(400, { ...errorHeaders('BAD_REQUEST'), connection: 'close' });
  response.end(
    JSON.stringify(errorBody('BAD_REQUEST', 'This address is not spelled canonically.')),
  );
}

/** Lets a new connection in unless there are too many; a proxy or this machine may have as many as it likes. */
function limitConnections(server: Server, isUnlimited: (address: string) => boolean): void {
  const counts = new Map<string, number>();
  server.maxConnections = LIMITS.connections;
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress;
    if (!address || isUnlimited(address)) return;
    const count = (counts.get(address) ?? 0) + 1;
    if (count > LIMITS.connectionsPerAddress) {
      socket.destroy();
      return;
    }
    counts.set(address, count);
    socket.once('close', () => {
      const left = (counts.get(address) ?? 1) - 1;
      if (left === 0) counts.delete(address);
      else counts.set(address, left);
    });
  });
}

export type ListenerOptions = {
  fetch: Fetch;
  isUnlimited: (address: string) => boolean;
  /** Answers before the application, for the development server's own files. */
  before?: (request: IncomingMessage, response: ServerResponse, next: () => void) => void;
};

/** The process's HTTP server: limits and the canonical-path gate stand in front of the application. */
export function createHttpServer({ fetch, isUnlimited, before }: ListenerOptions): Server {
  const listener = getRequestListener(fetch, {
    overrideGlobalObjects: false,
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
      const handle = () => {
        if (isCanonicalPath(path)) void listener(request, response);
        else refuse(response);
      };
      if (before) before(request, response, handle);
      else handle();
    },
  );
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (!socket.writable || error.code === 'ECONNRESET') {
      socket.destroy();
      return;
    }
    const isTooLarge = error.code === 'HPE_HEADER_OVERFLOW';
    const isTimeout = error.code === 'ERR_HTTP_REQUEST_TIMEOUT';
    const status = isTooLarge
      ? '431 Request Header Fields Too Large'
      : isTimeout
        ? '408 Request Timeout'
        : '400 Bad Request';
    const body = JSON.stringify(
      isTimeout
        ? errorBody('TIMEOUT', 'The request took too long.')
        : errorBody('BAD_REQUEST', 'The request could not be read.'),
    );
    socket.end(
      `HTTP/1.1 ${status}\r\ncontent-type: application/json; charset=utf-8\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
    );
  });
  limitConnections(server, isUnlimited);
  return server;
}
