import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished } from 'vitest';
import { canSignal } from '#server/db/embedded-postgres/postmaster.ts';
import { makeBackupKey } from '#server/services/backup/index.ts';
import { exists, readIfPresent } from '#server/lib/files.ts';
import { createStorage } from '#server/storage/create-storage.ts';
import { buildOrderWithFile, makeTestFolder, takeBackup } from '#tests/support/backup/archives.ts';
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

type Command = { args?: string[]; key?: string; environment?: Record<string, string> };

function startRestore(
  { folder, archive, temporary }: Place,
  { args = ['--rehearse'], key = '', environment = {} }: Command = {},
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
    return Number.parseInt(
      (await readIfPresent(join(place.temporary, name, 'postgres/postmaster.pid'))) ?? '0',
      10,
    );
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

it('rehearses with the keys of the backup, and makes none', async ({ place }) => {
  const { output, code } = await startRestore(place).ended;
  expect([output, code]).toEqual([expect.stringContaining('The audit is intact'), 0]);
  expect(await exists(join(place.folder, 'data'))).toBe(false);
});

it('asks for a key that is not in backup or configuration', async ({ place, ctx, database }) => {
  const secrets = new Map();
  const { bytes } = await takeBackup({ database, storage: ctx.storage, secrets });
  await writeFile(place.archive, bytes);
  expect(await startRestore(place).ended).toEqual({
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

  it('accepts it with a flag, and says that it proves nothing', async ({ place }) => {
    const key = await makeBackupKey();
    const args = ['--verify', '--accept-unencrypted'];
    const { output, code } = await startRestore(place, { args, key }).ended;
    expect([output, code]).toEqual([expect.stringContaining('It is not encrypted'), 0]);
  });

  it('says of an encrypted one that it is authentic', async ({ place, ctx, database }) => {
    const key = await makeBackupKey();
    const { bytes } = await takeBackup({ database, storage: ctx.storage }, { key });
    await writeFile(place.archive, bytes);
    const { output, code } = await startRestore(place, { args: ['--verify'], key }).ended;
    expect([output, code]).toEqual([expect.stringContaining('encrypted and authentic'), 0]);
  });
});

it('leaves nothing of a rehearsal whose parent has died', async ({ place }) => {
  const { child, ended } = startRestore(place);
  child.stderr.destroy();
  expect(await ended).toMatchObject({ code: 0 });
  expect(await readdir(place.temporary)).toEqual([]);
});

it('removes what a killed rehearsal has left, and ends its server', async ({ place }) => {
  const { child, ended } = startRestore(place);
  const server = await findServer(place);
  child.kill('SIGKILL');
  await ended;
  expect([(await listRehearsals(place)).length, canSignal(server)]).toEqual([1, true]);
  expect(await startRestore(place).ended).toMatchObject({ code: 0 });
  expect([await listRehearsals(place), canSignal(server)]).toEqual([[], false]);
});

it('moves the files to the store that the settings name', async ({ place, ctx, database }) => {
  const server = await startTestS3();
  const { s3 } = server;
  onTestFinished(() => server.stop());
  const bucketSettings = {
    S3_ENDPOINT: s3.endpoint ?? '',
    S3_BUCKET: s3.bucket,
    S3_ACCESS_KEY_ID: s3.accessKeyId,
    S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
  };
  const bucket = await createStorage({ dataDir: place.folder, s3 });
  const path = await buildOrderWithFile(ctx);
  const steps = [
    { from: ctx.storage, settings: bucketSettings },
    { from: bucket, settings: { ...bucketSettings, FILES: 'disk' } },
  ];
  for (const [index, { from, settings }] of steps.entries()) {
    const { bytes } = await takeBackup({ database, storage: from });
    await writeFile(place.archive, bytes);
    const dataDir = join(place.folder, `data-${index}`);
    const environment = { ...settings, DATA_DIR: dataDir };
    const { output, code } = await startRestore(place, { args: [], environment }).ended;
    expect([output, code]).toEqual([expect.stringContaining('and 1 files'), 0]);
    const isOnDisk = await exists(join(dataDir, 'files/private', path));
    expect([await bucket.sizeOf(path), isOnDisk]).toEqual([2_000, index === 1]);
  }
});
