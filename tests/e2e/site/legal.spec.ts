import { readFileSync } from 'node:fs';
import { SAMPLE_COMPANY } from '#tests/support/samples/sample-company.ts';
import { join } from 'node:path';
import { expect, test } from '#tests/support/browser/e2e.ts';
import {
  buildOrder,
  fillOrder,
  findOrder,
  ORDER_SUBMITTED,
  submitButton,
} from '#tests/support/browser/forms.ts';
import { openPage, restoreAfterEach } from '#tests/support/browser/site.ts';
import { readRow } from '#tests/support/database/rows.ts';
import { fillFacts } from '#shared/policies/facts.ts';
import { formatVersion } from '#shared/policies/values.ts';

restoreAfterEach();

const PAGES = [
  { heading: 'Terms of Service', paths: ['/terms-of-service', '/terms'], sections: 10 },
  { heading: 'Privacy Policy', paths: ['/privacy-policy', '/privacy'], sections: 11 },
] as const;

test('both URLs show the same built-in text with all its sections', async ({ page, site }) => {
  for (const { heading, paths, sections } of PAGES) {
    const shown: string[] = [];
    for (const path of paths) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 }), path).toHaveText(heading);
      await expect(page.getByText('Last updated: January 2025', { exact: true })).toBeVisible();
      const canonical = page.locator('link[rel="canonical"]');
      await expect(canonical, path).toHaveAttribute('href', `${site.url}${paths[0]}`);
      const headings = await page.locator('.prose h2').allTextContents();
      const numbers = Array.from({ length: sections }, (_, index) => index + 1);
      expect(headings.map((title) => Number.parseInt(title, 10))).toEqual(numbers);
      shown.push(await page.locator('main').innerHTML());
    }
    expect(shown[1]).toBe(shown[0]);
    const file = join(import.meta.dirname, `../../../content/policies${paths[0]}.md`);
    const [first = ''] = fillFacts(readFileSync(file, 'utf8'), SAMPLE_COMPANY).split('\n');
    await expect(page.locator('.prose > p').first()).toHaveText(first);
  }
});

test('policies of the settings replace the built-in ones @full', async ({ page, site }) => {
  const prose = page.locator('.prose');
  const termsOfService = '## Our own terms\n\nShort and **plain**, [see](/faq).\n\n## Two';
  const policies = { termsOfService, privacyPolicy: ' \n\t \n' };
  await site.db.updateTable('siteSettings').set(policies).execute();
  await page.goto('/terms');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Terms of Service');
  await expect(prose).toHaveText(/^Our own terms\s+Short and plain, see\.\s+Two$/);
  await expect(prose.locator('strong')).toHaveText('plain');
  await expect(prose.getByRole('link')).toHaveAttribute('href', '/faq');
  await expect(page.getByRole('navigation', { name: 'On this page' })).toHaveCount(0);
  await page.goto('/privacy');
  await expect(prose.locator('h2')).toHaveCount(11);
  await site.db.updateTable('siteSettings').set({ privacyPolicy: 'Private.' }).execute();
  await page.goto('/privacy-policy');
  await expect(prose).toHaveText('Private.');
});

test('the table of contents leads to every section @full', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.goto('/terms');
  const contents = page.getByRole('navigation', { name: 'On this page' });
  const links = contents.getByRole('link');
  await expect(links).toHaveText(await page.locator('.prose h2').allTextContents());
  await expect(contents.locator('summary')).toBeHidden();
  await links.nth(6).click();
  await expect(page).toHaveURL(/\/terms#section-ownership-and-licences$/);
  await expect(page.getByRole('heading', { name: '7. Ownership and licences' })).toBeInViewport();
  await expect(links.first()).toBeInViewport();
  // The sanitiser allows no id inside the text: the targets are around it.
  expect(await page.locator('.prose [id]').count()).toBe(0);

  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/privacy');
  await expect(links.first()).toBeHidden();
  await contents.locator('summary').click();
  await expect(links).toHaveCount(11);
  for (const link of await links.all()) {
    expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  }
  await links.last().click();
  await expect(page.locator('.prose h2').last()).toBeInViewport();
});

test('published terms have a new date, and an order stores the version that its form showed', async ({
  admin,
  context,
  site,
}) => {
  const page = await context.newPage();
  const send = async () => {
    const order = buildOrder();
    await fillOrder(page, order);
    await submitButton(page).click();
    await expect(page).toHaveURL(ORDER_SUBMITTED);
    return (await findOrder(site, order)).termsVersion;
  };
  await openPage(page, '/order');
  await expect(page.getByText('Terms of January 2025.')).toBeVisible();
  await admin.goto('/admin/settings?tab=policies');
  await expect(admin.getByText('Not reviewed by a lawyer')).toHaveCount(2);
  await admin.getByLabel('Terms of service', { exact: true }).fill('## Ours');
  await admin.getByLabel('Terms reviewed by a lawyer').click();
  await admin.getByRole('button', { name: 'Save Settings' }).click();
  const published = admin
    .getByRole('group')
    .filter({ hasText: /^Terms of service \d{4}-\d{2}-\d{2}/ });
  await expect(published.first()).toBeVisible();
  await expect(admin.getByText('Not reviewed by a lawyer')).toHaveCount(1);
  expect(await send()).toBe('2025-01');

  const { termsVersion } = await readRow(site.db, 'siteSettings', ['termsVersion'], {});
  const date = formatVersion(termsVersion);
  await openPage(page, '/terms');
  await expect(page.getByText(`Last updated: ${date}`)).toBeVisible();
  await openPage(page, '/order');
  await expect(page.getByText(`Terms of ${date}.`)).toBeVisible();
  expect(await send()).toBe(termsVersion);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Company', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Company Facts');
  await expect(page.getByText('Vitrin Yazılım Ltd. Şti.')).toBeVisible();
  await page.getByRole('link', { name: `Terms of Service, ${date}` }).click();
  await expect(page.getByRole('heading', { name: 'Ours' })).toBeVisible();
});
