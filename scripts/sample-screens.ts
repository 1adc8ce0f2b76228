import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { extname, join } from 'node:path';
import { chromium } from '@playwright/test';
import sharp from 'sharp';
import { sizeSuffix, variantsOf } from '#shared/uploads/variants.ts';
import { BROWSER_ARGUMENTS, findBrowser } from '#tests/support/browser/browser.ts';
import { renderDesk } from './sample-screens/desk.ts';
import { renderDriver } from './sample-screens/driver.ts';
import { renderRegister, renderViewing } from './sample-screens/listings.ts';
import { renderWall } from './sample-screens/production.ts';
import { renderShipment } from './sample-screens/shipment.ts';
import { renderTracking } from './sample-screens/tracking.ts';

// All screens, or those named. The screens of a small application made for one sample project, photographed in a browser with the site's own fonts.
const root = join(import.meta.dirname, '..');
const target = join(root, 'server/db/sample-content/images/screens');
const SIZE = { width: 1280, height: 800 };
const SCALE = 1.25;
const MAX_AVIF_BYTES = 60 * 1024;

const SCREENS = {
  'shipment-desk': renderDesk(),
  'shipment-timeline': renderShipment(),
  'shipment-driver': renderDriver(),
  'shipment-tracking': renderTracking(),
  'listings-register': renderRegister(),
  'listings-viewing': renderViewing(),
  'production-wall': renderWall(),
};

const { resolve } = createRequire(import.meta.url);
const ADDRESS = 'http://screens.test';
const STYLES = [
  '@fontsource-variable/inter/wght.css',
  '@fontsource-variable/bricolage-grotesque/wght.css',
];

/** In all variants that an upload would get, encoded with more effort than one. */
async function store(name: string, photo: Buffer): Promise<void> {
  const variants = variantsOf(`/${name}${sizeSuffix(await sharp(photo).metadata())}.webp`);
  if (!variants) throw new Error(`${name} has no variants`);
  for (const { url, width } of [...variants.avif, ...variants.webp]) {
    const resized = sharp(photo).resize({ width });
    const isAvif = url.endsWith('.avif');
    const image = isAvif ? resized.avif({ quality: 38 }) : resized.webp({ quality: 50, effort: 6 });
    const bytes = await image.toBuffer();
    if (isAvif && bytes.byteLength > MAX_AVIF_BYTES) throw new Error(`${url}: ${bytes.byteLength}`);
    await writeFile(join(target, url), bytes);
    console.log(`${url.slice(1)}: ${bytes.byteLength} bytes`);
  }
}

const browser = await chromium.launch({
  executablePath: await findBrowser(),
  args: BROWSER_ARGUMENTS,
});
await mkdir(target, { recursive: true });
const links = STYLES.map((path) => `<link rel="stylesheet" href="/${path}">`).join('');
const styles = await readFile(join(import.meta.dirname, 'sample-screens/screens.css'), 'utf8');
const chosen = process.argv.slice(2);
for (const [name, content] of Object.entries(SCREENS)) {
  if (chosen.length > 0 && !chosen.includes(name)) continue;
  const page = await browser.newPage({ viewport: SIZE, deviceScaleFactor: SCALE });
  await page.route(`${ADDRESS}/**`, async (route) => {
    const path = new URL(route.request().url()).pathname.slice(1);
    if (!path) {
      const head = `<meta charset="utf-8"><title>${name}</title>${links}<style>${styles}</style>`;
      await route.fulfill({ contentType: 'text/html', body: `<!doctype html>${head}${content}` });
      return;
    }
    const contentType = extname(path) === '.css' ? 'text/css' : 'font/woff2';
    await route.fulfill({ contentType, body: await readFile(resolve(path)) });
  });
  await page.goto(ADDRESS);
  await page.evaluate(() => document.fonts.ready);
  await store(name, await page.screenshot());
  await page.close();
}
await browser.close();
