import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { makeBackupKey } from '#server/services/backup/index.ts';
import { buildUniqueMessage, postMessage } from '#tests/faults/faults.ts';
import { inDatabase, makePlace, startTestPlace } from '#tests/faults/place.ts';
import { makeTestFolder } from '#tests/support/backup/archives.ts';
import { RUNTIME } from '#tests/support/site-process.ts';
import { startEnquiryLoad } from './enquiry-load.ts';
import { RETRY } from './fault-table.ts';
import { recordEnquiries } from './verify-enquiries.ts';

const root = join(import.meta.dirname, '../../..');

/** After the archive was verified: while the server is made, migrated and loaded. */
const KILLED_AFTER_MS = [150, 400, 700];

function start(program: 'backup' | 'restore', args: string[], environment: Record<string, string>) {
  const child = spawn(process.execPath, [join(root, `server/cli/${program}.ts`), ...args], {
    cwd: root,
    env: { ...RUNTIME, PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, output }));
  return { child, output: () => output, ended };
}

/** Runs a restore again and again until one ends by itself: the first ones are killed. */
async function restoreDespiteKills(folder: string, environment: Record<string, string>) {
  let kills = 0;
  let restored;
  do {
    const { child, output, ended } = start('restore', [folder], environment);
    await expect.poll(output, { timeout: 30_000, interval: 20 }).toContain('The backup is whole');
    const wait = KILLED_AFTER_MS[kills];
    if (wait !== undefined) {
      await pause(wait);
      if (child.kill('SIGKILL')) kills += 1;
    }
    restored = await ended;
  } while (restored.code === null);
  return { restored, kills };
}

it(
  'a copy of DATA_DIR, taken as documented, holds every enquiry when nothing else is left',
  { timeout: 240_000 },
  async () => {
    const folder = await makeTestFolder();
    const first = await makePlace({}, { dataDir: join(folder, 'site', '.data') });
    await first.start();
    const inputs = [1, 2, 3].map(() => buildUniqueMessage());
    for (const input of inputs) expect((await postMessage(first.port, input)).status).toBe(201);
    expect(await first.process.end('SIGTERM')).toBe(0);

    const dataDir = join(folder, 'backup', 'vitrin');
    await mkdir(join(folder, 'backup'), { mode: 0o700 });
    await promisify(execFile)('cp', ['-a', first.dataDir, dataDir]);
    await rm(join(folder, 'site'), { recursive: true });
    const second = await startTestPlace({}, { port: first.port, dataDir });
    const messages = await inDatabase(second, (db) =>
      db.selectFrom('contactMessages').select('message').orderBy('createdAt').execute(),
    );
    expect(messages).toEqual(inputs.map(({ message }) => ({ message })));
    expect(second.process.output()).not.toContain('Created the database');
    expect(await second.process.end('SIGTERM')).toBe(0);
  },
);

it(
  'a backup under writing load brings back every enquiry that was acknowledged, also when its restore is killed again and again',
  { timeout: 300_000, retry: RETRY },
  async () => {
    const folder = await makeTestFolder();
    const environment = { BACKUP_KEY: await makeBackupKey() };
    const { port, dataDir, process: site } = await startTestPlace(environment);
    const load = startEnquiryLoad({ port, senders: 4, maxFileBytes: 60_000 });
    await load.untilAcknowledged(26);
    const enquiries = load.enquiries.filter(({ receipt }) => receipt !== null);
    const source = { ...environment, DATA_DIR: dataDir };
    const backup = await start('backup', [`${folder}/`], source).ended;
    expect(load.acknowledged.size).toBeGreaterThan(enquiries.length);
    await load.stop();
    expect(backup).toMatchObject({ code: 0 });
    expect(await site.end('SIGTERM')).toBe(0);
    const [name = ''] = (await readdir(folder)).filter((entry) => entry.endsWith('.tar.age'));
    expect((await stat(join(folder, name))).mode & 0o077).toBe(0);

    // A folder whose database was lost still has the id of that database.
    const copy = join(folder, 'copy');
    await mkdir(copy);
    await writeFile(join(copy, 'installation'), 'former\n');
    const target = { ...environment, DATA_DIR: copy };
    const { restored, kills } = await restoreDespiteKills(folder, target);
    expect(kills).toBeGreaterThan(0);
    expect(restored.output).toMatch(/^Restored \d+ rows and \d+ files in /m);
    expect(restored.code).toBe(0);
    const again = await startTestPlace(environment, { port, dataDir: copy });
    const row = {
      fault: 'backup under load, its restore killed',
      remark: `those that were acknowledged before its start; the restore was killed ${kills} times`,
    };
    // Enquiries acknowledged later may be in it, and are complete then.
    await inDatabase(again, (db) => recordEnquiries(row, { enquiries }, { db, dataDir: copy }));
    expect(await again.process.end('SIGTERM')).toBe(0);
    const rejected = await start('restore', [folder], target).ended;
    expect([rejected.code, rejected.output]).toEqual([
      1,
      'The database is not empty: a restore needs one without any table.\n',
    ]);
  },
);

it(
  'a site with BACKUP_TARGET makes the backup of the night, restores it elsewhere and says so',
  { timeout: 300_000 },
  async () => {
    const BACKUP_TARGET = join(await makeTestFolder(), 'nightly');
    const METRICS_TOKEN = 'sixteen characters';
    const environment = { BACKUP_KEY: await makeBackupKey(), BACKUP_TARGET, METRICS_TOKEN };
    const place = await startTestPlace({ ...environment, SAMPLE_CONTENT: 'on' });
    const readMetrics = async () => {
      const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
      return (await fetch(`${place.url}/metrics`, { headers })).text();
    };
    await expect
      .poll(readMetrics, { timeout: 200_000, interval: 500 })
      .toMatch(/^vitrin_backup_restored_timestamp_seconds 1[\d.]+/m);
    expect(await readMetrics()).toMatch(/^vitrin_backup_failed 0$/m);
    expect(await readMetrics()).toMatch(/^vitrin_backup_missing_files 0$/m);
    expect((await readdir(BACKUP_TARGET)).toSorted()).toEqual([
      'erasures.jsonl',
      expect.stringMatching(/^vitrin-\d{8}T\d{6}Z\.tar\.age$/),
    ]);
    expect(await place.process.end('SIGTERM')).toBe(0);
    const { code, output } = await start('restore', [BACKUP_TARGET, '--rehearse'], {
      ...environment,
      DATA_DIR: place.dataDir,
    }).ended;
    expect([code, output]).toEqual([0, expect.stringContaining('The audit is intact: 0 entries.')]);
  },
);
