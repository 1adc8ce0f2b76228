import type { Socket } from 'node:net';
import { LIMITS } from '#server/core/limits.ts';
import { type FastPathRequest, parseRequest } from './parse-request.ts';
import { readShared } from './shared-reads.ts';

export type FastPathResponse = { message: Buffer; isLast: boolean };

/** Takes a connection over, with all that has no response yet. */
export type HandOver = (socket: Socket) => void;

export type FastPathConnections = ReturnType<typeof createFastPathConnections>;

/** `quietChecks`: how many have passed since something came or was still on its way. */
type Connection = { socket: Socket; quietChecks: number };

type Options = {
  /** Null when the response is not in memory; nothing has been counted then. */
  respond: (request: FastPathRequest, peer: string | undefined) => FastPathResponse | null;
  handOver: HandOver;
  idleMs?: number;
};

/** When all ends, a connection that was accepted a moment ago may still say what it came for. */
const FIRST_REQUEST_MS = 500;
/** In the time after which an idle connection ends, as exactly as once in this time. */
const IDLE_CHECKS = 15;

/**
 * Serves a connection's fast-path requests as long as nothing else comes, each with one ready message. The first other request, or
 * one whose response is not in memory, goes to Node's HTTP server together with its connection, permanently: two readers that take turns
 * on one connection could differ about where a request ends.
 */
export function createFastPathConnections({
  respond,
  handOver,
  idleMs = LIMITS.keepAliveTimeout,
}: Options) {
  let isLeaving = false;
  // bounded by LIMITS.connections
  const connections = new Set<Connection>();

  function accept(socket: Socket): void {
    const connection: Connection = { socket, quietChecks: 0 };
    connections.add(connection);

    function onData(bytes: Buffer): void {
      connection.quietChecks = 0;
      // Who does not take what was sent gets no more of it prepared; Node's server waits for him.
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
      // What the system has taken it sends before it closes.
      if (socket.writableLength === 0) socket.destroy();
      else {
        stopReading();
        socket.resume().destroySoon();
      }
    }

    const listeners = [
      ['end', () => socket.end()],
      // The socket ends itself.
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

  // A timer of each socket's own would be set again by every request and every response.
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
    /** Leaves every further request to Node's server. */
    leave: (): void => {
      isLeaving = true;
    },
    /** Ends the connections, at once or when responses on their way have arrived. */
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
