import { expect, it } from 'vitest';
import { absoluteUrl } from './page-meta.ts';

it.each([
  ['/media/a/b.webp', 'https://a.example/media/a/b.webp'],
  ['/media/a/b.webp#focus-30-70', 'https://a.example/media/a/b.webp'],
  ['https://b.example/c.png', 'https://b.example/c.png'],
])('gives others the address of the image itself: %s', (url, absolute) => {
  expect(absoluteUrl('https://a.example', url)).toBe(absolute);
});
