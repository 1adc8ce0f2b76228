import { expect, type Site, test } from '#tests/support/browser/e2e.ts';
import { readStructuredData } from '#tests/support/browser/site.ts';
import { SAMPLE_CONTENT } from '#tests/support/samples/sample-company.ts';

function store({ db }: Site, type: string, id: string, data: object) {
  const row = db.updateTable('siteContent').set({ data: JSON.stringify(data) });
  return row.where('type', '=', type).where('id', '=', id).execute();
}

test.afterEach(async ({ site }) => {
  await store(site, 'plans', 'main', SAMPLE_CONTENT.plans);
  await store(site, 'page', 'pricing', SAMPLE_CONTENT['page/pricing']);
});

test('an owner changes a price, then offers none', async ({
  admin: page,
  context,
  site,
  problems,
}) => {
  problems.allow(/404|Page not found/);
  await page.goto('/admin/offer/plans');
  await page.getByLabel('Price from').first().fill('6400');
  await page.getByLabel('Currency').selectOption('TRY');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Prices saved')).toBeVisible();
  const visitor = await context.newPage();
  await expect(async () => {
    await visitor.goto('/pricing');
    await expect(visitor.getByText('Starting at ₺6,400')).toBeVisible({ timeout: 500 });
  }).toPass();
  const [product] = await readStructuredData<[object]>(visitor);
  expect(product).toMatchObject({ offers: [{ price: 6_400, priceCurrency: 'TRY' }, {}, {}] });

  const menu = visitor.getByRole('banner').getByRole('link', { name: 'Pricing' }).first();
  await expect(menu).toBeVisible();
  await page.getByLabel('Kind of prices').selectOption('No prices');
  await page.getByRole('button', { name: 'Save' }).click();
  // An open page follows.
  await expect(menu).toHaveCount(0);
  const missing = await visitor.goto('/pricing');
  expect(missing?.status()).toBe(404);
  const sitemap = await visitor.request.get('/sitemap.xml');
  expect(await sitemap.text()).not.toContain(`${site.url}/pricing`);
});

test('an owner changes the texts of a page', async ({ admin: page, context }) => {
  await page.goto('/admin/pages/page-pricing');
  const lead = page.getByRole('textbox', { name: 'Introduction' });
  await lead.fill('We answer {respnse}.');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(lead).toHaveAccessibleDescription(/\{respnse\}.*\{response\}/);
  await lead.fill('We answer {response}.');
  await page.getByRole('textbox', { name: 'Heading', exact: true }).fill('');
  await page.getByRole('textbox', { name: 'Closing card: heading' }).fill('');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Pricing saved')).toBeVisible();
  const visitor = await context.newPage();
  await expect(async () => {
    await visitor.goto('/pricing');
    await expect(visitor.getByText(/^We answer within/)).toBeVisible({ timeout: 500 });
  }).toPass();
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Pricing');
  await expect(visitor.getByText('Ready to Get Started?')).toHaveCount(0);
});
