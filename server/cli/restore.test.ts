import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished } from 'vitest';
import { canSignal } from '#server/db/embedded-postgres/postmaster.ts';
import { makeBackupKey } from '#server/services/backup/index.ts';
import { exists, readIfPresent } from '#server/lib/files.ts';
import { createStorage } from '#server/storage/create-storage.ts';
import {
  buildOrderWithFile,
  makeEmptyPlace,
  makeTestFolder,
  takeBackup,
} from '#tests/support/backup/archives.ts';
import { it as base } from '#tests/support/fixtures.ts';
import { startTestS3 } from '#tests/support/storage/s3-server.ts';
import { RUNTIME } from '#tests/support/site-process.ts';

const PROGRAM = join(import.meta.dirname, 'restore.ts');

/** A backup, and a temporary folder for its rehearsals. */
const it = base.extend('place', async ({ ctx, database }) => {
  const { bytes } = await takeBackup({ database, storage: ctx.storage });
  const folder = await makeTestFolder();
  const place = { folder, archive: join(folder, 'backup.tar'), temporary: join(folder, 'tmp') };
  await mkdir(place.temporary);
  await writeFile(place.archive, bytes);
  return place;
});

type Place = { folder: string; archive: string; temporary: string };

function startRestore(
  { folder, archive, temporary }: Place,
  { args = ['--rehearse'], key = '', environment = {} } = {},
) {
  const child = spawn(process.execPath, [PROGRAM, archive, ...args], {
    env: {
      ...RUNTIME,
      PATH: process.env.PATH,
      TMPDIR: temporary,
      DATA_DIR: join(folder, 'data'),
      BACKUP_KEY: key,
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, output }));
  return { child, ended };
}

const listRehearsals = async ({ temporary }: Place) =>
  (await readdir(temporary)).filter((name) => name.startsWith('vitrin-rehearsal-'));

/** The process of the server in which a rehearsal restores, once there is one. */
async function findServer(place: Place): Promise<number> {
  const readPid = async () => {
    const [name = ''] = await listRehearsals(place);
    const file = join(place.temporary, name, 'postgres/postmaster.pid');
    return Number.parseInt((await readIfPresent(file)) ?? '0', 10);
  };
  await expect.poll(readPid, { timeout: 30_000 }).toBeGreaterThan(0);
  return readPid();
}

it('leaves nothing of a rehearsal that is interrupted', async ({ place }) => {
  const { child, ended } = startRestore(place);
  const server = await findServer(place);
  child.kill('SIGTERM');
  expect(await ended).toEqual({ code: 1, output: expect.stringMatching(/^Interrupted\.$/m) });
  expect([await readdir(place.temporary), canSignal(server)]).toEqual([[], false]);
});

it('asks for a key that is not in backup or configuration', async ({ place, ctx, database }) => {
  const secrets = new Map();
  const { bytes } = await takeBackup({ database, storage: ctx.storage, secrets });
  await writeFile(place.archive, bytes);
  const environment = { DATABASE_URL: (await makeEmptyPlace()).database.url };
  expect(await startRestore(place, { args: [], environment }).ended).toEqual({
    code: 1,
    output: expect.stringContaining('The backup does not have the audit-key: set AUDIT_KEY as it'),
  });
});

describe('with BACKUP_KEY', () => {
  it.for([[''], ['--verify'], ['--rehearse']])(
    'rejects a backup that is not encrypted: restore %s',
    async (args, { place }) => {
      const key = await makeBackupKey();
      const { output, code } = await startRestore(place, { args: args.filter(Boolean), key }).ended;
      expect([output, code]).toEqual([expect.stringContaining('--accept-unencrypted'), 1]);
      expect(await exists(join(place.folder, 'data'))).toBe(false);
    },
  );

  it('accepts it with a flag, and says what proves who made a backup', async ({
    place,
    ctx,
    database,
  }) => {
    const key = await makeBackupKey();
    const verify = (...args: string[]) =>
      startRestore(place, { args: ['--verify', ...args], key }).ended;
    expect(await verify('--accept-unencrypted')).toEqual({
      code: 0,
      output: expect.stringContaining('It is not encrypted'),
    });
    const { bytes } = await takeBackup({ database, storage: ctx.storage }, { key });
    await writeFile(place.archive, bytes);
    expect(await verify()).toEqual({
      code: 0,
      output: expect.stringContaining('encrypted and authentic'),
    });
  });
});

it('removes what a killed rehearsal has left, and ends its server', async ({ place }) => {
  const { child, ended } = startRestore(place);
  const server = await findServer(place);
  child.kill('SIGKILL');
  await ended;
  const [rehearsal, ...rehearsals] = await listRehearsals(place);
  expect([rehearsals, canSignal(server)]).toEqual([[], true]);
  const others = (await readdir(place.temporary)).filter((name) => name !== rehearsal);
  // It needs no key but those of the backup, makes none, and leaves nothing although its parent no longer reads.
  const next = startRestore(place);
  next.child.stderr.destroy();
  expect(await next.ended).toEqual({
    code: 0,
    output: expect.stringContaining('The audit is intact'),
  });
  expect([await readdir(place.temporary), canSignal(server)]).toEqual([others, false]);
  expect(await exists(join(place.folder, 'data'))).toBe(false);
});

it('moves the files to the store that the settings name', async ({ place, ctx, database }) => {
  const server = await startTestS3();
  onTestFinished(() => server.stop());
  const bucket = await createStorage({ dataDir: place.folder, s3: server.s3 });
  const path = await buildOrderWithFile(ctx);
  const steps = [
    { from: ctx.storage, settings: server.settings },
    { from: bucket, settings: { ...server.settings, FILES: 'disk' } },
  ];
  for (const [index, { from, settings }] of steps.entries()) {
    const { bytes } = await takeBackup({ database, storage: from });
    await writeFile(place.archive, bytes);
    const DATA_DIR = join(place.folder, `data-${index}`);
    const { url: DATABASE_URL } = (await makeEmptyPlace()).database;
    const environment = { ...settings, DATA_DIR, DATABASE_URL };
    const { output, code } = await startRestore(place, { args: [], environment }).ended;
    expect([output, code]).toEqual([expect.stringContaining('and 1 files'), 0]);
    const isOnDisk = await exists(join(DATA_DIR, 'files/private', path));
    expect([await bucket.sizeOf(path), isOnDisk]).toEqual([2_000, index === 1]);
  }
});
