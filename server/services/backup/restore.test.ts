import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import type { ServiceContext } from '#server/context/context.ts';
import { migrateToLatest } from '#server/db/migrate.ts';
import type { FileStorage } from '#server/storage/storage.ts';
import {
  archiveOf,
  buildOrderWithFile,
  makeEmptyPlace,
  readHeader,
  readRows,
  restoreInto,
  takeBackup,
  type TestPlace,
  withHeader,
} from '#tests/support/backup/archives.ts';
import { it } from '#tests/support/fixtures.ts';
import { BACKUP_TABLES } from './tables.ts';
import { withVerified } from './index.ts';

const INCLUDED = BACKUP_TABLES.flatMap(({ table, included }) =>
  included === true && table !== 'security_events' ? table : [],
);

/** Ends the connections of a restore as soon as it has recorded so many steps. */
async function loseConnection({ database: { db } }: TestPlace, steps: number, signal: AbortSignal) {
  while (!signal.aborted) {
    const { rows } = await sql<{ count: number }>`select count(*) from restore_steps`
      .execute(db)
      .catch(() => ({ rows: [{ count: 0 }] }));
    if ((rows[0]?.count ?? 0) >= steps) {
      await sql`
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and application_name = 'vitrin-restore'
      `.execute(db);
    }
  }
}

async function expectRestored(place: TestPlace, { db }: ServiceContext) {
  for (const table of INCLUDED) {
    expect(await readRows(place.database.db, table), table).toEqual(await readRows(db, table));
  }
}

describe('a restore that is interrupted', () => {
  it('continues at whichever file; the site does not start before', async ({ ctx, database }) => {
    const paths = [];
    for (let index = 0; index < 4; index += 1) paths.push(await buildOrderWithFile(ctx));
    const { bytes } = await takeBackup({ database, storage: ctx.storage });
    const place = await makeEmptyPlace();
    let moved = 0;
    for (let left of paths.keys()) {
      const moveIn: FileStorage['moveIn'] = async (...file) => {
        if (left === 0) throw new Error('the power is gone');
        left -= 1;
        moved += 1;
        await place.files.storage.moveIn(...file);
      };
      const interrupted = restoreInto(place, bytes, { storage: { moveIn } });
      await expect(interrupted).rejects.toThrow('the power is gone');
      await expect(migrateToLatest(place.database.db)).rejects.toThrow('A restore was begun here');
      const { database: half, files } = place;
      const backup = takeBackup({ database: half, storage: files.storage });
      await expect(backup).rejects.toThrow('there is nothing to back up yet');
      if (moved >= 3) break;
    }
    expect(await restoreInto(place, bytes)).toMatchObject({ isResumed: true, problems: [] });
    await expect(migrateToLatest(place.database.db)).resolves.toEqual([]);
    await expectRestored(place, ctx);
    for (const path of paths) expect(await place.files.storage.sizeOf(path)).toBe(2_000);
  });

  it('continues after its connection was lost at any step', async ({ ctx, database }) => {
    await buildOrderWithFile(ctx);
    const { bytes } = await takeBackup({ database, storage: ctx.storage });
    const place = await makeEmptyPlace();
    let lost = 0;
    for (let steps = 1; ; steps += 2) {
      const over = new AbortController();
      const losing = loseConnection(place, steps, over.signal);
      const [{ status }] = await Promise.allSettled([restoreInto(place, bytes)]);
      over.abort();
      await losing;
      if (status === 'fulfilled') break;
      lost += 1;
    }
    expect(lost).toBeGreaterThan(2);
    await expectRestored(place, ctx);
  });
});

describe('a restore is rejected', () => {
  it('where there are tables or files already, or half of another', async ({ ctx, database }) => {
    await buildOrderWithFile(ctx);
    const { bytes } = await takeBackup({ database, storage: ctx.storage });
    const place = await makeEmptyPlace();
    await place.files.storage.write('media/blog/mine.webp', Buffer.from('x'), 'image/webp');
    for (let round = 0; round < 2; round += 1) {
      await expect(restoreInto(place, bytes)).rejects.toThrow('it has media/blog/mine.webp');
    }
    await place.files.storage.remove('media/blog/mine.webp');
    const moveIn = () => Promise.reject(new Error('the power is gone'));
    await expect(restoreInto(place, bytes, { storage: { moveIn } })).rejects.toThrow();
    const other = await takeBackup({ database, storage: ctx.storage });
    await expect(restoreInto(place, other.bytes)).rejects.toThrow('another archive');
    await restoreInto(place, bytes);
    await expect(restoreInto(place, bytes)).rejects.toThrow('The database is not empty');
  });

  it('when a row is missing, or its version or format is newer', async ({ ctx, database }) => {
    await buildOrderWithFile(ctx);
    const { bytes } = await takeBackup({ database, storage: ctx.storage });
    for (const [from, to, message] of [
      [/"name": "orders",[^}]*"rows": /, '9', 'The table orders has'],
      [/"table": "orders",\s*"digest": "/, '0', 'A row of orders is not what it was'],
    ] as const) {
      const header = await readHeader(bytes);
      const changed = header.replace(from, (text) => text + to).replace(/"(\w{32})\w"/, '"$1"');
      const place = await makeEmptyPlace();
      await expect(restoreInto(place, await withHeader(bytes, changed))).rejects.toThrow(message);
      await expect(migrateToLatest(place.database.db)).rejects.toThrow('A restore was begun here');
    }
    const header = await readHeader(bytes);
    for (const [from, to, message] of [
      [/"newestMigration": "[^"]+"/, '"newestMigration": "9999-later"', '(0.1.0, 9999-later)'],
      ['"format": 1', '"format": 2', 'the format 2'],
    ] as const) {
      const archive = archiveOf(await withHeader(bytes, header.replace(from, to)));
      await expect(withVerified(archive, { key: null }, async () => {})).rejects.toThrow(message);
    }
  });
});
