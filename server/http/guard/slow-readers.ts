import type { Socket } from 'node:net';
import { countAcceptedBytes } from '#server/http/base/node-internals.ts';
import { LIMITS } from '#server/core/limits.ts';

type Reader = { socket: Socket; sent: number; checks: number };

const CHECKS = 4;

export type SlowReaders = { watch(socket: Socket): void; stop: () => void };

/** Disconnects clients that accept less than `minBytes` per window while data is pending. */
export function cutSlowReaders({
  windowMs = LIMITS.slowReader,
  minBytes = LIMITS.slowReaderBytes,
}: { windowMs?: number; minBytes?: number } = {}): SlowReaders {
  // bounded by LIMITS.connections
  const readers = new Set<Reader>();

  function check(reader: Reader): void {
    const { socket } = reader;
    if (socket.writableLength === 0) reader.checks = 0;
    else if (reader.checks === 0) {
      reader.sent = countAcceptedBytes(socket);
      reader.checks = 1;
    } else if (reader.checks < CHECKS) reader.checks += 1;
    else if (countAcceptedBytes(socket) - reader.sent < minBytes) socket.destroy();
    else reader.checks = 0;
  }

  const timer = setInterval(() => {
    for (const reader of readers) check(reader);
  }, windowMs / CHECKS);
  timer.unref();
  return {
    watch(socket) {
      const reader = { socket, sent: 0, checks: 0 };
      readers.add(reader);
      socket.once('close', () => readers.delete(reader));
    },
    stop: () => clearInterval(timer),
  };
}
