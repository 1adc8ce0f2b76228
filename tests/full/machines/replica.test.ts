import { rm } from 'node:fs/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createDatabase, type Database } from '#server/db/client.ts';
import { migrateToLatest } from '#server/db/migrate.ts';
import { createReadDatabase } from '#server/db/read-database.ts';
import { signInForTest } from '#tests/support/admin.ts';
import { makeDataDir } from '#tests/support/data-dir.ts';
import { freePort } from '#tests/support/free-port.ts';
import { startSite } from '#tests/support/site-process.ts';
import { send } from '#tests/faults/faults.ts';
import { examine } from '#tests/faults/doctor.ts';
import {
  POSTGRES_PROGRAMS,
  type ReplicatedPostgres,
  startReplicatedPostgres,
} from './replicated-postgres.ts';

const title = POSTGRES_PROGRAMS
  ? 'DATABASE_REPLICA_URL'
  : 'DATABASE_REPLICA_URL (skipped: no PostgreSQL below /usr/lib/postgresql)';

const POOL = { poolSize: 4, statementTimeoutMs: 5_000, responseTimeoutMs: 6_000 };

/** Read from the standby or not: its port tells. */
async function portOf({ db }: Pick<Database, 'db'>): Promise<number> {
  const { rows } = await sql<{ port: string }>`select current_setting('port') as port`.execute(db);
  return Number(rows[0]?.port);
}

describe.skipIf(!POSTGRES_PROGRAMS)(title, { timeout: 120_000 }, () => {
  let postgres: ReplicatedPostgres;
  let database: Database;
  let replicaUrl: string;
  beforeAll(async () => {
    postgres = await startReplicatedPostgres(false);
    database = createDatabase({ connection: postgres.url });
    await migrateToLatest(database.db);
    replicaUrl = `postgres://postgres@127.0.0.1:${postgres.standby.port}/vitrin`;
  });
  afterAll(async () => {
    await database?.destroy();
    await postgres?.stop();
  });

  function openReads(url = replicaUrl, options: { maxLagMs?: number } = {}) {
    const reads = createReadDatabase({
      primary: database,
      replicaUrl: url,
      pool: POOL,
      intervalMs: 100,
      ...options,
    });
    onTestFinished(() => reads.stop());
    return reads;
  }

  const soon = { timeout: 5_000, interval: 20 };

  it('is where reads go, and is known to be near', async () => {
    const reads = openReads();
    await expect.poll(() => portOf(reads), soon).toBe(postgres.standby.port);
    expect(reads.readStates()).toEqual([
      {
        host: `127.0.0.1:${postgres.standby.port}`,
        lagMs: expect.any(Number) as number,
        reason: null,
      },
    ]);
    expect(reads.readStates()[0]?.lagMs).toBeLessThan(1_000);
    await expect(reads.db.transaction().execute(() => Promise.resolve())).rejects.toThrow(
      /single statements/,
    );
    // What is wrong with a statement is wrong everywhere.
    await expect(sql`select nothing`.execute(reads.db)).rejects.toThrow(/nothing/);
    expect(await portOf(reads)).toBe(postgres.standby.port);
  });

  it('that leads to the primary, or to nothing, changes nothing', async () => {
    const [nobody, primary] = [await freePort(), postgres.primary.port];
    const reads = openReads(`postgres://postgres@127.0.0.1:${nobody},127.0.0.1:${primary}/vitrin`);
    await reads.check();
    expect(reads.readStates().map(({ reason }) => reason)).toEqual([
      expect.stringContaining('ECONNREFUSED'),
      'it is no standby',
    ]);
    expect(await portOf(reads)).toBe(primary);
  });

  it('is left at once when it fails, when it is silent, and used again when it is back', async () => {
    const reads = openReads();
    await expect.poll(() => portOf(reads), soon).toBe(postgres.standby.port);
    postgres.standby.signal('SIGKILL');
    const failedAt = performance.now();
    expect(await portOf(reads)).toBe(postgres.primary.port);
    expect(performance.now() - failedAt).toBeLessThan(4_000);
    await postgres.standby.restart();
    await expect.poll(() => portOf(reads), soon).toBe(postgres.standby.port);

    postgres.standby.signal('SIGSTOP');
    const silentAt = performance.now();
    const all = await Promise.all(Array.from({ length: 8 }, () => portOf(reads)));
    const silentMs = performance.now() - silentAt;
    postgres.standby.signal('SIGCONT');
    expect(new Set(all)).toEqual(new Set([postgres.primary.port]));
    expect(silentMs).toBeLessThan(10_000);
    await expect.poll(() => portOf(reads), soon).toBe(postgres.standby.port);
  });

  it('is left while it is too far behind', async () => {
    const reads = openReads(replicaUrl, { maxLagMs: 1_000 });
    await expect.poll(() => portOf(reads), soon).toBe(postgres.standby.port);
    await postgres.standby.query('select pg_wal_replay_pause()');
    const timer = setInterval(() => {
      void sql`update table_versions set version = version + 1 where name = 'faqs'`
        .execute(database.db)
        .catch(() => undefined);
    }, 50);
    onTestFinished(() => clearInterval(timer));
    await expect.poll(() => portOf(reads), soon).toBe(postgres.primary.port);
    expect(reads.readStates()[0]).toMatchObject({ reason: 'it is too far behind' });
    await postgres.standby.query('select pg_wal_replay_resume()');
    await expect.poll(() => portOf(reads), soon).toBe(postgres.standby.port);
  });

  it('need not have what a migration has just added', async () => {
    const reads = openReads();
    await expect.poll(() => portOf(reads), soon).toBe(postgres.standby.port);
    await postgres.standby.query('select pg_wal_replay_pause()');
    try {
      await sql`alter table table_versions add column just_added integer`.execute(database.db);
      const { rows } = await sql<{ port: string }>`
        select current_setting('port') as port, just_added from table_versions limit 1
      `.execute(reads.db);
      expect(Number(rows[0]?.port)).toBe(postgres.primary.port);
      expect(await portOf(reads)).toBe(postgres.standby.port);
    } finally {
      await postgres.standby.query('select pg_wal_replay_resume()');
      await sql`alter table table_versions drop column if exists just_added`.execute(database.db);
    }
  });

  it('has the reports and the request log of the site, which says so in its metrics', async () => {
    const dataDir = await makeDataDir();
    const port = await freePort();
    const environment = {
      DATABASE_URL: postgres.url,
      DATABASE_REPLICA_URL: replicaUrl,
      SAMPLE_CONTENT: 'off',
    };
    const site = await startSite({ port, dataDir, environment });
    onTestFinished(async () => {
      await site.end('SIGTERM');
      await rm(dataDir, { recursive: true, force: true });
    });
    const metric = async (name: string) => {
      const { body } = await send(port, { method: 'GET', path: '/metrics' });
      return new RegExp(`^vitrin_replica_${name} (\\S+)$`, 'm').exec(body)?.[1];
    };
    const { token } = await signInForTest(database.db);
    const read = async (path: string) => {
      const headers = [['x-admin-session', token]] as const;
      const { status, body } = await send(port, { method: 'GET', path, headers });
      expect(status, body).toBe(200);
    };
    const paths = [
      '/api/admin/reports/responses?range=12w&kind=all&time_zone=UTC',
      '/api/admin/traffic/summary?time_zone=UTC',
      '/api/admin/traffic/requests',
    ];
    await expect.poll(() => metric('in_use'), soon).toBe('1');
    expect(Number(await metric('lag_seconds'))).toBeLessThan(3);
    const queries = () =>
      postgres.standby.query(
        `select query from pg_stat_activity where application_name = 'vitrin-replica'`,
      );
    for (const path of paths) await read(path);
    expect(JSON.stringify(await queries())).toMatch(
      /ddos_request_logs|security_events|conversations/,
    );

    postgres.standby.signal('SIGKILL');
    for (const path of paths) await read(path);
    await expect.poll(() => metric('in_use'), soon).toBe('0');
    expect(site.output()).toContain('reports and exports are read from the primary');
    await postgres.standby.restart();
    await expect.poll(() => metric('in_use'), { ...soon, timeout: 10_000 }).toBe('1');
  });

  it('and the servers of DATABASE_URL are looked at by the doctor', async () => {
    const dataDir = await makeDataDir();
    onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
    const PORT = String(await freePort());
    const environment = {
      DATABASE_URL: postgres.url,
      DATABASE_REPLICA_URL: replicaUrl,
      DATA_DIR: dataDir,
      PORT,
    };
    const primary = `127.0.0.1:${postgres.primary.port}`;
    const standby = `127.0.0.1:${postgres.standby.port}`;
    const database = (stdout: string) =>
      stdout.match(/^.* Database .*(?:\n +→ .*)?$/gm)?.join('\n');
    const { stdout } = await examine(environment);
    expect(database(stdout)).toMatch(/^ok +Database +PostgreSQL \d+/m);
    expect(database(stdout)).toContain(`${primary} takes writes and waits for no standby`);
    expect(database(stdout)).toContain(`ok       Database       ${standby} is a standby.`);
    expect(database(stdout)).toMatch(/^ok +Database +The standby \S+ is \d\.\d s behind/m);
    postgres.standby.signal('SIGKILL');
    const away = await examine(environment);
    expect(database(away.stdout)).toMatch(
      new RegExp(`^WARNING +Database +${standby} cannot be reached: .*ECONNREFUSED`, 'm'),
    );
    expect(database(away.stdout)).toMatch(
      /^WARNING +Database +The standby \S+ is not read from: .*ECONNREFUSED/m,
    );
    await postgres.standby.restart();
  });
});
