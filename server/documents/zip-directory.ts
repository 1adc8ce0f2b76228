const END_SIGNATURE = 0x06054b50;
const END_SIZE = 22;
const MAX_COMMENT = 0xffff;
const ZIP64_LOCATOR_SIGNATURE = 0x07064b50;
const ZIP64_LOCATOR_SIZE = 20;
const ZIP64_END_SIGNATURE = 0x06064b50;
const ZIP64_END_SIZE = 56;
const ENTRY_SIGNATURE = 0x02014b50;
const ENTRY_SIZE = 46;
const LOCAL_SIGNATURE = 0x04034b50;
const LOCAL_SIZE = 30;
const ZIP64_EXTRA = 0x0001;
const UNICODE_PATH_EXTRA = 0x7075;
const IS_ENCRYPTED = 0x0001;
const HAS_SIZES_BEHIND_DATA = 0x0008;
const STORED = 0;
const IN_ZIP64_16 = 0xffff;
const IN_ZIP64_32 = 0xffffffff;

const MAX_ENTRIES = 10_000;
const MAX_UNPACKED_BYTES = 1024 * 1024 * 1024;
const MAX_RATIO = 200;

export const ZIP_PROBLEMS = {
  unreadable: 'the archive is damaged or contradicts itself',
  tooManyEntries: 'the archive holds more than 10,000 files',
  tooLarge: 'the archive would unpack to more than 1 GB',
  tooCompressed: 'the archive would unpack to more than 200 times its size',
  unsafeName: 'the archive holds a file name that leads outside its folder',
} as const;

type Directory = { start: number; end: number; entryCount: number };
type Sizes = { size: number; compressedSize: number; localOffset: number };
type Entry = Sizes & { name: Buffer; otherName: Buffer | null; flags: number; method: number };

/** Reads the directory of a whole zip, inflating nothing; returns what is wrong with it, or null. */
export function findZipProblem(bytes: Buffer): string | null {
  const directory = locateDirectory(bytes);
  if (!directory) return ZIP_PROBLEMS.unreadable;
  if (directory.entryCount > MAX_ENTRIES) return ZIP_PROBLEMS.tooManyEntries;
  const entries = readEntries(bytes, directory);
  if (!entries) return ZIP_PROBLEMS.unreadable;

  const isNameUnsafe = entries.some(
    ({ name, otherName }) => leadsOutside(name) || (otherName !== null && leadsOutside(otherName)),
  );
  if (isNameUnsafe) return ZIP_PROBLEMS.unsafeName;
  if (!areEntriesSound(bytes, entries, directory)) return ZIP_PROBLEMS.unreadable;

  const unpacked = entries.reduce((sum, { size }) => sum + size, 0);
  const packed = entries.reduce((sum, { compressedSize }) => sum + compressedSize, 0);
  if (unpacked > MAX_UNPACKED_BYTES) return ZIP_PROBLEMS.tooLarge;
  if (unpacked > packed * MAX_RATIO) return ZIP_PROBLEMS.tooCompressed;
  return null;
}

function locateDirectory(bytes: Buffer): Directory | null {
  const candidates: number[] = [];
  const first = Math.max(0, bytes.length - END_SIZE - MAX_COMMENT);
  for (let offset = bytes.length - END_SIZE; offset >= first; offset -= 1) {
    const isEnd =
      bytes.readUInt32LE(offset) === END_SIGNATURE &&
      offset + END_SIZE + bytes.readUInt16LE(offset + 20) === bytes.length;
    if (isEnd) candidates.push(offset);
  }
  const [end, ...others] = candidates;
  // With two possible ends, two programs may see two different archives.
  if (end === undefined || others.length > 0) return null;

  const described = {
    disk: bytes.readUInt16LE(end + 4),
    firstDisk: bytes.readUInt16LE(end + 6),
    diskEntryCount: bytes.readUInt16LE(end + 8),
    entryCount: bytes.readUInt16LE(end + 10),
    size: bytes.readUInt32LE(end + 12),
    start: bytes.readUInt32LE(end + 16),
  };
  const locator = end - ZIP64_LOCATOR_SIZE;
  if (locator >= 0 && bytes.readUInt32LE(locator) === ZIP64_LOCATOR_SIGNATURE) {
    return readZip64End(bytes, locator, described);
  }
  return checkDirectory(described, end);
}

type DescribedDirectory = {
  disk: number;
  firstDisk: number;
  diskEntryCount: number;
  entryCount: number;
  size: number;
  start: number;
};

function checkDirectory(described: DescribedDirectory, end: number): Directory | null {
  const { disk, firstDisk, diskEntryCount, entryCount, size, start } = described;
  const isWhole = disk === 0 && firstDisk === 0 && diskEntryCount === entryCount;
  return isWhole && start + size === end ? { start, end, entryCount } : null;
}

function readZip64End(bytes: Buffer, locator: number, short: DescribedDirectory): Directory | null {
  const end = readUInt64(bytes, locator + 8);
  const isRecord =
    end + ZIP64_END_SIZE <= locator &&
    bytes.readUInt32LE(end) === ZIP64_END_SIGNATURE &&
    end + 12 + readUInt64(bytes, end + 4) === locator;
  if (!isRecord) return null;
  const described: DescribedDirectory = {
    disk: bytes.readUInt32LE(end + 16),
    firstDisk: bytes.readUInt32LE(end + 20),
    diskEntryCount: readUInt64(bytes, end + 24),
    entryCount: readUInt64(bytes, end + 32),
    size: readUInt64(bytes, end + 40),
    start: readUInt64(bytes, end + 48),
  };
  const agrees =
    isSameOrMarked(short.diskEntryCount, described.diskEntryCount, IN_ZIP64_16) &&
    isSameOrMarked(short.entryCount, described.entryCount, IN_ZIP64_16) &&
    isSameOrMarked(short.size, described.size, IN_ZIP64_32) &&
    isSameOrMarked(short.start, described.start, IN_ZIP64_32);
  return agrees ? checkDirectory(described, end) : null;
}

function isSameOrMarked(short: number, long: number, marker: number): boolean {
  return short === long || short === marker;
}

// Beyond 2^53 the value is only compared, always with something smaller: rounding cannot make it fit.
function readUInt64(bytes: Buffer, offset: number): number {
  return Number(bytes.readBigUInt64LE(offset));
}

function readEntries(bytes: Buffer, { start, end, entryCount }: Directory): Entry[] | null {
  const entries: Entry[] = [];
  let offset = start;
  while (entries.length < entryCount) {
    const fixedEnd = offset + ENTRY_SIZE;
    if (fixedEnd > end || bytes.readUInt32LE(offset) !== ENTRY_SIGNATURE) return null;
    const nameEnd = fixedEnd + bytes.readUInt16LE(offset + 28);
    const extraEnd = nameEnd + bytes.readUInt16LE(offset + 30);
    const next = extraEnd + bytes.readUInt16LE(offset + 32);
    if (next > end || ![0, IN_ZIP64_16].includes(bytes.readUInt16LE(offset + 34))) return null;
    const extra = bytes.subarray(nameEnd, extraEnd);
    const sizes = resolveSizes(extra, {
      compressedSize: bytes.readUInt32LE(offset + 20),
      size: bytes.readUInt32LE(offset + 24),
      localOffset: bytes.readUInt32LE(offset + 42),
    });
    // With two of them, two programs may see two different names.
    const [otherName, ...furtherNames] = readOtherNames(extra);
    if (!sizes || furtherNames.length > 0) return null;
    entries.push({
      ...sizes,
      name: bytes.subarray(fixedEnd, nameEnd),
      otherName: otherName ?? null,
      flags: bytes.readUInt16LE(offset + 8),
      method: bytes.readUInt16LE(offset + 10),
    });
    offset = next;
  }
  return offset === end ? entries : null;
}

// Programs pad this area freely, so what does not parse is skipped, not rejected. Only what is asked for is stored: an archive of
// nothing but such fields has millions.
function* readExtras(area: Buffer, wanted: number): Generator<Buffer> {
  let offset = 0;
  while (offset + 4 <= area.length) {
    const dataEnd = offset + 4 + area.readUInt16LE(offset + 2);
    if (dataEnd > area.length) break;
    if (area.readUInt16LE(offset) === wanted) yield area.subarray(offset + 4, dataEnd);
    offset = dataEnd;
  }
}

function findExtra(area: Buffer, wanted: number): Buffer | null {
  for (const data of readExtras(area, wanted)) return data;
  return null;
}

/** The names of an entry in Unicode: at most one, or two when there are too many. */
function readOtherNames(extra: Buffer): Buffer[] {
  const names: Buffer[] = [];
  for (const data of readExtras(extra, UNICODE_PATH_EXTRA)) {
    if (data.length > 5) names.push(data.subarray(5));
    if (names.length === 2) break;
  }
  return names;
}

/** Replaces the values that are marked as too long for 32 bits by those of the zip64 field. */
function resolveSizes(extra: Buffer, short: Sizes): Sizes | null {
  const data = findExtra(extra, ZIP64_EXTRA) ?? Buffer.alloc(0);
  const resolved = { ...short };
  let offset = 0;
  for (const field of ['size', 'compressedSize', 'localOffset'] as const) {
    if (short[field] !== IN_ZIP64_32) continue;
    if (offset + 8 > data.length) return null;
    resolved[field] = readUInt64(data, offset);
    offset += 8;
  }
  return resolved;
}

// Compared as bytes: in every encoding that zips use, these characters have their ASCII codes.
function leadsOutside(name: Buffer): boolean {
  const text = name.toString('latin1');
  return (
    text === '' ||
    /[\0\\]/.test(text) ||
    text.startsWith('/') ||
    /^[a-z]:/i.test(text) ||
    /(?:^|\/)\.\.(?:\/|$)/.test(text)
  );
}

function areEntriesSound(bytes: Buffer, entries: Entry[], directory: Directory): boolean {
  let previousEnd = 0;
  for (const entry of entries.toSorted((a, b) => a.localOffset - b.localOffset)) {
    const { localOffset } = entry;
    if (localOffset < previousEnd || localOffset + LOCAL_SIZE > directory.start) return false;
    const dataStart = findDataStart(bytes, entry);
    if (dataStart === null) return false;
    previousEnd = dataStart + entry.compressedSize;
    if (previousEnd > directory.start) return false;
    const isPlain = entry.method === STORED && (entry.flags & IS_ENCRYPTED) === 0;
    if (isPlain && entry.size !== entry.compressedSize) return false;
  }
  return true;
}

/** The offset behind the entry's own header, null when that header contradicts the directory. */
function findDataStart(bytes: Buffer, { localOffset, ...entry }: Entry): number | null {
  if (bytes.readUInt32LE(localOffset) !== LOCAL_SIGNATURE) return null;
  const nameStart = localOffset + LOCAL_SIZE;
  const nameEnd = nameStart + bytes.readUInt16LE(localOffset + 26);
  const extraEnd = nameEnd + bytes.readUInt16LE(localOffset + 28);
  if (extraEnd > bytes.length) return null;
  const sizes = resolveSizes(bytes.subarray(nameEnd, extraEnd), {
    compressedSize: bytes.readUInt32LE(localOffset + 18),
    size: bytes.readUInt32LE(localOffset + 22),
    localOffset: 0,
  });
  if (!sizes) return null;
  const isLeftOpen = (bytes.readUInt16LE(localOffset + 6) & HAS_SIZES_BEHIND_DATA) !== 0;
  const agrees = (stated: number, known: number) =>
    stated === known || (isLeftOpen && stated === 0);
  const isSame =
    bytes.subarray(nameStart, nameEnd).equals(entry.name) &&
    bytes.readUInt16LE(localOffset + 8) === entry.method &&
    agrees(sizes.size, entry.size) &&
    agrees(sizes.compressedSize, entry.compressedSize);
  return isSame ? extraEnd : null;
}
