import { setTimeout as pause } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { Migrator, type MigrationResultSet } from 'kysely/migration';
import { findUnavailability } from '#server/core/errors.ts';
import { INCLUDED, migrations } from '#server/db/migrations/index.ts';
import { findForeignMigrations } from './contractions.ts';
import type { DB } from './types.ts';

const UNDEFINED_TABLE = '42P01';
/** A waiting migration blocks later statements. Below `LIMITS.lockTimeout` and PostgreSQL's `deadlock_timeout`, it gives way first. */
const LOCK_TIMEOUT_MS = 200;
const LOCK_PAUSE_MS = 500;
/** Becomes the owner of the tables if that is another role. A superuser's tables may have several owners. */
const TAKE_OWNER_ROLE = sql`
  select set_config('role', pg_get_userbyid(relowner), false) from pg_class
  where oid = to_regclass('kysely_migration') and relowner <> current_user::regrole
    and pg_has_role(relowner, 'member') and current_setting('is_superuser') = 'off'
`;

/** Returns the names of the migrations that it ran. Throws after an unfinished restore, and for a database that is too new or older than 1.0.0. */
export async function migrateToLatest(
  db: Kysely<DB>,
  onWait: () => void = () => undefined,
): Promise<string[]> {
  const { names, isRestoring } = await readSchemaState(db);
  failWhile(isRestoring);
  return migrateFrom(db, names, onWait);
}

function failWhile(isRestoring: boolean): void {
  if (!isRestoring) return;
  throw new Error(
    'A restore was begun here and has not ended: run npm run restore again with the same backup, or begin with an empty place.',
  );
}

/** Newest migration of 1.0.0. No database or archive may end before it. */
export const [OLDEST_SCHEMA] = INCLUDED.slice(-1) as [string];

export function knowsMigration(name: string): boolean {
  return name in migrations;
}

export async function migrateTo(db: Kysely<DB>, name: string): Promise<void> {
  if ((await readAppliedMigrations(db)).includes(name)) return;
  await runMigrator(db, async (migrator) => readResults(await migrator.migrateTo(name)));
}

export async function migrateRestored(db: Kysely<DB>): Promise<string[]> {
  return migrateFrom(db, await readAppliedMigrations(db));
}

async function migrateFrom(
  db: Kysely<DB>,
  applied: readonly string[],
  onWait?: () => void,
): Promise<string[]> {
  const pending = Object.keys(migrations).filter((name) => !applied.includes(name));
  const missing = INCLUDED.filter((name) => !applied.includes(name));
  if (missing.length > 0 && missing.length < INCLUDED.length) {
    throw new Error(
      `The database is older than 1.0.0: it lacks ${missing.join(', ')}. Start version 1.3.0 once, then this one.`,
    );
  }
  const foreign = findForeignMigrations(applied);
  if (foreign.length > 0) {
    throw new Error(
      `The database is newer than this program: it has ${foreign.join(', ')}, beside which this program cannot run. ` +
        'Start the newer version, or restore a backup that fits this one.',
    );
  }
  if (pending.length === 0) return [];
  return runMigrator(db, async (migrator) => readResults(await migrator.migrateToLatest()), onWait);
}

/** Returns the last `steps` migrations, newest first. Throws when that goes back beyond 1.0.0. */
export async function listRevertible(db: Kysely<DB>, steps: number): Promise<string[]> {
  const included: readonly string[] = INCLUDED;
  const applied = await readAppliedMigrations(db);
  const revertible = applied.filter((name) => !included.includes(name)).toReversed();
  if (steps > revertible.length) {
    throw new Error(
      `Only ${revertible.length} migrations can be undone: this version goes back to 1.0.0 at most.`,
    );
  }
  return revertible.slice(0, steps);
}

/** Reverts the migrations that `listRevertible` returns. Throws after an unfinished restore. */
export async function migrateDown(db: Kysely<DB>, steps: number): Promise<string[]> {
  failWhile((await readSchemaState(db)).isRestoring);
  await listRevertible(db, steps);
  const names: string[] = [];
  return runMigrator(db, async (migrator) => {
    while (names.length < steps) {
      const undone = readResults(await migrator.migrateDown());
      if (undone.length === 0) break;
      names.push(...undone);
    }
    return names;
  });
}

export async function readAppliedMigrations(db: Kysely<DB>): Promise<string[]> {
  return (await readSchemaState(db)).names;
}

export async function readSchemaState(
  db: Kysely<DB>,
): Promise<{ names: string[]; isRestoring: boolean }> {
  const isRestoring = sql<boolean>`to_regclass('restore_steps') is not null`;
  try {
    const { rows } = await sql<{ name: string; isRestoring: boolean }>`
      select name, ${isRestoring} as is_restoring from kysely_migration order by name
    `.execute(db);
    if (rows[0]) return { names: rows.map(({ name }) => name), isRestoring: rows[0].isRestoring };
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === UNDEFINED_TABLE)) throw error;
  }
  const { rows } = await sql<{
    isRestoring: boolean;
  }>`select ${isRestoring} as is_restoring`.execute(db);
  return { names: [], isRestoring: rows[0]?.isRestoring ?? false };
}

// The migrator holds a session lock: it needs one connection, and waiting for it must not time out.
async function runMigrator(
  db: Kysely<DB>,
  run: (migrator: Migrator) => Promise<string[]>,
  onWait: () => void = () => undefined,
): Promise<string[]> {
  return db.connection().execute(async (connection) => {
    await sql`set statement_timeout = 0`.execute(connection);
    await sql`set lock_timeout = ${sql.lit(LOCK_TIMEOUT_MS)}`.execute(connection);
    try {
      await TAKE_OWNER_ROLE.execute(connection);
      for (;;) {
        try {
          return await run(
            new Migrator({
              db: connection.withoutPlugins(),
              provider: { getMigrations: () => Promise.resolve(migrations) },
            }),
          );
        } catch (error) {
          const cause = error instanceof Error ? error.cause : null;
          if (findUnavailability(cause) !== 'locked') throw error;
          onWait();
          await pause(LOCK_PAUSE_MS);
        }
      }
    } finally {
      // Fails only on a lost connection, and then the first error is the one to see.
      await sql`reset statement_timeout`.execute(connection).catch(() => undefined);
      await sql`reset lock_timeout`.execute(connection).catch(() => undefined);
      await sql`reset role`.execute(connection).catch(() => undefined);
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
