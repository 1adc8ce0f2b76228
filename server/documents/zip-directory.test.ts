import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildZip, zip64Extra } from '#tests/support/hostile/zip.ts';
import { findZipProblem, ZIP_PROBLEMS } from './zip-directory.ts';

const text = Buffer.from('Quarterly figures, as sent to the accountant. '.repeat(20));
const plain = { name: 'figures/2024.txt', data: text };
const packed = { name: 'figures/2025.txt', data: text, isDeflated: true };
const folder = { name: 'figures/' };
const ordinary = buildZip([folder, plain, packed]);

const IN_ZIP64 = 0xffffffff;

describe('zips that are accepted', () => {
  it.each([
    ['an ordinary archive', ordinary],
    ['an archive without entries', buildZip([])],
    ['an archive with a comment', buildZip([plain], { comment: Buffer.from('made by hand') })],
    [
      'an archive whose sizes stand behind the data',
      buildZip([{ ...packed, isStreamed: true }, plain]),
    ],
    ['names that only look like a way out', buildZip([{ name: '..a/b..' }, { name: 'a..b' }])],
    ['names outside ASCII', buildZip([{ name: 'çizim/İstanbul.txt' }])],
    ['an archive with zip64 records', buildZip([plain, packed], { isZip64: true })],
    [
      'an entry with its sizes in the zip64 field',
      buildZip([
        {
          ...plain,
          stated: { size: IN_ZIP64, compressedSize: IN_ZIP64 },
          extra: zip64Extra(text.length, text.length),
        },
      ]),
    ],
    [
      'exactly 10,000 entries',
      buildZip(Array.from({ length: 10_000 }, (_, index) => ({ name: `${index}` }))),
    ],
  ])('accepts %s', (_, zip) => {
    expect(findZipProblem(zip)).toBeNull();
  });
});

/** An archive with one entry that says that it unpacks to `size` bytes. */
function buildPacked(size: number, packedBytes: number): Buffer {
  const zip = buildZip([
    { name: 'a', data: Buffer.alloc(packedBytes), stated: { size }, local: { size } },
  ]);
  zip.writeUInt16LE(8, 8);
  zip.writeUInt16LE(8, zip.length - 22 - 47 + 10);
  return zip;
}

describe('zips that are refused', () => {
  it.each([
    [
      '10,001 entries',
      ZIP_PROBLEMS.tooManyEntries,
      buildZip(Array.from({ length: 10_001 }, (_, index) => ({ name: `${index}` }))),
    ],
    [
      'a byte more than 200 times the packed size',
      ZIP_PROBLEMS.tooCompressed,
      buildPacked(200_001, 1_000),
    ],
    ['content out of nothing', ZIP_PROBLEMS.tooCompressed, buildPacked(1, 0)],
    ['a byte more than 1 GiB', ZIP_PROBLEMS.tooLarge, buildPacked(2 ** 30 + 1, 6_000_000)],
    ['sizes of the zip64 field that are too large', ZIP_PROBLEMS.tooLarge, withHugeZip64Sizes()],
  ])('refuses %s', (_, problem, zip) => {
    expect(findZipProblem(zip)).toBe(problem);
  });

  it('accepts exactly the largest sizes', () => {
    expect(findZipProblem(buildPacked(200_000, 1_000))).toBeNull();
    expect(findZipProblem(buildPacked(2 ** 30, 6_000_000))).toBeNull();
  });

  it.each([
    '../secret',
    'a/../../b',
    'a/..',
    '..',
    '/etc/passwd',
    '\\server\\share',
    'a\\b',
    'C:/windows',
    'c:file',
    'a\0b',
    '',
  ])('refuses the name %j', (name) => {
    expect(findZipProblem(buildZip([plain, { name }]))).toBe(ZIP_PROBLEMS.unsafeName);
  });

  it('refuses an unsafe name in the field for the Unicode name', () => {
    const name = Buffer.from('../secret');
    const extra = Buffer.alloc(9 + name.length);
    extra.writeUInt16LE(0x7075, 0);
    extra.writeUInt16LE(5 + name.length, 2);
    extra[4] = 1;
    name.copy(extra, 9);
    expect(findZipProblem(buildZip([{ ...plain, extra }]))).toBe(ZIP_PROBLEMS.unsafeName);
  });

  it.each([
    ['nothing', Buffer.alloc(0)],
    ['a cut archive', ordinary.subarray(0, -1)],
    ['an archive without its beginning', ordinary.subarray(1)],
    ['an archive behind other content', Buffer.concat([Buffer.from('PK\x03\x04'), ordinary])],
    ['content behind the archive', Buffer.concat([ordinary, Buffer.from('x')])],
    ['a second end in the comment', buildZip([plain], { comment: buildZip([]) })],
    ['a second directory in the comment', withSecondDirectory()],
    ['a directory that ends within a record', withCutRecord()],
    ['fewer entries than there are', buildZip([plain, packed], { stated: { entryCount: 1 } })],
    ['more entries than there are', buildZip([plain, packed], { stated: { entryCount: 3 } })],
    ['a directory that is too short', buildZip([plain], { stated: { directorySize: 46 } })],
    ['a directory beyond the end', buildZip([plain], { stated: { directoryOffset: 0xfffffff0 } })],
    ['a size that the entry contradicts', buildZip([{ ...packed, local: { size: 1 } }])],
    [
      'a packed size that the entry contradicts',
      buildZip([{ ...packed, local: { compressedSize: 1 } }]),
    ],
    [
      'a name that the entry contradicts',
      buildZip([{ ...plain, local: { name: 'figures/1024.txt' } }]),
    ],
    [
      'a stored file that grows',
      buildZip([{ ...plain, stated: { size: 5_000 }, local: { size: 5_000 } }]),
    ],
    ['entries that share their data', buildZip([plain, { ...plain, stated: { localOffset: 0 } }])],
    ['an entry in the middle of another', withNestedEntry()],
    ['an entry behind the directory', buildZip([{ ...plain, stated: { localOffset: 5_000 } }])],
    [
      'data that runs into the directory',
      buildZip([
        {
          ...plain,
          stated: { size: 5_000, compressedSize: 5_000 },
          local: { size: 5_000, compressedSize: 5_000 },
        },
      ]),
    ],
    ['a zip64 mark without its field', buildZip([{ ...plain, stated: { size: IN_ZIP64 } }])],
  ])('refuses %s', (_, zip) => {
    expect(findZipProblem(zip)).toBe(ZIP_PROBLEMS.unreadable);
  });

  it('refuses an archive of several disks', () => {
    const zip = Buffer.from(ordinary);
    zip.writeUInt16LE(1, zip.length - 22 + 4);
    expect(findZipProblem(zip)).toBe(ZIP_PROBLEMS.unreadable);
  });

  it('refuses zip64 records that contradict the short ones', () => {
    const zip = buildZip([plain, packed], { isZip64: true });
    zip.writeUInt32LE(1, zip.length - 22 + 12);
    expect(findZipProblem(zip)).toBe(ZIP_PROBLEMS.unreadable);
  });
});

function withHugeZip64Sizes(): Buffer {
  const zip = buildZip([
    {
      name: 'a',
      data: Buffer.alloc(10),
      stated: { size: IN_ZIP64 },
      isStreamed: true,
      extra: zip64Extra(2 ** 40),
    },
  ]);
  const directory = zip.readUInt32LE(zip.length - 22 + 16);
  zip.writeUInt16LE(8, 8);
  zip.writeUInt16LE(8, directory + 10);
  return zip;
}

/** A stored zip inside the zip, whose entry the outer directory names as well. */
function withNestedEntry(): Buffer {
  const inner = buildZip([plain]);
  return buildZip([
    { name: 'inner.zip', data: inner },
    { ...plain, stated: { localOffset: 30 + 'inner.zip'.length } },
  ]);
}

/** Two whole directories, each with its own end: programs differ in which one they take. */
function withSecondDirectory(): Buffer {
  const zip = buildZip([plain]);
  const second = Buffer.from(zip.subarray(zip.readUInt32LE(zip.length - 6)));
  second.writeUInt32LE(zip.length, second.length - 6);
  zip.writeUInt16LE(second.length, zip.length - 2);
  return Buffer.concat([zip, second]);
}

function withCutRecord(): Buffer {
  const record = Buffer.from('PK\x01\x02', 'latin1');
  const end = buildZip([], { stated: { entryCount: 1, directorySize: 4 } });
  return Buffer.concat([record, end]);
}

describe('any content', () => {
  const problems = [null, ...Object.values(ZIP_PROBLEMS)];

  it('never fails on bytes that were changed at random', () => {
    const bases = [
      ordinary,
      buildZip([plain, packed], { isZip64: true }),
      buildZip([{ ...packed, isStreamed: true, extra: zip64Extra(1, 2, 3) }, folder]),
    ];
    const interesting = fc.oneof(
      fc.integer({ min: 0, max: 255 }),
      fc.constantFrom(0, 1, 0x50, 0x4b, 0x7f, 0x80, 0xff),
    );
    const change = fc.record({
      at: fc.double({ min: 0, max: 1, noNaN: true }),
      bytes: fc.array(interesting, { minLength: 1, maxLength: 8 }),
    });
    fc.assert(
      fc.property(
        fc.constantFrom(...bases),
        fc.array(change, { maxLength: 8 }),
        fc.nat({ max: 60 }),
        (base, changes, cut) => {
          const zip = Buffer.from(base.subarray(0, base.length - (cut > 50 ? cut - 50 : 0)));
          for (const { at, bytes } of changes) {
            zip.set(
              bytes.slice(0, zip.length),
              Math.floor(at * Math.max(0, zip.length - bytes.length)),
            );
          }
          expect(problems).toContain(findZipProblem(zip));
        },
      ),
      { numRuns: 5_000 },
    );
  });

  it('never fails on bytes that merely contain its signatures', () => {
    const signature = fc
      .constantFrom('PK\x01\x02', 'PK\x03\x04', 'PK\x05\x06', 'PK\x06\x06', 'PK\x06\x07')
      .map((value) => Buffer.from(value, 'latin1'));
    const piece = fc.oneof(
      signature,
      fc.uint8Array({ maxLength: 60 }).map((value) => Buffer.from(value)),
      fc.nat({ max: 80 }).map((length) => Buffer.alloc(length)),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
        expect(problems).toContain(findZipProblem(Buffer.concat(pieces)));
      }),
      { numRuns: 2_000 },
    );
  });

  it('is quick on the worst of 10 MB', () => {
    const started = performance.now();
    findZipProblem(Buffer.alloc(10 * 1024 * 1024, 'PK\x05\x06', 'latin1'));
    findZipProblem(
      buildZip(
        Array.from({ length: 10_000 }, (_, index) => ({ name: `${index}`.padEnd(450, 'n') })),
      ),
    );
    expect(performance.now() - started).toBeLessThan(1_000);
  });
});
