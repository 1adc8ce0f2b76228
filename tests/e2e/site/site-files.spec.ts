import { dirname, join } from 'node:path';
import { mkdir, writeFile } from 'node:fs/promises';
import type { APIRequestContext } from '@playwright/test';
import sharp from 'sharp';
import { expect, test } from '#tests/support/browser/e2e.ts';
import { restoreAfterEach } from '#tests/support/browser/site.ts';

restoreAfterEach();

async function readImage(request: APIRequestContext, path: string) {
  const response = await request.get(path);
  expect(response.status(), path).toBe(200);
  return { type: response.headers()['content-type'], bytes: await response.body() };
}

test('the icons are made from the mark of the settings @full', async ({ request, site }) => {
  const icon = await readImage(request, '/favicon.ico');
  expect(icon.type).toBe('image/png');
  expect(await sharp(icon.bytes).metadata()).toMatchObject({ width: 48, height: 48 });

  const touch = await readImage(request, '/apple-touch-icon.png');
  expect(await sharp(touch.bytes).metadata()).toMatchObject({ width: 180, height: 180 });
  expect((await sharp(touch.bytes).stats()).isOpaque).toBe(true);
  const { data } = await sharp(touch.bytes).raw().toBuffer({ resolveWithObject: true });
  const middle = (90 * 180 + 90) * (data.length / 180 / 180);
  expect(data.toString('hex', middle, middle + 3), 'middle of the built-in mark').toBe('e0533a');

  const faviconUrl = '/media/logos/favicon/1-green.png';
  const file = join(site.dataDir, 'files/public', faviconUrl);
  await mkdir(dirname(file), { recursive: true });
  const create = { width: 64, height: 64, channels: 3, background: '#00ff00' } as const;
  await sharp({ create }).png().toFile(file);
  await site.db.updateTable('siteSettings').set({ faviconUrl }).execute();
  await expect(async () => {
    const { bytes } = await readImage(request, '/apple-touch-icon.png');
    const { dominant } = await sharp(bytes).stats();
    expect(dominant.g - dominant.r).toBeGreaterThan(150);
  }).toPass({ timeout: 10_000 });
});

test('the logo of emails is a PNG in the size of the settings', async ({ request, site }) => {
  expect((await request.get('/email-logo.png')).status()).toBe(404);
  const headerLogoUrl = '/media/logos/header/1-wide.svg';
  const file = join(site.dataDir, 'files/public', headerLogoUrl);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 50"/>');
  const logo = { headerLogoUrl, headerLogoWidth: 200, headerLogoHeight: 50 };
  await site.db.updateTable('siteSettings').set(logo).execute();
  await expect(async () => {
    const { type, bytes } = await readImage(request, '/email-logo.png');
    expect(type).toBe('image/png');
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 384, height: 96 });
  }).toPass({ timeout: 10_000 });
});

test('the manifest names icons in their sizes @full', async ({ page, request }) => {
  await page.goto('/faq');
  const href = await page.locator('link[rel="manifest"]').getAttribute('href');
  const response = await request.get(href ?? '');
  expect(response.headers()['content-type']).toBe('application/manifest+json');
  const manifest = (await response.json()) as {
    name: string;
    start_url: string;
    icons: { src: string; sizes: string }[];
  };
  expect(manifest).toMatchObject({ name: 'Vitrin Software', start_url: '/' });
  expect(manifest.icons).toHaveLength(1);
  for (const { src, sizes } of manifest.icons) {
    const { bytes } = await readImage(request, src);
    const { width, height } = await sharp(bytes).metadata();
    expect(`${width}x${height}`).toBe(sizes);
  }
});

test('security.txt has contact, URL and expiry @full', async ({ request, site }) => {
  const response = await request.get('/.well-known/security.txt');
  expect(response.headers()['content-type']).toBe('text/plain; charset=utf-8');
  const text = await response.text();
  const valueOf = (name: string) => new RegExp(`^${name}: (.+)$`, 'm').exec(text)?.[1];
  expect(valueOf('Contact')).toBe('mailto:hello@vitrin.example');
  expect(valueOf('Canonical')).toBe(`${site.url}/.well-known/security.txt`);
  const days = (Date.parse(valueOf('Expires') ?? '') - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(300);
  expect(days).toBeLessThan(365);
  expect(text.match(/^Expires:/gm)).toHaveLength(1);
});
