import { type RawBuilder, sql } from 'kysely';
import type { Database, ServiceContext } from '#server/context/context.ts';
import { type Source, SOURCES } from './retention-sources.ts';
import type { DeletedKind } from '#shared/retention/values.ts';

const BATCH = 5_000;

/** By other jobs: files before rows, whole days of logs, content with its pages. */
const REMOVED_ELSEWHERE: readonly DeletedKind[] = [
  'pending-uploads',
  'request-logs',
  'security-events',
  'ip-rules',
  'deleted-content',
];

async function deleteRows(db: Database, table: string, ids: RawBuilder<unknown>): Promise<number> {
  const { numAffectedRows = 0n } =
    await sql`delete from ${sql.table(table)} where id in (${ids})`.execute(db);
  return Number(numAffectedRows);
}

async function purge(
  { db, now }: ServiceContext,
  {
    table,
    isDue,
    isHeld = sql<boolean>`false`,
    remove = (tx, ids) => deleteRows(tx, table, ids),
  }: Source,
): Promise<number> {
  let purged = 0;
  for (;;) {
    const count = await remove(
      db,
      sql`select id from ${sql.table(table)} where ${isDue(now())} and not ${isHeld} limit ${BATCH}`,
    );
    purged += count;
    if (count < BATCH) return purged;
  }
}

/** Returns the number of removed rows per table. */
export async function purgeExpiredRecords(ctx: ServiceContext): Promise<Record<string, number>> {
  const purged: Record<string, number> = {};
  for (const [kind, sources] of Object.entries(SOURCES)) {
    if (REMOVED_ELSEWHERE.some((elsewhere) => elsewhere === kind)) continue;
    for (const source of sources) {
      const count = await purge(ctx, source);
      if (count > 0) purged[source.table] = count;
    }
  }
  return purged;
}
