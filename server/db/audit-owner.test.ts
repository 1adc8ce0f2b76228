import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEmptyTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { createDatabase } from './client.ts';
import { migrateDown, migrateToLatest } from './migrate.ts';
import { migrations } from './migrations/index.ts';
import { makeLogPartitions } from '#server/services/traffic-history/index.ts';
import type { DB } from './types.ts';

// Roles need a superuser, which only the external PostgreSQL gives to tests.
const isExternal = process.env.TEST_DATABASE === 'external';
const title = `the separate owner of the audit${isExternal ? '' : ' (skipped: only with TEST_DATABASE=external)'}`;

describe.runIf(isExternal)(title, () => {
  const role = `vitrin_app_${randomBytes(4).toString('hex')}`;
  let test: TestDatabase;
  let application: { db: Kysely<DB>; destroy: () => Promise<void> };

  async function runAsSuperuser(...statements: string[]) {
    for (const statement of statements) await sql.raw(statement).execute(test.db);
  }

  /** The statements of docs/operations.md, with the names of this test. */
  async function readRecipe(database: string): Promise<string[]> {
    const guide = await readFile(new URL('../../docs/operations.md', import.meta.url), 'utf8');
    const [, block = ''] = /```sql\n(create role vitrin_audit[\s\S]*?)```/.exec(guide) ?? [];
    return block
      .replaceAll(/\bdatabase vitrin\b/g, `database ${database}`)
      .replaceAll(/\bvitrin_audit\b/g, `${role}_audit`)
      .replaceAll(/\bvitrin\b/g, role)
      .split(/;\n/)
      .filter(Boolean);
  }

  function logAccess() {
    return sql`
      select log_contact_message_access(
        null, 'bulk_view', '{}', 'Gökçe Demir', null, null, null, null, ${Buffer.alloc(64)}, ${Buffer.alloc(64)}
      )
    `.execute(application.db);
  }

  beforeAll(async () => {
    test = await createEmptyTestDatabase();
    const url = new URL(test.url);
    const database = url.pathname.slice(1);
    await runAsSuperuser(
      `create role ${role} login`,
      `alter database ${database} owner to ${role}`,
    );
    url.username = role;
    application = createDatabase({ connection: url.href, poolSize: 2 });
    await migrateToLatest(application.db);
    const recipe = await readRecipe(database);
    expect(recipe).toHaveLength(10);
    await runAsSuperuser(...recipe);
  });
  afterAll(async () => {
    await application.destroy();
    await runAsSuperuser(
      `reassign owned by ${role}, ${role}_audit to current_user`,
      `drop owned by ${role}, ${role}_audit`,
      `drop role ${role}, ${role}_audit`,
    );
    await test.destroy();
  });

  it('lets the application start, add and read entries, and make partitions', async () => {
    expect(await migrateToLatest(application.db)).toEqual([]);
    await logAccess();
    const entries = await application.db.selectFrom('contactMessageAudit').selectAll().execute();
    expect(entries).toHaveLength(1);
    expect(await makeLogPartitions(application.db, new Date())).toHaveLength(4);
  });

  async function emptySearches(): Promise<number> {
    const { rows } = await sql<{ emptied: number }>`
      select empty_audit_searches(array(select id from contact_message_audit)) as emptied
    `.execute(application.db);
    return rows[0]?.emptied ?? 0;
  }

  it('lets it remove what was searched for, also once an update has brought that', async () => {
    await logAccess();
    expect(await emptySearches()).toBeGreaterThan(0);
    await runAsSuperuser(`grant ${role}_audit to ${role}`);
    const names = Object.keys(migrations);
    await migrateDown(application.db, names.length - names.indexOf('0042-audit-searches'));
    await migrateToLatest(application.db);
    await runAsSuperuser(`revoke ${role}_audit from ${role}`);
    await logAccess();
    expect(await emptySearches()).toBe(1);
  });

  it.each([
    'update contact_message_audit set search_query = null',
    'update contact_message_audit set search_query = null, search_salt = null',
    'create or replace function empty_audit_searches(uuid[]) returns bigint language sql return 1',
    'alter table contact_message_audit disable trigger contact_message_audit_update',
    'delete from contact_message_audit',
    'truncate contact_message_audit',
    'alter table contact_message_audit disable trigger contact_message_audit_insert_only',
    'drop trigger contact_message_audit_insert_only on contact_message_audit',
    'drop table contact_message_audit cascade',
    'drop schema public cascade',
    'drop function refuse_change() cascade',
    'create or replace function refuse_change() returns trigger language plpgsql as $$ begin end $$',
    'set session_replication_role = replica',
    `set role ${role}_audit`,
  ])('refuses the application: %s', async (statement) => {
    await logAccess();
    await expect(sql.raw(statement).execute(application.db)).rejects.toThrow(
      /^(?:permission denied|must be owner)/,
    );
  });
});
