import type { Locator } from '@playwright/test';
import { expect, test, waitUntilInteractive } from '#tests/support/browser/e2e.ts';

test.use({ contextOptions: { forcedColors: 'active', reducedMotion: 'reduce' } });

/** All that a state can be told by without colours of one's own. */
function readStyle(control: Locator): Promise<Record<string, string>> {
  return control.evaluate((element) => {
    const style = getComputedStyle(element);
    const isBordered = style.borderTopStyle !== 'none' && style.borderTopWidth !== '0px';
    return {
      appearance: style.appearance,
      // The canvas behind nothing is that behind a fill that was taken away.
      background: style.backgroundColor.match(/\d+/g)?.slice(0, 3).join(' ') ?? '',
      border: isBordered ? `${style.borderTopWidth} ${style.borderTopColor}` : 'none',
      outline:
        style.outlineStyle === 'none' ? 'none' : `${style.outlineWidth} ${style.outlineColor}`,
      rotate: style.rotate,
      display: style.display,
      stroke: style.stroke,
      text: style.color,
      underline: style.textDecorationLine,
    };
  });
}

async function expectDifferent(on: Locator, off: Locator): Promise<void> {
  expect(await readStyle(on.first())).not.toEqual(await readStyle(off.first()));
}

async function expectChange(part: Locator, change: () => Promise<unknown>): Promise<void> {
  const before = await readStyle(part);
  await change();
  await expect.poll(() => readStyle(part)).not.toEqual(before);
}

test('the shown testimonial stands out among the dots and the previews @full', async ({ page }) => {
  await page.goto('/');
  await waitUntilInteractive(page);
  const carousel = page.getByRole('region', { name: 'Client testimonials' });
  const dots = (state: string) => carousel.locator(`button[aria-label^="Show"]${state} > span`);
  await expectDifferent(dots('[aria-current]'), dots(':not([aria-current])'));
  const previews = (state: string) => carousel.locator(`button.card${state}`);
  await expectDifferent(previews('[aria-current]'), previews(':not([aria-current])'));
});

test('chosen options and complete parts of the order stand out @full', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto('/order');
  await waitUntilInteractive(page);
  const label = (name: string) => page.locator('label', { hasText: name });
  await page.getByLabel('API Integration').check();
  await page.getByLabel('Business Dashboards').check();
  await page.getByLabel('Full name').fill('Murat Çetin');
  await page.getByLabel('E-mail').fill('murat@example.com');
  await expectDifferent(label('API Integration'), label('Payment Integration'));
  await expectDifferent(label('Business Dashboards'), label('Custom Business'));
  for (const name of ['API Integration', 'Business Dashboards']) {
    expect((await readStyle(page.getByLabel(name))).appearance).toBe('auto');
  }
  const parts = page.locator('main [aria-hidden="true"] > span.rounded-full');
  await expectDifferent(parts.first(), parts.last());
});

test('progress is drawn by the browser @full', async ({ page }) => {
  await page.goto('/order');
  const appearance = await page.evaluate(() => {
    const bar = document.createElement('progress');
    document.body.append(bar);
    return getComputedStyle(bar).appearance;
  });
  expect(appearance).toBe('auto');
});

test('what is open stands out from what is closed @full', async ({ page }) => {
  await page.goto('/faq');
  await waitUntilInteractive(page);
  const question = page.locator('main summary').first();
  await expectChange(question.locator('svg'), () => question.click());
  const company = page.locator('header summary', { hasText: 'Company' });
  await expectChange(company.locator('svg'), () => company.click());
  await page.setViewportSize({ width: 360, height: 740 });
  const menu = page.locator('header summary', { hasText: 'Menu' });
  await expectChange(menu, () => menu.click());
});

test('the theme switch shows which theme is on @full', async ({ page }) => {
  await page.goto('/faq');
  await waitUntilInteractive(page);
  const signs = page.locator('.theme-switch > *');
  await expectDifferent(signs.first(), signs.last());
  await expectChange(signs.first(), () => page.locator('.theme-switch').click());
});
