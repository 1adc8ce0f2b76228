import { createReadStream } from 'node:fs';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { zstdCompress } from 'node:zlib';
import type { DatabaseConnection } from '#server/db/client.ts';
import type { FileStorage } from '#server/storage/storage.ts';
import { encrypt } from '#server/services/backup/archive/encryption.ts';
import {
  blockName,
  fileName,
  HEADER,
  type Header,
  secretName,
} from '#server/services/backup/archive/format.ts';
import { openSnapshot, type Snapshot } from './snapshot.ts';
import { type Part, writeArchive } from '#server/services/backup/archive/write-archive.ts';

const compress = promisify(zstdCompress);

export type Progress = { done: number; total: number };

export type BackupSource = {
  connection: DatabaseConnection;
  storage: Pick<FileStorage, 'open' | 'list'>;
  secrets: ReadonlyMap<string, Buffer>;
  version: string;
};

export type BackupOptions = {
  /** `AGE-SECRET-KEY-1…`; null: not encrypted. */
  key: string | null;
  onProgress?: (progress: Progress) => void;
};

export type BackupFacts = {
  header: Header;
  files: number;
  fileBytes: number;
  problems: string[];
};

type Counts = Omit<BackupFacts, 'header'>;

type Job = {
  source: BackupSource;
  snapshot: Snapshot;
  folder: string;
  counts: Counts;
  count: (bytes: number) => void;
};

// A damaged store affects many files; the first ones show it.
const MAX_PROBLEMS = 20;

/** Memory use does not grow with the size of the installation, which keeps running. */
export async function makeBackup(
  source: BackupSource,
  { key, onProgress }: BackupOptions,
  write: (bytes: AsyncIterable<Uint8Array>, madeAt: Date) => Promise<void>,
): Promise<BackupFacts> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrin-backup-'));
  try {
    const snapshot = await openSnapshot(source.connection, source.version);
    try {
      const mediaBytes = await listMedia(source, join(folder, 'media'));
      await snapshot.listAttachments(join(folder, 'attachments'));
      const rowBytes = snapshot.header.tables.reduce(
        (sum, { name }) => sum + (snapshot.tableBytes.get(name) ?? 0),
        0,
      );
      const total = rowBytes + snapshot.attachmentBytes + mediaBytes;
      let done = 0;
      const counts: Counts = { files: 0, fileBytes: 0, problems: [] };
      const parts = listParts({
        source,
        snapshot,
        folder,
        counts,
        count(bytes) {
          done += bytes;
          onProgress?.({ done: Math.min(done, total), total });
        },
      });
      const archive = writeArchive(parts, join(folder, 'manifest'));
      const madeAt = new Date(snapshot.header.madeAt);
      await write(key === null ? archive : encrypt(archive, key), madeAt);
      return { header: snapshot.header, ...counts };
    } finally {
      await snapshot.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Runs after the snapshot, so that it lists every file that the snapshot names. */
async function listMedia({ storage }: BackupSource, file: string): Promise<number> {
  const list = await open(file, 'wx', 0o600);
  let bytes = 0;
  try {
    for await (const { path, size } of storage.list('media')) {
      await list.write(`${path}\n`);
      bytes += size;
    }
  } finally {
    await list.close();
  }
  return bytes;
}

async function* listParts(job: Job): AsyncGenerator<Part, void, undefined> {
  const { snapshot, source, folder } = job;
  const header = Buffer.from(`${JSON.stringify(snapshot.header, null, 1)}\n`);
  yield { name: HEADER, size: header.length, content: header };
  for (const { name } of snapshot.header.tables) {
    let block = 0;
    const bytes = snapshot.tableBytes.get(name) ?? 0;
    let counted = 0;
    for await (const rows of snapshot.readBlocks(name)) {
      block += 1;
      const content = await compress(rows);
      yield { name: blockName(name, block), size: content.length, content };
      const step = Math.min(rows.length, bytes - counted);
      counted += step;
      job.count(step);
    }
    job.count(bytes - counted);
  }
  await snapshot.endReading();
  for (const [name, content] of source.secrets) {
    yield { name: secretName(name), size: content.length, content };
  }
  for await (const line of linesOf(join(folder, 'attachments'))) {
    const [path = '', size] = line.split('\t');
    yield* readFile(job, { path, size: Number(size) });
  }
  for await (const path of linesOf(join(folder, 'media'))) yield* readFile(job, { path });
  // Without the lock, files that this backup needs may have been removed.
  await snapshot.assertHeld();
}

function linesOf(file: string): AsyncIterable<string> {
  return createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY });
}

type Listed = { path: string; size?: number };

async function* readFile(
  { source, counts, count }: Job,
  { path, size }: Listed,
): AsyncGenerator<Part, void, undefined> {
  const file = await source.storage.open(path);
  const problem =
    file === null ? 'is missing' : file.size !== (size ?? file.size) && 'has another size';
  // A public file may have been removed meanwhile.
  if (problem && size !== undefined && counts.problems.length < MAX_PROBLEMS) {
    counts.problems.push(`${path} ${problem}`);
  }
  if (file === null) {
    count(size ?? 0);
    return;
  }
  async function* content() {
    for await (const chunk of file?.stream ?? []) {
      const bytes = chunk as Buffer;
      yield bytes;
      count(bytes.length);
    }
  }
  try {
    yield { name: fileName(path), size: file.size, content: content() };
  } finally {
    file.stream.destroy();
  }
  counts.files += 1;
  counts.fileBytes += file.size;
}
