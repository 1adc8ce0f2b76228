import sharp from 'sharp';
import { toOklch } from '#shared/brand/accent.ts';

const MAX_SIDE = 96;
const MIN_ALPHA = 128;
const MIN_CHROMA = 0.04;
const MIN_LIGHTNESS = 0.2;
/** Pale above it, unless the colour is as strong as yellow. */
const MAX_LIGHTNESS = 0.93;
const STRONG_CHROMA = 0.1;
const HUES = 12;

function hasColor({ l, c }: ReturnType<typeof toOklch>): boolean {
  const isPale = l > MAX_LIGHTNESS && c < STRONG_CHROMA;
  return c >= MIN_CHROMA && l >= MIN_LIGHTNESS && !isPale;
}

function findMost<Key>(counts: Map<Key, number>): Key | undefined {
  return [...counts].toSorted(([, a], [, b]) => b - a)[0]?.[0];
}

/** The most frequent colour of the most frequent hue; empty for a logo in white, black and grey. */
export async function readLogoColor(bytes: Uint8Array): Promise<string> {
  const pixels = await sharp(bytes)
    .resize(MAX_SIDE, MAX_SIDE, { fit: 'inside', kernel: 'nearest' })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer();
  const counts = new Map<string, number>();
  for (let at = 0; at < pixels.length; at += 4) {
    if ((pixels[at + 3] ?? 0) < MIN_ALPHA) continue;
    const hex = `#${pixels.toString('hex', at, at + 3)}`;
    counts.set(hex, (counts.get(hex) ?? 0) + 1);
  }
  const colors = Array.from(counts, ([hex, count]) => ({ hex, count, color: toOklch(hex) }))
    .filter(({ color }) => hasColor(color))
    .map(({ color, ...rest }) => ({
      ...rest,
      hue: Math.round((color.h / (2 * Math.PI)) * HUES + HUES) % HUES,
    }));
  const hues = new Map<number, number>();
  for (const { hue, count } of colors) hues.set(hue, (hues.get(hue) ?? 0) + count);
  const most = findMost(hues);
  const ofHue = colors.filter(({ hue }) => hue === most);
  return findMost(new Map(ofHue.map(({ hex, count }) => [hex, count]))) ?? '';
}
