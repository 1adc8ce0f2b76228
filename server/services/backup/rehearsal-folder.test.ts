import { spawnSync } from 'node:child_process';
import { chown, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { makeTestFolder } from '#tests/support/backup/archives.ts';
import { listOrphanedRehearsals, makeRehearsalFolder } from './index.ts';

const NOBODY = 65_534;

afterEach(() => vi.unstubAllEnvs());

it('finds the folders of processes that are gone, and none that are in use or of somebody else', async () => {
  const folder = await makeTestFolder();
  vi.stubEnv('TMPDIR', folder);
  const { pid: gone } = spawnSync(process.execPath, ['--version']);
  async function make(pid: number, ending: string): Promise<string> {
    const path = join(folder, `vitrin-rehearsal-${pid}-${ending}`);
    await mkdir(path);
    return path;
  }
  const orphaned = await make(gone, 'abcdef');
  await make(process.ppid, 'abcdef');
  await make(gone, 'of-ours');
  // Only root can give a folder away.
  if (process.getuid?.() === 0) await chown(await make(gone, 'foreig'), NOBODY, NOBODY);
  expect(await listOrphanedRehearsals()).toEqual([orphaned]);
  // One that begins has none of its own yet: with the pid of this process it is of an earlier one.
  const earlier = await makeRehearsalFolder();
  expect((await listOrphanedRehearsals()).toSorted()).toEqual([orphaned, earlier].toSorted());
});
