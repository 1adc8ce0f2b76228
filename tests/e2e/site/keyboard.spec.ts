import type { Page } from '@playwright/test';
import {
  expect,
  MAX_STOPS,
  tabTo,
  test,
  waitUntilInteractive,
} from '#tests/support/browser/e2e.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('the Company dropdown opens, leads on and closes with keys only @full', async ({ page }) => {
  await page.goto('/pricing');
  await waitUntilInteractive(page);
  const nav = page.getByRole('navigation', { name: 'Main' });
  const company = nav.locator('summary', { hasText: 'Company' });
  const blogs = nav.getByRole('link', { name: 'Blogs' });
  const faq = nav.getByRole('link', { name: 'FAQ' });
  await tabTo(page, company);
  await expect(blogs).toBeHidden();
  await page.keyboard.press('Enter');
  await expect(blogs).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(blogs).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(blogs).toBeHidden();
  await expect(company).toBeFocused();
  await page.keyboard.press('Space');
  await tabTo(page, faq);
  await page.keyboard.press('Tab');
  await expect(nav.getByRole('link', { name: 'Contact Us' })).toBeFocused();
  await expect(faq).toBeHidden();
  await page.keyboard.press('Shift+Tab');
  await expect(company).toBeFocused();
  await page.keyboard.press('Enter');
  await tabTo(page, faq);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/faq$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

test('the carousel is used with keys only @full', async ({ page }) => {
  await page.goto('/');
  await waitUntilInteractive(page);
  const carousel = page.getByRole('region', { name: 'Client testimonials' });
  const slide = carousel.getByRole('group');
  const expectShown = (name: string) => expect(slide).toHaveAccessibleName(name);
  await tabTo(page, carousel.getByRole('button', { name: 'Previous testimonial' }));
  await page.keyboard.press('Enter');
  await expectShown('4 of 4');
  await page.keyboard.press('ArrowRight');
  await expectShown('1 of 4');
  await page.keyboard.press('ArrowRight');
  await expectShown('2 of 4');
  await page.keyboard.press('ArrowLeft');
  await expectShown('1 of 4');
  await tabTo(page, carousel.getByRole('button', { name: 'Show testimonial 3 of 4' }));
  await page.keyboard.press('Space');
  await expectShown('3 of 4');
  await expect(carousel.getByRole('status')).toHaveText('Testimonial 3 of 4: Leyla Koç');
  await tabTo(page, carousel.getByRole('list').last().getByRole('button').nth(1));
  await page.keyboard.press('Enter');
  await expectShown('2 of 4');
});

test('the demo is reached and used with keys only @full', async ({ page }) => {
  await page.goto('/');
  await waitUntilInteractive(page);
  await tabTo(page, page.getByRole('link', { name: 'Watch Demo' }));
  await page.keyboard.press('Enter');
  const demo = page.locator('#demo');
  await expect(demo).toBeFocused();
  await expect(demo.getByLabel('Search shipments')).toBeEnabled();
  await tabTo(page, demo.getByRole('radio').first());
  await page.keyboard.press('ArrowRight');
  await expect(demo.getByText('Trips, last 4 weeks')).toBeVisible();
  const search = demo.getByLabel('Search shipments');
  await tabTo(page, search);
  await page.keyboard.type('no such customer');
  await expect(demo.getByRole('status')).toContainText('0 of ');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('Delete');
  await tabTo(page, demo.getByRole('button', { name: 'Customer' }));
  await page.keyboard.press('Enter');
  await expect(demo.getByRole('columnheader', { name: 'Customer' })).toHaveAttribute(
    'aria-sort',
    'ascending',
  );
  await tabTo(page, demo.getByRole('button', { name: '2044', exact: true }));
  await page.keyboard.press('Enter');
  await expect(demo.getByRole('heading', { name: 'Order 2044' })).toBeVisible();
  await tabTo(page, page.locator('#case-studies').getByRole('link').first());
});

test('filter and accordion of the FAQ with keys only @full', async ({ page }) => {
  await page.goto('/faq');
  await waitUntilInteractive(page);
  const filter = page.getByRole('navigation', { name: /Filter/ });
  const process = filter.getByRole('link', { name: 'Process' });
  await tabTo(page, process);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/category=Process$/);
  await expect(page.locator('main summary')).toHaveCount(3);
  await expect(process).toBeFocused();
  const questions = page.locator('main summary');
  await tabTo(page, questions.nth(0));
  await page.keyboard.press('Enter');
  const open = page.locator('main details[open]');
  await expect(open.locator('p')).toContainText('Basic: 3-4 weeks.');
  await page.keyboard.press('Tab');
  await expect(open.getByRole('link')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(questions.nth(1)).toBeFocused();
  await page.keyboard.press('Space');
  await expect(open).toHaveCount(1);
  await expect(open.locator('p')).toContainText('You get a test address');
  await page.keyboard.press('Space');
  await expect(open).toHaveCount(0);
});

test('the filter of the blog with keys only, one stop for each card @full', async ({ page }) => {
  await page.goto('/blog');
  await waitUntilInteractive(page);
  await tabTo(page, page.getByRole('navigation', { name: /Filter/ }).getByText('Engineering'));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('article')).toHaveCount(2);
  const links = page.getByRole('article').getByRole('link');
  await tabTo(page, links.nth(0));
  await page.keyboard.press('Tab');
  await expect(links.nth(1)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/blog\/security-first-before-the-first-login$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

/** The element with the focus: whether it is outlined and on top of everything at its middle; null for none. */
function readStop(page: Page) {
  return page.evaluate(() => {
    const element = document.activeElement;
    if (!element || element === document.body) return null;
    const { left, top, width, height } = element.getBoundingClientRect();
    const onTop = document.elementFromPoint(left + width / 2, top + height / 2);
    const target = onTop?.closest('a, button, summary, input, select, label, [tabindex]');
    const { outlineStyle, outlineWidth } = getComputedStyle(element);
    return {
      name: element.getAttribute('aria-label') ?? element.textContent?.trim() ?? '',
      region: element.closest('header, main, footer')?.localName ?? '',
      isOnTop:
        target === element || (target instanceof HTMLLabelElement && target.control === element),
      isOutlined: outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0,
    };
  });
}

test('going back with keys, every stop of the home page is seen, outlined and not below the header @full', async ({
  page,
}) => {
  await page.goto('/');
  await waitUntilInteractive(page);
  await page.locator('footer a').last().focus();
  const seen: string[] = [];
  for (let stop = 0; stop < MAX_STOPS; stop += 1) {
    await page.keyboard.press('Shift+Tab');
    const found = await readStop(page);
    expect(found, `stop ${stop}`).toMatchObject({ isOnTop: true, isOutlined: true });
    seen.push(`${found?.region}: ${found?.name}`);
    if (found?.name === 'Skip to content') break;
  }
  expect(seen.at(-1)).toContain('Skip to content');
  expect(seen).toContain('main: Watch Demo');
  expect(seen).toContain('main: Next testimonial');
  expect(seen.filter((name) => name.startsWith('footer')).length).toBeGreaterThan(8);
});
