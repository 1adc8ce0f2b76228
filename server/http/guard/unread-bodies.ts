import type { IncomingMessage, ServerResponse } from 'node:http';
import { LIMITS } from '#server/core/limits.ts';
import type { Source } from '#server/traffic/source.ts';
import { waitForBodyRate } from '#server/http/base/body-rate.ts';

/**
 * Reads on for a moment, at the rate of its source, what a sender is still sending after its response: who is cut off at once may not see
 * the response. Then the connection ends.
 */
export function skipUnreadBody(
  request: IncomingMessage,
  response: ServerResponse,
  source: Source,
): void {
  // At "finish" Node reads on at any rate what nobody has begun to read.
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
