import { sql } from 'kysely';
import type { Database, ServiceContext } from '#server/context.ts';
import { ServiceError } from '#server/errors.ts';
import { LIMITS } from '#server/limits.ts';
import { MAX_UPLOAD_BYTES } from '#shared/orders/values.ts';
import { ORDER_MESSAGES } from '#shared/orders/messages.ts';

type Held = { files: number; bytes: number };
type Room = { done(storedBytes: number | null): void };

/**
 * What a process knows of the files that wait for an order: all that the database had when it last looked, those it stored since, and
 * those it is receiving, each counted as large as it may become.
 */
type Ledger = { stored: Map<string, Held>; receiving: Map<string, Held>; readAt: number };

const ALL = 'all';
/** Processes learn of each other's files this late; what they accept too much meanwhile is bounded by what fits into this time. */
const REREAD_MS = 2_000;
/** Nobody is turned away on older knowledge: files are attached all the time. */
const MAX_AGE_OF_DENIAL_MS = 250;
const NOTHING: Held = { files: 0, bytes: 0 };

const ledgers = new WeakMap<Database, Ledger>();
const readings = new WeakMap<Database, Promise<void>>();

/** The keys that a pending file counts under. */
export function sourcesOf({ client }: Pick<ServiceContext, 'client'>): string[] {
  if (client.isExempt) return [];
  const keys = [client.aggregationKey, client.wideKey].filter((key) => key !== null);
  return [...new Set(keys)];
}

/** Files that no order has yet, in all and by source. */
async function readPending(db: Database): Promise<Map<string, Held>> {
  const { rows } = await sql<Held & { source: string }>`
    with pending as materialized (
      select sources, size_bytes from order_attachments where status = 'staged'
    )
    select ${ALL} as source, count(*) as files, coalesce(sum(size_bytes), 0) as bytes from pending
    union all
    select source, count(*), sum(size_bytes) from pending, unnest(sources) as source group by source
  `.execute(db);
  // bounded by what may be pending
  return new Map(rows.map(({ source, files, bytes }) => [source, { files, bytes }]));
}

/** What waits for an order, for the metrics. */
export async function countPendingUploads(db: Database): Promise<Held> {
  return (await readPending(db)).get(ALL) ?? NOTHING;
}

function ledgerOf(db: Database): Ledger {
  const known = ledgers.get(db);
  if (known) return known;
  const ledger = { stored: new Map(), receiving: new Map(), readAt: Number.NEGATIVE_INFINITY };
  ledgers.set(db, ledger);
  return ledger;
}

function reread(db: Database, ledger: Ledger): Promise<void> {
  const running = readings.get(db);
  if (running) return running;
  async function read(): Promise<void> {
    try {
      ledger.stored = await readPending(db);
      ledger.readAt = performance.now();
    } catch {
      // Without its database no upload is accepted: what is asked next says so.
    } finally {
      readings.delete(db);
    }
  }
  const reading = read();
  readings.set(db, reading);
  return reading;
}

function add(counts: Map<string, Held>, key: string, by: Held, sign: 1 | -1): void {
  const { files, bytes } = counts.get(key) ?? NOTHING;
  const next = { files: files + sign * by.files, bytes: bytes + sign * by.bytes };
  if (next.files > 0) counts.set(key, next);
  else counts.delete(key);
}

function isFull({ stored, receiving }: Ledger, key: string, max: Held): boolean {
  const [known, coming] = [stored.get(key) ?? NOTHING, receiving.get(key) ?? NOTHING];
  return (
    known.files + coming.files >= max.files ||
    known.bytes + coming.bytes + MAX_UPLOAD_BYTES > max.bytes
  );
}

function findFull(ledger: Ledger, sources: readonly string[]): 'source' | 'all' | null {
  const { pendingUploads: max } = LIMITS;
  const [own, network] = sources;
  if (own !== undefined && isFull(ledger, own, max.ofAddress)) return 'source';
  if (network !== undefined && isFull(ledger, network, max.ofNetwork)) return 'source';
  return isFull(ledger, ALL, max.ofAll) ? 'all' : null;
}

function deny(ctx: ServiceContext, reason: 'disk' | 'source' | 'all'): never {
  ctx.countDeniedUpload?.(reason);
  const [code, message] = {
    disk: ['INSUFFICIENT_STORAGE', ORDER_MESSAGES.noRoomForFiles] as const,
    all: ['UNAVAILABLE', ORDER_MESSAGES.noRoomForFiles] as const,
    source: ['RATE_LIMITED', ORDER_MESSAGES.tooManyPendingFiles] as const,
  }[reason];
  throw new ServiceError(code, message, { fileUrls: message }, { retryAfterSeconds: 60 });
}

/** Throws while the disk of the file store is nearly full: orders and messages need what is left. */
export async function assertDiskRoom(ctx: ServiceContext): Promise<void> {
  if ((await ctx.storage.freeBytes()) < LIMITS.minFreeDisk) deny(ctx, 'disk');
}

/** Takes room for a file that is about to be received; `done` says how large it became, or null when it was not stored. */
export async function takeUploadRoom(ctx: ServiceContext): Promise<Room> {
  await assertDiskRoom(ctx);
  const { db } = ctx;
  const ledger = ledgerOf(db);
  const sources = sourcesOf(ctx);
  const age = performance.now() - ledger.readAt;
  if (age === Number.POSITIVE_INFINITY) await reread(db, ledger);
  else if (age > REREAD_MS) void reread(db, ledger);
  if (findFull(ledger, sources) !== null && age > MAX_AGE_OF_DENIAL_MS) await reread(db, ledger);
  const full = findFull(ledger, sources);
  if (full !== null) deny(ctx, full);

  const { receiving } = ledger;
  const expected = { files: 1, bytes: MAX_UPLOAD_BYTES };
  const keys = [ALL, ...sources];
  for (const key of keys) add(receiving, key, expected, 1);
  return {
    done(storedBytes) {
      for (const key of keys) {
        add(receiving, key, expected, -1);
        if (storedBytes !== null) add(ledger.stored, key, { files: 1, bytes: storedBytes }, 1);
      }
    },
  };
}
