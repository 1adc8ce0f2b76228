/** An image is at most so wide; drawings have no width of their own. */
export const MAX_IMAGE_WIDTH = 2_000;

const SMALLER_WIDTHS = [480, 800, 1_200];

// Nothing ends the encoder of AVIF while it works: noise of so many pixels takes it 2 s, and a page of 2,000 x 10,000 would take 8.
const MAX_AVIF_PIXELS = 6e6;

const SIZED_IMAGE = /^(.+_(\d{1,5})x(\d{1,5}))\.webp$/;

const FOCUS = /^(.*)#focus-(\d+)-(\d+)$/;

type Variant = { url: string; width: number };

export type Variants = { width: number; height: number; avif: Variant[]; webp: Variant[] };

/** Ends the name of a stored image that has variants, without its ending: the size lets pages know all of them. */
export function sizeSuffix({ width, height }: { width: number; height: number }): string {
  return `_${width}x${height}`;
}

/** The size of an image and the files that it was stored as, the smallest first, by its name; null for drawings, animations and images that were stored before. */
export function variantsOf(url: string): Variants | null {
  const [, stem, ...size] = SIZED_IMAGE.exec(url) ?? [];
  if (!stem) return null;
  const [width = 0, height = 0] = size.map(Number);
  const widths = [...SMALLER_WIDTHS.filter((smaller) => smaller < width), width];
  const filesOf = (ending: string) =>
    widths.map((each) => ({ width: each, url: `${stem}_${each}.${ending}` }));
  return {
    width,
    height,
    avif: width * height > MAX_AVIF_PIXELS ? [] : filesOf('avif'),
    webp: [...filesOf('webp').slice(0, -1), { width, url }],
  };
}

export function filesOf(url: string): string[] {
  const { avif, webp } = variantsOf(url) ?? { avif: [], webp: [{ url }] };
  return [...avif, ...webp].map((file) => file.url);
}

/** The smallest variant of an image that has so many pixels across, where only one can be named. */
export function variantOfWidth(url: string, width: number): string {
  return variantsOf(url)?.webp.find((variant) => variant.width >= width)?.url ?? url;
}

/** What counts in an image where its edges are cut off, in percent from its left and its top. */
export type FocalPoint = { x: number; y: number };

/** The URL of an image's file, and the focal point, which stands behind it where there is one. */
export function splitImageUrl(url: string): { file: string; focus: FocalPoint | null } {
  const [, file, x, y] = FOCUS.exec(url) ?? [];
  return file === undefined
    ? { file: url, focus: null }
    : { file, focus: { x: Number(x), y: Number(y) } };
}

export function withFocus(url: string, focus: FocalPoint | null): string {
  const { file } = splitImageUrl(url);
  return focus ? `${file}#focus-${focus.x}-${focus.y}` : file;
}
