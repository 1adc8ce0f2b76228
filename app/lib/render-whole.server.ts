import { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { ReactNode } from 'react';
import { renderToPipeableStream } from 'react-dom/server';

type Options = { nonce: string; timeoutMs: number; onError: (error: unknown) => void };

/**
 * The whole page in one piece and in order, so that it is complete without scripts. What stands in a boundary and is not there in
 * time is left to the browser; a page that has nothing to show by then is an error.
 */
export async function renderWhole(
  page: ReactNode,
  { nonce, timeoutMs, onError }: Options,
): Promise<Buffer<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  const collector = new Writable({
    // A web stream, or one that asks its writer to wait, costs more than all that is written to it.
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
    // React reports no error of its own behind the shell. What it finishes after all, it finishes before this turn.
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
