import { sql, type Kysely } from 'kysely';
import type { DB } from '#server/db/types.ts';
import { isTemporary } from '#server/core/errors.ts';
import { storableText } from '#server/lib/storable-text.ts';
import { LIMITS } from '#server/core/limits.ts';
import type { Log } from '#server/lib/log.ts';

type LoggedRequest = {
  address: string;
  path: string;
  status: number;
  /** Probes, files and event streams are not logged. */
  kind: string;
  weight?: number;
  isAdmin?: boolean;
};

type Entry = {
  at: number;
  address: string;
  endpoint: string;
  status: number;
  weight: number;
  is_admin: boolean;
};

export type RequestLog = ReturnType<typeof createRequestLog>;

type Options = { capacity?: number; intervalMs?: number; now?: () => Date };

const CAPACITY = 500;
const INTERVAL_MS = 1_000;
const MAX_ENDPOINT = 200;
const UNLOGGED_KINDS = new Set(['health', 'metrics', 'asset', 'media', 'stream']);

/** Writes one batch per second. Entries of a full second stand for those omitted: their weights grow, so that sums stay right. */
export function createRequestLog(
  db: Kysely<DB>,
  log: Log,
  { capacity = CAPACITY, intervalMs = INTERVAL_MS, now = () => new Date() }: Options = {},
) {
  // bounded by `capacity`, and one more for each kind
  let pending: Entry[] = [];
  /** Bounded by twice the number of statuses. The weight of what there was no room for, for each kind that is waiting: sums of rejected requests stay those of rejected requests. */
  let leftOut = new Map<number, number>();
  /** Bounded by `capacity`: rejected requests of this second, by status and address. */
  let rejected = new Map<string, { last: Entry; count: number }>();
  let writing: Promise<void> | null = null;
  let isStopped = false;
  const timer = setInterval(() => void flush(), intervalMs);
  timer.unref();

  function hasRoom(status: number, isAdmin: boolean, weight: number): boolean {
    const kind = getLogKind(status, isAdmin);
    const left = leftOut.get(kind);
    if (left === undefined || pending.length < capacity) {
      leftOut.set(kind, left ?? 0);
      return true;
    }
    leftOut.set(kind, left + weight);
    return false;
  }

  function takeBatch(): Entry[] {
    const batch = pending;
    for (const [kind, entries] of Map.groupBy(batch, (entry) =>
      getLogKind(entry.status, entry.is_admin),
    )) {
      const left = leftOut.get(kind) ?? 0;
      const share = Math.floor(left / entries.length);
      const rest = left % entries.length;
      for (const [index, entry] of entries.entries()) {
        entry.weight += share + (index < rest ? 1 : 0);
      }
    }
    pending = [];
    leftOut = new Map();
    rejected = new Map();
    return batch;
  }

  function flush(): Promise<void> {
    writing ??= write().finally(() => {
      writing = null;
    });
    return writing;
  }

  async function write(): Promise<void> {
    if (pending.length === 0) return;
    const batch = takeBatch();
    try {
      await insert(db, batch);
    } catch (error) {
      const isRetained = isTemporary(error);
      log.warn(
        { error, entries: batch.length, isRetained },
        'the request log could not be written',
      );
      if (isRetained) requeue(batch);
    }
  }

  function requeue(batch: Entry[]): void {
    const entries = [...batch, ...takeBatch()];
    for (const entry of entries) {
      if (hasRoom(entry.status, entry.is_admin, entry.weight)) pending.push(entry);
    }
  }

  return {
    add({ address, path, status, kind, weight = 1, isAdmin = false }: LoggedRequest): void {
      if (isStopped || UNLOGGED_KINDS.has(kind)) return;
      const key = kind === 'refused' ? `${status} ${address}` : null;
      const earlier = key === null ? undefined : rejected.get(key);
      if (earlier && earlier.count >= LIMITS.rejectedLogEntries) {
        earlier.last.weight += weight;
        return;
      }
      // Under load most requests end here, without an allocation.
      if (!hasRoom(status, isAdmin, weight)) return;
      const endpoint = storableText(path.slice(0, MAX_ENDPOINT));
      const entry = {
        at: now().getTime(),
        address,
        endpoint,
        status,
        weight,
        is_admin: isAdmin,
      };
      pending.push(entry);
      if (key !== null) rejected.set(key, { last: entry, count: (earlier?.count ?? 0) + 1 });
    },
    async stop(): Promise<void> {
      isStopped = true;
      clearInterval(timer);
      await writing;
      await flush();
    },
  };
}

// A number, because a string per request would cost more than the rest.
function getLogKind(status: number, isAdmin: boolean): number {
  return isAdmin ? -status : status;
}

// One JSON string instead of an array per column: the engine builds it natively.
async function insert(db: Kysely<DB>, batch: Entry[]): Promise<void> {
  await sql`
    insert into ddos_request_logs
      (created_at, ip_address, endpoint, response_status, weight, is_admin)
    select to_timestamp(at / 1000.0), address::inet, endpoint, status, weight, is_admin
    from json_to_recordset(${JSON.stringify(batch)}) as entry
      (at double precision, address text, endpoint text, status smallint, weight integer, is_admin boolean)
  `.execute(db);
}
