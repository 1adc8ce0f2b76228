import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import {
  animatedWebp,
  bitmapOf,
  box,
  iconOf,
  nestedBoxes,
  noisyGif,
  pngChunk,
  pngOf,
} from '#tests/support/hostile/images.ts';
import { buildZip } from '#tests/support/hostile/zip.ts';

export type Shape = (bytes: number) => string | Buffer;

function repeat(unit: string, { head = '', tail = '' } = {}): (bytes: number) => string {
  return (bytes) =>
    head + unit.repeat(Math.max(1, Math.floor((bytes - head.length) / unit.length))) + tail;
}

const MARKS = '*_~`[]<&\\|!#>-+=:.@^'.split('');
const PAIRS = '*_]<'.split('').flatMap((a) => '*_~`[&'.split('').map((b) => `${a}${b}`));
const STRINGS = [
  '*a_ ',
  '**a* ',
  '***a',
  '_a*_b*',
  '~~a ',
  '`a``b',
  '[a](',
  '![a](<b',
  '[a][b]',
  '[^a]',
  '[a]: b\n',
  '[^a]: b\n\n',
  '](b)',
  '<a b="',
  '<!--',
  '<b>',
  '</b>',
  '<p a=b ',
  '&amp;',
  'www.',
  '_www.',
  'www._',
  'http://a_',
  'a@b.c ',
  'a.a@',
  '|a|b',
  'x|\n',
  'a\n',
  'a\n\n',
  'a  \n',
  '- a\n',
  '- a\n\n',
  '> a\n\n',
  '- > ',
  '1. - ',
  '* *\n',
  '- - - - - - - a\n',
  '- [ ] a\n',
  'a\n---\n',
  '# a\n',
  '``` \n',
  '    a\n',
  '<div>\n',
  'a',
  'é',
  '\u0301',
  '\t',
  '\r',
];

/** Long runs of each mark and of pairs of them, nesting and repetition of each construct. */
export const MARKDOWN: Record<string, Shape> = {
  ...Object.fromEntries(
    [...MARKS, ...PAIRS, ...STRINGS].map((unit) => [JSON.stringify(unit), repeat(unit)]),
  ),
  'formatting × blocks of HTML': (bytes) =>
    Array.from({ length: bytes / 14 }, (_, at) => `<p><b a=${at}>`).join(''),
  'open elements × end tags of HTML': (bytes) =>
    '<div>'.repeat(bytes / 10) + '</p>'.repeat(bytes / 8),
};

const OPEN = '<svg xmlns="http://www.w3.org/2000/svg">';

function svg(unit: string, head = '', tail = ''): Shape {
  return repeat(unit, { head: OPEN + head, tail: `${tail}<rect/></svg>` });
}

function styled(rule: (bytes: number) => string): Shape {
  const elements = (bytes: number) => '<rect class="a"/>'.repeat(bytes / 2 / 17);
  return (bytes) => `${OPEN}<style>${rule(bytes / 2)}</style>${elements(bytes)}</svg>`;
}

export const DRAWINGS: Record<string, Shape> = {
  'declarations of a rule × elements': styled(
    (bytes) => `.a{${Array.from({ length: bytes / 12 }, (_, at) => `--x${at}:1`).join(';')}}`,
  ),
  'a long value × elements': styled((bytes) => `.a{fill:${'a'.repeat(bytes)}}`),
  'rules × elements': styled((bytes) => '.a{fill:red;stroke:red}'.repeat(bytes / 23)),
  selectors: svg('.a,', '<style>', '.a{fill:red}</style>'),
  'style of an element': svg('fill:red;', '<rect style="', '"/>'),
  'comments of a style': svg('/*', '<style>', '</style>'),
  'deep groups': svg('<g>'),
  elements: svg('<rect/>'),
  attributes: (bytes) =>
    `${OPEN}<rect ${Array.from({ length: bytes / 12 }, (_, at) => `a${at}="1"`).join(' ')}/></svg>`,
  'path data': svg('M1 1 ', '<path d="', '"/>'),
  references: svg('url(#a) ', '<path fill="', '"/>'),
  brackets: svg('(', '<path fill="', '"/>'),
  entities: svg('&amp;', '<title>', '</title>'),
  uses: svg('<use href="#a"/>', '<g id="a"/>'),
  'comments of XML': svg('<!-- -->'),
  instructions: svg('<?a b?>'),
};

function archive(bytes: number, name: (at: number) => string, extra?: Buffer): Buffer {
  const first = name(0);
  // Name and record stand in the file twice.
  const each = 2 * first.length + 76 + (extra?.length ?? 0);
  const count = Math.min(10_000, Math.floor(bytes / each));
  return buildZip(
    Array.from({ length: count }, (_, at) => ({ name: name(at), ...(extra ? { extra } : {}) })),
  );
}

const FIELDS = Buffer.alloc(60_000);
for (let at = 0; at < FIELDS.length; at += 12) {
  FIELDS.writeUInt16LE(0x9999, at);
  FIELDS.writeUInt16LE(8, at + 2);
}

export const ARCHIVES: Record<string, Shape> = {
  'many entries': (bytes) => archive(bytes, (at) => `${at}`.padStart(40, 'a')),
  'long names of slashes': (bytes) => archive(bytes, (at) => `a${'/'.repeat(60_000)}${at}`),
  'extra fields': (bytes) => archive(bytes, (at) => `${at}`, FIELDS),
};

/** Files of an order that nobody decodes, and archives that inflate to far more than they are. */
export const FILES: Record<string, Buffer> = {
  'bomb.zip': buildZip([{ name: 'a', data: Buffer.alloc(100_000_000), isDeflated: true }]),
  'bombs.zip': buildZip(
    Array.from({ length: 50 }, (_, at) => ({
      name: `${at}.zip`,
      data: Buffer.alloc(1_000_000),
      isDeflated: true,
    })),
  ),
  'brackets.pdf': Buffer.from(`%PDF-${'('.repeat(3_000_000)}`),
  // Each looks like the beginning of the end of the file.
  'boundaries.pdf': Buffer.from(`%PDF-${'\r\n--'.repeat(750_000)}`),
};

function blank(width: number, height: number) {
  return sharp({ create: { width, height, channels: 3, background: '#07c' } });
}

const MANY_BYTES = 3_000_000;
/** Inflates to a thousand times its size. */
const BOMB = deflateSync(Buffer.alloc(50_000_000));

function many(part: Buffer): Buffer {
  return Buffer.alloc(part.length * Math.floor(MANY_BYTES / part.length), part);
}

function patch(image: Buffer, mark: string | Buffer, offset: number, bytes: number[]): Buffer {
  const copy = Buffer.from(image);
  copy.set(bytes, copy.indexOf(mark) + offset);
  return copy;
}

/** Images that are small as files, or lie about what is in them; the decoder has its own threads. */
export async function buildImages(): Promise<Record<string, Buffer>> {
  const jpeg = await blank(1_000, 1_000).jpeg({ progressive: true }).toBuffer();
  const scan = jpeg.subarray(jpeg.lastIndexOf(Buffer.from([0xff, 0xda])), -2);
  const gif = await blank(500, 500).gif().toBuffer();
  const frame = gif.subarray(gif.indexOf(Buffer.from([0x21, 0xf9])), -1);
  const webp = await blank(1, 1).webp({ lossless: true }).toBuffer();
  const avif = await blank(64, 64).avif({ effort: 0 }).toBuffer();
  const whole = { jpg: jpeg, gif, webp, avif, png: await blank(300, 300).png().toBuffer() };
  const brand = avif.subarray(0, avif.readUInt32BE(0));
  return {
    ...Object.fromEntries(
      Object.entries(whole).map(([ending, image]) => [
        `cut.${ending}`,
        image.subarray(0, image.length / 2),
      ]),
    ),
    'narrow.png': await blank(1, 65_535).png().toBuffer(),
    'large.png': await blank(6_300, 6_300).png({ compressionLevel: 9 }).toBuffer(),
    'too-large.png': await blank(16_000, 16_000).png({ compressionLevel: 9 }).toBuffer(),
    'claims.png': pngOf(65_535, 65_535),
    'claims-one-row.png': pngOf(0x7fffffff, 1),
    'endless-chunk.png': pngOf(9, 9, BOMB, pngChunk('teSt', Buffer.alloc(9), 0x7fffffff)),
    'chunks.png': pngOf(9, 9, BOMB, many(pngChunk('teSt'))),
    'texts.png': pngOf(
      9,
      9,
      BOMB,
      many(pngChunk('zTXt', Buffer.concat([Buffer.alloc(2, 'a\0'), BOMB]))),
    ),
    'claims.jpeg': patch(jpeg, Buffer.from([0xff, 0xc2]), 5, [0xff, 0xdc, 0xff, 0xdc]),
    'segments.jpg': Buffer.concat([
      jpeg.subarray(0, 2),
      many(Buffer.from([0xff, 0xe1, 0x00, 0x02])),
      jpeg.subarray(2),
    ]),
    'scans.jpg': Buffer.concat([
      jpeg.subarray(0, -2),
      ...Array.from({ length: 5_000 }, () => scan),
      jpeg.subarray(-2),
    ]),
    'claims.gif': patch(gif, 'GIF8', 6, [0xff, 0xff, 0xff, 0xff]),
    'frames.gif': Buffer.concat([
      gif.subarray(0, -1),
      ...Array.from({ length: 2_000 }, () => frame),
      gif.subarray(-1),
    ]),
    'pixels.gif': await noisyGif(500, 80),
    'cut.ico': iconOf(whole.png).subarray(0, -9),
    'png.ico': iconOf(pngOf(65_535, 65_535)),
    'claims.ico': iconOf(bitmapOf(0x7fffffff, { depth: 32 })),
    'colours.ico': iconOf(bitmapOf(256, { depth: 1 })),
    'entries.ico': iconOf(bitmapOf(256, { depth: 32 }), 65_535),
    'frames.webp': animatedWebp(1, webp.subarray(12), 100_000),
    'claims.webp': animatedWebp(0xffffff, webp.subarray(12), 2),
    'endless.webp': patch(webp, 'RIFF', 4, [0xff, 0xff, 0xff, 0xff]),
    'claims.avif': patch(avif, 'ispe', 8, [0, 0, 0xff, 0xff, 0, 0, 0xff, 0xff]),
    'nested.avif': Buffer.concat([brand, nestedBoxes('meta', MANY_BYTES / 12)]),
    'boxes.avif': Buffer.concat([
      brand,
      many(box('free', Buffer.alloc(0))),
      avif.subarray(brand.length),
    ]),
    'endless-box.avif': Buffer.concat([brand, box('meta', Buffer.alloc(8, 0x7f), 1)]),
  };
}
