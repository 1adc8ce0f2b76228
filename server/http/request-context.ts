import type { IncomingMessage } from 'node:http';
import type { HttpBindings } from '@hono/node-server';
import type { Logger } from 'pino';
import type { AdminActor } from '../context.ts';

export type RequestVariables = {
  requestId: string;
  clientAddress: string;
  log: Logger;
  /** Set by the session check of the back office, and by nothing else. */
  admin?: AdminActor;
  /** What `/metrics` counts this request as. */
  routeKind: string;
};

export type HonoEnv = { Bindings: Partial<HttpBindings>; Variables: RequestVariables };

/** The peer of a request; none when a test calls the application without a socket. */
export function peerOf(incoming: IncomingMessage | undefined): string | undefined {
  return incoming?.socket.remoteAddress;
}
