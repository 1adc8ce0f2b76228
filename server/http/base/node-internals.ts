import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Properties that Node does not document; `node-internals.test.ts` fails when Node changes one. */
type Internals = {
  _handle?: { bytesWritten?: number; writeQueueSize?: number } | null;
  _httpMessage?: ServerResponse | null;
  parser?: { onIncoming: () => number } | null;
};

/** Parser result that announces another protocol, after which Node reads no further request. */
const UPGRADE = 2;

/** Bytes that the system has accepted for sending, including those of a partly accepted chunk. */
export function countAcceptedBytes(socket: Socket): number {
  const { _handle: handle } = socket as Internals;
  if (handle?.bytesWritten === undefined || handle.writeQueueSize === undefined) {
    return socket.bytesWritten - socket.writableLength;
  }
  return handle.bytesWritten - handle.writeQueueSize;
}

/** The response that the connection sends now; pipelined requests wait for it. */
export function findCurrentResponse(socket: Socket): ServerResponse | null {
  return (socket as Internals)._httpMessage ?? null;
}

/** Ignores requests that have already arrived; thousands in one packet cost 50 µs each otherwise. */
export function stopParsing(socket: Socket): void {
  const { parser } = socket as Internals;
  if (parser) parser.onIncoming = () => UPGRADE;
}
