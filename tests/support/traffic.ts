import type { Kysely } from 'kysely';
import type { DB } from '#server/db/types.ts';
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

type LoggedRequest = {
  at: string | Date;
  ip?: string;
  endpoint?: string;
  status?: number;
  weight?: number;
  isAdmin?: boolean;
};

export async function buildLoggedRequests(db: Kysely<DB>, requests: LoggedRequest[]) {
  const rows = requests.map(({ at, ip = '198.51.100.1', endpoint = '/', ...request }) => ({
    createdAt: at,
    ipAddress: ip,
    endpoint,
    responseStatus: request.status ?? 200,
    weight: request.weight ?? 1,
    isAdmin: request.isAdmin ?? false,
  }));
  await db.insertInto('ddosRequestLogs').values(rows).execute();
}

type SecurityEvent = {
  at: string;
  ip?: string;
  score?: number;
  type?: string;
  reasons?: unknown[];
};

export async function buildSecurityEvents(db: Kysely<DB>, events: SecurityEvent[]) {
  const rows = events.map(({ at, ip = '198.51.100.1', ...event }) => ({
    createdAt: at,
    ipAddress: ip,
    threatScore: event.score ?? 50,
    eventType: event.type ?? 'ddos_block',
    reasons: JSON.stringify(event.reasons ?? []),
  }));
  await db.insertInto('securityEvents').values(rows).execute();
}
