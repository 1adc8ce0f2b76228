import { createTrafficGate } from '#server/http/guard/traffic-gate.ts';
import { createGuard, type Guard } from '#server/traffic/guard.ts';
import { createSourceReader, type SourceReader } from '#server/traffic/source.ts';

const NO_LOG = { add: () => undefined };

/** A guard that tells nobody, and what reads the sources of its requests. */
export function createTestGuard(trustedProxies: readonly string[] = []): {
  guard: Guard;
  sources: SourceReader;
} {
  const guard = createGuard({
    mode: 'on',
    onEvent: () => undefined,
    onBlock: () => undefined,
    maxBytes: 1_000_000,
  });
  return { guard, sources: createSourceReader(trustedProxies) };
}

export function createTestGate(given?: SourceReader) {
  const { guard, sources } = createTestGuard();
  return createTrafficGate({ guard, sources: given ?? sources, requestLog: NO_LOG });
}
