import { describe, expect, it } from 'vitest';
import { isMediaPath } from './values.ts';
import { sizeSuffix, splitImageUrl, variantOfWidth, variantsOf, withFocus } from './variants.ts';

const STEM = '/media/blog-images/1700000000000-abcdefghij0123456789';

function urlOf(width: number, height: number): string {
  return `${STEM}${sizeSuffix({ width, height })}.webp`;
}

describe('variantsOf', () => {
  it('knows the size and every file of an image by its name', () => {
    const url = urlOf(2_000, 1_500);
    const smaller = (width: number, ending: string) => ({
      width,
      url: `${STEM}_2000x1500_${width}.${ending}`,
    });
    expect(variantsOf(url)).toEqual({
      width: 2_000,
      height: 1_500,
      avif: [480, 800, 1_200, 2_000].map((width) => smaller(width, 'avif')),
      webp: [...[480, 800, 1_200].map((width) => smaller(width, 'webp')), { width: 2_000, url }],
    });
    for (const ending of ['avif', 'webp']) expect(isMediaPath(smaller(480, ending).url)).toBe(true);
  });

  it.each([
    [1, [1]],
    [479, [479]],
    [480, [480]],
    [481, [480, 481]],
    [1_200, [480, 800, 1_200]],
    [1_999, [480, 800, 1_200, 1_999]],
  ])('has none that is wider than an image of %i px', (width, widths) => {
    const { avif, webp } = variantsOf(urlOf(width, 10)) ?? {};
    expect(avif?.map((file) => file.width)).toEqual(widths);
    expect(webp?.map((file) => file.width)).toEqual(widths);
    expect(webp?.at(-1)?.url).toBe(urlOf(width, 10));
  });

  it('has no AVIF of an image that would keep its encoder for seconds, and nothing of other names', () => {
    expect(variantsOf(urlOf(2_000, 3_000))?.avif).toHaveLength(4);
    const { avif, webp } = variantsOf(urlOf(2_000, 3_001)) ?? {};
    expect([avif?.length, webp?.length]).toEqual([0, 4]);
    const endings = ['.webp', '.svg', '_20x10.svg', '_20x10.png', '_20x10_480.webp', '_x10.webp'];
    for (const ending of endings) expect(variantsOf(`${STEM}${ending}`), ending).toBeNull();
    for (const url of ['/media/projects/desk-1a2b3c4d.svg', '']) expect(variantsOf(url)).toBeNull();
  });

  it('has one for what can name one only', () => {
    const url = urlOf(900, 600);
    expect(variantOfWidth(url, 480)).toBe(`${STEM}_900x600_480.webp`);
    expect(variantOfWidth(url, 481)).toBe(`${STEM}_900x600_800.webp`);
    expect(variantOfWidth(url, 801)).toBe(url);
    expect(variantOfWidth(url, 2_000)).toBe(url);
    expect(variantOfWidth(`${STEM}.svg`, 10)).toBe(`${STEM}.svg`);
  });
});

describe('focal point', () => {
  it('stands behind the address, and can be changed and taken away', () => {
    const url = withFocus(urlOf(20, 10), { x: 30, y: 100 });
    expect(url).toBe(`${urlOf(20, 10)}#focus-30-100`);
    expect(splitImageUrl(url)).toEqual({ file: urlOf(20, 10), focus: { x: 30, y: 100 } });
    expect(withFocus(url, { x: 0, y: 5 })).toBe(`${urlOf(20, 10)}#focus-0-5`);
    expect(withFocus(url, null)).toBe(urlOf(20, 10));
    expect(splitImageUrl(urlOf(20, 10))).toEqual({ file: urlOf(20, 10), focus: null });
  });

  it('is part of an address of our own in steps of five percent', () => {
    const isOurs = (fragment: string) => isMediaPath(`${STEM}.svg#${fragment}`);
    const points = ['0-0', '100-5', '95-50'].map((point) => `focus-${point}`);
    expect(points.filter(isOurs)).toEqual(points);
    const others = ['31-50', '105-50', '50', '50-50-50', '-5-50', '05-50', '50-50\n'];
    expect([...others.map((point) => `focus-${point}`), 'xywh=0,0,9,9', ''].filter(isOurs)).toEqual(
      [],
    );
  });
});
