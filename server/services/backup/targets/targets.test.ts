import { readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { makeTestFolder } from '#tests/support/backup/archives.ts';
import { findNewest, momentOf, nameOf } from './target.ts';
import { fileTarget } from './file-target.ts';
import { orderTables } from '#server/services/backup/tables.ts';

const NOW = new Date('2026-11-24T03:00:05.678Z');
const OPTIONS = { now: NOW, isEncrypted: true };

async function* bytes() {
  yield Buffer.from('ab');
  yield Buffer.from('c');
}

it('names backups by their moment, and knows them again', () => {
  expect(nameOf(NOW, true)).toBe('vitrin-20261124T030005Z.tar.age');
  expect(momentOf(nameOf(NOW, false))).toEqual(new Date('2026-11-24T03:00:05Z'));
  const part = '.vitrin-20261124T030005Z.tar.1.part';
  for (const other of ['vitrin-20261324T030005Z.tar', 'x.tar', part]) {
    expect(momentOf(other)).toBeNull();
  }
  const names = ['vitrin-20261124T030005Z.tar', 'vitrin-20261201T000000Z.tar.age', 'zzz'];
  expect(findNewest(names)).toBe('vitrin-20261201T000000Z.tar.age');
  expect(findNewest(['zzz'])).toBeNull();
});

it('writes into a folder under the name of the moment, and reads the newest of it', async () => {
  const folder = await makeTestFolder();
  const [existing, made] = [fileTarget(folder), fileTarget(`${join(folder, 'new', 'deep')}/`)];
  for (const target of [existing, made]) {
    const { place, size } = await target.write(bytes(), OPTIONS);
    expect([place.slice(-31), size]).toEqual(['vitrin-20261124T030005Z.tar.age', 3]);
    const archive = await target.open();
    expect(archive).toMatchObject({ place, size: 3 });
    expect(await text(archive.read())).toBe('abc');
    await expect(target.write(bytes(), OPTIONS)).rejects.toThrow('exists already');
  }
});

it('is there whole or not at all, and never over another file', async () => {
  const folder = await makeTestFolder();
  const file = join(folder, 'mine.tar');
  async function* failing() {
    yield Buffer.from('ab');
    throw new Error('the disk is full');
  }
  await expect(fileTarget(file).write(failing(), OPTIONS)).rejects.toThrow('the disk is full');
  const stopping = new AbortController();
  async function* interrupted() {
    yield Buffer.from('ab');
    stopping.abort();
    yield Buffer.from('c');
  }
  const { signal } = stopping;
  await expect(fileTarget(file).write(interrupted(), { ...OPTIONS, signal })).rejects.toThrow();
  expect(await readdir(folder)).toEqual([]);
  await writeFile(file, 'precious');
  await expect(fileTarget(file).write(bytes(), OPTIONS)).rejects.toThrow('exists already');
  expect(await readFile(file, 'utf8')).toBe('precious');
});

it('removes what backups have left that were killed a day ago', async () => {
  const folder = await makeTestFolder();
  const [old, recent, other] = ['.vitrin-old.tar.7.part', '.vitrin-new.tar.8.part', '.other.part'];
  for (const name of [old, recent, other]) await writeFile(join(folder, name), '');
  const time = NOW.getTime() / 1_000 - 90_000;
  for (const name of [old, other]) await utimes(join(folder, name), time, time);
  await fileTarget(folder).write(bytes(), OPTIONS);
  const left = await readdir(folder);
  expect(left.toSorted()).toEqual([other, recent, expect.stringMatching(/Z\.tar\.age$/)]);
});

it('has the ledger of erasures beside the backups, and says where there is none', async () => {
  const folder = await makeTestFolder();
  expect(await fileTarget(folder).readLedger()).toBeNull();
  await fileTarget(join(folder, 'mine.tar')).writeLedger('one\n');
  expect(await fileTarget(folder).readLedger()).toBe('one\n');
  expect(await readdir(folder)).toEqual(['erasures.jsonl']);
  for (const path of [folder, join(folder, 'missing.tar')]) {
    await expect(fileTarget(path).open()).rejects.toThrow('There is no backup at');
  }
});

it('orders tables behind those that they refer to', () => {
  const references = [
    { from: 'a', to: 'b' },
    { from: 'b', to: 'c' },
    { from: 'c', to: 'c' },
    { from: 'a', to: 'elsewhere' },
  ];
  expect(orderTables(['a', 'b', 'c', 'd'], references)).toEqual(['c', 'd', 'b', 'a']);
  const circle = () => orderTables(['a', 'b', 'c'], [...references, { from: 'c', to: 'a' }]);
  expect(circle).toThrow('The tables a, b, c refer to each other.');
});
