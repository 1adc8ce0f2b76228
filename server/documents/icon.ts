import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Resvg } from '@resvg/resvg-js';
import type { IconTask } from './tasks.ts';

const BUILT_IN_MARK = join(import.meta.dirname, '../../public/favicon.svg');
const CERAMIC = '#f7f9fb';
/** In percent of its side: systems cut icons into their own shapes, but no further in. */
const SAFE_EDGE = 12;

/** A PNG of an image, or of the built-in mark; with a ground where the system would put black behind it. */
export async function renderIcon({ image, size, hasGround }: IconTask): Promise<Uint8Array> {
  const { bytes, type } = image ?? { bytes: await readFile(BUILT_IN_MARK), type: 'image/svg+xml' };
  const edge = hasGround ? SAFE_EDGE : 0;
  const side = 100 - 2 * edge;
  const ground = hasGround ? `<rect width="100" height="100" fill="${CERAMIC}"/>` : '';
  const source = `data:${type};base64,${Buffer.from(bytes).toString('base64')}`;
  const drawing = new Resvg(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 100 100">${ground}<image x="${edge}" y="${edge}" width="${side}" height="${side}" href="${source}"/></svg>`,
    { font: { loadSystemFonts: false } },
  );
  return drawing.render().asPng();
}
