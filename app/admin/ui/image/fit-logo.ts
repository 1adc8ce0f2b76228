import { SETTINGS_LIMITS } from '#shared/site-settings/values.ts';

type Size = { width: number; height: number };

/** Keeps the height and takes the proportions of the file, if it can be read. */
export async function fitLogo(url: string, { width, height }: Size): Promise<Size> {
  if (url === '') return { width, height };
  const image = new Image();
  image.src = url;
  try {
    await image.decode();
  } catch {
    return { width, height };
  }
  const { naturalWidth, naturalHeight } = image;
  const { logoMin: min, logoMax: max } = SETTINGS_LIMITS;
  const scale = Math.min(height / naturalHeight, max / naturalWidth);
  const fit = (length: number) => Math.max(min, Math.round(length * scale));
  return { width: fit(naturalWidth), height: fit(naturalHeight) };
}
