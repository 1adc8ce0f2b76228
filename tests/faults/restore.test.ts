import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { makeBackupKey } from '#server/services/backup/index.ts';
import { freePort } from '#tests/support/free-port.ts';
import { RUNTIME, startSite } from '#tests/support/site-process.ts';
import { openEmbeddedDatabase } from '../full/faults/embedded-database.ts';
import { startEnquiryLoad } from '../full/faults/enquiry-load.ts';
import { recordFault, RETRY } from '../full/faults/fault-table.ts';
import { verifyEnquiries } from '../full/faults/verify-enquiries.ts';

const root = join(import.meta.dirname, '../..');
type Command = {
  child: ChildProcess;
  output: () => string;
  ended: Promise<{ code: number | null; output: string }>;
};

/** After the archive was verified: while the server is made, migrated and loaded. */
const KILLED_AFTER_MS = [150, 400, 700];

function start(
  program: 'backup' | 'restore',
  args: string[],
  environment: Record<string, string>,
): Command {
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

async function makeRoot(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrin-restore-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Runs a restore again and again until one ends by itself: the first ones are killed. */
async function restoreDespiteKills(folder: string, place: Record<string, string>) {
  let kills = 0;
  let restored;
  do {
    const { child, output, ended } = start('restore', [folder], place);
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
  'a backup under writing load brings back every enquiry that was acknowledged, also when its restore is killed again and again',
  { timeout: 300_000, retry: RETRY },
  async () => {
    const folder = await makeRoot();
    const [dataDir, copy] = [join(folder, 'site'), join(folder, 'copy')];
    const port = await freePort();
    const environment = { SAMPLE_CONTENT: 'off', BACKUP_KEY: await makeBackupKey() };
    const site = await startSite({ port, dataDir, environment });
    const load = startEnquiryLoad({ url: site.url, senders: 4, maxFileBytes: 60_000 });
    await expect.poll(() => load.acknowledged.size, { timeout: 60_000 }).toBeGreaterThan(25);
    const before = load.enquiries.filter(({ receipt }) => receipt !== null);
    const backup = await start('backup', [`${folder}/`], { ...environment, DATA_DIR: dataDir })
      .ended;
    expect(load.acknowledged.size).toBeGreaterThan(before.length);
    await load.stop();
    expect(backup).toMatchObject({ code: 0 });
    expect(await site.end('SIGTERM')).toBe(0);
    const [name = ''] = (await readdir(folder)).filter((entry) => entry.endsWith('.tar.age'));
    expect((await stat(join(folder, name))).mode & 0o077).toBe(0);

    // A folder whose database was lost still has the id of that database.
    await mkdir(copy);
    await writeFile(join(copy, 'installation'), 'former\n');
    const place = { ...environment, DATA_DIR: copy };
    const { restored, kills } = await restoreDespiteKills(folder, place);
    expect(kills).toBeGreaterThan(0);
    expect(restored.output).toMatch(/^Restored \d+ rows and \d+ files in /m);
    expect(restored.code).toBe(0);
    const again = await startSite({ port, dataDir: copy, environment });
    const { db, destroy } = await openEmbeddedDatabase(copy);
    // What was acknowledged later may be in it, and is whole then.
    const { problems, ...outcome } = await verifyEnquiries(
      { enquiries: before },
      { db, dataDir: copy },
    );
    await destroy();
    expect(problems).toEqual([]);
    await recordFault({
      fault: 'backup under load, its restore killed',
      rounds: 1,
      ...outcome,
      recoveryMs: [],
      remark: `those that were acknowledged before its start; the restore was killed ${kills} times`,
    });
    expect(await again.end('SIGTERM')).toBe(0);
    const refused = await start('restore', [folder], place).ended;
    expect([refused.code, refused.output]).toEqual([
      1,
      'The database is not empty: a restore needs one without any table.\n',
    ]);
  },
);

it(
  'a site with BACKUP_TARGET makes the backup of the night, restores it elsewhere and says so',
  { timeout: 300_000 },
  async () => {
    const folder = await makeRoot();
    const port = await freePort();
    const environment = {
      BACKUP_KEY: await makeBackupKey(),
      BACKUP_TARGET: join(folder, 'nightly'),
      METRICS_TOKEN: 'sixteen characters',
    };
    const dataDir = join(folder, 'site');
    const site = await startSite({ port, dataDir, environment });
    const readMetrics = async () => {
      const headers = { authorization: `Bearer ${environment.METRICS_TOKEN}` };
      return (await fetch(`http://127.0.0.1:${port}/metrics`, { headers })).text();
    };
    await expect
      .poll(readMetrics, { timeout: 200_000, interval: 500 })
      .toMatch(/^vitrin_backup_restored_timestamp_seconds 1[\d.]+/m);
    expect(await readMetrics()).toMatch(/^vitrin_backup_failed 0$/m);
    expect(await readMetrics()).toMatch(/^vitrin_backup_missing_files 0$/m);
    const names = await readdir(join(folder, 'nightly'));
    expect(names).toHaveLength(2);
    expect(names).toContain('erasures.jsonl');
    expect(names).toContainEqual(expect.stringMatching(/^vitrin-\d{8}T\d{6}Z\.tar\.age$/));
    expect(await site.end('SIGTERM')).toBe(0);
    const { code, output } = await start('restore', [join(folder, 'nightly'), '--rehearse'], {
      ...environment,
      DATA_DIR: dataDir,
    }).ended;
    expect([code, output]).toEqual([0, expect.stringContaining('The audit is intact: 0 entries.')]);
  },
);
