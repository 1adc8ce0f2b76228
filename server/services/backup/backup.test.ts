import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import { v7 as uuidV7 } from 'uuid';
import { expect, onTestFinished } from 'vitest';
import { migrations } from '#server/db/migrations/index.ts';
import { migrateTo, readAppliedMigrations } from '#server/db/migrate.ts';
import { findAuditHead, removeSearches } from '#server/services/contact-audit/index.ts';
import { removeExpiredUploads } from '#server/services/orders/index.ts';
import { signInForTest } from '#tests/support/admin.ts';
import {
  buildOrderWithFile,
  makeEmptyPlace,
  readRows,
  restoreInto,
  SECRETS,
  takeBackup,
} from '#tests/support/backup/archives.ts';
import { buildEnquiry } from '#tests/support/enquiries.ts';
import { buildBlogPost } from '#tests/support/factories.ts';
import { it } from '#tests/support/fixtures.ts';
import { createEmptyTestDatabase } from '#tests/support/test-database.ts';
import { makeBackupKey } from './index.ts';
import { BACKUP_TABLES } from './tables.ts';
import { updateRows } from '#tests/support/database/rows.ts';
import { logAccess } from '#tests/support/privacy/tamper-audit.ts';
import { asOwner } from '#tests/support/privacy/sent-enquiries.ts';

const INCLUDED = BACKUP_TABLES.flatMap(({ table, included }) => (included === true ? table : []));

it('names each table of the database once, included or not', async ({ db }) => {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace
      and relkind in ('r', 'p') and not relispartition and relname not like 'kysely%' order by 1
  `.execute(db);
  expect(BACKUP_TABLES.map(({ table }) => table)).toEqual(rows.map(({ name }) => name));
});

it('restores every included row, every file and the keys, encrypted or not', async ({
  ctx,
  database,
}) => {
  const { db, storage } = ctx;
  await signInForTest(db);
  await buildBlogPost(db, { content: 'Tabs\tand \\ backslashes\r\nand „quotes“ and 🌍 \u0001' });
  await buildEnquiry(db, 'message', { createdAt: new Date() });
  const path = await buildOrderWithFile(ctx);
  await storage.write('media/blog/a.webp', randomBytes(70_001), 'image/webp');
  const owner = await asOwner(ctx);
  for (const searchQuery of [null, 'search 1', 'search 2']) {
    await logAccess(owner, { action: 'bulk_view', fields: ['email'], searchQuery });
  }
  // The first search has gone from its entry; the other one is still proved by its salt.
  const first = sql`select id from contact_message_audit where search_query = 'search 1'`;
  await removeSearches(db, first);
  const { sequence: last, hash } = (await findAuditHead(db)) ?? {};
  const auditHead = { sequence: last, hash };
  for (const key of [null, await makeBackupKey()]) {
    const { bytes, facts } = await takeBackup({ database, storage }, { key });
    expect(facts).toMatchObject({ files: 2, problems: [], header: { auditHead } });
    const place = await makeEmptyPlace();
    const restored = await restoreInto(place, bytes, { key });
    expect(restored).toMatchObject({ files: 2, problems: [], isResumed: false });
    for (const table of INCLUDED.filter((name) => name !== 'security_events')) {
      expect(await readRows(place.database.db, table), table).toEqual(await readRows(db, table));
    }
    expect(await readRows(place.database.db, 'admin_sessions')).toEqual([]);
    for (const file of [path, 'media/blog/a.webp']) {
      const [was, is] = await Promise.all([storage.open(file), place.files.storage.open(file)]);
      if (!was || !is) throw new Error(`${file} is missing`);
      expect((await buffer(is.stream)).equals(await buffer(was.stream))).toBe(true);
    }
    expect(place.secrets).toEqual(SECRETS);
    // The sequences go on: the next entry of the audit fits the chain.
    const { sequence } = await place.database.db
      .insertInto('securityEvents')
      .values({ eventType: 'x', ipAddress: '192.0.2.1', threatScore: 0, reasons: '[]' })
      .returning('id as sequence')
      .executeTakeFirstOrThrow();
    const last = db.selectFrom('securityEvents').select(({ fn }) => fn.max('id').as('max'));
    expect(sequence).toBeGreaterThan((await last.executeTakeFirstOrThrow()).max ?? 0);
  }
});

it('is of one moment, whatever changes meanwhile', async ({ ctx, database }) => {
  const { db, storage } = ctx;
  const path = await buildOrderWithFile(ctx);
  const before = await readRows(db, 'orders');
  const onFirstBytes = async () => {
    await buildOrderWithFile(ctx);
    const removing = { status: 'removing', orderId: null, createdAt: new Date(0) } as const;
    await updateRows(db, 'orderAttachments', { path }, removing);
    await updateRows(db, 'orders', {}, { fullName: 'Somebody Else' });
    expect(await removeExpiredUploads(ctx)).toEqual({ removed: 0, failed: 0 });
  };
  const { bytes } = await takeBackup({ database, storage }, { onFirstBytes });
  expect(await removeExpiredUploads(ctx)).toEqual({ removed: 1, failed: 0 });
  expect(await storage.sizeOf(path)).toBeNull();
  const place = await makeEmptyPlace();
  await restoreInto(place, bytes);
  expect(await readRows(place.database.db, 'orders')).toEqual(before);
  expect(await place.files.storage.sizeOf(path)).toBe(2_000);
});

it('locks its tables against migrations, and no others', async ({ ctx, database }) => {
  const free: string[] = [];
  const onFirstBytes = async () => {
    for (const { table } of BACKUP_TABLES) {
      const locking = ctx.db.transaction().execute(async (tx) => {
        await sql`set local lock_timeout = '100ms'`.execute(tx);
        await sql`lock table ${sql.table(table)} in access exclusive mode`.execute(tx);
        free.push(table);
      });
      await locking.catch(() => undefined);
    }
  };
  const { facts } = await takeBackup({ database, storage: ctx.storage }, { onFirstBytes });
  const included = facts.header.tables.map(({ name }) => name);
  const others = BACKUP_TABLES.map(({ table }) => table).filter((one) => !included.includes(one));
  expect(free.toSorted()).toEqual(others);
});

it('leaves out pending files, names lost ones, needs its connection', async ({ ctx, database }) => {
  const { db, storage } = ctx;
  const [pending, lost] = [await buildOrderWithFile(ctx), await buildOrderWithFile(ctx)];
  await updateRows(db, 'orderAttachments', { path: pending }, { status: 'staged', orderId: null });
  await storage.remove(lost);
  const { bytes, facts } = await takeBackup({ database, storage });
  expect(facts.problems).toEqual([`${lost} is missing`]);
  expect(bytes.includes(pending.slice(-30))).toBe(false);
  const place = await makeEmptyPlace();
  expect((await restoreInto(place, bytes)).problems).toEqual([`${lost} is missing`]);
  await db.deleteFrom('orderAttachments').where('path', '=', lost).execute();
  await buildOrderWithFile(ctx);
  async function open(path: string) {
    await sql`
      select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'vitrin-backup'
    `.execute(ctx.db);
    return ctx.storage.open(path);
  }
  const backup = takeBackup({ database, storage: { ...ctx.storage, open } });
  await expect(backup).rejects.toThrow(/terminat|closed|not queryable/i);
});

it('divides large tables into blocks', async ({ ctx, database }) => {
  await sql`
    insert into security_events (event_type, ip_address, threat_score, reasons)
    select 'large', '192.0.2.1', 0, to_jsonb(array[repeat(md5(number::text), 20000)])
    from generate_series(1, 40) as number
  `.execute(ctx.db);
  const { bytes } = await takeBackup({ database, storage: ctx.storage });
  expect(bytes.includes('database/security_events/000003.copy.zst')).toBe(true);
  const place = await makeEmptyPlace();
  await restoreInto(place, bytes);
  const large = (await readRows(place.database.db, 'security_events')).map((row) => row.length);
  expect(large.filter((length) => length > 600_000)).toHaveLength(40);
  await ctx.db.deleteFrom('securityEvents').where('eventType', '=', 'large').execute();
});

it('rejects a backup from before 1.0.0, and brings a later one up to date', async ({ files }) => {
  const old = await createEmptyTestDatabase();
  onTestFinished(() => old.destroy());
  const { storage } = files;
  const place = await makeEmptyPlace();
  await migrateTo(old.db, '0042-audit-searches');
  const { bytes: before } = await takeBackup({ database: old, storage });
  await expect(restoreInto(place, before)).rejects.toThrow(/before 1\.0\.0 .*with version 1\.3\.0/);
  expect(await readAppliedMigrations(place.database.db)).toEqual([]);

  await migrateTo(old.db, '0043-converted-suspects');
  await sql`
    insert into contact_messages (id, name, email, message)
    values (${uuidV7()}, 'Old Friend', 'old@example.com', 'I wrote to the first version.')
  `.execute(old.db);
  await restoreInto(place, (await takeBackup({ database: old, storage })).bytes);
  expect(await readAppliedMigrations(place.database.db)).toEqual(Object.keys(migrations));
  const messages = await readRows(place.database.db, 'contact_messages');
  expect(messages).toEqual([expect.stringContaining('old@example.com')]);
});
