import { type Kysely, sql } from 'kysely';
import { Migrator, type MigrationResultSet } from 'kysely/migration';
import { migrations } from '#server/db/migrations/index.ts';
import type { DB } from './types.ts';

const UNDEFINED_TABLE = '42P01';

/** Brings the database up to this code's schema; returns the names of the migrations that it ran. */
export async function migrateToLatest(db: Kysely<DB>): Promise<string[]> {
  const applied = await readAppliedMigrations(db);
  const unknown = applied.filter((name) => !(name in migrations));
  if (unknown.length > 0) {
    throw new Error(
      `The database is newer than this program: it has ${unknown.join(', ')}, which this program does not know. ` +
        'Start the newer version, or restore a backup that fits this one.',
    );
  }
  if (applied.length === Object.keys(migrations).length) return [];
  return runMigrator(db, async (migrator) => readResults(await migrator.migrateToLatest()));
}

/** Takes back the last `steps` migrations. */
export async function migrateDown(db: Kysely<DB>, steps: number): Promise<string[]> {
  return runMigrator(db, async (migrator) => {
    const names: string[] = [];
    for (let step = 0; step < steps; step += 1) {
      names.push(...readResults(await migrator.migrateDown()));
    }
    return names;
  });
}

/** The names of the migrations that the database has, oldest first; none where nothing is installed. */
export async function readAppliedMigrations(db: Kysely<DB>): Promise<string[]> {
  try {
    const { rows } = await sql<{ name: string }>`
      select name from kysely_migration order by name
    `.execute(db);
    return rows.map(({ name }) => name);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === UNDEFINED_TABLE) return [];
    throw error;
  }
}

// The migrator holds a session lock: all on one connection, and waiting for another migrator must not time out.
async function runMigrator(
  db: Kysely<DB>,
  run: (migrator: Migrator) => Promise<string[]>,
): Promise<string[]> {
  return db.connection().execute(async (connection) => {
    await sql`set statement_timeout = 0`.execute(connection);
    try {
      return await run(
        new Migrator({
          db: connection.withoutPlugins(),
          provider: { getMigrations: () => Promise.resolve(migrations) },
        }),
      );
    } finally {
      // Fails only on a lost connection, and then the first error is the one to see.
      await sql`reset statement_timeout`.execute(connection).catch(() => undefined);
    }
  });
}

function readResults({ error, results = [] }: MigrationResultSet): string[] {
  if (error !== undefined) {
    const failed = results.find(({ status }) => status === 'Error')?.migrationName;
    const reason = error instanceof Error ? error.message : 'unknown reason';
    throw new Error(
      failed === undefined
        ? `The database could not be migrated: ${reason}`
        : `The migration ${failed} failed and was rolled back: ${reason}`,
      { cause: error },
    );
  }
  return results.map(({ migrationName }) => migrationName);
}
