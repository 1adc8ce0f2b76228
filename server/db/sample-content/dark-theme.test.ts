import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { rebuildSvg } from '#server/documents/svg.ts';
import { addDarkTheme, DARK_TOKENS } from './dark-theme.ts';

const images = join(import.meta.dirname, 'images');
const drawings = ['posts', 'projects', 'testimonials', 'team'].flatMap((folder) =>
  readdirSync(join(images, folder))
    .filter((name) => name.endsWith('.svg'))
    .map((name) => `${folder}/${name}`),
);

function read(path: string): string {
  return readFileSync(join(images, path), 'utf8');
}

const LMS_TO_RGB = [
  [4.0767416621, -3.3077115913, 0.2309699292],
  [-1.2684380046, 2.6097574011, -0.3413193965],
  [-0.0041960863, -0.7034186147, 1.707614701],
] as const;

/** Colours of lines, which must stand out at least 3:1 on both papers. */
const LINES = ['#14315e', '#1f4fa3', '#17908f', '#e0533a', '#bccdea', '#a3d8d5'];

/** The relative luminance of WCAG. */
function luminanceOf(color: string): number {
  const [l = 0, c = 0, h = 0] = (color.match(/[\d.]+/g) ?? []).map(Number);
  const a = c * Math.cos((h * Math.PI) / 180);
  const b = c * Math.sin((h * Math.PI) / 180);
  const lms = [
    l + 0.3963377774 * a + 0.2158037573 * b,
    l - 0.1055613458 * a - 0.0638541728 * b,
    l - 0.0894841775 * a - 1.291485548 * b,
  ].map((value) => value ** 3);
  const [red = 0, green = 0, blue = 0] = LMS_TO_RGB.map((row) =>
    row.reduce((sum, weight, index) => sum + weight * (lms[index] ?? 0), 0),
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrastOf(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminanceOf(one), luminanceOf(other)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

describe('addDarkTheme', () => {
  it('knows the dark tokens as the style sheet of the site states them', () => {
    const sheet = readFileSync(join(import.meta.dirname, '../../../app/styles/app.css'), 'utf8');
    const stated = Object.keys(DARK_TOKENS).map((name) => {
      const value = new RegExp(`--color-${name}: light-dark\\(oklch\\([^)]*\\), ([^;]*)\\);`);
      return [name, value.exec(sheet)?.[1]];
    });
    expect(Object.fromEntries(stated)).toEqual(DARK_TOKENS);
  });

  it.each(drawings)('recolours all of %s, and an upload keeps it', (path) => {
    const light = read(path);
    const dark = addDarkTheme(light, path.slice(0, path.indexOf('/')));
    const colors = new Set(light.match(/(?:fill|stroke|stop-color)="#[^"]*"/g));
    expect(colors.size).toBeGreaterThan(3);
    for (const color of colors) expect(dark).toContain(`[${color}]`);
    const sheet = /<style>.*<\/style>/.exec(dark)?.[0] ?? 'no sheet';
    expect(rebuildSvg(Buffer.from(dark))).toContain(sheet);
    expect(light, 'letters are shapes of the site’s own type').not.toMatch(/<text|font-family/);
    expect(light.length).toBeLessThan(12_000);
    if (/^(?:testimonials|team)/.test(path)) return;
    for (const line of LINES.filter((each) => dark.includes(`stroke="${each}"`))) {
      const rule = new RegExp(`\\[stroke="${line}"\\][^{]*\\{stroke:([^}]*)\\}`).exec(dark);
      for (const paper of [DARK_TOKENS.surface, DARK_TOKENS['surface-raised']]) {
        expect(contrastOf(rule?.[1] ?? paper, paper), line).toBeGreaterThan(3);
      }
    }
  });

  it('leaves logos of clients as they are: their tones serve both themes', () => {
    for (const name of readdirSync(join(images, 'clients'))) {
      const logo = read(`clients/${name}`);
      expect(addDarkTheme(logo, 'clients')).toBe(logo);
      expect(logo.replaceAll(/<mask.*?<\/mask>/g, '')).not.toMatch(/#fff|white|#f[0-9a-f]f/i);
    }
  });
});
