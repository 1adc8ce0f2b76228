import type { Socket } from 'node:net';
import { LIMITS } from '../limits.ts';
import { type PlainRequest, readPlainRequest } from './plain-request.ts';

/** What goes over the wire for a plain request. */
export type PlainAnswer = { message: Buffer; isLast: boolean };

export type PlainConnections = {
  accept(socket: Socket): void;
  /** Ends the connections, at once or when answers on their way have arrived. */
  close: (isAtOnce: boolean) => void;
};

type Options = {
  /** Null when the answer is not at hand; nothing has been counted then. */
  answer: (request: PlainRequest, peer: string | undefined) => PlainAnswer | null;
  /** Takes a connection over, with all that it has not answered yet. */
  handOver: (socket: Socket) => void;
  idleMs?: number;
  /** How long an answer may stand still on its way: a phone may lose its network in the middle of a page. */
  stalledMs?: number;
};

/**
 * Answers a connection's plain requests as long as nothing else comes, each with one ready message. The first request that is not plain, or
 * whose answer is not at hand, goes to Node's HTTP server together with its connection, for good: two readers that take turns on
 * one connection could differ about where a request ends.
 */
export function createPlainConnections({
  answer,
  handOver,
  idleMs = LIMITS.keepAliveTimeout,
  stalledMs = LIMITS.uploadTimeout,
}: Options): PlainConnections {
  const sockets = new Set<Socket>();

  function onData(this: Socket, bytes: Buffer): void {
    // Who does not take what was sent gets no more of it prepared; Node's server waits for him.
    const request = this.writableLength === 0 ? readPlainRequest(bytes) : null;
    const answered = request && answer(request, this.remoteAddress);
    if (!answered) {
      release(this);
      this.unshift(bytes);
      handOver(this);
    } else if (answered.isLast) {
      this.write(answered.message);
      // What the system has taken it sends before it closes.
      if (this.writableLength === 0) this.destroy();
      else this.off('data', onData).resume().destroySoon();
    } else this.write(answered.message);
  }

  function onEnd(this: Socket): void {
    this.end();
  }

  function onTimeout(this: Socket): void {
    if (this.writableLength > 0 && this.timeout === idleMs) this.setTimeout(stalledMs);
    else this.destroy();
  }

  // The socket ends itself.
  function onError(): void {}

  function onClose(this: Socket): void {
    sockets.delete(this);
  }

  const listeners = [
    ['data', onData],
    ['end', onEnd],
    ['timeout', onTimeout],
    ['error', onError],
    ['close', onClose],
  ] as const;

  function release(socket: Socket): void {
    sockets.delete(socket);
    socket.setTimeout(0);
    for (const [event, listener] of listeners) socket.off(event, listener);
  }

  return {
    accept(socket) {
      sockets.add(socket);
      socket.setTimeout(idleMs);
      for (const [event, listener] of listeners) socket.on(event, listener);
    },
    close(isAtOnce) {
      for (const socket of sockets) {
        if (isAtOnce) socket.destroy();
        else socket.destroySoon();
      }
    },
  };
}
