import { sql } from 'kysely';
import type { Database } from '#server/context/context.ts';
import type { DB } from '#server/db/types.ts';
import { retainedSince } from '#shared/retention/period.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;
/** How long the job may fail before entries land in the default partition. */
const DAYS_AHEAD = 3;

const PARTITION = /^ddos_request_logs_(\d{4})(\d{2})(\d{2})$/;
/** Below the time that a request waits for the database: every access to the log waits for this lock. */
const LOCK_TIMEOUT = '3s';

function dayOf(instant: Date | number): string {
  return new Date(instant).toISOString().slice(0, 10);
}

async function listPartitionDays(db: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_inherits join pg_class on pg_class.oid = inhrelid
    where inhparent = 'ddos_request_logs'::regclass
  `.execute(db);
  return rows.flatMap(({ name }) => {
    const [, year, month, day] = PARTITION.exec(name) ?? [];
    return day === undefined ? [] : [`${year}-${month}-${day}`];
  });
}

async function listUnsortedDays(db: Database): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    select distinct (created_at at time zone 'UTC')::date::text as day from ddos_request_logs_default
  `.execute(db);
  return rows.map(({ day }) => day);
}

/** One process at a time, without the time limit of a request. */
async function alone<T>(db: Database, work: (tx: Database) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (tx) => {
    await sql`
      select set_config('statement_timeout', '0', true), set_config('lock_timeout', ${LOCK_TIMEOUT}, true)
    `.execute(tx);
    await sql`select pg_advisory_xact_lock(hashtextextended('traffic-history', 0))`.execute(tx);
    return work(tx);
  });
}

async function makePartition(db: Database, day: string): Promise<boolean> {
  return alone(db, async (tx) => {
    const { rows } = await sql<{ isMade: boolean }>`
      select make_log_partition(${day}) as is_made
    `.execute(tx);
    return rows[0]?.isMade ?? false;
  });
}

/** For today, the next days and every day with entries in the default partition. */
export async function makeLogPartitions(db: Database, now: Date): Promise<string[]> {
  const known = new Set(await listPartitionDays(db));
  const ahead = Array.from({ length: DAYS_AHEAD + 1 }, (_, index) =>
    dayOf(now.getTime() + index * DAY_MS),
  );
  const wanted = new Set([...ahead, ...(await listUnsortedDays(db))]);
  const made: string[] = [];
  for (const day of wanted) {
    if (!known.has(day) && (await makePartition(db, day))) made.push(day);
  }
  return made;
}

async function dropOldPartitions(db: Database, oldestRetained: string): Promise<string[]> {
  const dropped: string[] = [];
  for (const day of await listPartitionDays(db)) {
    if (day >= oldestRetained) continue;
    await alone(db, (tx) => sql`select drop_log_partition(${day})`.execute(tx));
    dropped.push(day);
  }
  return dropped;
}

// Even a delete without effect would make every process reload its rules.
async function removeOldBlocks(db: Database, endedBefore: Date): Promise<number> {
  const due = await db
    .selectFrom('ipSecurityRules')
    .select('id')
    .where('expiresAt', '<', endedBefore)
    .execute();
  if (due.length === 0) return 0;
  const ids = due.map(({ id }) => id);
  await db.deleteFrom('ipSecurityRules').where('id', 'in', ids).execute();
  return ids.length;
}

export type TrafficHistoryChanges = {
  made: string[];
  dropped: string[];
  events: number;
  blocks: number;
};

/** May run at any time, in several processes at once. */
export async function pruneTrafficHistory(db: Database, now: Date): Promise<TrafficHistoryChanges> {
  const oldestRetained = dayOf(retainedSince('request-logs', now));
  await alone(db, (tx) =>
    tx
      .withTables<{ ddosRequestLogsDefault: DB['ddosRequestLogs'] }>()
      .deleteFrom('ddosRequestLogsDefault')
      .where('createdAt', '<', new Date(oldestRetained))
      .execute(),
  );
  const made = await makeLogPartitions(db, now);
  const dropped = await dropOldPartitions(db, oldestRetained);
  const { numDeletedRows } = await alone(db, (tx) =>
    tx
      .deleteFrom('securityEvents')
      .where('createdAt', '<', retainedSince('security-events', now))
      .executeTakeFirstOrThrow(),
  );
  const blocks = await removeOldBlocks(db, retainedSince('ip-rules', now));
  return { made, dropped, events: Number(numDeletedRows), blocks };
}
