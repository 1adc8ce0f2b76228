import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type Config, readConfig } from '#server/core/config.ts';
import { findRunningPostgres } from '#server/db/embedded-postgres/embedded-postgres.ts';
import { checkStart } from '#server/startup/start-checks.ts';
import { makeTestFolder } from '#tests/support/backup/archives.ts';
import { makeDataDir } from '#tests/support/data-dir.ts';
import { freePort } from '#tests/support/free-port.ts';
import { startTestS3 } from '#tests/support/storage/s3-server.ts';
import { createEmptyTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { s3Settings } from './place.ts';

let dataDir: string;
let database: TestDatabase;

beforeAll(async () => {
  dataDir = await makeDataDir();
  database = await createEmptyTestDatabase();
});
afterAll(async () => {
  await rm(dataDir, { recursive: true, force: true });
  await database.destroy();
});

async function configOf(environment: Record<string, string>): Promise<Config> {
  const defaults = { DATA_DIR: dataDir, HOST: '127.0.0.1', PORT: String(await freePort()) };
  const result = readConfig({ ...defaults, ...environment });
  if ('problems' in result) throw new Error(result.problems.join('\n'));
  return result.config;
}

async function problemsOf(environment: Record<string, string>): Promise<string[]> {
  const { problems } = await checkStart(await configOf(environment));
  for (const problem of problems) expect(problem).not.toContain('\n');
  return problems;
}

async function holdPort(): Promise<number> {
  const holder = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
  await once(holder, 'listening');
  onTestFinished(() => void holder.close());
  return (holder.address() as AddressInfo).port;
}

describe('what the settings name is tried before anything is made', () => {
  it('finds nothing wrong with what works', async () => {
    expect(await problemsOf({})).toEqual([]);
    expect(await problemsOf({ DATABASE_URL: database.url })).toEqual([]);
  });

  it.each(['192.0.2.1', 'no-such-host.invalid', '999.1.1.1'])('HOST %s', async (HOST) => {
    expect(await problemsOf({ HOST })).toEqual([
      expect.stringMatching(`^HOST must be an address of this machine: ${HOST} `),
    ]);
  });

  it('PORT', async () => {
    const port = await holdPort();
    expect(await problemsOf({ PORT: String(port) })).toEqual([
      `PORT must be free: another program listens on ${port} already.`,
    ]);
  });

  it.each(['/proc/nope', '/proc/nope/deeper', '/dev/null', '/dev/null/below', '/sys/nope'])(
    'DATA_DIR %s',
    async (DATA_DIR) => {
      expect(await problemsOf({ DATA_DIR })).toEqual([
        expect.stringMatching(/^DATA_DIR must be a folder that this program can write to: /),
      ]);
    },
  );

  it('DATABASE_URL: a wrong role, database, right or address', async () => {
    const variant = (changes: Partial<URL>) => Object.assign(new URL(database.url), changes).href;
    const name = sql.id(new URL(database.url).pathname.slice(1));
    await sql`revoke create on schema public from public`.execute(database.db);
    const wrong = [
      variant({ username: `vitrin_test_reader_${process.pid}` }),
      variant({ password: 'a-secret-word' }),
      variant({ pathname: '/no_such_database' }),
      `postgres://vitrin:a-secret-word@127.0.0.1:${await freePort()}/vitrin`,
    ];
    for (const DATABASE_URL of wrong) {
      const problems = await problemsOf({ DATABASE_URL });
      expect(problems).toEqual([expect.stringMatching(/^DATABASE_URL must lead to a database /)]);
      expect(problems.join()).not.toContain('a-secret-word');
    }
    await sql`revoke create on database ${name} from current_user`.execute(database.db);
    expect(await problemsOf({ DATABASE_URL: database.url })).toEqual([
      expect.stringMatching(/^DATABASE_URL must name a role that owns its database: /),
    ]);
    await sql`grant create on database ${name} to current_user`.execute(database.db);
  });

  it('S3: an address where nothing is, a missing bucket', async () => {
    const service = await startTestS3();
    onTestFinished(() => service.stop());
    const environment = s3Settings(service.s3);
    expect(await problemsOf(environment)).toEqual([]);
    const S3_ENDPOINT = `http://127.0.0.1:${await freePort()}`;
    for (const wrong of [{ S3_ENDPOINT }, { S3_BUCKET: 'no-such-bucket' }]) {
      expect(await problemsOf({ ...environment, ...wrong })).toEqual([
        expect.stringMatching(/^S3_ENDPOINT, S3_BUCKET and the keys must lead to a bucket /),
      ]);
    }
  });

  it('names all at once', async () => {
    const problems = await problemsOf({ HOST: '192.0.2.1', DATA_DIR: '/proc/nope' });
    expect(problems).toHaveLength(2);
  });
});

describe('the data directory', () => {
  const modeOf = async (folder: string) => (await stat(folder)).mode & 0o777;

  it('is made private, with all above it', async () => {
    const DATA_DIR = join(dataDir, 'files', 'new', 'data');
    expect(await problemsOf({ DATA_DIR })).toEqual([]);
    expect(await modeOf(DATA_DIR)).toBe(0o700);
  });

  it('is closed to others when it holds nothing but our own, and left as it is otherwise', async () => {
    const DATA_DIR = join(dataDir, 'files', 'open');
    await mkdir(join(DATA_DIR, 'secrets'), { recursive: true });
    await chmod(DATA_DIR, 0o755);
    await writeFile(join(DATA_DIR, 'notes.txt'), 'of somebody else');
    const config = await configOf({ DATA_DIR });
    const { problems, warnings } = await checkStart(config);
    expect([problems, warnings]).toEqual([[], [expect.stringContaining('left so')]]);
    expect(await modeOf(DATA_DIR)).toBe(0o755);
    await rm(join(DATA_DIR, 'notes.txt'));
    expect((await checkStart(config)).warnings).toEqual([]);
    expect(await modeOf(DATA_DIR)).toBe(0o700);
  });
});

function run(environment: Record<string, string>) {
  const program = join(import.meta.dirname, '../../server/main.ts');
  const own = { PATH: process.env.PATH ?? '', HOST: '127.0.0.1', SAMPLE_CONTENT: 'off' };
  const options = { env: { ...own, ...environment }, timeout: 120_000 };
  return new Promise<{ code: unknown; stdout: string; stderr: string }>((resolve) => {
    const child = execFile(process.execPath, [program], options, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, stdout, stderr }),
    );
    child.stdout?.on('data', (chunk: string) => {
      if (chunk.includes('Vitrin is ready at')) child.kill('SIGTERM');
    });
  });
}

describe('a first start that cannot listen', () => {
  it('makes no administrator, whose password nobody would see', { timeout: 180_000 }, async () => {
    const DATA_DIR = await makeTestFolder();
    const port = await holdPort();
    expect(await run({ DATA_DIR, PORT: String(port) })).toEqual({
      code: 1,
      stdout: '',
      stderr: `PORT must be free: another program listens on ${port} already.\n`,
    });
    const later = await run({ DATA_DIR, PORT: String(await freePort()) });
    expect(later.stdout).toMatch(/Password \(shown only this once\): \w{20}\n/);
    expect(later.stdout).toContain('For any other name set PUBLIC_URL');
    expect(later.code).toBe(0);
    expect(await findRunningPostgres({ dataDir: DATA_DIR, database: 'vitrin' })).toBeUndefined();
  });
});
