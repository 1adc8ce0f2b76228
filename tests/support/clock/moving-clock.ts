import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Kysely, sql } from 'kysely';
import type { DB } from '#server/db/types.ts';

export type MovingClock = {
  /** Of the process that follows the clock. */
  environment: Record<string, string>;
  now(): Date;
  /** Sets the clock of the process, and of the database that follows it; it goes on from there. */
  moveTo(time: Date): Promise<void>;
};

const PRELOAD = pathToFileURL(join(import.meta.dirname, 'preload.ts')).href;

/** A clock, kept in `folder`, that a process started with its environment follows at once; its timers take their time as ever. */
export function createMovingClock(folder: string, db?: Kysely<DB>): MovingClock {
  const file = join(folder, 'test-clock');
  let offset = 0;

  function write(): void {
    writeFileSync(`${file}.new`, String(offset));
    renameSync(`${file}.new`, file);
  }

  write();
  return {
    environment: { NODE_OPTIONS: `--import ${PRELOAD}`, TEST_CLOCK: file },
    now: () => new Date(Date.now() + offset),
    async moveTo(time) {
      offset = time.getTime() - Date.now();
      write();
      if (db) await moveDefaults(db, offset);
    },
  };
}

/** What rows get as the time of their insertion. */
async function moveDefaults(db: Kysely<DB>, offset: number): Promise<void> {
  await sql`
    create or replace function test_now() returns timestamptz stable language sql
    as ${sql.lit(`select now() + interval '${offset} milliseconds'`)}
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
