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
  const hues = new Map<number, number>();
  const colors = [...counts].flatMap(([hex, count]) => {
    const color = toOklch(hex);
    if (!hasColor(color)) return [];
    const hue = Math.round((color.h / (2 * Math.PI)) * HUES + HUES) % HUES;
    hues.set(hue, (hues.get(hue) ?? 0) + count);
    return { hex, count, hue };
  });
  const ofHue = ({ hue }: { hue: number }) => hues.get(hue) ?? 0;
  const [most] = colors.toSorted((a, b) => ofHue(b) - ofHue(a) || b.count - a.count);
  return most?.hex ?? '';
}
