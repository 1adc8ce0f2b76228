import type { IncomingMessage } from 'node:http';
import type { HttpBindings } from '@hono/node-server';
import type { Context, Hono } from 'hono';
import type { Log } from '#server/lib/log.ts';
import type { AdminActor, ServiceContext } from '#server/context/context.ts';
import type { Source, SourceReader } from '#server/traffic/source.ts';

export type RequestVariables = {
  requestId: string;
  source: Source;
  log: Log;
  services: () => ServiceContext;
  /** Set by the session check of the back office only. */
  admin?: AdminActor;
  /** A sign-in or a session check succeeded. */
  hasSignedIn?: boolean;
  routeKind: string;
};

export type HonoEnv = { Bindings: Partial<HttpBindings>; Variables: RequestVariables };

export type App = Hono<HonoEnv>;

export type ContextOf = (c: Context<HonoEnv>) => ServiceContext;

export function contextOf(c: Context<HonoEnv>): ServiceContext {
  return c.get('services')();
}

export function readSource(c: Context<HonoEnv>, sources: SourceReader): Source {
  const incoming = c.env?.incoming;
  return incoming
    ? sourceOf(incoming, sources)
    : sources.read(undefined, c.req.header('x-forwarded-for'));
}

export function sourceOf(
  request: IncomingMessage & { source?: Source },
  sources: SourceReader,
): Source {
  if (request.source) return request.source;
  const { headers, socket } = request;
  request.source = sources.read(
    socket.remoteAddress,
    headers['x-forwarded-for']?.toString(),
    headers['x-real-ip']?.toString() ?? headers.forwarded,
  );
  return request.source;
}
