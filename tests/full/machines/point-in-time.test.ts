import { execFile } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { type Kysely, sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { createDatabase } from '#server/db/client.ts';
import { migrateToLatest } from '#server/db/migrate.ts';
import type { DB } from '#server/db/types.ts';
import { buildEnquiry } from '#tests/support/enquiries.ts';
import { freePort } from '#tests/support/free-port.ts';
import { RUNTIME } from '#tests/support/site-process.ts';
import {
  createDebianServer,
  findIdentity,
  POSTGRES_PROGRAMS,
  runPostgresProgram,
} from './postgres-server.ts';

const root = join(import.meta.dirname, '../../..');
const document = readFileSync(join(root, 'docs/operations.md'), 'utf8');

/** The lines of a block of the operations document, with the paths of the test. */
function documented(heading: string, paths: Record<string, string>): string {
  const [, block = ''] =
    new RegExp(`<!-- ${heading} -->\\n+\`\`\`\\w+\\n([\\s\\S]*?)\`\`\``).exec(document) ?? [];
  expect(block, heading).not.toBe('');
  return Object.entries(paths).reduce((text, [from, to]) => text.replaceAll(from, to), block);
}

/** Starts a server, and waits until its recovery has ended. */
async function startServer(data: string, port: number): Promise<() => Promise<void>> {
  const server = await createDebianServer(data, port);
  await server.start();
  const readRecovery = () => server.query('select pg_is_in_recovery() as "isGoing"', 'postgres');
  await expect.poll(readRecovery, { timeout: 30_000 }).toEqual([{ isGoing: false }]);
  return () => server.stop();
}

async function makePlace() {
  const home = mkdtempSync(join(tmpdir(), 'vitrin-moment-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const { uid, gid } = await findIdentity();
  const take = (path: string) => {
    if (uid !== undefined && gid !== undefined) chownSync(path, uid, gid);
  };
  const paths = { '/archive': join(home, 'archive'), '/base': join(home, 'base') };
  for (const folder of Object.values(paths)) mkdirSync(folder, { mode: 0o700 });
  for (const folder of [home, ...Object.values(paths)]) take(folder);
  chmodSync(home, 0o755);
  const own = (file: string) => {
    writeFileSync(file, '');
    take(file);
  };
  return { home, paths, own };
}

/** Runs commands of the application, written as in the document. */
function commandsOn(databaseUrl: string, dataDir: string) {
  const key = 'c0ffee00'.repeat(8);
  const keys = { AUDIT_KEY: key, TRACK_KEY: key };
  const env = { ...RUNTIME, ...keys, DATABASE_URL: databaseUrl, DATA_DIR: dataDir };
  return (line: string) => {
    const [, name, args = ''] = /^npm run (\w+) -- (.+)$/m.exec(line) ?? [];
    const program = join(root, `server/cli/${name}.ts`);
    return promisify(execFile)(process.execPath, [program, ...args.split(' ')], { env });
  };
}

const readOrders = (db: Kysely<DB>) =>
  db.selectFrom('orders').select(['id', 'email']).orderBy('id').execute();

it.skipIf(!POSTGRES_PROGRAMS)(
  'an external database goes back to a moment, as documented, with the tools of PostgreSQL and without who was erased since (needs Debian’s server programs)',
  { timeout: 120_000 },
  async () => {
    const { home, paths, own } = await makePlace();
    const data = join(home, 'data');
    const call = (program: string, ...args: string[]) => runPostgresProgram(home, program, ...args);
    await call('initdb', '-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync');
    appendFileSync(join(data, 'postgresql.conf'), documented('archive', paths));
    const port = await freePort();
    const stop = await startServer(data, port);
    const server = ['-h', home, '-p', String(port), '-U', 'postgres'];
    await call('createdb', ...server, 'vitrin');
    const url = `postgres://postgres@127.0.0.1:${port}/vitrin`;
    const live = createDatabase({ connection: url, poolSize: 2 });
    await migrateToLatest(live.db);
    const command = commandsOn(url, home);
    const backup = { '/backup': join(home, 'backup') };
    const buildOrder = () => buildEnquiry(live.db, 'order', { createdAt: new Date() });
    const [first, erased] = [await buildOrder(), await buildOrder()];
    await call('pg_basebackup', ...server, '-D', paths['/base'], '-c', 'fast', '-X', 'none');
    const second = await buildOrder();
    await pause(50);
    const moment = new Date().toISOString().replace('T', ' ').replace('Z', '+00');
    await pause(50);
    const { email } = (await readOrders(live.db)).find(({ id }) => id === erased) ?? {};
    await command(`npm run admin -- erase-person ${email} --yes`);
    await live.db.deleteFrom('conversations').execute();
    await live.db.deleteFrom('orders').execute();
    await command(documented('ledger', backup));
    await sql`select pg_switch_wal()`.execute(live.db);
    await live.destroy();
    await stop();

    const settings = documented('moment', { ...paths, '2026-11-24 09:41:00+00': moment });
    appendFileSync(join(paths['/base'], 'postgresql.conf'), settings);
    own(join(paths['/base'], 'recovery.signal'));
    const stopAgain = await startServer(paths['/base'], port);
    const restored = createDatabase({ connection: url, poolSize: 1 });
    await expect(migrateToLatest(restored.db)).resolves.toEqual([]);
    const readIds = async () => (await readOrders(restored.db)).map(({ id }) => id);
    expect(await readIds()).toEqual([first, erased, second].toSorted());
    await command(documented('replay', backup));
    expect(await readIds()).toEqual([first, second].toSorted());
    await restored.destroy();
    await stopAgain();
  },
);
