import { expect, test } from '#tests/support/browser/e2e.ts';

test.use({ javaScriptEnabled: false });

test('every reading page is complete and visible without scripts', async ({
  page,
  site,
  problems,
}) => {
  problems.allow(/404/);
  const project = await site.db
    .selectFrom('projects')
    .select(['id', 'resultsText'])
    .where('isPublished', '=', true)
    .executeTakeFirstOrThrow();
  const pages = {
    '/': ['Six things we build', 'From our notebook', 'Ready to Build Your App?'],
    '/blog': ['The Dashboard People Open on Monday Morning', 'November 3, 2026'],
    '/blog/e-invoicing-in-turkey': ['By Murat Çetin', 'Ready to Transform Your Data?'],
    '/portfolio': ['Shipment Desk for Road Freight', '+3 more'],
    [`/portfolio/${project.id}`]: [project.resultsText ?? '', 'Need a Similar Solution'],
    '/pricing': ['Starting at $15,000', 'Dedicated project manager', 'Ready to Get Started?'],
    '/faq': ['What does a project cost?', 'Still Have Questions?'],
    '/terms': ['10. Ending, law and contact', 'Last updated: January 2025'],
    '/privacy': ['11. Changes and contact', 'Last updated: January 2025'],
    '/no-such-page': ['Oops! Page not found'],
  };
  for (const [path, strings] of Object.entries(pages)) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible();
    for (const text of strings) {
      const shown = page.getByRole('main').getByText(text).filter({ visible: true });
      await expect(shown.first(), path).toBeVisible();
    }
    const unseen = await page.evaluate(() =>
      [...document.querySelectorAll('main :is(h1, h2, h3, p, li, dt, dd, th, td, time, img)')]
        .filter((element) => !element.closest('details:not([open]), [aria-roledescription]'))
        .filter(
          (element) =>
            !element.checkVisibility({ opacityProperty: true, visibilityProperty: true }),
        )
        .map((element) => element.outerHTML.slice(0, 200)),
    );
    expect(unseen, path).toEqual([]);
    await expect(page.getByText(/^Loading/), path).toHaveCount(0);
    await expect(page.locator('.skeleton'), path).toHaveCount(0);
  }
});

test('the testimonials are a row to scroll, and Watch Demo leads to the first state of the demo @full', async ({
  page,
  site,
}) => {
  const rows = await site.db
    .selectFrom('testimonials')
    .select('quote')
    .where('isFeatured', '=', true)
    .orderBy('createdAt', 'desc')
    .execute();
  await page.goto('/');
  const carousel = page.getByRole('region', { name: 'Client testimonials' });
  await expect(carousel.getByRole('button')).toHaveCount(0);
  const slides = carousel.getByRole('group');
  await expect(slides).toHaveCount(rows.length);
  for (const [index, { quote }] of rows.entries()) {
    await slides.nth(index).scrollIntoViewIfNeeded();
    await expect(slides.nth(index)).toBeInViewport({ ratio: 0.5 });
    await expect(slides.nth(index)).toContainText(quote);
  }
  await page.getByRole('link', { name: 'Watch Demo' }).click();
  await expect(page).toHaveURL(/\/#demo$/);
  const demo = page.locator('#demo');
  await expect(demo).toBeInViewport();
  await expect(demo.getByRole('row', { name: /2041.*Ankara to Mersin.*On its way/ })).toBeVisible();
  await expect(demo.getByText('Trips, last 7 days')).toBeVisible();
  await expect(demo.locator('button, input, select').filter({ visible: true })).toHaveCount(
    await demo.locator(':is(thead, tbody) button').count(),
  );
});

test('filters are links that work without scripts @full', async ({ page }) => {
  await page.goto('/blog');
  await page.getByRole('link', { name: 'Engineering', exact: true }).click();
  await expect(page).toHaveURL(/\/blog\?category=Engineering$/);
  await expect(page.getByRole('article')).toHaveCount(2);

  await page.goto('/portfolio');
  await page.getByRole('link', { name: 'Finance', exact: true }).click();
  await expect(page).toHaveURL(/\/portfolio\?category=Finance$/);
  await expect(page.getByRole('article')).toHaveCount(2);

  await page.goto('/faq');
  await page.getByRole('link', { name: 'Support & Security', exact: true }).click();
  await expect(page).toHaveURL(/category=Support\+%26\+Security$/);
  await expect(page.locator('main summary')).toHaveCount(3);
  await expect(
    page.getByRole('navigation', { name: /Filter/ }).locator('[aria-current]'),
  ).toHaveText('Support & Security');
});

test('the accordion keeps one answer open without scripts @full', async ({ page }) => {
  await page.goto('/faq');
  const services = page.getByRole('region', { name: 'Services' });
  await services.locator('summary').nth(0).click();
  await expect(services.locator('details').nth(0).locator('p')).toBeVisible();
  await services.locator('summary').nth(1).click();
  await expect(services.locator('details').nth(0).locator('p')).toBeHidden();
  await expect(services.locator('details').nth(1).locator('p')).toBeVisible();
  await services.locator('summary').nth(1).click();
  await expect(services.locator('details[open]')).toHaveCount(0);
});

test('dropdown, mobile menu and section links work without scripts @full', async ({ page }) => {
  await page.goto('/pricing');
  const nav = page.getByRole('navigation', { name: 'Main' });
  await expect(nav.getByRole('link', { name: 'Blogs' })).toBeHidden();
  await nav.locator('summary', { hasText: 'Company' }).click();
  await nav.getByRole('link', { name: 'Blogs' }).click();
  await expect(page).toHaveURL(/\/blog$/);
  await nav.getByRole('link', { name: 'Case Studies' }).click();
  await expect(page).toHaveURL(/\/#case-studies$/);
  await expect(page.locator('#case-studies')).toBeInViewport();

  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/pricing');
  await expect(nav.getByRole('link', { name: 'FAQ' })).toBeHidden();
  await nav.locator('summary', { hasText: 'Menu' }).click();
  await nav.getByRole('link', { name: 'FAQ' }).click();
  await expect(page).toHaveURL(/\/faq$/);
});

test('no page scrolls sideways on a phone without scripts @full', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  for (const path of [
    '/',
    '/blog',
    '/portfolio',
    '/pricing',
    '/faq',
    '/order',
    '/contact',
    '/terms',
  ]) {
    await page.goto(path);
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow, path).toBe(0);
  }
});
