import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { buildMessage, buildOrder } from '#tests/support/browser/admin-leads.ts';
import {
  createEmptyTestDatabase,
  createTestDatabase,
  type TestDatabase,
} from '#tests/support/test-database.ts';
import { createDatabase } from './client.ts';
import { migrateDown, migrateTo, migrateToLatest, readAppliedMigrations } from './migrate.ts';
import { INCLUDED, migrations } from '#server/db/migrations/index.ts';
import { LIMITS } from '#server/core/limits.ts';
import type { DB } from './types.ts';
import { readRow, readRows, updateRows } from '#tests/support/database/rows.ts';
import { loadSampleSiteContent } from '#server/db/sample-content/load-site-content.ts';
import { readSiteContent } from '#server/services/site-content/index.ts';
import { buildAdmin } from '#tests/support/admin.ts';
import { buildProject } from '#tests/support/factories.ts';
import { SAMPLE_ORDER_OPTIONS } from '#tests/support/samples/sample-options.ts';

const names = Object.keys(migrations);
const revertible = names.slice(INCLUDED.length);
const MIGRATION_LOCK = '3853314791062309107';

let test: TestDatabase;

function useDatabase(create: () => Promise<TestDatabase>): void {
  beforeEach(async () => {
    test = await create();
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    await test.destroy();
  });
}

async function recordMigration(name: string): Promise<void> {
  await sql`insert into kysely_migration values (${name}, '2030-01-01T00:00:00Z')`.execute(test.db);
}

/** Everything a migration can make, as text, without what the extension and the migrator own. */
async function describeSchema(db: Kysely<DB>): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    select line from (
      select format('column %s.%s %s %s %s %s %s', c.table_name,
        row_number() over (partition by c.table_name order by c.ordinal_position), c.column_name,
        c.udt_name, c.datetime_precision, c.is_nullable,
        coalesce(c.column_default, c.generation_expression, c.identity_generation)) as line
      from information_schema.columns c where c.table_schema = 'public'
      union all
      select format('constraint %s %s %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
      from pg_constraint where connamespace = 'public'::regnamespace
      union all
      select format('index %s', indexdef) from pg_indexes where schemaname = 'public'
      union all
      select format('trigger %s', pg_get_triggerdef(t.oid)) from pg_trigger t
      where not t.tgisinternal
      union all
      select format('partition %s of %s', inhrelid::regclass, inhparent::regclass)
      from pg_inherits
      union all
      select format('function %s', regexp_replace(pg_get_functiondef(p.oid), '\\s+', ' ', 'g')) from pg_proc p
      where p.pronamespace = 'public'::regnamespace and not exists (
        select from pg_depend d where d.objid = p.oid and d.deptype = 'e'
      )
      union all
      select format('sequence %s', sequencename) from pg_sequences where schemaname = 'public'
      union all
      select format('type %s', typname) from pg_type t
      where t.typnamespace = 'public'::regnamespace and t.typelem = 0 and not exists (
        select from pg_depend d where d.objid = t.oid and d.deptype = 'e'
      )
    ) as parts
    where line not like '%kysely_migration%'
    order by line
  `.execute(db);
  return rows.map(({ line }) => line);
}

describe('migrations', () => {
  useDatabase(createTestDatabase);

  it('can be undone and run again, each on its own and all, with the same schema', async () => {
    const latest = await describeSchema(test.db);
    expect(latest.length).toBeGreaterThan(200);
    for (const name of revertible.toReversed()) {
      const schema = await describeSchema(test.db);
      expect(await migrateDown(test.db, 1)).toEqual([name]);
      await migrateTo(test.db, name);
      expect(await describeSchema(test.db), name).toEqual(schema);
      expect(await migrateDown(test.db, 1)).toEqual([name]);
    }
    expect(await readAppliedMigrations(test.db)).toEqual(INCLUDED);
    expect(await migrateToLatest(test.db)).toEqual(revertible);
    expect(await describeSchema(test.db)).toEqual(latest);
    expect(await migrateDown(test.db, revertible.length)).toEqual(revertible.toReversed());
  });

  it('keep terms of an owner as the version that orders have accepted', async () => {
    const { db } = test;
    await migrateDown(db, names.length - names.indexOf('0070-policy-versions'));
    await updateRows(db, 'siteSettings', {}, { termsOfService: 'Ours.', privacyPolicy: ' ' });
    await migrateToLatest(db);
    expect(await readRows(db, 'policyVersions', ['kind', 'version', 'markdown'])).toEqual([
      { kind: 'terms', version: '2025-01', markdown: 'Ours.' },
    ]);
  });

  it('keep orders and projects whose choices were constraints, and offer the same', async () => {
    const { db } = test;
    await migrateDown(db, names.length - names.indexOf('0066-site-content'));
    await buildAdmin(db);
    const order = { serviceType: 'Business Dashboards', estimatedBudget: 'over-50k' };
    const { id } = await buildOrder(db, order);
    await expect(buildOrder(db, { serviceType: 'Mobile apps' })).rejects.toThrow('service_type');
    const project = await buildProject(db, { industryCategory: 'Mapping' });
    await migrateToLatest(db);
    await loadSampleSiteContent(db, { isWanted: false });
    expect(await readRow(db, 'orders', ['serviceType', 'estimatedBudget'], { id })).toEqual(order);
    const category = await readRow(db, 'projects', ['industryCategory'], { id: project.id });
    expect(category).toEqual({ industryCategory: 'Mapping' });
    const { 'order-options': options } = await readSiteContent(db, ['order-options']);
    expect(options).toEqual(SAMPLE_ORDER_OPTIONS);
    await buildOrder(db, { serviceType: 'Mobile apps' });
  });

  it('take reminders along that the former job queue had not posted', async () => {
    const { db } = test;
    await migrateDown(db, names.length - names.indexOf('0052-periodic-jobs'));
    await sql`
      create schema jobs;
      create table jobs._private_tasks (id int, identifier text);
      create table jobs._private_jobs (task_id int, payload json);
      insert into jobs._private_tasks values (1, 'promise.webhook'), (2, 'reports.weekly');
    `.execute(db);
    const { id: messageId } = await buildMessage(db);
    const conversationId = randomUUID();
    const conversation = { id: conversationId, messageId, lastWordAt: new Date() };
    await db.insertInto('conversations').values(conversation).execute();
    const payload = { conversationId, level: 80, waitingSince: '2026-11-27T09:00:00.000Z' };
    await sql`
      insert into jobs._private_jobs values (1, ${JSON.stringify(payload)}::json), (2, '{}')
    `.execute(db);
    await migrateToLatest(db);
    const mails = db.selectFrom('outboxMails').select(['recipient', 'payload', 'conversationId']);
    expect(await mails.where('kind', '=', 'promise.webhook').execute()).toEqual([
      { recipient: 'webhook', payload, conversationId },
    ]);
  });

  it('give a message the address of its order, and say what it was', async () => {
    const { db } = test;
    await migrateDown(db, names.length - names.indexOf('0045-one-address'));
    for (const [sent, ordered] of [
      ['former@example.com', 'new@example.com'],
      ['Same@example.com', 'same@example.com'],
    ] as const) {
      const { id: messageId } = await buildMessage(db, { email: sent });
      const { id: orderId } = await buildOrder(db, { email: ordered });
      const row = { id: randomUUID(), messageId, orderId };
      await db.insertInto('conversations').values(row).execute();
    }
    await migrateToLatest(db);
    const messages = await readRows(db, 'contactMessages', ['email']);
    const emails = messages.map(({ email }) => email).toSorted();
    expect(emails).toEqual(['Same@example.com', 'new@example.com']);
    const body = 'E-mail: former@example.com → new@example.com';
    const detail = { formerEmail: 'former@example.com' };
    const entries = await readRows(db, 'conversationEntries', ['kind', 'body', 'detail']);
    expect(entries).toEqual([{ kind: 'readdressed', body, detail }]);
  });

  it('are one query when there is nothing to do, and cannot be undone beyond 1.0.0', async () => {
    const query = vi.spyOn(Client.prototype, 'query');
    expect(await migrateToLatest(test.db)).toEqual([]);
    expect(query).toHaveBeenCalledTimes(1);
    await expect(migrateDown(test.db, revertible.length + 1)).rejects.toThrow(
      `Only ${revertible.length} migrations can be undone`,
    );
    expect(await readAppliedMigrations(test.db)).toEqual(names);
    // A database from before 1.0.0 is rejected, with the version that updates it.
    await sql`delete from kysely_migration where name > '0042'`.execute(test.db);
    await expect(migrateToLatest(test.db)).rejects.toThrow(
      /older than 1.0.0: it lacks 0042-audit-searches, 0043-converted-suspects\. Start version 1.3.0/,
    );
  });

  it('accept a database that a newer program has only expanded, and no other newer one', async () => {
    await recordMigration('9998-later');
    await recordMigration('9999-contract-0.0.1-what-nobody-uses');
    expect(await migrateToLatest(test.db)).toEqual([]);
    await recordMigration('9999-contract-99.0.0-later');
    await expect(migrateToLatest(test.db), 'it lacks what this one uses').rejects.toThrow(
      /newer than this program.*9999-contract-99/,
    );
    await sql`
      delete from kysely_migration where name in (${names.at(-1)}, '9999-contract-99.0.0-later')
    `.execute(test.db);
    await expect(migrateToLatest(test.db), 'it lacks a migration of this one').rejects.toThrow(
      /newer than this program.*9998-later/,
    );
  });

  it('hold nobody up while they wait for a table that is being read', async () => {
    // The latest that changes a table which requests use.
    await migrateDown(test.db, names.length - names.indexOf('0055-provisional-deadlines'));
    const reader = createDatabase({ connection: test.url });
    const visitor = createDatabase({ connection: test.url, lockTimeoutMs: LIMITS.lockTimeout });
    const waits: Date[] = [];
    try {
      const migrated = await reader.db.transaction().execute(async (tx) => {
        await sql`select from conversations`.execute(tx);
        const migrating = migrateToLatest(test.db, () => void waits.push(new Date()));
        // It tries, gives way, and tries again.
        while (waits.length < 2) await sql`select id from conversations`.execute(visitor.db);
        return { migrating };
      });
      expect(await migrated.migrating).toContain('0055-provisional-deadlines');
    } finally {
      await Promise.all([reader.destroy(), visitor.destroy()]);
    }
  });

  it('are taken back as many as was said, also while one waits for a table that is being read', async () => {
    const reader = createDatabase({ connection: test.url });
    const retained = names.indexOf('0061-shown-enquiries');
    try {
      const taken = await reader.db.transaction().execute(async (tx) => {
        await sql`select from admin_sessions`.execute(tx);
        const taking = migrateDown(test.db, names.length - retained);
        await expect
          .poll(() => readAppliedMigrations(reader.db))
          .toEqual(names.slice(0, retained + 1));
        // It has tried and given way by then.
        await pause(1_000);
        return { taking };
      });
      expect(await taken.taking).toEqual(names.slice(retained).toReversed());
      expect(await readAppliedMigrations(test.db)).toEqual(names.slice(0, retained));
    } finally {
      await reader.destroy();
    }
  });
});

describe('the first migrations', () => {
  useDatabase(createEmptyTestDatabase);

  it('name the one that failed and leave nothing of it behind', async () => {
    await sql`create table orders (id integer)`.execute(test.db);
    const before = await describeSchema(test.db);
    await expect(migrateToLatest(test.db)).rejects.toThrow(/0001-content failed.*orders/);
    expect(await describeSchema(test.db)).toEqual(before);
  });

  it('of two processes at once both succeed, and each migration runs once', async () => {
    const other = createDatabase({ connection: test.url });
    try {
      const [one, two] = await Promise.all([migrateToLatest(test.db), migrateToLatest(other.db)]);
      expect([...one, ...two]).toEqual(names);
    } finally {
      await other.destroy();
    }
  });

  it('of two processes wait for each other longer than a statement may take', async () => {
    const impatient = createDatabase({ connection: test.url, statementTimeoutMs: 100 });
    try {
      const holding = test.db.connection().execute(async (connection) => {
        await sql`select pg_advisory_lock(${sql.lit(BigInt(MIGRATION_LOCK))})`.execute(connection);
        const migrating = migrateToLatest(impatient.db);
        await sql`select pg_sleep(0.4)`.execute(connection);
        await sql`select pg_advisory_unlock_all()`.execute(connection);
        return migrating;
      });
      expect(await holding).toEqual(names);
      const { rows } = await sql<{ value: string }>`
        select current_setting('statement_timeout') as value
      `.execute(impatient.db);
      expect(rows).toEqual([{ value: '100ms' }]);
    } finally {
      await impatient.destroy();
    }
  });
});
