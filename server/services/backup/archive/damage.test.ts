import { readAppliedMigrations } from '#server/db/migrate.ts';
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect } from 'vitest';
import {
  archiveOf,
  buildOrderWithFile,
  makeEmptyPlace,
  makeTestFolder,
  restoreInto,
  takeBackup,
} from '#tests/support/backup/archives.ts';
import type { ServiceContext } from '#server/context/context.ts';
import { it } from '#tests/support/fixtures.ts';
import type { TestDatabase } from '#tests/support/test-database.ts';
import { paddingOf, TAR_BLOCK } from '#server/lib/tar.ts';
import { MANIFEST } from './format.ts';
import { makeBackupKey, withVerified } from '#server/services/backup/index.ts';
import { readArchive } from './read-archive.ts';

type Range = { part: string; what: 'header' | 'content' | 'padding'; start: number; size: number };

/** Each byte range of an archive by the part that it belongs to, without its end. */
async function listRanges(bytes: Buffer): Promise<Range[]> {
  const ranges: Range[] = [];
  let start = 0;
  for await (const { name: part, size } of readArchive(archiveOf(bytes).read())) {
    const padding = paddingOf(size).length;
    ranges.push({ part, what: 'header', start, size: TAR_BLOCK });
    ranges.push({ part, what: 'content', start: start + TAR_BLOCK, size });
    ranges.push({ part, what: 'padding', start: start + TAR_BLOCK + size, size: padding });
    start += TAR_BLOCK + size + padding;
  }
  return ranges.filter(({ size }) => size > 0);
}

function damage(bytes: Buffer, start: number, size: number): Buffer {
  const damaged = Buffer.from(bytes);
  for (let index = start; index < start + size; index += 1) damaged[index] = ~(damaged[index] ?? 0);
  return damaged;
}

function verify(bytes: Buffer, key: string | null = null) {
  return withVerified(archiveOf(bytes), { key }, ({ entries }) => Promise.resolve(entries));
}

async function partOf(bytes: Buffer, key: string | null = null): Promise<string> {
  const [verified] = await Promise.allSettled([verify(bytes, key)]);
  if (verified.status === 'fulfilled') return 'was accepted';
  const error = verified.reason as Error & { part?: string };
  return error.part ?? error.message;
}

type Fixtures = { ctx: ServiceContext; database: TestDatabase };

async function takeSmallBackup({ ctx, database }: Fixtures, key: string | null = null) {
  await buildOrderWithFile(ctx);
  await ctx.storage.write('media/blog/a.webp', randomBytes(700), 'image/webp');
  return (await takeBackup({ database, storage: ctx.storage }, { key })).bytes;
}

describe('a damaged archive', () => {
  it('is rejected with the name of the part, at any byte', async ({ ctx, database }) => {
    const bytes = await takeSmallBackup({ ctx, database });
    const ranges = await listRanges(bytes);
    expect(new Set(ranges.map(({ what }) => what)).size).toBe(3);
    let previous = '';
    for (const { part, what, start, size } of ranges) {
      for (const length of new Set([1, Math.min(size, 37), size])) {
        const at = start + Math.floor((size - length) / 2);
        const named = await partOf(damage(bytes, at, length));
        // The name in a broken header is not to be believed.
        const expected =
          what === 'header' && previous !== '' ? `the entry after ${previous}` : part;
        expect(named, `${what} of ${part}, ${length} bytes`).toBe(expected);
      }
      if (what === 'header') continue;
      previous = part;
    }
    expect(ranges.at(-1)?.part).toBe(MANIFEST);
    for (let at = 3; at < bytes.length; at += 131) {
      expect(await partOf(damage(bytes, at, 1)), `byte ${at}`).not.toBe('was accepted');
    }
  });

  it('is rejected when it is cut off, and changes nothing', async ({ ctx, database }) => {
    const bytes = await takeSmallBackup({ ctx, database });
    for (const { part, start, size, what } of await listRanges(bytes)) {
      const named = await partOf(bytes.subarray(0, start + Math.floor(size / 2)));
      if (what === 'content') expect(named).toBe(part);
      else expect(named).not.toBe('was accepted');
    }
    expect(await partOf(bytes.subarray(0, -1))).toBe('its end');
    expect(await partOf(Buffer.concat([bytes, Buffer.alloc(1)]))).toBe('its end');
    expect(await partOf(Buffer.alloc(0))).toBe('backup.json');
    const place = await makeEmptyPlace();
    const middle = damage(bytes, bytes.length - 20_000, 1);
    await expect(restoreInto(place, middle)).rejects.toThrow('The archive is damaged: ');
    expect(await readAppliedMigrations(place.database.db)).toEqual([]);
    await restoreInto(place, bytes);
  });

  it('is rejected in an encrypted archive too, with its part', async ({ ctx, database }) => {
    const key = await makeBackupKey();
    const bytes = await takeSmallBackup({ ctx, database }, key);
    expect(bytes.includes('backup.json')).toBe(false);
    expect(await verify(bytes, key)).toBeGreaterThan(5);
    for (let at = 3; at < bytes.length; at += 997) {
      const named = await partOf(damage(bytes, at, 1), key);
      expect(named, `byte ${at}`).not.toBe('was accepted');
    }
    const large = 'media/blog/large.webp';
    await ctx.storage.write(large, randomBytes(600_000), 'image/webp');
    const { bytes: more } = await takeBackup({ database, storage: ctx.storage }, { key });
    const { bytes: plain } = await takeBackup({ database, storage: ctx.storage });
    const range = (await listRanges(plain)).find(({ part }) => part === `files/${large}`);
    const inLarge = damage(more, (range?.start ?? 0) + 300_000, 1);
    expect(await partOf(inLarge, key)).toBe(`files/${large}`);
    await ctx.storage.remove(large);
    expect(await partOf(bytes)).toContain('BACKUP_KEY must be the key');
    expect(await partOf(bytes, await makeBackupKey())).toContain('BACKUP_KEY is not the key');
  });
});

it('is an archive that tar reads', async ({ ctx, database }) => {
  const bytes = await takeSmallBackup({ ctx, database });
  const file = join(await makeTestFolder(), 'backup.tar');
  await writeFile(file, bytes);
  const { stdout } = await promisify(execFile)('tar', ['-tf', file]);
  const names = (await listRanges(bytes)).map(({ part }) => part);
  expect(stdout.trim().split('\n')).toEqual([...new Set(names)]);
});
