import { LIMITS } from '#server/core/limits.ts';
import { createSourceRate, type SourceKeys } from '#server/traffic/source-rate.ts';

const rate = createSourceRate(LIMITS.bodyRate);

export async function waitForBodyRate(source: SourceKeys, bytes: number): Promise<void> {
  // Other requests of the source may have taken the room.
  for (let ms = rate.take(source, bytes); ms > 0; ms = rate.take(source, bytes)) {
    await new Promise((done) => setTimeout(done, ms));
  }
}
