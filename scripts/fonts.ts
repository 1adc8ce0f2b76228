import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import subsetFont from 'subset-font';

// The site's fonts, made from the packages they come from: of the weights and features only what the styles use, which is half the bytes.
const { resolve } = createRequire(import.meta.url);
const target = join(import.meta.dirname, '../app/styles/fonts');

const FONTS = [
  { name: 'inter', weight: { min: 400, max: 700 } },
  // All headings have the same.
  { name: 'bricolage-grotesque', weight: 650 },
];

/** What browsers apply unasked, and digits of one width. */
const FEATURES = 'calt ccmp clig kern liga locl mark mkmk rlig tnum'.split(' ');

const FACE = /@font-face \{[^}]+url\(\.\/files\/([^)]+)\)[^}]+unicode-range: ([^;]+);\s*\}/g;
const TURKISH = 'U+011E-011F,U+0130,U+015E-015F,U+20BA';

/** All characters of a CSS `unicode-range`. */
function charactersOf(ranges: string): string {
  const codes = ranges.split(',').flatMap((range) => {
    const [first, last = first] = range.slice('U+'.length).split('-');
    const start = parseInt(`${first}`, 16);
    return Array.from({ length: parseInt(`${last}`, 16) - start + 1 }, (_, index) => start + index);
  });
  return String.fromCodePoint(...codes);
}

await rm(target, { recursive: true, force: true });
await mkdir(target);
for (const { name, weight } of FONTS) {
  const sheet = resolve(`@fontsource-variable/${name}/wght.css`);
  let styles = '';
  for (const [face, file = '', ranges = ''] of (await readFile(sheet, 'utf8')).matchAll(FACE)) {
    const whole = await readFile(join(dirname(sheet), 'files', file));
    const write = async (path: string, some: string) => {
      // The types of the package lack the last two.
      const options = {
        targetFormat: 'woff2' as const,
        variationAxes: { wght: weight },
        keepFeatures: FEATURES,
        noHinting: true,
      };
      const font = await subsetFont(whole, charactersOf(some), options);
      await writeFile(join(target, path), font);
      styles += `${face.replace(`files/${file}`, path).replace(ranges, some)}\n\n`;
      console.log(`${path}: ${font.length} bytes of ${whole.length}`);
    };
    await write(file, ranges);
    // The names of the agency's visitors need these few, not all of Europe's; the last face that has a character shows it.
    if (file.includes('latin-ext')) await write(file.replace('latin-ext', 'turkish'), TURKISH);
  }
  await writeFile(join(target, `${name}.css`), `${styles.trimEnd()}\n`);
}
