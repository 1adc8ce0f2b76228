import type { Locator } from '@playwright/test';
import { expect, test } from '#tests/support/browser/e2e.ts';
import { openPage } from '#tests/support/browser/site.ts';

test.use({ contextOptions: { forcedColors: 'active', reducedMotion: 'reduce' } });

/** The properties that tell a state without the site's own colours. */
function readStyle(control: Locator): Promise<string[]> {
  return control.evaluate((element) => {
    const style = getComputedStyle(element);
    return [
      // The canvas behind a transparent fill is that behind a removed one.
      style.backgroundColor.match(/\d+/g)?.slice(0, 3).join(' ') ?? '',
      style.border,
      style.outline,
      style.rotate,
      style.display,
      style.stroke,
      style.color,
      style.textDecorationLine,
    ];
  });
}

async function expectChange(part: Locator, change: () => Promise<unknown>): Promise<void> {
  const before = await readStyle(part);
  await change();
  await expect.poll(() => readStyle(part)).not.toEqual(before);
}

test('states stand out with forced colours @full', async ({ page }) => {
  await openPage(page, '/faq');
  const company = page.locator('header summary', { hasText: 'Company' });
  await expectChange(company.locator('svg'), () => company.click());
  const signs = page.locator('.theme-switch > *');
  expect(await readStyle(signs.first())).not.toEqual(await readStyle(signs.last()));
  await expectChange(signs.first(), () => page.locator('.theme-switch').click());
  await page.setViewportSize({ width: 360, height: 740 });
  const menu = page.locator('header summary', { hasText: 'Menu' });
  await expectChange(menu, () => menu.click());

  await openPage(page, '/order');
  const part = page.locator('main [aria-hidden="true"] > span.rounded-full').first();
  await expectChange(part, async () => {
    await page.getByLabel('Full name').fill('Murat Çetin');
    await page.getByLabel('E-mail').fill('murat@example.com');
  });
  const appearance = await page.evaluate(() => {
    const bar = document.createElement('progress');
    document.body.append(bar);
    return getComputedStyle(bar).appearance;
  });
  expect(appearance).toBe('auto');
});
