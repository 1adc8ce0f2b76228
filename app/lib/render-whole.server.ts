import { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { ReactNode } from 'react';
import { renderToPipeableStream } from 'react-dom/server';

type Options = { nonce: string; timeoutMs: number; onError: (error: unknown) => void };

/**
 * Complete without scripts: in order, in one piece. Late boundaries are left to the browser;
 * a late shell is an error.
 */
export async function renderWhole(
  page: ReactNode,
  { nonce, timeoutMs, onError }: Options,
): Promise<Buffer<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  const collector = new Writable({
    // Web streams and backpressure cost more than the writes.
    highWaterMark: Number.MAX_SAFE_INTEGER,
    write(chunk: Uint8Array, _encoding, done) {
      chunks.push(chunk);
      done();
    },
  });
  const rendered = Promise.withResolvers<void>();
  const { pipe, abort } = renderToPipeableStream(page, {
    nonce,
    onError,
    progressiveChunkSize: Number.POSITIVE_INFINITY,
    onAllReady: rendered.resolve,
    onShellError: rendered.reject,
  });
  const timer = setTimeout(() => {
    abort();
    // React reports no errors behind the shell; it finishes before this turn, or never.
    setImmediate(() => rendered.reject(new Error('a page was not rendered in time')));
  }, timeoutMs);
  try {
    await rendered.promise;
    await finished(pipe(collector));
  } finally {
    clearTimeout(timer);
  }
  return Buffer.concat(chunks);
}
