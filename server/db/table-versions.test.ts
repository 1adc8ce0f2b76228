import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { Client } from 'pg';
import { afterAll, beforeEach, describe, expect, onTestFinished, vi } from 'vitest';
import { startDatabaseProxy } from '#tests/faults/database-proxy.ts';
import { createTestLog } from '#tests/support/log.ts';
import { watchTableVersions } from './table-versions.ts';
import type { DB } from './types.ts';
import { it as base } from '#tests/support/fixtures.ts';
import { readRow } from '#tests/support/database/rows.ts';

async function versionOf(db: Kysely<DB>, name: string): Promise<number> {
  const { version } = await readRow(db, 'tableVersions', ['version'], { name });
  return version;
}

async function runSql(db: Kysely<DB>, statement: string): Promise<void> {
  await sql.raw(statement).execute(db);
}

const id = randomUUID();
/** Statements that write a table, before a `delete` and a `truncate` of it. */
const writes = {
  site_settings: ["update site_settings set copyright_text = 'Changed'"],
  site_content: [
    "insert into site_content (type, id, language, data) values ('company', 'main', 'en', '{}')",
    'update site_content set is_sample = true',
  ],
  connections: [
    "insert into connections (kind, sealed) values ('smtp', '')",
    "update connections set sealed = 'x'",
  ],
  testimonials: [
    `insert into testimonials (id, client_name, quote) values ('${id}', 'Selin Kaya', 'Good')`,
    "update testimonials set quote = 'Better'",
  ],
  blog_posts: [
    `insert into blog_posts (id, slug, title, excerpt, content, author)
     values ('${id}', 'a-post', 'A post', 'Short', 'Long', 'Murat')`,
    "update blog_posts set title = 'Another'",
  ],
  faqs: [
    `insert into faqs (id, question, answer) values ('${id}', 'Why?', 'So.')`,
    'update faqs set sort_order = 4',
  ],
  projects: [
    `insert into projects (id, title, short_description) values ('${id}', 'A', 'B')`,
    'update projects set is_published = true',
  ],
  clients: [
    `insert into clients (id, name) values ('${id}', 'A client')`,
    "update clients set name = 'B'",
  ],
  team_members: [
    `insert into team_members (id, name, role) values ('${id}', 'A member', 'Engineer')`,
    "update team_members set role = 'Designer'",
  ],
  public_claims: [
    `insert into public_claims (key, shown) values ('a-number', '{"value":2,"suffix":"h"}')`,
    `update public_claims set shown = '{"value":3,"suffix":"h"}'`,
  ],
  ip_security_rules: [
    `insert into ip_security_rules (id, ip_address, rule_type)
     values ('${id}', '192.0.2.1', 'blacklist')`,
    "update ip_security_rules set reason = 'Probing'",
  ],
  traffic_protection: ["update traffic_protection set mode = 'simulate'"],
};

const statements = Object.entries(writes).flatMap(([name, writesOfTable]) => {
  const removals = [`delete from ${name}`, `truncate ${name}`];
  const all = name === 'traffic_protection' ? writesOfTable : [...writesOfTable, ...removals];
  return all.map((text) => ({ name, text }));
});

describe('the version of a table', () => {
  const payloads: string[] = [];
  let listener: Client;

  base.beforeAll(async ({ database }) => {
    listener = new Client({ connectionString: database.url });
    await listener.connect();
    listener.on('notification', ({ payload }) => payloads.push(payload ?? ''));
    await listener.query('listen table_versions');
  });

  afterAll(() => listener.end());

  beforeEach(async () => {
    await listener.query('select 1');
    payloads.length = 0;
  });

  base.for(statements)('rises and is announced: $text', async ({ name, text }, { db }) => {
    const before = await versionOf(db, name);
    await runSql(db, text);
    expect(await versionOf(db, name)).toBe(before + 1);
    await expect.poll(() => payloads).toEqual([`${name}:${before + 1}`]);
  });

  base('is not announced when the change is rolled back', async ({ db }) => {
    const before = await versionOf(db, 'clients');
    await expect(
      db.transaction().execute(async (tx) => {
        await runSql(tx, `insert into clients (id, name) values ('${randomUUID()}', 'A client')`);
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    expect(await versionOf(db, 'clients')).toBe(before);
    await listener.query('select 1');
    expect(payloads).toEqual([]);
  });

  base('rises also where the search path is empty, as in a restore', async ({ db }) => {
    const before = await versionOf(db, 'clients');
    await db.connection().execute(async (connection) => {
      await runSql(connection, "select set_config('search_path', '', false)");
      await runSql(
        connection,
        `insert into public.clients (id, name) values ('${randomUUID()}', 'A client')`,
      );
      await runSql(connection, 'reset search_path');
    });
    expect(await versionOf(db, 'clients')).toBe(before + 1);
  });

  base('does not exist for orders, messages, login attempts and logs', async ({ db }) => {
    const { rows } = await sql<{ name: string }>`
      select distinct c.relname as name from pg_trigger t
      join pg_class c on c.oid = t.tgrelid
      join pg_proc p on p.oid = t.tgfoid
      where p.proname = 'bump_table_version' order by 1
    `.execute(db);
    expect(rows.map(({ name }) => name)).toEqual(Object.keys(writes).toSorted());
  });
});

describe('watchTableVersions', () => {
  const TABLES = Object.keys(writes).length;
  const warn = vi.fn<(fields: Record<string, unknown>, message: string) => void>();

  const it = base.extend('watch', ({ database }, { onCleanup }) => {
    return async (pollIntervalMs?: number, url = database.url) => {
      let isReachable = true;
      const onChange = vi.fn<(name: string, version: number) => void>();
      const onReconnect = vi.fn<() => void>();
      const watcher = watchTableVersions({
        connect: () => (isReachable ? { connectionString: url } : { host: '127.0.0.1', port: 1 }),
        onChange,
        onReconnect,
        log: createTestLog({ warn }),
        ...(pollIntervalMs === undefined ? {} : { pollIntervalMs }),
      });
      onCleanup(() => watcher.stop());
      // The first report of every table.
      await expect.poll(() => onChange).toHaveBeenCalledTimes(TABLES);
      expect(onReconnect).toHaveBeenCalledTimes(1);
      onChange.mockClear();
      return {
        onChange,
        onReconnect,
        changed: () => onChange.mock.calls.map(([name]) => name),
        /** Keeps new connections away from the database, or lets them reach it again. */
        setReachable: (value: boolean) => void (isReachable = value),
        stop: () => watcher.stop(),
      };
    };
  });

  async function terminate(db: Kysely<DB>): Promise<number> {
    const { rows } = await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'vitrin-table-versions'
    `.execute(db);
    return rows.length;
  }

  it('reports each announced change once, also when a handler throws', async ({ watch, db }) => {
    // Without the poll: by the announcement alone.
    const { onChange, onReconnect, changed } = await watch(60_000);
    onChange.mockImplementationOnce(() => {
      throw new Error('broken handler');
    });
    await runSql(db, "update faqs set question = 'Why not?'");
    await expect.poll(() => changed()).toContain('faqs');
    await runSql(db, "update clients set name = 'C'");
    await expect.poll(() => changed()).toContain('clients');
    expect(changed()).toEqual(['faqs', 'clients']);
    expect(onReconnect).toHaveBeenCalledTimes(1);
  });

  it('reconnects after a cut, and reports what changed meanwhile', async ({ watch, db }) => {
    const { onReconnect, changed, setReachable, stop } = await watch();
    setReachable(false);
    expect(await terminate(db)).toBe(1);
    await runSql(db, "update projects set title = 'Y'");
    expect(changed()).toEqual([]);
    setReachable(true);
    await expect.poll(() => onReconnect).toHaveBeenCalledTimes(2);
    expect(changed()).toEqual(['projects']);
    expect(warn).toHaveBeenCalled();
    await runSql(db, "update clients set name = 'Z'");
    await expect.poll(() => changed()).toEqual(['projects', 'clients']);
    await stop();
    await expect.poll(() => terminate(db)).toBe(0);
  });

  it('finds by polling a change whose announcement was lost', async ({ watch, db }) => {
    const { changed } = await watch(50);
    await runSql(db, "update table_versions set version = version + 1 where name = 'clients'");
    await expect.poll(() => changed()).toEqual(['clients']);
  });

  it('notices a change within 5 s on a silent connection', async ({ watch, database, db }) => {
    const proxy = await startDatabaseProxy(database.url);
    onTestFinished(() => proxy.stop());
    const { changed } = await watch(undefined, proxy.url);
    proxy.swallow();
    await runSql(db, "update faqs set question = 'Who heard?'");
    await expect.poll(() => changed(), { timeout: 5_000 }).toContain('faqs');
  });

  it('keeps trying while the database cannot be reached, and stops when told', async () => {
    warn.mockClear();
    const connect = vi.fn(() => ({ host: '127.0.0.1', port: 1 }));
    const onReconnect = vi.fn<() => void>();
    const watcher = watchTableVersions({
      connect,
      onChange: vi.fn(),
      onReconnect,
      log: createTestLog({ warn }),
    });
    await expect.poll(() => connect.mock.calls.length).toBeGreaterThanOrEqual(3);
    await watcher.stop();
    expect(warn.mock.calls.map(([{ retryMs }]) => retryMs).slice(0, 2)).toEqual([100, 200]);
    expect(onReconnect).not.toHaveBeenCalled();
  });
});
