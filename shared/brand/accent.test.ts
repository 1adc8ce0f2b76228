import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { COBALT, deriveAccent, getContrast, MIN_CONTRAST, toHex, toOklch } from './accent.ts';

const INK = { light: '#f9fcff', dark: '#0a121f' } as const;
const TOKEN = /--color-(accent(?:-hover|-2)?): light-dark\(oklch\(([^)]+)\), oklch\(([^)]+)\)\)/g;

it('has the tokens of the style sheet as its fallback', () => {
  const sheet = readFileSync(join(import.meta.dirname, '../../app/styles/app.css'), 'utf8');
  const tokens = Array.from(sheet.matchAll(TOKEN), ([, name, ...themes]) => {
    const colors = themes.map((values) => {
      const [l = 0, c = 0, h = 0] = values.split(' ').map(Number);
      return toHex({ l, c, h: (h * Math.PI) / 180 });
    });
    return [name, colors];
  });
  const { light, dark } = COBALT;
  expect(Object.fromEntries(tokens)).toEqual({
    accent: [light.accent, dark.accent],
    'accent-hover': [light.hover, dark.hover],
    'accent-2': [light.second, dark.second],
  });
  expect(deriveAccent('')).toMatchObject(COBALT);
  expect(deriveAccent('#12')).toMatchObject(COBALT);
});

it('makes each colour readable on the surfaces of both themes, and text on it', () => {
  const color = fc
    .integer({ min: 0, max: 0xffffff })
    .map((number) => `#${number.toString(16).padStart(6, '0')}`);
  fc.assert(
    fc.property(color, (hex) => {
      const accent = deriveAccent(hex);
      const { c, h } = toOklch(accent.dark.accent);
      const night = toHex({ l: 0.25, c: Math.min(c, 0.075), h });
      expect(getContrast(accent.dark.accent, night)).toBeGreaterThanOrEqual(MIN_CONTRAST);
      for (const theme of ['light', 'dark'] as const) {
        const { contrast, accent: shown, hover } = accent[theme];
        expect(contrast).toBeGreaterThanOrEqual(MIN_CONTRAST);
        expect(getContrast(shown, INK[theme])).toBeGreaterThanOrEqual(MIN_CONTRAST);
        expect(getContrast(hover, INK[theme])).toBeGreaterThanOrEqual(MIN_CONTRAST);
        expect(hover).not.toBe(shown);
      }
    }),
  );
});

it('keeps a colour where it is readable, and its hue where it is not', () => {
  expect(deriveAccent('#FFE45C')).toMatchObject({
    light: { accent: '#7d6c00' },
    dark: { accent: '#ffe45c' },
  });
  expect(deriveAccent('#E4572E')).toMatchObject({
    light: { accent: '#c63a06' },
    dark: { accent: '#ef6138' },
  });
  expect(deriveAccent('#c8102e').light.accent).toBe('#c8102e');
});
