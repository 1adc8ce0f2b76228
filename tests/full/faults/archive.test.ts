import { randomBytes } from 'node:crypto';
import { describe, expect } from 'vitest';
import { MANIFEST } from '#server/services/backup/archive/format.ts';
import { readArchive } from '#server/services/backup/archive/read-archive.ts';
import { makeBackupKey, withVerified } from '#server/services/backup/index.ts';
import { archiveOf, buildOrderWithFile, takeBackup } from '#tests/support/backup/archives.ts';
import { it } from '#tests/support/fixtures.ts';
import { IS_LONG, recordFault, RETRY, roundsOf } from './fault-table.ts';

/** Size of a damaged range; together they are the whole archive. */
const RANGE_BYTES = roundsOf({ short: 4_096, long: 8 });

async function namesOf(bytes: Buffer): Promise<Set<string>> {
  const names = new Set(['its end', MANIFEST]);
  for await (const { name } of readArchive(archiveOf(bytes).read())) {
    names.add(name).add(`the entry after ${name}`);
  }
  return names;
}

/** Which part an archive is rejected for; null: it was accepted. */
async function findRejected(bytes: Buffer, key: string | null): Promise<string | null> {
  return withVerified(archiveOf(bytes), { key }, () => Promise.resolve(null)).catch(
    (error: unknown) => {
      if (!(error instanceof Error)) throw error;
      return 'part' in error ? String(error.part) : error.message;
    },
  );
}

function copyWith(bytes: Buffer, start: number, change: (byte: number) => number): Buffer {
  const changed = Buffer.from(bytes);
  const end = Math.min(start + RANGE_BYTES, bytes.length);
  for (let at = start; at < end; at += 1) changed[at] = change(changed[at] ?? 0);
  return changed;
}

const DAMAGES: readonly ((bytes: Buffer, start: number) => Buffer)[] = [
  (bytes, start) => copyWith(bytes, start, (byte) => ~byte),
  (bytes, start) => copyWith(bytes, start, () => 0),
  (bytes, start) => Buffer.concat([bytes.subarray(0, start), bytes.subarray(start + RANGE_BYTES)]),
  (bytes, start) => bytes.subarray(0, start),
];

describe('a damaged archive', { retry: RETRY, timeout: IS_LONG ? 900_000 : 60_000 }, () => {
  it.for(['plain', 'encrypted'])(
    'is rejected whichever range of bytes it is: %s',
    async (kind, { ctx, database }) => {
      const key = kind === 'encrypted' ? await makeBackupKey() : null;
      const source = { database, storage: ctx.storage };
      await buildOrderWithFile(ctx);
      await ctx.storage.write('media/blog/a.webp', randomBytes(700), 'image/webp');
      const { bytes } = await takeBackup(source, { key });
      const names = await namesOf((await takeBackup(source)).bytes);
      expect(await findRejected(bytes, key)).toBeNull();
      let damaged = 0;
      const unnamed = new Set<string>();
      for (let start = 0; start < bytes.length; start += RANGE_BYTES) {
        for (const [index, damage] of DAMAGES.entries()) {
          const changed = damage(bytes, start);
          if (changed.equals(bytes)) continue;
          const rejected = await findRejected(changed, key);
          expect(rejected, `damage ${index} from byte ${start}`).not.toBeNull();
          if (!names.has(rejected ?? '')) unnamed.add(rejected ?? '');
          damaged += 1;
        }
      }
      // What is before the first part of an encrypted one is the key's own.
      expect(
        [...unnamed].filter((message) => key === null || !message.includes('BACKUP_KEY')),
      ).toEqual([]);
      await recordFault({
        fault: `each range of ${RANGE_BYTES} bytes of an archive damaged, ${kind}`,
        rounds: damaged,
        acknowledged: 0,
        found: 0,
        doubled: 0,
        halfDone: 0,
        recoveryMs: [],
        remark: `${bytes.length} bytes; inverted, emptied, taken out, cut off there: all rejected by name`,
      });
    },
  );
});
