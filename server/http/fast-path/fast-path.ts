import { datedBytes } from '#server/http/base/cached-response.ts';
import type { CachedResponses } from '#server/http/cache/serve-cached.ts';
import { isCanonicalPath, splitTarget } from '#server/http/base/canonical-path.ts';
import { foreignUseOf } from '#server/http/base/fetch-metadata.ts';
import { isWellFormedHost } from '#server/http/guard/known-host.ts';
import type { TrafficGate } from '#server/http/guard/traffic-gate.ts';
import type { SourceReader } from '#server/traffic/source.ts';
import { type FastPathRequest, parseRequest } from './parse-request.ts';
import type { Socket } from 'node:net';
import { LIMITS } from '#server/core/limits.ts';
import { readShared } from './shared-reads.ts';

type FastPathResponse = { message: Buffer; isLast: boolean };

export type FastPathConnections = ReturnType<typeof createFastPathConnections>;

type Connection = { socket: Socket; quietChecks: number };

type ConnectionsOptions = {
  respond: (request: FastPathRequest, peer: string | undefined) => FastPathResponse | null;
  handOver: (socket: Socket) => void;
  idleMs?: number;
};

/** At the end, a new connection may still send its request. */
const FIRST_REQUEST_MS = 500;
const IDLE_CHECKS = 15;

/** A request that is not served from memory moves its connection to Node's server permanently: two readers could disagree. */
export function createFastPathConnections({
  respond,
  handOver,
  idleMs = LIMITS.keepAliveTimeout,
}: ConnectionsOptions) {
  let isLeaving = false;
  // bounded by LIMITS.connections
  const connections = new Set<Connection>();

  function accept(socket: Socket): void {
    const connection: Connection = { socket, quietChecks: 0 };
    connections.add(connection);

    function onData(bytes: Buffer): void {
      connection.quietChecks = 0;
      // A client that does not read gets no further responses here; Node's server handles backpressure.
      const isOurs = socket.writableLength === 0 && !isLeaving;
      const request = isOurs ? parseRequest(bytes) : null;
      const response = request && respond(request, socket.remoteAddress);
      if (!response) {
        release();
        socket.unshift(Buffer.from(bytes));
        handOver(socket);
        return;
      }
      socket.write(response.message);
      if (!response.isLast) return;
      // The system sends what it has accepted before it closes.
      if (socket.writableLength === 0) socket.destroy();
      else {
        stopReading();
        socket.resume().destroySoon();
      }
    }

    const listeners = [
      ['end', () => socket.end()],
      ['error', () => {}],
      ['close', () => connections.delete(connection)],
    ] as const;

    function release(): void {
      connections.delete(connection);
      stopReading();
      for (const [event, listener] of listeners) socket.off(event, listener);
    }

    const stopReading = readShared(socket, onData);
    for (const [event, listener] of listeners) socket.on(event, listener);
  }

  // One timer for all, because per-socket timers would be reset by every request.
  const check = setInterval(() => {
    for (const connection of connections) {
      const { socket } = connection;
      if (socket.writableLength > 0) connection.quietChecks = 0;
      else if (connection.quietChecks === IDLE_CHECKS) socket.destroy();
      else connection.quietChecks += 1;
    }
  }, idleMs / IDLE_CHECKS);
  check.unref();

  function endRest(): void {
    for (const { socket } of connections) socket.destroySoon();
  }

  return {
    accept,
    leave: (): void => {
      isLeaving = true;
    },
    close: (isAtOnce: boolean): void => {
      clearInterval(check);
      for (const { socket } of connections) {
        if (isAtOnce) socket.destroy();
        else if (socket.bytesRead > 0) socket.destroySoon();
      }
      if (!isAtOnce && connections.size > 0) setTimeout(endRest, FIRST_REQUEST_MS);
    },
  };
}

type Options = {
  cached: CachedResponses;
  sources: SourceReader;
  gate: Pick<TrafficGate, 'deny'>;
  handOver: (socket: Socket) => void;
};

export function createFastPath({ cached, sources, gate, handOver }: Options): FastPathConnections {
  function respond(request: FastPathRequest, peer: string | undefined): FastPathResponse | null {
    const { target, host, acceptEncoding, ifNoneMatch } = request;
    const { path } = splitTarget(target);
    if (!isCanonicalPath(path) || !isWellFormedHost(host ?? '')) return null;
    const found = cached.find({ target, path, host, method: 'GET', acceptEncoding, ifNoneMatch });
    const message = found?.choice.message;
    if (!message) return null;
    const { forwardedFor, realIp, forwarded, fetchSite, fetchDest, fetchUser } = request;
    const source = sources.read(peer, forwardedFor, realIp ?? forwarded);
    const foreignUse = foreignUseOf('GET', fetchSite, fetchDest, fetchUser);
    const denied = gate.deny(source, 'GET', path, foreignUse);
    if (denied) return { message: datedBytes(denied.message), isLast: true };
    cached.finished(found, { source, method: 'GET', path, isForeign: foreignUse !== null });
    return { message: datedBytes(message), isLast: false };
  }

  return createFastPathConnections({ respond, handOver });
}
