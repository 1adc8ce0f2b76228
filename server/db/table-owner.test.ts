import { execFile } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { readConfig } from '#server/core/config.ts';
import { logContactAccess } from '#server/services/contact-audit/index.ts';
import { createMessage } from '#server/services/messages/index.ts';
import { createOrder } from '#server/services/orders/index.ts';
import { pruneTrafficHistory } from '#server/services/traffic-history/index.ts';
import { prepareInstallation } from '#server/install.ts';
import { checkSettings } from '#server/startup/start-checks.ts';
import { makeEmptyPlace, restoreInto, takeBackup } from '#tests/support/backup/archives.ts';
import {
  buildMessageInput,
  buildOrderInput,
  buildServiceContext,
  createTestStorage,
  type TestStorage,
} from '#tests/support/leads.ts';
import { createTestLog } from '#tests/support/log.ts';
import { RUNTIME } from '#tests/support/site-process.ts';
import { createEmptyTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { createDatabase } from './client.ts';
import { migrateDown, migrateToLatest } from './migrate.ts';
import { migrations } from './migrations/index.ts';
import type { DB } from './types.ts';

// Roles need a superuser, which only the external PostgreSQL gives to tests.
const isExternal = process.env.TEST_DATABASE === 'external';
const title = `an application that does not own its tables${isExternal ? '' : ' (skipped: only with TEST_DATABASE=external)'}`;

describe.runIf(isExternal)(title, () => {
  const role = `vitrin_app_${randomBytes(4).toString('hex')}`;
  let test: TestDatabase;
  let files: TestStorage;
  let application: { db: Kysely<DB>; destroy: () => Promise<void> };

  async function runAsSuperuser(...statements: string[]) {
    for (const statement of statements) await sql.raw(statement).execute(test.db);
  }

  const nameOf = (url: string) => new URL(url).pathname.slice(1);

  function asApplication(url: string): string {
    return Object.assign(new URL(url), { username: role }).href;
  }

  /** The statements of docs/operations.md, with the names of this test. */
  async function readRecipe(database: string): Promise<string[]> {
    const guide = await readFile(new URL('../../docs/operations.md', import.meta.url), 'utf8');
    const [, block = ''] = /```sql\n(create role vitrin_owner[\s\S]*?)```/.exec(guide) ?? [];
    return block
      .replaceAll(/\bdatabase vitrin\b/g, `database ${database}`)
      .replaceAll(/\bvitrin_owner\b/g, `${role}_owner`)
      .replaceAll(/\bvitrin\b/g, role)
      .split(/;\n/)
      .filter(Boolean);
  }

  async function start(): Promise<void> {
    const result = readConfig({ DATA_DIR: files.folder, DATABASE_URL: asApplication(test.url) });
    if ('problems' in result) throw new Error(result.problems.join());
    expect((await checkSettings(result.config)).problems).toEqual([]);
    const log = createTestLog();
    await (await prepareInstallation(result.config, log, () => undefined)).stop();
  }

  /** Records a search by an administrator, as the back office does. */
  function logSearch(): Promise<void> {
    const admin = { adminUserId: randomUUID(), username: 'selin', sessionId: randomUUID() };
    const actor = { type: 'admin', role: 'owner', provedAt: new Date(), ...admin } as const;
    const ctx = { ...buildServiceContext(application.db, files.storage), actor };
    const access = { action: 'bulk_view', fields: ['email'], searchQuery: 'Gökçe Demir' } as const;
    return application.db
      .transaction()
      .execute((tx) => logContactAccess({ ...ctx, db: tx }, tx, access));
  }

  async function emptySearches(): Promise<number> {
    const { rows } = await sql<{ emptied: number }>`
      select empty_audit_searches(array(select id from contact_message_audit)) as emptied
    `.execute(application.db);
    return rows[0]?.emptied ?? 0;
  }

  beforeAll(async () => {
    [test, files] = await Promise.all([createEmptyTestDatabase(), createTestStorage()]);
    const database = nameOf(test.url);
    await runAsSuperuser(`create role ${role} login`);
    await runAsSuperuser(`alter database ${database} owner to ${role}`);
    application = createDatabase({ connection: asApplication(test.url), poolSize: 2 });
    await start();
    const recipe = await readRecipe(database);
    expect(recipe).toHaveLength(13);
    await runAsSuperuser(...recipe);
  });
  afterAll(async () => {
    await application.destroy();
    await runAsSuperuser(
      `reassign owned by ${role}, ${role}_owner to current_user`,
      `drop owned by ${role}, ${role}_owner`,
      `drop role ${role}, ${role}_owner`,
    );
    await test.destroy();
    await files.destroy();
  });

  it('starts, stores enquiries, adds and reads audit entries, removes their search texts', async () => {
    await start();
    const ctx = buildServiceContext(application.db, files.storage);
    const input = buildOrderInput();
    await createOrder(ctx, { input, filePaths: [], idempotencyKey: randomUUID() });
    await createMessage(ctx, { input: buildMessageInput(), idempotencyKey: null });
    await logSearch();
    const entries = await application.db.selectFrom('contactMessageAudit').selectAll().execute();
    expect(entries).toHaveLength(1);
    expect(await emptySearches()).toBe(1);
  });

  it('makes and drops partitions of the request log', async () => {
    const now = Date.now();
    const days = (count: number) => new Date(now + count * 24 * 60 * 60 * 1_000);
    const { made } = await pruneTrafficHistory(application.db, days(2));
    expect(made).toHaveLength(2);
    const { dropped } = await pruneTrafficHistory(application.db, days(100));
    expect(dropped).toEqual(expect.arrayContaining(made));
  });

  it('is backed up, and restored into a database of its own', async () => {
    const database = { ...test, url: asApplication(test.url) };
    const { bytes } = await takeBackup({ database, storage: files.storage });
    const place = await makeEmptyPlace();
    const name = nameOf(place.database.url);
    await runAsSuperuser(`alter database ${name} owner to ${role}`);
    const url = asApplication(place.database.url);
    const restored = createDatabase({ connection: url, poolSize: 1 });
    onTestFinished(() => restored.destroy());
    await restoreInto({ ...place, database: { ...place.database, url, db: restored.db } }, bytes);
    for (const statement of (await readRecipe(name)).slice(1)) {
      await sql.raw(statement).execute(place.database.db);
    }
    const ctx = buildServiceContext(restored.db, files.storage);
    await createMessage(ctx, { input: buildMessageInput(), idempotencyKey: null });
    await expect(sql`drop table orders`.execute(restored.db)).rejects.toThrow(/must be owner/);
  });

  it('is confirmed by the doctor, until it may take the role of the owner', async () => {
    const examine = async () => {
      const program = join(import.meta.dirname, '../cli/doctor.ts');
      const environment = { DATABASE_URL: asApplication(test.url), DATA_DIR: files.folder };
      const env = { ...RUNTIME, ...environment };
      const { stdout } = await promisify(execFile)(process.execPath, [program], { env });
      return stdout;
    };
    const subject = 'Database +The role of DATABASE_URL';
    expect(await examine()).toMatch(new RegExp(`^ok +${subject} does not own`, 'm'));
    await runAsSuperuser(`grant ${role}_owner to ${role}`);
    expect(await examine()).toMatch(new RegExp(`^WARNING +${subject} may alter or drop`, 'm'));
    await runAsSuperuser(`revoke ${role}_owner from ${role}`);
  });

  it.each([
    'drop table orders',
    'alter table orders disable trigger all',
    'alter table orders add column note text',
    'truncate orders',
    'create table more ()',
    'create schema more',
    'drop function touch_updated_at() cascade',
    `select setval('contact_message_audit_sequence_seq', 1)`,
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
    `set role ${role}_owner`,
  ])('refuses the application: %s', async (statement) => {
    await logSearch();
    await expect(sql.raw(statement).execute(application.db)).rejects.toThrow(
      /^(?:permission denied|must be owner)/,
    );
  });

  it('migrates as the owner while it is a member of that role', async () => {
    const names = Object.keys(migrations);
    const steps = names.length - names.indexOf('0044-missing-files');
    await expect(migrateDown(application.db, steps)).rejects.toThrow(/must be owner/);
    await runAsSuperuser(`grant ${role}_owner to ${role}`);
    await migrateDown(application.db, steps);
    expect(await migrateToLatest(application.db)).toHaveLength(steps);
    await runAsSuperuser(`revoke ${role}_owner from ${role}`);
    const { rows } = await sql<{ owner: string; user: string }>`
      select distinct relowner::regrole::text as owner, current_user::text as user from pg_class
      where relnamespace = 'public'::regnamespace
    `.execute(application.db);
    expect(rows).toEqual([{ owner: `${role}_owner`, user: role }]);
    await logSearch();
    expect(await emptySearches()).toBe(1);
  });
});
