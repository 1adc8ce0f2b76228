import { describe, expect, it } from 'vitest';
import { NO_COMPANY } from '#shared/company/values.ts';
import { absoluteUrl, pageMeta } from './page-meta.ts';

it.each([
  ['/media/a/b.webp', 'https://a.example/media/a/b.webp'],
  ['/media/a/b.webp#focus-30-70', 'https://a.example/media/a/b.webp'],
  ['https://b.example/c.png', 'https://b.example/c.png'],
])('gives others the address of the image itself: %s', (url, absolute) => {
  expect(absoluteUrl('https://a.example', url)).toBe(absolute);
});

describe('the image beside a link to a page', () => {
  const page = { heading: 'A post', description: '', keywords: '', path: '/blog' } as const;

  function readTags(image?: { url: string; alt: string } | null, shareImage?: string) {
    const settings = { company: { ...NO_COMPANY, shareImage } };
    const matches = [{ id: 'root', loaderData: { settings } }];
    const tags = pageMeta(image === undefined ? page : { ...page, image }, { matches });
    const read = (key: string) =>
      tags.flatMap((tag) =>
        Object.values(tag).includes(key) ? [(tag as { content: string }).content] : [],
      );
    return [...read('og:image'), ...read('og:image:width'), ...read('twitter:image')];
  }

  it.each([
    ['that of the site by default', undefined, ['/share.png', '1200', '/share.png']],
    [
      'the image of the page',
      { url: '/media/a.webp#focus-1-2', alt: '' },
      ['/media/a.webp', '/media/a.webp'],
    ],
    [
      'that of the site where SVG is not shown',
      { url: '/media/a.svg', alt: '' },
      ['/media/a.svg', '/share.png'],
    ],
    ['none', null, []],
  ])('is %s', (_, image, expected) => {
    expect(readTags(image)).toEqual(expected);
  });

  it("is the company's own where a page has none, or one that is not shown", () => {
    const own = '/media/share.jpg';
    expect(readTags(undefined, own)).toEqual([own, own]);
    expect(readTags({ url: '/media/a.svg', alt: '' }, own)).toEqual(['/media/a.svg', own]);
    expect(readTags(undefined, '/media/a.svg')).toEqual(['/media/a.svg', '/share.png']);
  });
});
