import { LIMITS } from '#server/core/limits.ts';
import { createSourceRate, type SourceKeys } from '#server/traffic/source-rate.ts';

const rate = createSourceRate(LIMITS.bodyRate);

/** Ends when `source` may send so many bytes: what is not read, nobody else waits for. */
export async function waitForBodyRate(source: SourceKeys, bytes: number): Promise<void> {
  // Others of the same source may have waited for the same room.
  for (let ms = rate.take(source, bytes); ms > 0; ms = rate.take(source, bytes)) {
    await new Promise((done) => setTimeout(done, ms));
  }
}
