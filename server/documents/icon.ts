import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import type { IconTask } from './tasks/tasks.ts';

const BUILT_IN_MARK = join(import.meta.dirname, '../../public/favicon.svg');
const CERAMIC = '#f7f9fb';
/** Share of the side that systems may cut off. */
const SAFE_EDGE = 0.12;

/** Systems put black behind transparent icons, so some get a background. */
export async function renderIcon({
  image,
  size,
  height = size,
  hasGround,
}: IconTask): Promise<Uint8Array> {
  const background = hasGround ? CERAMIC : '#0000';
  const edge = hasGround ? Math.round(size * SAFE_EDGE) : 0;
  const icon = sharp(image ?? (await readFile(BUILT_IN_MARK)))
    .resize(size - 2 * edge, height - 2 * edge, { fit: 'contain', background })
    .extend({ top: edge, bottom: edge, left: edge, right: edge, background });
  return (hasGround ? icon.flatten({ background }) : icon).png().toBuffer();
}
