import type { Locator } from '@playwright/test';
import sharp from 'sharp';
import {
  expectAccessibleState,
  openList,
  rowOf,
  uniqueTitle,
} from '#tests/support/browser/admin-content.ts';
import { expect, test } from '#tests/support/browser/e2e.ts';
import { buildBlogPost } from '#tests/support/factories.ts';
import { readRow } from '#tests/support/browser/rows.ts';

async function photo(): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const buffer = await sharp({
    create: {
      width: 300,
      height: 225,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
    .resize(2_400, 1_800)
    .jpeg()
    .toBuffer();
  return { name: 'photo.jpg', mimeType: 'image/jpeg', buffer };
}

/** The end of the file that the browser has chosen, once it is there. */
async function chosenFile(image: Locator): Promise<string> {
  await image.scrollIntoViewIfNeeded();
  await expect
    .poll(() =>
      image.evaluate(({ complete, naturalWidth }: HTMLImageElement) => complete && naturalWidth),
    )
    .toBeTruthy();
  const source = await image.evaluate(({ currentSrc }: HTMLImageElement) => currentSrc);
  return source.replace(/^.*_(\d+x\d+)/, '$1');
}

test('the focal point of a photo is chosen, and shown', async ({ admin: page, site }) => {
  const post = await buildBlogPost(site.db, { title: uniqueTitle('Photo'), isPublished: true });
  await openList(page, 'blog');
  await rowOf(page, post.title).getByRole('button', { name: /Edit/ }).click();
  const form = page.getByRole('dialog', { name: 'Edit Blog Post' });
  await form.locator('input[type="file"]').setInputFiles(await photo());
  await expect(form.getByRole('img')).toBeVisible({ timeout: 30_000 });
  await form.getByLabel('Alternative text').fill('A photo');

  const [left, top] = [form.getByLabel('From the left'), form.getByLabel('From the top')];
  const reset = form.getByRole('button', { name: 'Back to the centre' });
  await expect(left).toHaveValue('50');
  await expect(reset).toHaveAttribute('aria-disabled', 'true');
  const target = form.getByRole('button', { name: 'Featured image: choose the focal point' });
  const { width = 0, height = 0 } = (await target.boundingBox()) ?? {};
  expect(width / height).toBeCloseTo(4 / 3, 1);
  await target.click({ position: { x: width * 0.2, y: height * 0.8 } });
  await expect(left).toHaveValue('20');
  await expect(top).toHaveValue('80');
  await reset.click();
  await expect(left).toHaveValue('50');
  await left.focus();
  await page.keyboard.press('ArrowRight');
  await top.focus();
  for (let press = 0; press < 4; press += 1) await page.keyboard.press('ArrowUp');
  await expect(left).toHaveAttribute('aria-valuetext', '55 %');
  await expect(top).toHaveValue('70');
  await expectAccessibleState(page);
  await form.getByRole('button', { name: 'Save Changes' }).press('Enter');
  await expect(form).toBeHidden();

  const { featuredImageUrl } = await readRow(site.db, 'blogPosts', post.id);
  expect(featuredImageUrl).toMatch(/_2000x1500\.webp#focus-55-70$/);
  await page.goto(`/blog/${post.slug}`);
  const image = page.getByRole('img', { name: 'A photo' });
  await expect(image).toHaveCSS('object-position', '55% 70%');
  await expect(page.locator('meta[property="og:image"]')).toHaveAttribute(
    'content',
    /_2000x1500\.webp$/,
  );
});

test('each screen loads the variant that fits it @full', async ({
  admin: page,
  browser,
  baseURL,
  site,
  account,
}) => {
  const upload = await page.request.post('/api/admin/uploads', {
    headers: { 'x-admin-session': account.token },
    multipart: { folder: 'blog-images', file: await photo() },
  });
  const { url: featuredImageUrl } = (await upload.json()) as { url: string };
  const post = await buildBlogPost(site.db, {
    title: uniqueTitle('Photo'),
    isPublished: true,
    featuredImageUrl,
    featuredImageAlt: 'A photo',
  });
  for (const [width, deviceScaleFactor, file] of [
    [360, 1, '2000x1500_480.avif'],
    [360, 3, '2000x1500_1200.avif'],
    [1440, 2, '2000x1500_2000.avif'],
  ] as const) {
    const context = await browser.newContext({
      ...(baseURL && { baseURL }),
      viewport: { width, height: 800 },
      deviceScaleFactor,
    });
    const visitor = await context.newPage();
    await visitor.goto(`/blog/${post.slug}`);
    const image = visitor.getByRole('img', { name: 'A photo' });
    expect(await chosenFile(image), `${width} px at ${deviceScaleFactor}`).toBe(file);
    await expect(image).toHaveAttribute('fetchpriority', 'high');
    await visitor.goto('/');
    const card = visitor.getByRole('article').filter({ hasText: post.title });
    const inCard = card.getByRole('img', { name: 'A photo' });
    expect(await chosenFile(inCard)).toMatch(/_\d+\.avif$/);
    const [cardBox, imageBox] = await Promise.all([card.boundingBox(), inCard.boundingBox()]);
    expect((imageBox?.x ?? 0) - (cardBox?.x ?? 0)).toBeLessThan(32);
    await context.close();
  }

  // As a browser does that does not know the type.
  await page.route('**/blog/*', async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replaceAll('type="image/avif"', 'type="image/unknown"');
    await route.fulfill({ response, body });
  });
  await page.goto(`/blog/${post.slug}`);
  expect(await chosenFile(page.getByRole('img', { name: 'A photo' }))).toMatch(/\.webp$/);
});
