import sharp from 'sharp';
import { expect, it } from 'vitest';
import { readLogoColor } from './logo-color.ts';

const draw = (content: string, width = 300, height = 100) =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${content}</svg>`,
  );
const box = (fill: string, width = 300, x = 0) =>
  `<rect x="${x}" width="${width}" height="100%" fill="${fill}"/>`;
const toPng = (drawing: Buffer) => sharp(drawing).png().toBuffer();
const toJpeg = (drawing: Buffer) => sharp(drawing).jpeg({ quality: 100 }).toBuffer();

it.each([
  ['a white one with a green tone', draw(box('#c8ffec')), ''],
  ['a black one with a bluish tone', draw(box('#0c0f2e')), ''],
  ['a grey one', draw(box('#7d8288')), ''],
  ['one in one colour on white', draw(box('#fff') + box('#e4572e', 60)), '#e4572e'],
  ['one in yellow', draw(box('#ffe45c')), '#ffe45c'],
  ['one in two colours', draw(box('#0a7d55', 200) + box('#e4572e', 100, 200)), '#0a7d55'],
  ['a wide one, 21:9', draw(box('#fff', 2100) + box('#6c2bd9', 300), 2100, 900), '#6c2bd9'],
  ['a transparent one', draw('<circle cx="50" cy="50" r="20" fill="#00a0c8"/>'), '#00a0c8'],
])('proposes the main colour of %s', async (_, drawing, expected) => {
  expect(await readLogoColor(drawing)).toBe(expected);
  expect(await readLogoColor(await toPng(drawing))).toBe(expected);
});

it('proposes one colour of the main hue for a shaded logo', async () => {
  const shades = Array.from({ length: 20 }, (_, index) =>
    box(`hsl(16 75% ${40 + index}%)`, 10, index * 10),
  );
  const logo = draw(box('#fff') + shades.join('') + box('#0a7d55', 60, 220));
  expect(await readLogoColor(await toJpeg(logo))).toMatch(/^#[b-f][0-9a-f][4-8]/);
});
