import type { IncomingMessage } from 'node:http';
import type { HttpBindings } from '@hono/node-server';
import type { Logger } from 'pino';

export type RequestVariables = {
  requestId: string;
  clientAddress: string;
  log: Logger;
  /** What `/metrics` counts this request as. */
  routeKind: string;
};

export type HonoEnv = { Bindings: Partial<HttpBindings>; Variables: RequestVariables };

/** The peer of a request; none when a test calls the application without a socket. */
export function peerOf(incoming: IncomingMessage | undefined): string | undefined {
  return incoming?.socket.remoteAddress;
}
