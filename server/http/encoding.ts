import { promisify } from 'node:util';
import { brotliCompress, constants, gzip, zstdCompress } from 'node:zlib';

export type Encoding = (typeof ENCODINGS)[number];

/** Those we know, the best first: Zstandard takes two thirds of the time of Brotli for as small an answer in haste, and is never kept. */
const ENCODINGS = ['zstd', 'br', 'gzip'] as const;

/** Browsers send few different headers. */
const MOST_CHOICES = 100;
const choices = new Map<string, readonly Encoding[]>();

const brotliAsync = promisify(brotliCompress);
const gzipAsync = promisify(gzip);
const zstdAsync = promisify(zstdCompress);

/** The encodings that an `Accept-Encoding` header allows, the best first (RFC 9110, section 12.5.3). */
export function acceptedEncodings(header: string | null): readonly Encoding[] {
  if (!header) return [];
  const known = choices.get(header);
  if (known !== undefined) return known;
  const choice = readHeader(header);
  if (choices.size >= MOST_CHOICES) choices.clear();
  choices.set(header, choice);
  return choice;
}

function readHeader(header: string): readonly Encoding[] {
  const accepted = new Map(
    header
      .slice(0, 500)
      .toLowerCase()
      .split(',')
      .map((part) => {
        const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim());
        const quality = parameters.find((parameter) => parameter.startsWith('q='));
        return [name, quality === undefined ? 1 : Number(quality.slice(2))] as const;
      }),
  );
  return ENCODINGS.filter((encoding) => (accepted.get(encoding) ?? accepted.get('*') ?? 0) > 0);
}

/** For an answer that somebody waits for and nobody else gets. */
export const QUICK = { zstd: 3, br: 3, gzip: 3 } as const;
/** For one that is kept: a tenth smaller in twice the time. */
export const SMALL = { br: 5, gzip: 6 } as const;

export function compress(bytes: Uint8Array, encoding: Encoding, quality: number): Promise<Buffer> {
  if (encoding === 'gzip') return gzipAsync(bytes, { level: quality });
  if (encoding === 'zstd') {
    return zstdAsync(bytes, { params: { [constants.ZSTD_c_compressionLevel]: quality } });
  }
  return brotliAsync(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      // Without it the tables are made for a text without end, which takes a fifth longer.
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  });
}
