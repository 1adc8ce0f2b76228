import { expectAccessible } from '#tests/support/browser/accessibility.ts';
import { expect, test, waitUntilInteractive, WITHIN_A_SECOND } from '#tests/support/browser/e2e.ts';
import { SITE_SETTINGS_ID } from '#shared/site-settings/values.ts';

// Each test changes the one settings row of its worker's database and puts it back.
const change = async (
  db: Parameters<Parameters<typeof test>[2]>[0]['site']['db'],
  values: Record<string, unknown>,
) => {
  await db.updateTable('siteSettings').set(values).where('id', '=', SITE_SETTINGS_ID).execute();
};

test.describe.configure({ mode: 'serial' });

test('a new favicon is on open pages within a second, with a cache-busting query @full', async ({
  page,
  site,
  problems,
}) => {
  problems.allow(/404/);
  await page.goto('/faq');
  await waitUntilInteractive(page);
  await change(site.db, { faviconUrl: '/logo.svg' });
  await expect(page.locator('link[rel="icon"]')).toHaveAttribute(
    'href',
    /^\/logo\.svg\?v=\d+$/,
    WITHIN_A_SECOND,
  );
  await change(site.db, { faviconUrl: '' });
  await expect(page.locator('link[rel="icon"]')).toHaveAttribute(
    'href',
    '/favicon.svg',
    WITHIN_A_SECOND,
  );
});

test('logos, social links and copyright follow the settings @full', async ({ page, site }) => {
  await page.goto('/faq');
  await waitUntilInteractive(page);
  const before = await site.db.selectFrom('siteSettings').selectAll().executeTakeFirstOrThrow();
  await change(site.db, {
    headerLogoUrl: '/favicon.svg',
    headerLogoAlt: 'A new mark',
    headerLogoWidth: 44,
    headerLogoHeight: 80,
    footerLogoUrl: '/favicon.svg',
    footerLogoAlt: 'A new footer mark',
    footerLogoWidth: 120,
    footerLogoHeight: 30,
    copyrightText: '© {year} Somebody else',
    socialLinks: JSON.stringify({ github: 'https://github.example/vitrin' }),
  });
  const header = page.getByRole('banner');
  await expect(header.getByAltText('A new mark')).toHaveAttribute('width', '44', WITHIN_A_SECOND);
  // The picture is a square; the logo is as wide and high as the settings say.
  const sizes = [
    { logo: header.getByAltText('A new mark'), width: 44, height: 80 },
    { logo: page.locator('footer').getByAltText('A new footer mark'), width: 120, height: 30 },
  ];
  for (const { logo, ...size } of sizes) expect(await logo.boundingBox()).toMatchObject(size);
  expect((await header.boundingBox())?.height).toBeGreaterThan(80);
  await expect(page.locator('footer')).toContainText(`© ${new Date().getFullYear()} Somebody else`);
  await expect(page.locator('footer a[target="_blank"]')).toHaveCount(1);
  await expect(page.locator('footer a[target="_blank"]')).toContainText('GitHub');
  await change(site.db, {
    headerLogoUrl: before.headerLogoUrl,
    headerLogoAlt: before.headerLogoAlt,
    headerLogoWidth: before.headerLogoWidth,
    headerLogoHeight: before.headerLogoHeight,
    footerLogoUrl: before.footerLogoUrl,
    footerLogoAlt: before.footerLogoAlt,
    footerLogoWidth: before.footerLogoWidth,
    footerLogoHeight: before.footerLogoHeight,
    copyrightText: before.copyrightText,
    socialLinks: JSON.stringify(before.socialLinks),
  });
  await expect(page.locator('footer')).toContainText('© 2025', WITHIN_A_SECOND);
  await expect(page.locator('footer')).toContainText('All rights reserved.');
});

test('maintenance closes an open page and opens it again, keeping what was typed', async ({
  page,
  site,
  request,
  problems,
}) => {
  problems.allow(/503/);
  await page.goto('/contact');
  await waitUntilInteractive(page);
  await page.getByLabel('Name').fill('Half a name');
  await change(site.db, { maintenanceMode: true, maintenanceMessage: 'Back at noon.' });
  const heading = page.getByRole('heading', { name: 'Site Under Maintenance' });
  await expect(heading).toBeVisible(WITHIN_A_SECOND);
  await expect(page.getByText('Back at noon.')).toBeVisible();
  const logo = page.locator('main img').last();
  expect(await logo.boundingBox()).toMatchObject({ width: 100, height: 250 });

  for (const path of ['/', '/blog', '/order', '/terms', '/no-such-page']) {
    const response = await request.get(path);
    expect(response.status(), path).toBe(503);
    expect(response.headers()['retry-after'], path).toBeTruthy();
    const text = await response.text();
    expect(text, path).toContain('Site Under Maintenance');
    expect(text, path).not.toContain('Frequently Asked Questions');
  }
  expect((await request.get('/blog.data')).status()).toBe(503);
  expect((await request.get('/api/blog-posts')).status()).toBe(503);
  expect((await request.get('/adminloginpage')).status()).toBe(200);
  expect((await request.get('/healthz')).status()).toBe(200);

  await change(site.db, { maintenanceMode: false });
  await expect(heading).toBeHidden(WITHIN_A_SECOND);
  await expect(page.getByLabel('Name')).toHaveValue('Half a name');
});

test('a page opened during maintenance comes back by itself and by Check Again @full', async ({
  page,
  site,
  problems,
}) => {
  problems.allow(/503/);
  await change(site.db, { maintenanceMode: true });
  await expect.poll(async () => (await page.request.get('/faq')).status()).toBe(503);
  await page.goto('/faq');
  const heading = page.getByRole('heading', { name: 'Site Under Maintenance' });
  await expect(heading).toBeVisible();
  await page.getByRole('button', { name: 'Check Again' }).click();
  await expect(heading).toBeVisible();
  await change(site.db, { maintenanceMode: false });
  await expect(page.getByRole('heading', { name: 'Frequently Asked Questions' })).toBeVisible(
    WITHIN_A_SECOND,
  );
});

test('no accessibility finding: the maintenance screen, come upon and laid over an open page @full', async ({
  page,
  site,
  problems,
}) => {
  problems.allow(/503/);
  await page.goto('/contact');
  await waitUntilInteractive(page);
  await change(site.db, { maintenanceMode: true });
  const heading = page.getByRole('heading', { name: 'Site Under Maintenance' });
  await expect(heading).toBeFocused();
  await expectAccessible(page);
  await expect.poll(async () => (await page.request.get('/faq')).status()).toBe(503);
  await page.goto('/faq');
  await expect(heading).toBeFocused();
  await expectAccessible(page);
  await expect(heading).toBeVisible();
  await change(site.db, { maintenanceMode: false });
  await expect(heading).toBeHidden(WITHIN_A_SECOND);
});

test('the stream reconnects after the connection is lost @full', async ({
  page,
  site,
  context,
  problems,
}) => {
  problems.allow(/ERR_INTERNET_DISCONNECTED|Failed to load resource/);
  await page.goto('/pricing');
  await waitUntilInteractive(page);
  await context.setOffline(true);
  await change(site.db, { copyrightText: '© 2025 Changed while away' });
  await context.setOffline(false);
  await expect(page.locator('footer')).toContainText('Changed while away', { timeout: 20_000 });
  await change(site.db, { copyrightText: '© 2025 Vitrin Software. All rights reserved.' });
});
