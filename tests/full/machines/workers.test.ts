import { execFile, execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { Agent, get } from 'node:http';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { readConfig } from '#server/config.ts';
import { createDatabase } from '#server/db/client.ts';
import { findRunningPostgres } from '#server/db/embedded-postgres/embedded-postgres.ts';
import { prepareInstallation } from '#server/startup/installation.ts';
import { LIMITS } from '#server/limits.ts';
import { signInForTest } from '#tests/support/admin.ts';
import { makeDataDir } from '#tests/support/data-dir.ts';
import { freePort } from '#tests/support/free-port.ts';
import { buildOrderInput } from '#tests/support/leads.ts';
import { type SiteProcess, startSite } from '#tests/support/site-process.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { createTestLog } from '#tests/support/log.ts';
import { startDatabaseProxy } from '../../faults/database-proxy.ts';
import { type SentResponse, headOf, send, sendRaw, settingsWith } from '../../faults/faults.ts';

const SOON = { timeout: 10_000, interval: 50 };
const JSON_TYPE = ['content-type', 'application/json'] as const;

type WorkersSite = { process: SiteProcess; port: number; dataDir: string };

async function startWorkers(environment: Record<string, string>): Promise<WorkersSite> {
  const dataDir = await makeDataDir();
  const port = await freePort();
  const all = { WEB_CONCURRENCY: '2', SAMPLE_CONTENT: 'off', ...environment };
  const process = await startSite({ port, dataDir, environment: all });
  await vi.waitFor(() => expect(process.output()).toContain('Vitrin is ready'), SOON);
  return { process, port, dataDir };
}

/** The workers among the child processes; the database is the other child. */
function workerPids(primary: number): number[] {
  const table = execFileSync('ps', ['-A', '-ww', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' });
  return table.split('\n').flatMap((line) => {
    const [, pid, parent] = /^ *(\d+) +(\d+) .*worker\.ts$/.exec(line) ?? [];
    return Number(parent) === primary ? [Number(pid)] : [];
  });
}

/** An ended process whose parent has not asked for its exit code yet is a zombie (proc(5)), and gone all the same. */
function isAlive(pid: number): boolean {
  try {
    return !/^\d+ \(.*\) [ZX]/s.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

async function expectGone(pids: number[], timeout = SOON.timeout): Promise<void> {
  await expect.poll(() => pids.filter(isAlive), { ...SOON, timeout }).toEqual([]);
}

type LogEntry = Record<string, unknown> & { msg: string };

function readLog(site: SiteProcess, message: string): LogEntry[] {
  return site
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{') && line.endsWith('}'))
    .map((line) => JSON.parse(line) as LogEntry)
    .filter(({ msg }) => msg === message);
}

/** A client with one connection, which stays with the worker that has accepted it. */
type Client = { pid: number; ask(path: string): Promise<string>; close(): void };

function ask(port: number, path: string, agent: Agent): Promise<{ body: string; id: string }> {
  return new Promise((resolve, reject) => {
    get({ port, path, agent, host: '127.0.0.1', timeout: 5_000 }, (response) => {
      let body = '';
      response.on('data', (chunk: Buffer) => (body += chunk.toString()));
      response.on('end', () => resolve({ body, id: String(response.headers['x-request-id']) }));
      response.on('error', reject);
    })
      .on('timeout', () => reject(new Error(`${path} takes too long`)))
      .on('error', reject);
  });
}

async function connectClient({ process, port }: WorkersSite): Promise<Client> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const { id } = await ask(port, '/api/site-settings', agent);
  const pid = await vi.waitFor(() => {
    const completed = readLog(process, 'responded').find(({ requestId }) => requestId === id);
    const ready = readLog(process, 'a worker is ready');
    const found = ready.find(({ worker }) => worker === completed?.['worker'])?.['pid'];
    expect(found).toBeTypeOf('number');
    return found as number;
  }, SOON);
  return {
    pid,
    ask: async (path) => (await ask(port, path, agent)).body,
    close: () => agent.destroy(),
  };
}

/** One client of each worker, in the order of the given process ids. */
async function connectToEach(site: WorkersSite, pids: number[]): Promise<Client[]> {
  const clients = new Map<number, Client>();
  onTestFinished(() => {
    for (const client of clients.values()) client.close();
  });
  await vi.waitFor(async () => {
    const client = await connectClient(site);
    if (clients.has(client.pid)) client.close();
    else clients.set(client.pid, client);
    expect(new Set(clients.keys())).toEqual(new Set(pids));
  }, SOON);
  return pids.flatMap((pid) => clients.get(pid) ?? []);
}

/** A message whose last part is sent only after a pause; returns once it has its response. */
function sendSlowMessage(port: number, pauseMs: number): Promise<SentResponse> {
  const body = JSON.stringify({
    name: 'Gökçe Demir',
    email: 'gokce@example.com',
    message: 'This message is on its way while the site is told to end.',
  });
  const bytes = Buffer.from(body);
  const head = headOf(
    '/api/contact-messages',
    JSON_TYPE,
    ['idempotency-key', randomUUID()],
    ['content-length', String(bytes.length)],
  );
  return sendRaw(port, [head, bytes.subarray(0, 20), pauseMs, bytes.subarray(20)]);
}

describe('two workers', () => {
  let test: TestDatabase;
  let site: WorkersSite;

  beforeAll(async () => {
    test = await createTestDatabase();
    site = await startWorkers({ DATABASE_URL: test.url });
  });
  afterAll(async () => {
    await site.process.end('SIGTERM');
    await test.destroy();
    await rm(site.dataDir, { recursive: true, force: true });
  });

  it('answer on one port, and are announced once', async () => {
    const pids = workerPids(site.process.pid);
    expect(pids).toHaveLength(2);
    const clients = await connectToEach(site, pids);
    expect(clients.map(({ pid }) => pid)).toEqual(pids);
    expect(site.process.output().match(/Vitrin is ready/g)).toHaveLength(1);
    expect(site.process.output().match(/Administrator: admin/g)).toHaveLength(1);
  });

  it('show a change that was made through one of them within a second', async () => {
    const { token } = await signInForTest(test.db);
    const clients = await connectToEach(site, workerPids(site.process.pid));
    const text = `© {year} Vitrin ${randomUUID()}`;
    await Promise.all(clients.map((client) => client.ask('/')));
    const saved = await send(site.port, {
      method: 'PUT',
      path: '/api/admin/site-settings',
      headers: [JSON_TYPE, ['x-admin-session', token]],
      body: JSON.stringify(settingsWith(text)),
    });
    expect(saved.status, saved.body).toBe(200);
    const shown = text.replace('{year}', String(new Date().getFullYear()));
    for (const client of clients) {
      await expect.poll(() => client.ask('/'), { timeout: 1_000, interval: 25 }).toContain(shown);
    }
  });

  it('have the files of former builds, which pages that are still open ask for', async () => {
    const name = randomUUID();
    const folder = join(import.meta.dirname, '../../../.cache/former-assets', name);
    onTestFinished(() => rm(folder, { recursive: true }));
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, `page-${name}.js`), `'${name}'`);
    for (const client of await connectToEach(site, workerPids(site.process.pid))) {
      expect(await client.ask(`/assets/page-${name}.js`)).toBe(`'${name}'`);
    }
  });

  it('count together in the figures, whichever is asked', async () => {
    const clients = await connectToEach(site, workerPids(site.process.pid));
    const count = async (client: Client) => {
      const text = await client.ask('/metrics');
      const line = /^vitrin_http_requests_total\{kind="asset",status="200"\} (\d+)$/m.exec(text);
      return Number(line?.[1] ?? 0);
    };
    const [one, two] = clients;
    if (!one || !two) throw new Error('two clients are needed');
    const before = await count(one);
    for (const client of [one, one, one, two, two]) await client.ask('/logo.svg');
    expect(await count(one)).toBe(before + 5);
    expect(await count(two)).toBe(before + 5);
    expect(await one.ask('/metrics')).toMatch(/^vitrin_database_ready 1$/m);
  });

  it('are replaced when one falls, at once and then with a pause, while the other serves', async () => {
    const pids = workerPids(site.process.pid);
    const end = new AbortController();
    let completed = 0;
    const failures: string[] = [];
    const visitors = Array.from({ length: 4 }, async () => {
      while (!end.signal.aborted) {
        const agent = new Agent();
        await ask(site.port, '/healthz', agent).then(
          () => (completed += 1),
          (error: Error) => failures.push(error.message),
        );
        agent.destroy();
      }
    });
    let [victim = 0] = pids;
    for (const fall of [1, 2]) {
      process.kill(victim, 'SIGKILL');
      await vi.waitFor(() => {
        const now = workerPids(site.process.pid);
        expect(now).toHaveLength(2);
        expect(now).not.toContain(victim);
        expect(readLog(site.process, 'a worker is ready')).toHaveLength(2 + fall);
        victim = now.find((pid) => !pids.includes(pid)) ?? 0;
      }, SOON);
    }
    end.abort();
    await Promise.all(visitors);
    expect(completed).toBeGreaterThan(20);
    // Each visitor has one connection at a time, and each fall may break it once.
    expect(failures.length, failures.join()).toBeLessThanOrEqual(8);
    const falls = readLog(site.process, 'a worker has ended and will be started again');
    expect(falls.map(({ cause }) => cause)).toEqual(['SIGKILL', 'SIGKILL']);
    expect(falls.map(({ restartInMs }) => restartInMs)).toEqual([0, 200]);
    await connectToEach(site, workerPids(site.process.pid));
    expect(site.process.output().match(/Vitrin is ready/g)).toHaveLength(1);
  });

  it('are replaced one by one on SIGTERM, once pending requests have their response', async () => {
    const [reported = 0, ...others] = workerPids(site.process.pid);
    const responses = [sendSlowMessage(site.port, 1_500), sendSlowMessage(site.port, 1_500)];
    await new Promise((done) => setTimeout(done, 500));
    process.kill(reported, 'SIGTERM');
    expect((await Promise.all(responses)).map(({ status }) => status)).toEqual([201, 201]);
    await vi.waitFor(() => {
      const now = workerPids(site.process.pid);
      expect(now).toHaveLength(2);
      expect(now).not.toContain(reported);
      expect(now).toEqual(expect.arrayContaining(others));
      const falls = readLog(site.process, 'a worker has ended and will be started again');
      expect(falls.at(-1)?.['cause']).toBe('exit code 0');
    }, SOON);
  });

  it('are replaced when one freezes', async () => {
    const [frozen = 0, ...others] = workerPids(site.process.pid);
    process.kill(frozen, 'SIGSTOP');
    await vi.waitFor(
      () => {
        const now = workerPids(site.process.pid);
        expect(now).toHaveLength(2);
        expect(now).not.toContain(frozen);
        expect(now).toEqual(expect.arrayContaining(others));
      },
      { timeout: 15_000, interval: 50 },
    );
    const falls = readLog(site.process, 'a worker has ended and will be started again');
    expect(falls.at(-1)?.['cause']).toBe('frozen');
    await connectToEach(site, workerPids(site.process.pid));
  });

  it('are replaced one after the other on SIGUSR2 to the first process, and no request fails', async () => {
    const former = workerPids(site.process.pid);
    const end = new AbortController();
    let completed = 0;
    const failures: string[] = [];
    const visitors = Array.from({ length: 4 }, async () => {
      while (!end.signal.aborted) {
        const agent = new Agent();
        await ask(site.port, '/api/faqs', agent).then(
          () => (completed += 1),
          (error: Error) => failures.push(error.message),
        );
        agent.destroy();
      }
    });
    const slow = [sendSlowMessage(site.port, 2_500), sendSlowMessage(site.port, 2_500)];
    await new Promise((done) => setTimeout(done, 300));
    const logged = site.process.output().length;
    process.kill(site.process.pid, 'SIGUSR2');
    let fewest = 2;
    await vi.waitFor(() => {
      fewest = Math.min(fewest, workerPids(site.process.pid).length);
      expect(readLog(site.process, 'all workers have been replaced')).toHaveLength(1);
    }, 30_000);
    end.abort();
    await Promise.all(visitors);
    expect(failures).toEqual([]);
    expect(completed).toBeGreaterThan(20);
    expect((await Promise.all(slow)).map(({ status }) => status)).toEqual([201, 201]);
    expect(fewest).toBe(2);
    const steps = site.process
      .output()
      .slice(logged)
      .matchAll(/"msg":"(a worker is ready|stopping)"/g);
    expect(Array.from(steps, ([, step]) => step)).toEqual([
      'a worker is ready',
      'stopping',
      'a worker is ready',
      'stopping',
    ]);
    const now = workerPids(site.process.pid);
    expect(now).toHaveLength(2);
    for (const pid of former) expect(now).not.toContain(pid);
  });

  it('end once all pending requests have their response, with exit code 0', async () => {
    const pids = workerPids(site.process.pid);
    const countMessages = async () =>
      (await test.db.selectFrom('contactMessages').select('id').execute()).length;
    const before = await countMessages();
    const responses = [sendSlowMessage(site.port, 1_500), sendSlowMessage(site.port, 1_500)];
    await new Promise((done) => setTimeout(done, 500));
    const code = site.process.end('SIGTERM');
    expect((await Promise.all(responses)).map(({ status }) => status)).toEqual([201, 201]);
    expect(await code).toBe(0);
    await expectGone(pids, 100);
    expect(await countMessages()).toBe(before + 2);
  });
});

describe('with the embedded database', { timeout: 120_000 }, () => {
  async function order(port: number): Promise<string> {
    const response = await send(port, {
      path: '/api/submit-order',
      headers: [JSON_TYPE, ['idempotency-key', randomUUID()]],
      body: JSON.stringify({ ...buildOrderInput(), fileUrls: [] }),
    });
    expect(response.status, response.body).toBe(201);
    return (JSON.parse(response.body) as { reference: string }).reference;
  }

  async function readOrders(dataDir: string): Promise<string[]> {
    const connection = await findRunningPostgres({ dataDir, database: 'vitrin' });
    if (!connection) throw new Error('the database does not run');
    const { db, destroy } = createDatabase({ connection });
    const rows = await db.selectFrom('orders').select('reference').orderBy('createdAt').execute();
    await destroy();
    return rows.map(({ reference }) => reference);
  }

  it('workers end when the primary is killed, and the next start goes on', async () => {
    const site = await startWorkers({});
    const { port, dataDir } = site;
    onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
    const references = [await order(port)];

    const password = (await readFile(join(dataDir, 'postgres.password'), 'utf8')).trim();
    expect(site.process.output()).not.toContain(password);
    let pids = workerPids(site.process.pid);
    expect(pids).toHaveLength(2);
    for (const pid of pids) {
      for (const name of ['cmdline', 'environ']) {
        expect(await readFile(`/proc/${pid}/${name}`, 'utf8')).not.toContain(password);
      }
    }

    await site.process.end('SIGKILL');
    await expectGone(pids);
    const environment = { WEB_CONCURRENCY: '2', SAMPLE_CONTENT: 'off' };
    const second = await startSite({ port, dataDir, environment });
    expect(second.output()).toContain('Reattached to the running PostgreSQL');
    expect(await readOrders(dataDir)).toEqual(references);
    references.push(await order(port));

    // Also while the workers still let the last requests finish.
    pids = workerPids(second.pid);
    const slow = sendSlowMessage(port, 4_000).catch(() => null);
    await new Promise((done) => setTimeout(done, 300));
    process.kill(second.pid, 'SIGTERM');
    await vi.waitFor(() => expect(readLog(second, 'stopping')).toHaveLength(3), SOON);
    await second.end('SIGKILL');
    await expectGone(pids);
    await slow;
    const third = await startSite({ port, dataDir, environment });
    references.push(await order(port));
    expect(await readOrders(dataDir)).toEqual(references);
    expect(await third.end('SIGTERM')).toBe(0);
    expect(await findRunningPostgres({ dataDir, database: 'vitrin' })).toBeUndefined();
  });

  it('has connections enough for as many workers as there may be', async () => {
    const dataDir = await makeDataDir();
    onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
    const result = readConfig({ DATA_DIR: dataDir, SAMPLE_CONTENT: 'off', WEB_CONCURRENCY: '64' });
    if ('problems' in result) throw new Error(result.problems.join());
    const installation = await prepareInstallation(result.config, createTestLog(), () => undefined);
    const { pool, destroy } = createDatabase({ connection: installation.connection });
    const { rows } = await pool.query('show max_connections');
    await destroy();
    await installation.stop();
    const each = LIMITS.databasePool + LIMITS.logPool + 1;
    expect(Number(rows[0].max_connections)).toBeGreaterThan(64 * each + 2 * LIMITS.jobsPool);
  });
});

describe('workers that cannot start', { timeout: 120_000 }, () => {
  type Failure = { code: number; stderr: string; stdout: string };

  async function failToStart(environment: Record<string, string>): Promise<Failure> {
    return promisify(execFile)(
      process.execPath,
      [join(import.meta.dirname, '../../../server/index.ts')],
      {
        env: {
          PATH: process.env.PATH,
          HOST: '127.0.0.1',
          SAMPLE_CONTENT: 'off',
          ADMIN_PASSWORD: 'seven lanterns at dusk',
          ...environment,
        },
        timeout: 60_000,
      },
    ).then(
      () => expect.unreachable('it has started'),
      (error) => error,
    );
  }

  it.each(['1', '2'])('end the start with one line, with %s of them', async (count) => {
    const dataDir = await makeDataDir();
    onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
    const holder = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
    await once(holder, 'listening');
    onTestFinished(() => void holder.close());
    const address = holder.address();
    const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
    const failed = await failToStart({
      PORT: String(port),
      DATA_DIR: dataDir,
      WEB_CONCURRENCY: count,
    });
    expect(failed.stderr).toBe(`PORT must be free: another program listens on ${port} already.\n`);
    expect(failed.code).toBe(1);
    expect(failed.stdout).not.toMatch(/Vitrin is ready|started again/);
    expect(await findRunningPostgres({ dataDir, database: 'vitrin' })).toBeUndefined();
  });

  it('print nothing of their own when the first process gives up while they load', async () => {
    const folder = await makeDataDir();
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    await writeFile(join(folder, 'file'), '');
    const failed = await failToStart({
      PORT: '0',
      DATA_DIR: join(folder, 'file', 'data'),
      WEB_CONCURRENCY: '2',
    });
    expect(failed.code).toBe(1);
    expect(failed.stderr.split('\n').filter(Boolean)).toHaveLength(1);
    expect(failed.stdout).toBe('');
  });

  it('end the site when none is left', async () => {
    const test = await createTestDatabase();
    const proxy = await startDatabaseProxy(test.url);
    const { process: site, dataDir } = await startWorkers({ DATABASE_URL: proxy.url });
    onTestFinished(async () => {
      await proxy.stop();
      await test.destroy();
      await rm(dataDir, { recursive: true, force: true });
    });
    await proxy.cut();
    const pids = workerPids(site.pid);
    for (const pid of pids) process.kill(pid, 'SIGKILL');
    await expectGone([site.pid], 90_000);
    expect(await site.end('SIGTERM')).toBe(1);
    expect(
      site.output().match(/^DATABASE_URL: the database cannot be reached: .*$/gm),
    ).toHaveLength(1);
    expect(workerPids(site.pid)).toEqual([]);
  });
});
