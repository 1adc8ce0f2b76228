import { mkdtemp, rm, stat, truncate } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { copyBinaries, locateBinaries } from './binaries.ts';

it('copies the programs again when a part of the copy was lost', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'vitrin-programs-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const binaries = await locateBinaries();
  const { root, postgres } = await copyBinaries(binaries, folder);
  const { ino, size } = await stat(postgres);
  await copyBinaries(binaries, folder);
  expect((await stat(postgres)).ino).toBe(ino);
  await truncate(postgres);
  await copyBinaries(binaries, folder);
  expect((await stat(postgres)).size).toBe(size);
  const catalog = path.join(root, 'share', 'postgresql', 'postgres.bki');
  await rm(catalog);
  await copyBinaries(binaries, folder);
  expect((await stat(catalog)).size).toBeGreaterThan(0);
});
