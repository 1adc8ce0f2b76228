import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { v7 as uuidV7 } from 'uuid';
import { expect } from 'vitest';
import { makeTestFolder } from '#tests/support/backup/archives.ts';
import { it as base } from '#tests/support/fixtures.ts';
import { RUNTIME } from '#tests/support/site-process.ts';

const PROGRAM = join(import.meta.dirname, 'backup.ts');

/** Runs the command on a folder for backups; returns its exit code and what it says. */
const it = base.extend('backup', async ({ database }) => {
  const folder = await makeTestFolder();
  const target = join(folder, 'backups/');
  const env = {
    ...RUNTIME,
    PATH: process.env.PATH,
    DATABASE_URL: database.url,
    DATA_DIR: join(folder, 'data'),
  };
  const run = (...args: string[]) =>
    new Promise<{ code: number; output: string }>((resolve) => {
      execFile(process.execPath, [PROGRAM, target, ...args], { env }, (error, stdout, stderr) =>
        resolve({ code: error ? Number(error.code) : 0, output: error ? stderr : stdout }),
      );
    });
  return { run, target };
});

it('names the backups of a folder, removes the one that is named, and writes the ledger', async ({
  backup: { run, target },
  db,
}) => {
  const { code, output } = await run('--json');
  expect(code, output).toBe(0);
  const { place } = JSON.parse(output) as { place: string };
  const name = place.slice(target.length);
  const listed = await run('--list', '--json');
  expect(JSON.parse(listed.output)).toEqual([name]);

  expect(await run('--remove', `../${name}`)).toMatchObject({ code: 1 });
  expect(await run('--remove', name)).toEqual({ code: 0, output: `Removed ${name}.\n` });
  expect(await run('--remove', name)).toMatchObject({
    code: 1,
    output: expect.stringContaining(`There is no backup ${name}.`),
  });
  const erasure = { id: uuidV7(), erasedAt: new Date(), kind: 'person', by: 'visitor' } as const;
  const ids = { conversationIds: [], orderIds: [], messageIds: [] };
  await db
    .insertInto('erasures')
    .values({ ...erasure, ...ids })
    .execute();
  expect(await run('--ledger')).toMatchObject({ code: 0 });
  expect(await readdir(target)).toEqual(['erasures.jsonl']);
});
