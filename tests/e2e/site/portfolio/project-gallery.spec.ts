import type { Page } from '@playwright/test';
import { expectNoFinding } from '#tests/support/browser/accessibility.ts';
import { expect, type Site, test, waitUntilInteractive } from '#tests/support/browser/e2e.ts';
import {
  listShown,
  openPage,
  recordTransitions,
  restoreAfterEach,
} from '#tests/support/browser/site.ts';
import { buildProject } from '#tests/support/factories.ts';

restoreAfterEach();

async function openGallery(page: Page, site: Site, count = 3) {
  const projects = (await listShown(site, 'projects')).slice(0, count);
  const galleryImages = projects.map(({ featuredImageUrl }) => String(featuredImageUrl));
  const project = await buildProject(site.db, { galleryImages });
  await page.goto(`/portfolio/${project.id}`);
  const links = page.getByRole('region', { name: 'More pictures' }).getByRole('link');
  await expect(links).toHaveCount(count);
  const box = page.getByRole('dialog', { name: `Pictures of ${project.title}` });
  return { project, galleryImages, links, box };
}

test('pictures are looked at by keyboard, and the focus comes back', async ({ page, site }) => {
  const { project, links, box } = await openGallery(page, site);
  await waitUntilInteractive(page);
  await links.nth(1).press('Enter');
  const counter = box.getByRole('status');
  await expect(counter).toHaveText(`2 of 3 ${project.title}, view 3`);
  await expect(box.getByRole('img', { name: `${project.title}, view 3` })).toBeInViewport();
  await expectNoFinding(page, 'the enlarged picture');

  await page.keyboard.press('ArrowRight');
  await expect(counter).toHaveText(/^3 of 3/);
  await page.keyboard.press('ArrowRight');
  await expect(counter).toHaveText(/^3 of 3/);
  const next = box.getByRole('button', { name: 'Next picture' });
  await expect(next).toHaveAttribute('aria-disabled', 'true');
  await page.keyboard.press('Home');
  await expect(counter).toHaveText(/^1 of 3/);
  await next.press('Enter');
  await expect(counter).toHaveText(/^2 of 3/);
  await expect(box.getByRole('img', { name: `${project.title}, view 3` })).toBeInViewport();

  await page.keyboard.press('Escape');
  await expect(box).toHaveCount(0);
  await expect(links.nth(1)).toBeFocused();
  await links.first().press('Enter');
  await box.getByRole('button', { name: 'Close' }).press('Enter');
  await expect(links.first()).toBeFocused();
});

test('the enlarged pictures are loaded when opened @full', async ({ page, site }) => {
  const moves = await recordTransitions(page);
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  const countScripts = () => requests.filter((url) => /lightbox/.test(url)).length;
  await openPage(page, '/portfolio');
  const { links, box } = await openGallery(page, site);
  await waitUntilInteractive(page);
  expect(countScripts()).toBe(0);
  await links.first().click();
  await expect(box).toBeVisible();
  expect(countScripts()).toBe(1);
  await expect.poll(moves).toEqual(['enlarged']);
  await box.getByRole('button', { name: 'Close' }).click();
  await expect(box).toHaveCount(0);
  await expect.poll(moves).toEqual(['enlarged', 'enlarged']);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await links.first().click();
  await expect(box).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(box).toHaveCount(0);
  expect(await moves()).toHaveLength(2);
});

test.describe('without scripts @full', () => {
  test.use({ javaScriptEnabled: false });

  test('a thumbnail leads to the picture', async ({ page, site }) => {
    const { galleryImages, links } = await openGallery(page, site, 1);
    await links.first().click();
    await expect(page).toHaveURL(new RegExp(`${galleryImages[0]}$`));
  });
});
