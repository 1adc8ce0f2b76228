import { buffer } from 'node:stream/consumers';
import { parseJson } from '#shared/lib/parse-json.ts';
import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import {
  ArchiveError,
  entryKind,
  HEADER,
  type Header,
  headerSchema,
  lastLine,
  MANIFEST,
  manifestLineSchema,
} from './format.ts';
import { type Entry, readArchive } from './read-archive.ts';

const MAX_HEADER_BYTES = 4 * 1024 * 1024;

export type VerifiedArchive = {
  header: Header;
  entries: number;
  digest: string;
};

/** Throws an ArchiveError for the first damaged part. Writes the manifest's lines to the new file `spool`. */
export async function verifyArchive(
  source: AsyncIterable<Uint8Array>,
  spool: string,
): Promise<VerifiedArchive> {
  const computed = await open(spool, 'wx+', 0o600);
  try {
    let header: Header | null = null;
    let entries = 0;
    let digest: string | null = null;
    for await (const entry of readArchive(source)) {
      if (digest !== null) throw new ArchiveError(entry.name, 'comes after the end');
      const kind = entryKind(entry.name)?.kind;
      if (kind === undefined || (kind === 'header') !== (entries === 0)) {
        throw new ArchiveError(entry.name, 'is not where it may be');
      }
      if (kind === 'manifest') digest = await compare(entry, computed);
      else if (kind === 'header') {
        const bytes = await readSmall(entry);
        header = parseHeader(bytes);
        await computed.write(lineOf(entry, createHash('sha256').update(bytes).digest('hex')));
      } else {
        const hash = createHash('sha256');
        for await (const chunk of entry.content) hash.update(chunk);
        await computed.write(lineOf(entry, hash.digest('hex')));
      }
      entries += 1;
    }
    if (header === null || digest === null) throw new ArchiveError(MANIFEST, 'is missing');
    return { header, entries: entries - 1, digest };
  } finally {
    await computed.close();
  }
}

function lineOf({ name, size }: Entry, sha256: string): string {
  return `${JSON.stringify({ name, size, sha256 })}\n`;
}

async function readSmall({ name, size, content }: Entry): Promise<Buffer> {
  if (size > MAX_HEADER_BYTES) throw new ArchiveError(name, 'is too large');
  return buffer(content);
}

function parseHeader(bytes: Buffer): Header {
  const value = parseJson(bytes.toString('utf8'));
  if (value === undefined) throw new ArchiveError(HEADER, 'is no JSON');
  const parsed = headerSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  const format =
    typeof value === 'object' && value !== null && 'format' in value ? value.format : null;
  if (typeof format === 'number' && format > 1) {
    throw new Error(`The archive has the format ${format}, which this version does not know.`);
  }
  throw new ArchiveError(HEADER, 'is not what was written');
}

async function compare(entry: Entry, computed: FileHandle): Promise<string> {
  const expected = createInterface({
    input: computed.createReadStream({ start: 0, autoClose: false }),
    crlfDelay: Number.POSITIVE_INFINITY,
  })[Symbol.asyncIterator]();
  const hash = createHash('sha256');
  let problem: ArchiveError | null = null;
  let previous: string | null = null;
  for await (const line of linesOf(entry.content)) {
    if (previous !== null) {
      hash.update(previous);
      const { value, done } = await expected.next();
      if (done === true || previous !== `${value}\n`) problem ??= describe(previous, value ?? '');
    }
    previous = line;
  }
  const digest = hash.digest('hex');
  // Damage of the manifest first: a changed line says nothing about the entry.
  if (previous !== lastLine(digest)) throw new ArchiveError(MANIFEST, 'is not what was written');
  if (problem !== null) throw problem;
  if ((await expected.next()).done !== true) throw new ArchiveError(MANIFEST, 'is cut off');
  return digest;
}

function describe(listed: string, computed: string): ArchiveError {
  const [expected, found] = [listed, computed].map(
    (line) => manifestLineSchema.safeParse(parseJson(line)).data,
  );
  if (expected && found && expected.name === found.name) {
    return new ArchiveError(found.name, 'has not the bytes that it was written with');
  }
  return new ArchiveError(found?.name ?? MANIFEST, 'is not what the manifest lists');
}

async function* linesOf(source: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of source) {
    const lines = (rest + chunk.toString('latin1')).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > 10_000) throw new ArchiveError(MANIFEST, 'is not what was written');
    for (const line of lines) yield `${line}\n`;
  }
  if (rest !== '') throw new ArchiveError(MANIFEST, 'is cut off');
}
