import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '#server/db/embedded-postgres/embedded-postgres.ts';
import { createTestLog } from '#tests/support/log.ts';
import { freePort } from './free-port.ts';

export type TestPostgres = { adminUrl: string; stop(): Promise<void> };

async function startDebianPostgres(): Promise<TestPostgres> {
  const binaries = '/usr/lib/postgresql/15/bin';
  if (!existsSync(join(binaries, 'postgres'))) {
    if (process.getuid?.() !== 0) {
      throw new Error('TEST_DATABASE=external needs PostgreSQL 15: apt-get install postgresql-15');
    }
    execFileSync('apt-get', ['update'], { stdio: 'ignore' });
    execFileSync('apt-get', ['install', '-y', 'postgresql-15'], { stdio: 'ignore' });
  }
  const isRoot = process.getuid?.() === 0;
  const uid = isRoot ? Number(execFileSync('id', ['-u', 'postgres'])) : undefined;
  const identity =
    uid === undefined ? {} : { uid, gid: Number(execFileSync('id', ['-g', 'postgres'])) };
  const home = mkdtempSync(join(tmpdir(), 'vitrin-pg15-'));
  chmodSync(home, 0o777);
  const data = join(home, 'data');
  const port = await freePort();
  execFileSync(
    join(binaries, 'initdb'),
    ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync'],
    { ...identity, cwd: home, stdio: 'ignore' },
  );
  const server = spawn(
    join(binaries, 'postgres'),
    ['-D', data, '-p', String(port), '-k', home, '-c', 'listen_addresses=127.0.0.1'],
    { ...identity, cwd: home, stdio: 'ignore' },
  );
  const adminUrl = `postgres://postgres@127.0.0.1:${port}/postgres`;
  await waitUntilReady(adminUrl);
  return {
    adminUrl,
    async stop() {
      const exited = new Promise((done) => server.once('exit', done));
      server.kill('SIGINT');
      await exited;
      rmSync(home, { recursive: true, force: true });
    },
  };
}

async function waitUntilReady(url: string): Promise<void> {
  const end = Date.now() + 20_000;
  for (;;) {
    const client = new pg.Client({ connectionString: url });
    try {
      await client.connect();
      await client.end();
      return;
    } catch (error) {
      if (Date.now() > end) throw error;
      await new Promise((done) => setTimeout(done, 50));
    }
  }
}

/**
 * A PostgreSQL for tests: the embedded one, kept between runs below `.cache`, or Debian's PostgreSQL 15 when
 * `TEST_DATABASE=external`. One that an outer program has started already is used as it is.
 */
export async function startTestPostgres(): Promise<TestPostgres> {
  const running = process.env.VITRIN_TEST_ADMIN_URL;
  if (running) return { adminUrl: running, stop: async () => {} };
  if (process.env.TEST_DATABASE === 'external') return startDebianPostgres();
  const server = await startFreePostgres();
  const { host, port, user, password } = server.connection;
  const adminUrl = `postgres://${user}:${encodeURIComponent(password)}@${encodeURIComponent(host)}:${port}/postgres`;
  return { adminUrl, stop: () => server.stop() };
}

/** One server for each run that goes on in this checkout at the same time. */
async function startFreePostgres(): ReturnType<typeof startEmbeddedPostgres> {
  const checkout = createHash('sha256').update(resolve('.')).digest('hex').slice(0, 8);
  for (let run = 1; ; run += 1) {
    try {
      return await startEmbeddedPostgres({
        dataDir: resolve('.cache', `postgres-${checkout}-${run}`),
        database: 'postgres',
        maxConnections: 200,
        log: createTestLog(),
      });
    } catch (error) {
      if (!(error instanceof Error && error.message.includes('is already in use'))) throw error;
    }
  }
}
