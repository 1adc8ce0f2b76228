import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { type Kysely, sql } from 'kysely';
import type { DB } from '#server/db/types.ts';

export type MovingClock = {
  /** Of the process that follows the clock. */
  environment: Record<string, string>;
  now(): Date;
  /** Sets the clock of the process, and that of the given database, which its services go by; it goes on from there. */
  moveTo(time: Date): Promise<void>;
};

const PRELOAD = pathToFileURL(join(import.meta.dirname, 'preload.ts')).href;

/** So often a site asks its database for the time, and a little more. */
export const FOLLOWED_MS = 2_000;

/**
 * A clock, kept in `folder`, that a process started with its environment follows at once; its timers take their time as ever. Without `db` the
 * database keeps its own.
 */
export function createMovingClock(folder: string, db?: Kysely<DB>): MovingClock {
  const file = join(folder, 'test-clock');
  let offset = 0;

  function write(): void {
    writeFileSync(`${file}.new`, String(offset));
    renameSync(`${file}.new`, file);
  }

  write();
  return {
    environment: {
      NODE_OPTIONS: `--import ${PRELOAD}`,
      TEST_CLOCK: file,
      // What is in `public` comes before PostgreSQL's own function of that name.
      ...(db && { PGOPTIONS: '-c search_path=public,pg_catalog' }),
    },
    now: () => new Date(Date.now() + offset),
    async moveTo(time) {
      offset = time.getTime() - Date.now();
      write();
      if (!db) return;
      await moveDefaults(db, offset);
      await pause(FOLLOWED_MS);
    },
  };
}

/** What rows get as the time of their insertion, and what the database says when it is asked for the time. */
async function moveDefaults(db: Kysely<DB>, offset: number): Promise<void> {
  await sql`
    create or replace function test_now() returns timestamptz stable language sql
    as ${sql.lit(`select now() + interval '${offset} milliseconds'`)}
  `.execute(db);
  await sql`
    create or replace function public.clock_timestamp() returns timestamptz language sql
    as ${sql.lit(`select pg_catalog.clock_timestamp() + interval '${offset} milliseconds'`)}
  `.execute(db);
  await sql`
    do $$ declare place record; begin
      for place in
        select table_name, column_name from information_schema.columns
        where table_schema = 'public' and column_default = 'now()'
      loop
        execute format('alter table %I alter column %I set default test_now()', place.table_name, place.column_name);
      end loop;
    end $$
  `.execute(db);
}
