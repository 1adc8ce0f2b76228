import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import { v7 as uuidV7 } from 'uuid';
import type { Database, ServiceContext } from '#server/context/context.ts';
import { ServiceError } from '#server/core/errors.ts';
import { LIMITS } from '#server/core/limits.ts';
import { retainedSince } from '#shared/retention/period.ts';
import { MAX_ORDER_FILES, MAX_ORDER_FILES_BYTES, MAX_UPLOAD_BYTES } from '#shared/orders/values.ts';
import { ORDER_MESSAGES } from '#shared/orders/messages.ts';

type Held = { files: number; bytes: number };
type Reading = Pick<ServiceContext, 'db' | 'now'>;
type Room = { done(storedBytes: number | null): void };

/** Pending files as this process knows them: last database state, stored since, and being received at maximum size. */
type Ledger = {
  stored: Map<string, Held>;
  receiving: Map<string, Held>;
  readAt: number;
  day: Map<string, Held>;
  dayReadAt: number;
  unanswered: Held;
  unansweredReadAt: number;
};

const ALL = 'all';
const DAY = 'day:';
const SLOW_REREAD_MS = 30_000;
/** Processes learn of each other's files this late, which bounds the excess. */
const REREAD_MS = 2_000;
/** Denials need fresh data: files are attached all the time. */
const MAX_AGE_OF_DENIAL_MS = 250;
const NOTHING: Held = { files: 0, bytes: 0 };

const ledgers = new WeakMap<Database, Ledger>();
const readings = new WeakMap<Database, Promise<void>>();

/** Keyed hashes, since they outlive the request. */
export function sourcesOf({
  client,
  actor,
  trackKey,
}: Pick<ServiceContext, 'client' | 'actor' | 'trackKey'>): string[] {
  if (client.isExempt || actor.type === 'admin') return [];
  const keys = [client.aggregationKey, client.wideKey].filter((key) => key !== null);
  return [...new Set(keys)].map((key) =>
    createHmac('sha256', trackKey).update(`client:${key}`).digest('base64url'),
  );
}

type Row = Held & { source: string };

function toCounts(rows: readonly Row[]): Map<string, Held> {
  return new Map(rows.map(({ source, files, bytes }) => [source, { files, bytes }]));
}

async function readPending(db: Database): Promise<Map<string, Held>> {
  const { rows } = await sql<Row>`
    with pending as materialized (
      select sources, size_bytes from order_attachments where status = 'staged'
    )
    select ${ALL} as source, count(*) as files, coalesce(sum(size_bytes), 0) as bytes from pending
    union all
    select source, count(*), sum(size_bytes) from pending, unnest(sources) as source group by source
  `.execute(db);
  // bounded by LIMITS.pendingUploads
  return toCounts(rows);
}

async function readDay({ db, now }: Reading): Promise<Map<string, Held>> {
  const since = retainedSince('upload-sources', now()).getTime();
  const { rows } = await sql<Row>`
    with received as (
      select sources, size_bytes from order_attachments where status = 'staged'
      union all
      -- Ids are made of time, and found by it.
      select sources, size_bytes from order_attachments
      where id > ${uuidV7({ msecs: since })} and status = 'claimed' and sources <> '{}'
    )
    select ${DAY} || source as source, count(*) as files, sum(size_bytes) as bytes
    from received, unnest(sources) as source group by source
  `.execute(db);
  // bounded by what may be received within a day
  return toCounts(rows);
}

/** Attached files of enquiries that no administrator has dealt with. */
async function readUnanswered(db: Database): Promise<Held> {
  const { rows } = await sql<Held>`
    with unanswered as (
      select id, order_id from conversations where due_at is not null
      union
      select conversations.id, order_id from orders
      join conversations on order_id = orders.id where status in ('new', 'pending')
      union
      select conversations.id, order_id from contact_messages
      join conversations on message_id = contact_messages.id
      where status <> 'responded' and order_id is null
    ), file as (
      select size_bytes from unanswered join order_attachments using (order_id)
      where status = 'claimed'
      union all
      select size_bytes from unanswered
      join conversation_entries as entry on conversation_id = unanswered.id and kind = 'inbound'
      join order_attachments on entry_id = entry.id
      where status = 'claimed'
    )
    select count(*) as files, coalesce(sum(size_bytes), 0) as bytes from file
  `.execute(db);
  return rows[0] ?? NOTHING;
}

export async function countPendingUploads({ db }: Pick<Reading, 'db'>): Promise<Held> {
  return (await readPending(db)).get(ALL) ?? NOTHING;
}

function ledgerOf(db: Database): Ledger {
  const known = ledgers.get(db);
  if (known) return known;
  const ledger = {
    stored: new Map(),
    receiving: new Map(),
    readAt: Number.NEGATIVE_INFINITY,
    day: new Map(),
    dayReadAt: Number.NEGATIVE_INFINITY,
    unanswered: NOTHING,
    unansweredReadAt: Number.NEGATIVE_INFINITY,
  };
  ledgers.set(db, ledger);
  return ledger;
}

function reread(reading: Reading, ledger: Ledger): Promise<void> {
  const { db } = reading;
  const running = readings.get(db);
  if (running) return running;
  async function read(): Promise<void> {
    try {
      ledger.stored = await readPending(db);
      ledger.readAt = performance.now();
      if (performance.now() - ledger.dayReadAt > SLOW_REREAD_MS) {
        ledger.day = await readDay(reading);
        ledger.dayReadAt = performance.now();
      }
      if (performance.now() - ledger.unansweredReadAt > SLOW_REREAD_MS) {
        ledger.unanswered = await readUnanswered(db);
        ledger.unansweredReadAt = performance.now();
      }
    } catch {
      // Without a database the next statement fails the upload.
    } finally {
      readings.delete(db);
    }
  }
  const started = read();
  readings.set(db, started);
  return started;
}

function add(counts: Map<string, Held>, key: string, by: Held, sign: 1 | -1): void {
  const { files, bytes } = counts.get(key) ?? NOTHING;
  const next = { files: files + sign * by.files, bytes: bytes + sign * by.bytes };
  if (next.files > 0) counts.set(key, next);
  else counts.delete(key);
}

function sum(...counts: readonly (Held | undefined)[]): Held {
  return {
    files: counts.reduce((total, held) => total + (held?.files ?? 0), 0),
    bytes: counts.reduce((total, held) => total + (held?.bytes ?? 0), 0),
  };
}

function isFull({ files, bytes }: Held, max: Held): boolean {
  return files >= max.files || bytes + MAX_UPLOAD_BYTES > max.bytes;
}

type Reason = 'source' | 'day' | 'all';

function findFull(ctx: ServiceContext, ledger: Ledger, sources: readonly string[]): Reason | null {
  const { pendingUploads, dailyUploads, unansweredUploads } = LIMITS;
  const count = (key: string) =>
    sum(ledger.stored.get(key) ?? ledger.day.get(key), ledger.receiving.get(key));
  const [own, network] = sources;
  const limits = [
    [own, pendingUploads.ofAddress, dailyUploads.ofAddress],
    [network, pendingUploads.ofNetwork, dailyUploads.ofNetwork],
  ] as const;
  for (const [key, pending, daily] of limits) {
    if (key === undefined) continue;
    if (isFull(count(key), pending)) return 'source';
    if (isFull(count(DAY + key), daily)) return 'day';
  }
  const widest = network ?? own;
  const form = { files: MAX_ORDER_FILES, bytes: MAX_ORDER_FILES_BYTES + MAX_UPLOAD_BYTES };
  const mayUseReserve = widest !== undefined && !isFull(count(DAY + widest), form);
  const withReserve = ({ ofAll, reserve }: { ofAll: Held; reserve: Held }) =>
    mayUseReserve ? sum(ofAll, reserve) : ofAll;
  const pending = count(ALL);
  if (isFull(pending, withReserve(pendingUploads))) return 'all';
  const isFromVisitor = ctx.actor.type !== 'admin';
  const unanswered = sum(ledger.unanswered, pending);
  return isFromVisitor && isFull(unanswered, withReserve(unansweredUploads)) ? 'all' : null;
}

function deny(ctx: ServiceContext, reason: 'disk' | Reason): never {
  ctx.countDeniedUpload?.(reason === 'day' ? 'source' : reason);
  const [code, message] = {
    disk: ['INSUFFICIENT_STORAGE', ORDER_MESSAGES.noRoomForFiles] as const,
    all: ['UNAVAILABLE', ORDER_MESSAGES.noRoomForFiles] as const,
    source: ['RATE_LIMITED', ORDER_MESSAGES.tooManyPendingFiles] as const,
    day: ['RATE_LIMITED', ORDER_MESSAGES.tooManyFilesToday] as const,
  }[reason];
  throw new ServiceError(code, message, { fileUrls: message }, { retryAfterSeconds: 60 });
}

/** The enquiry is accepted without such a file. */
export function hasNoRoom(error: unknown): error is ServiceError {
  const codes = ['INSUFFICIENT_STORAGE', 'UNAVAILABLE', 'RATE_LIMITED'];
  return (
    error instanceof ServiceError &&
    error.fields?.fileUrls !== undefined &&
    codes.includes(error.code)
  );
}

/** Orders and messages need the remaining disk. */
export async function assertDiskRoom(ctx: ServiceContext): Promise<void> {
  if ((await ctx.storage.freeBytes()) < LIMITS.minFreeDisk) deny(ctx, 'disk');
}

/** `done` reports the stored size; null when nothing was stored. */
export async function takeUploadRoom(ctx: ServiceContext): Promise<Room> {
  await assertDiskRoom(ctx);
  const { db } = ctx;
  const ledger = ledgerOf(db);
  const sources = sourcesOf(ctx);
  const age = performance.now() - ledger.readAt;
  if (age === Number.POSITIVE_INFINITY) await reread(ctx, ledger);
  else if (age > REREAD_MS) void reread(ctx, ledger);
  if (findFull(ctx, ledger, sources) !== null && age > MAX_AGE_OF_DENIAL_MS) {
    ledger.dayReadAt = Number.NEGATIVE_INFINITY;
    await reread(ctx, ledger);
  }
  const full = findFull(ctx, ledger, sources);
  if (full !== null) deny(ctx, full);

  const { receiving } = ledger;
  const expected = { files: 1, bytes: MAX_UPLOAD_BYTES };
  const keys = [ALL, ...sources, ...sources.map((source) => DAY + source)];
  for (const key of keys) add(receiving, key, expected, 1);
  return {
    done(storedBytes) {
      for (const key of keys) {
        add(receiving, key, expected, -1);
        const stored = key.startsWith(DAY) ? ledger.day : ledger.stored;
        if (storedBytes !== null) add(stored, key, { files: 1, bytes: storedBytes }, 1);
      }
    },
  };
}
