import type { Page } from '@playwright/test';
import { expect, test } from '#tests/support/browser/e2e.ts';
import { deriveAccent, getContrast, MIN_CONTRAST } from '#shared/brand/accent.ts';

const LOGO = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><path d="M0 0h40v40H0z" fill="#e4572e"/></svg>',
);

test.afterEach(({ site }) =>
  site.db.deleteFrom('siteContent').where('type', '=', 'brand').execute(),
);

/** The computed colours of the button in the header. */
async function readButton(page: Page, colorScheme: 'light' | 'dark') {
  await page.emulateMedia({ colorScheme });
  const button = page.getByRole('banner').getByRole('link', { name: 'Order Now' }).first();
  return button.evaluate((element) => {
    const { backgroundColor, color } = getComputedStyle(element);
    const context = new OffscreenCanvas(1, 1).getContext('2d');
    if (!context) throw new Error('no canvas');
    return [backgroundColor, color].map((css) => {
      context.fillStyle = css;
      context.fillRect(0, 0, 1, 1);
      const [r = 0, g = 0, b = 0] = context.getImageData(0, 0, 1, 1).data;
      return `#${[r, g, b].map((part) => part.toString(16).padStart(2, '0')).join('')}`;
    });
  });
}

test('an owner takes the color from the logo, then returns to cobalt', async ({
  admin: page,
  context,
  problems,
}) => {
  problems.allow(/409/);
  const visitor = await context.newPage();
  const save = page.getByRole('button', { name: 'Save' });
  const color = page.getByLabel('Accent color', { exact: true });

  async function expectButton(accent: string) {
    const derived = deriveAccent(accent);
    for (const theme of ['light', 'dark'] as const) {
      await expect(async () => {
        const [ground = '', text = ''] = await readButton(visitor, theme);
        expect(ground).toBe(derived[theme].accent);
        expect(getContrast(ground, text)).toBeGreaterThanOrEqual(MIN_CONTRAST);
      }).toPass();
    }
  }

  await visitor.goto('/contact');
  await expectButton('');
  await expect(visitor.locator('link[href^="/brand.css"]')).toHaveCount(0);
  await page.goto('/admin/company/brand');
  await page.getByRole('button', { name: 'Propose from the logo' }).click();
  await expect(page.getByText('Upload a logo first.')).toBeVisible();
  await page
    .getByRole('group', { name: 'Square logo' })
    .locator('input[type=file]')
    .setInputFiles({ name: 'logo.svg', mimeType: 'image/svg+xml', buffer: LOGO });
  await expect(page.getByAltText('Preview: Square logo')).toBeVisible();
  await page.getByRole('button', { name: 'Propose from the logo' }).click();
  await expect(color).toHaveValue('#e4572e');
  await expect(page.getByText('4.6 : 1 on light, 4.5 : 1 on dark.')).toBeVisible();
  await save.click();
  await expect(page.getByText('Brand saved')).toBeVisible();

  // An open page follows.
  await expectButton('#e4572e');
  await visitor.goto('/contact');
  await expectButton('#e4572e');
  await expect(visitor.locator('link[rel=icon]')).toHaveAttribute('href', /\.svg\?v=/);

  await color.fill('red');
  await save.click();
  await expect(color).toHaveAccessibleDescription(/# and six digits/);
  await color.fill('');
  await page.getByRole('button', { name: 'Remove Square logo' }).click();
  await save.click();
  await expect(visitor.locator('link[href^="/brand.css"]')).toHaveCount(0);
  await expectButton('');
});
