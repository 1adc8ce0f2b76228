import type { IncomingMessage, ServerResponse } from 'node:http';
import { LIMITS } from '#server/core/limits.ts';
import type { Source } from '#server/traffic/source.ts';
import { waitForBodyRate } from '#server/http/base/body-rate.ts';

/** Reads the rest of a body briefly: a client that is cut off immediately may miss the response. */
export function skipUnreadBody(
  request: IncomingMessage,
  response: ServerResponse,
  source: Source,
): void {
  // At `finish`, Node itself reads an untouched body.
  response.once('prefinish', () => {
    if (request.complete || request.destroyed) return;
    const { socket } = request;
    const timer = setTimeout(() => socket.destroySoon(), LIMITS.unreadBody);
    request.once('end', () => clearTimeout(timer));
    request.on('data', (chunk: Buffer) => {
      request.pause();
      void waitForBodyRate(source, chunk.length).then(() => request.resume());
    });
    request.read(0);
    request.read(0);
  });
}
