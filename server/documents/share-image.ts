import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { Resvg } from '@resvg/resvg-js';
import type { ReactNode } from 'react';
import satori, { type Font } from 'satori';
import { COMPANY } from '#shared/company/values.ts';
import type { ShareText } from './tasks.ts';

const WIDTH = 1200;
const HEIGHT = 630;
const EDGE = 72;
const PATTERN_START = 880;

const CERAMIC = '#f7f9fb';
const INK = '#142038';
const INK_MUTED = '#4a5a75';
const COBALT = '#1f4fa3';
const COBALT_LIGHT = '#4f78c0';
const TURQUOISE = '#127a79';
const TURQUOISE_PALE = '#d9efed';

const STAR = 'M24 0 17 7V17H7L0 24-7 17H-17V7L-24 0-17-7V-17H-7L0-24 7-17H17V-7z';
const INNER_STAR =
  'M12 0 8.5 3.5V8.5H3.5L0 12-3.5 8.5H-8.5V3.5L-12 0-8.5-3.5V-8.5H-3.5L0-12 3.5-8.5H8.5V-3.5z';

// One family name per subset: satori looks for a missing letter in the next family, not in a second file of the same one.
const FONT_FILES = [
  [
    'Display',
    '@fontsource/bricolage-grotesque/files/bricolage-grotesque-latin-600-normal.woff',
    600,
  ],
  [
    'Display Ext',
    '@fontsource/bricolage-grotesque/files/bricolage-grotesque-latin-ext-600-normal.woff',
    600,
  ],
  ['Text', '@fontsource/inter/files/inter-latin-500-normal.woff', 500],
  ['Text Ext', '@fontsource/inter/files/inter-latin-ext-500-normal.woff', 500],
] as const;

const DISPLAY = 'Display, Display Ext, Text, Text Ext';
const TEXT = 'Text, Text Ext';

const { resolve } = createRequire(import.meta.url);
let fonts: Promise<Font[]> | null = null;

function loadFonts(): Promise<Font[]> {
  return Promise.all(
    FONT_FILES.map(async ([name, file, weight]) => ({
      name,
      weight,
      style: 'normal' as const,
      data: await readFile(resolve(file)),
    })),
  );
}

type Style = Record<string, string | number>;
type Part = { type: string; props: { style: Style; children?: Part[] | string } };

function part(style: Style, children?: Part[] | string): Part {
  return {
    type: 'div',
    props: { style: { display: 'flex', ...style }, ...(children && { children }) },
  };
}

function titleSize(title: string): number {
  if (title.length <= 28) return 84;
  if (title.length <= 60) return 66;
  return title.length <= 100 ? 54 : 44;
}

function shorten(text: string, max: number): string {
  const letters = Array.from(text);
  if (letters.length <= max) return text;
  const start = letters.slice(0, max - 1).join('');
  return `${start.trimEnd()}…`;
}

function layOut({ eyebrow, title }: ShareText): Part {
  const shown = shorten(title, 140);
  return part(
    {
      flexDirection: 'column',
      justifyContent: 'space-between',
      boxSizing: 'border-box',
      width: WIDTH,
      height: HEIGHT,
      padding: EDGE,
    },
    [
      part({ fontFamily: TEXT, fontSize: 34, color: TURQUOISE }, shorten(eyebrow, 60)),
      part(
        {
          width: PATTERN_START - EDGE - 48,
          fontFamily: DISPLAY,
          fontSize: titleSize(shown),
          lineHeight: 1.1,
          letterSpacing: '-0.02em',
          color: INK,
          wordBreak: 'break-word',
        },
        shown,
      ),
      part({ alignItems: 'center', fontFamily: TEXT, fontSize: 32, color: INK_MUTED }, [
        part({ width: 64, height: 2, marginRight: 24, backgroundColor: COBALT }),
        part({}, COMPANY.name),
      ]),
    ],
  );
}

function ornament(): string {
  const pitch = (WIDTH - PATTERN_START) / 4;
  const scale = pitch / 48;
  const marked = new Set(['1:2', '2:5']);
  const stars: string[] = [];
  for (let column = 0; column < 4; column += 1) {
    for (let row = 0; row < 8; row += 1) {
      const isMarked = marked.has(`${column}:${row}`);
      const x = PATTERN_START + pitch / 2 + column * pitch;
      const y = pitch / 2 + row * pitch;
      stars.push(
        `<g transform="translate(${x} ${y}) scale(${scale})" stroke-linejoin="round">` +
          `<path d="${STAR}" fill="${isMarked ? TURQUOISE_PALE : 'none'}" stroke="${isMarked ? TURQUOISE_PALE : COBALT_LIGHT}"/>` +
          `<path d="${INNER_STAR}" fill="none" stroke="${isMarked ? COBALT : COBALT_LIGHT}"/></g>`,
      );
    }
  }
  return stars.join('');
}

const BACKGROUND =
  `<rect width="${WIDTH}" height="${HEIGHT}" fill="${CERAMIC}"/>` +
  `<rect x="${PATTERN_START}" width="${WIDTH - PATTERN_START}" height="${HEIGHT}" fill="${COBALT}"/>${ornament()}`;

export async function renderShareImage(text: ShareText): Promise<Uint8Array> {
  fonts ??= loadFonts();
  // satori takes the shape of React elements; these parts are exactly that.
  const parts = layOut(text) as unknown as ReactNode;
  const letters = await satori(parts, { width: WIDTH, height: HEIGHT, fonts: await fonts });
  const svg = letters.replace(/^<svg[^>]*>/, (opening) => `${opening}${BACKGROUND}`);
  // Here, in its own thread, and not in one of libuv's, which the files need.
  const image = new Resvg(svg, { font: { loadSystemFonts: false } }).render();
  // A plain array: what the drawing library hands out cannot be moved to another thread.
  return Uint8Array.from(image.asPng());
}
