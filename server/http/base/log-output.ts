import { constants, openSync, write as writeFile, writeSync } from 'node:fs';
import { Socket } from 'node:net';
import type { Writable } from 'node:stream';

type Sink = {
  write(bytes: Buffer, done: (error: NodeJS.ErrnoException | null, written: number) => void): void;
  /** Last attempt at process end; the rest is lost. */
  writeLast(bytes: Buffer): void;
};

export type LogOutput = ReturnType<typeof createLogOutput>;

/** Characters; a stalled log holds this twice, here and in the system. */
export const MAX_PENDING_LOG = 1024 * 1024;
const BUSY_RETRY_MS = 100;
const FAILED_RETRY_MS = 1_000;

function countLines(text: string): number {
  let lines = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lines += 1;
  return lines;
}

function describeLoss(dropped: number): string {
  const time = new Date().toISOString();
  return `${JSON.stringify({ level: 40, time, dropped, msg: 'log lines were dropped: the log could not be written' })}\n`;
}

/** Writes lines to a sink that may stall or fail. Beyond a bound, lines are dropped until the sink has caught up, and counted. */
export function createLogOutput(sink: Sink) {
  let pending = '';
  let unwritten: Buffer = Buffer.alloc(0);
  let dropped = 0;
  let droppedInAll = 0;
  let isWriting = false;
  let idle: PromiseWithResolvers<void> | null = null;

  function takePending(): void {
    if (unwritten.length === 0 && pending !== '') {
      unwritten = Buffer.from(pending);
      pending = '';
    }
    if (unwritten.length > 0 || dropped === 0) return;
    unwritten = Buffer.from(describeLoss(dropped));
    dropped = 0;
  }

  function pump(): void {
    takePending();
    isWriting = unwritten.length > 0;
    if (!isWriting) {
      idle?.resolve();
      idle = null;
      return;
    }
    sink.write(unwritten, (error, written) => {
      unwritten = unwritten.subarray(written);
      if (!error) pump();
      else setTimeout(pump, error.code === 'EAGAIN' ? BUSY_RETRY_MS : FAILED_RETRY_MS).unref();
    });
  }

  process.on('exit', () => {
    const left = Buffer.concat([unwritten, Buffer.from(pending)]);
    if (left.length > 0) sink.writeLast(left);
  });

  return {
    write(lines: string): void {
      if (dropped > 0 || pending.length + lines.length > MAX_PENDING_LOG) {
        const count = countLines(lines);
        dropped += count;
        droppedInAll += count;
        return;
      }
      pending += lines;
      if (isWriting) return;
      isWriting = true;
      setImmediate(pump);
    },
    async drain(limitMs: number): Promise<void> {
      if (!isWriting) return;
      idle ??= Promise.withResolvers<void>();
      await Promise.race([idle.promise, new Promise((done) => setTimeout(done, limitMs))]);
    },
    droppedLines: () => droppedInAll,
  };
}

// Node writes to pipes and sockets without blocking.
function streamSink(stream: Writable): Sink {
  stream.on('error', () => undefined);
  return {
    write(bytes, done) {
      stream.write(bytes, (error) => done(error ?? null, error ? 0 : bytes.length));
    },
    writeLast: (bytes) => void stream.write(bytes),
  };
}

function fileSink(file: number): Sink {
  return {
    write: (bytes, done) => writeFile(file, bytes, done),
    writeLast(bytes) {
      try {
        writeSync(file, bytes);
      } catch {}
    },
  };
}

/** Reopened as non-blocking, because a stopped terminal would hold a thread (Linux). */
function openTerminal(file: number): number {
  try {
    const { O_WRONLY, O_NONBLOCK, O_NOCTTY } = constants;
    return openSync(`/proc/self/fd/${file}`, O_WRONLY | O_NONBLOCK | O_NOCTTY);
  } catch {
    return file;
  }
}

function createStandardOutput(stream: NodeJS.WriteStream): LogOutput {
  if (stream.isTTY) return createLogOutput(fileSink(openTerminal(1)));
  return createLogOutput(stream instanceof Socket ? streamSink(stream) : fileSink(1));
}

let standardOutput: LogOutput | null = null;

export function toStandardOutput(): LogOutput {
  return (standardOutput ??= createStandardOutput(process.stdout));
}
