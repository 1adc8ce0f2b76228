import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import type { IconTask } from './tasks/tasks.ts';

const BUILT_IN_MARK = join(import.meta.dirname, '../../public/favicon.svg');
const CERAMIC = '#f7f9fb';
/** As a part of the side: systems cut icons into their own shapes, but no further in. */
const SAFE_EDGE = 0.12;

/** A PNG of an image, or of the built-in mark; with a ground where the system would put black behind it. */
export async function renderIcon({ image, size, hasGround }: IconTask): Promise<Uint8Array> {
  const background = hasGround ? CERAMIC : '#0000';
  const edge = hasGround ? Math.round(size * SAFE_EDGE) : 0;
  const side = size - 2 * edge;
  const icon = sharp(image ?? (await readFile(BUILT_IN_MARK)))
    .resize(side, side, { fit: 'contain', background })
    .extend({ top: edge, bottom: edge, left: edge, right: edge, background });
  return (hasGround ? icon.flatten({ background }) : icon).png().toBuffer();
}
