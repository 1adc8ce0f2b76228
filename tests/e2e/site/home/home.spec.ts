import type { Page } from '@playwright/test';
import { expect, test, waitUntilInteractive } from '#tests/support/browser/e2e.ts';
import {
  expectImageLoaded,
  holdPageData,
  listShown,
  openPage,
  hide,
  restoreAfterEach,
} from '#tests/support/browser/site.ts';
import { buildTestimonial } from '#tests/support/factories.ts';
import { SAMPLE_COMPANY } from '#tests/support/samples/sample-company.ts';

restoreAfterEach();

function findCarousel(page: Page) {
  const carousel = page.getByRole('region', { name: 'Client testimonials' });
  return { carousel, slide: carousel.getByRole('group') };
}

test('the carousel moves by arrows, keys, dots and previews', async ({ page, site }) => {
  await buildTestimonial(site.db, {
    clientName: 'Nil Aksu',
    clientTitle: 'Partner',
    rating: 4,
    clientCompany: 'Aksu Law',
    createdAt: '2020-01-01T10:00:00Z',
  });
  const rows = await listShown(site, 'testimonials');
  const last = rows.length - 1;
  expect(last).toBeGreaterThan(2);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openPage(page, '/');
  const { carousel, slide } = findCarousel(page);

  async function expectShown(index: number) {
    const row = rows[index];
    await expect(slide).toHaveCount(1);
    await expect(slide).toHaveAccessibleName(`${index + 1} of ${rows.length}`);
    await expect(slide).toContainText(row?.quote ?? '');
    for (const text of [row?.clientName, row?.clientTitle, row?.clientCompany]) {
      await expect(slide.getByText(text ?? '', { exact: true })).toBeVisible();
    }
    await expect(slide).toContainText(`Rated ${row?.rating} out of 5`);
    const fills = await slide
      .locator('svg')
      .evaluateAll((stars) => stars.map((star) => getComputedStyle(star).fill));
    expect(fills).toHaveLength(5);
    const filled = fills.filter((fill) => !/rgba\(.*, 0\)|transparent|none/.test(fill));
    expect(filled).toHaveLength(row?.rating ?? 0);
    const dot = carousel.locator('button[aria-label][aria-current]');
    await expect(dot).toHaveAccessibleName(`Show testimonial ${index + 1} of ${rows.length}`);
  }

  await expectShown(0);
  await expect(slide.locator('img')).toHaveAttribute('src', rows[0]?.photoUrl ?? '');
  await expectImageLoaded(slide.locator('img'));
  await carousel.getByRole('button', { name: 'Previous testimonial' }).click();
  await expectShown(last);
  await expect(slide.locator('img')).toHaveCount(0);
  await expect(slide.getByText('NA', { exact: true })).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expectShown(0);
  await carousel.getByRole('button', { name: 'Next testimonial' }).click();
  await expectShown(1);
  await page.keyboard.press('ArrowLeft');
  await expectShown(0);
  await page.keyboard.press('ArrowRight');
  await expectShown(1);
  await expect(carousel.getByRole('status')).toContainText(rows[1]?.clientName ?? '');

  const dots = carousel.getByRole('button', { name: /^Show testimonial/ });
  await expect(dots).toHaveCount(rows.length);
  await dots.nth(2).click();
  await expectShown(2);
  const previews = carousel.getByRole('list').last().getByRole('button');
  await expect(previews).toContainText(rows.slice(0, 3).map(({ clientName }) => clientName));
  await previews.nth(1).click();
  await expectShown(1);
  await expect(previews.nth(1)).toHaveAttribute('aria-current', 'true');
});

test('one testimonial has no arrows, none no section @full', async ({ page, site }) => {
  await hide(site, 'testimonials');
  await page.goto('/');
  await expect(page.locator('#case-studies')).toBeVisible();
  const { carousel, slide } = findCarousel(page);
  await expect(carousel).toHaveCount(0);
  await expect(page.getByText('What clients say')).toHaveCount(0);

  const clientName = 'özlem de la cruz';
  await buildTestimonial(site.db, { clientName, rating: null });
  await openPage(page, '/');
  await expect(slide).toContainText('It works.');
  await expect(slide.getByText('ÖD', { exact: true })).toBeVisible();
  await expect(carousel.locator('button, svg')).toHaveCount(0);
  await expect(carousel).not.toContainText('Rated');
});

test('the drawings come back with the home page @full', async ({ page }) => {
  const response = await page.goto('/');
  expect((await response?.text())?.match(/One order on its way/g)).toHaveLength(1);
  const drawing = page.getByRole('img', { name: /^One order on its way/ });
  const markup = await drawing.innerHTML();
  await waitUntilInteractive(page);
  expect(await drawing.innerHTML()).toBe(markup);

  let documents = 0;
  page.on('request', (request) => (documents += Number(request.isNavigationRequest())));
  const services = page.locator('#services');
  await services.getByRole('link', { name: /^See projects ?: Mapping/ }).click();
  await expect(page).toHaveURL(/\/portfolio\?category=Mapping$/);
  await expect(page.getByRole('article')).toHaveCount(1);
  expect(documents).toBe(0);
  await expect(drawing).toHaveCount(0);
  await page.goBack();
  await expect(drawing).toBeVisible();
  expect(await drawing.innerHTML()).toBe(markup);

  await openPage(page, '/#about');
  await page.locator('header a[href="/#services"]').first().click();
  await expect(page).toHaveURL(/#services$/);
  const release = await holdPageData(page);
  await goHome(page);
  await expect(skeleton(page)).toBeVisible();
  await page.goBack();
  await expect(drawing).toBeVisible();
  await expect(page.locator('#services li:has(h3)')).toHaveCount(6);
  await release();
});

function skeleton(page: Page) {
  return page.getByRole('status').filter({ hasText: 'Loading the home page' });
}

function goHome(page: Page): Promise<void> {
  const name = `${SAMPLE_COMPANY.name}, home`;
  return page.getByRole('banner').getByRole('link', { name }).click();
}

test('a pending page has a spinner or a skeleton @full', async ({ page, problems }) => {
  problems.allow(/ERR_FAILED|Failed to (fetch|load)|Error/);
  await openPage(page, '/pricing');
  const heading = page.getByRole('heading', { level: 1 });
  const spinner = page.getByRole('status').filter({ hasText: /^Loading$/ });
  const showBlog = await holdPageData(page);
  await page.locator('footer a[href="/blog"]').click();
  await expect(spinner.locator('svg')).toBeVisible();
  await showBlog();
  await expect(heading).toHaveText('Blog');
  await expect(spinner).toHaveCount(0);

  for (const outcome of ['continue', 'abort'] as const) {
    await openPage(page, '/pricing');
    const end = await holdPageData(page, outcome);
    await goHome(page);
    await expect(skeleton(page)).toBeVisible();
    await expect(heading).toHaveCount(0);
    await end();
    await expect(skeleton(page)).toHaveCount(0);
    if (outcome === 'continue') await expect(heading).toContainText('Custom-Built Software');
    else await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  }
});
