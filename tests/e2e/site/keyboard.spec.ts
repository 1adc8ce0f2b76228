import type { Locator, Page } from '@playwright/test';
import { expect, MAX_STOPS, tabTo, test } from '#tests/support/browser/e2e.ts';
import { moveToNewTab } from '#tests/support/browser/forms.ts';
import { openPage } from '#tests/support/browser/site.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('the Company dropdown opens, leads on and closes with keys only @full', async ({ page }) => {
  await openPage(page, '/pricing');
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

/** The element with the focus: whether it is outlined and on top of everything; null outside of an area. */
function readStop(page: Page, area: string) {
  return page.evaluate((selector) => {
    const element = document.activeElement as HTMLInputElement;
    if (!element.closest(selector)) return null;
    const label = element.labels?.[0]?.textContent?.trim();
    const name = element.getAttribute('aria-label') ?? label ?? element.textContent?.trim() ?? '';
    // The label around a choice, or that of the file input, is drawn in its place.
    const around = element.matches('input') ? element.closest('label') : null;
    const drawn = (element.id === 'files' && element.labels?.[0]) || around || element;
    const { left, right, top, bottom } = drawn.getBoundingClientRect();
    // A text area may go on below the window.
    const isOnTop = [top + 3, Math.min(bottom, innerHeight) - 3].every((y) => {
      const onTop = document.elementFromPoint((left + right) / 2, y);
      return drawn.contains(onTop) || onTop?.closest<HTMLElement>('a') === drawn;
    });
    const { outlineStyle, outlineWidth } = getComputedStyle(drawn);
    const isOutlined = outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0;
    return { name, isOnTop, isOutlined };
  }, area);
}

type Way = { from: Locator; key: 'Tab' | 'Shift+Tab'; area: string };

async function expectSeenStops(page: Page, { from, key, area }: Way, names: string[]) {
  await from.focus();
  const seen: string[] = [];
  while (seen.length < MAX_STOPS && seen.at(-1) !== 'Skip to content') {
    await page.keyboard.press(key);
    const found = await readStop(page, area);
    if (!found) break;
    expect(found, `stop ${seen.length}`).toMatchObject({ isOnTop: true, isOutlined: true });
    seen.push(found.name);
  }
  expect(seen).toEqual(expect.arrayContaining(names));
  expect(seen.length).toBeLessThan(MAX_STOPS);
}

/** Some stops of each page. */
const STOPS = {
  '/': ['Watch Demo', 'Search shipments', '2044', 'Next testimonial'],
  '/blog': ['Engineering'],
  '/portfolio': ['Finance'],
  '/faq': ['Process', 'What does a project cost?'],
  '/contact': ['Send Message'],
  '/order': ['E-mail', 'Turkish', 'Choose files', 'Submit Order'],
};

for (const [path, names] of Object.entries(STOPS)) {
  test(`every keyboard stop of ${path} is seen and outlined @full`, async ({ page }) => {
    await openPage(page, path);
    if (path === '/') {
      await page.locator('#demo').scrollIntoViewIfNeeded();
      await expect(page.getByLabel('Search shipments')).toBeEnabled();
    }
    const from = page.locator('footer a').last();
    const back = { from, key: 'Shift+Tab', area: 'body' } as const;
    await expectSeenStops(page, back, [...names, 'FAQ', 'Skip to content']);
  });
}

test('no keyboard stop is below the bars of a phone or the draft @full', async ({ page }) => {
  await openPage(page, '/order');
  await page.getByLabel('Full name').fill('Selin Kaya');
  const phone = await moveToNewTab(page, '/order');
  await phone.setViewportSize({ width: 360, height: 740 });
  await expect(phone.getByRole('region', { name: 'Saved draft' })).toBeVisible();
  const from = phone.locator('#order-form :is(button, input)').first();
  await expectSeenStops(phone, { from, key: 'Tab', area: 'form' }, STOPS['/order']);
});
