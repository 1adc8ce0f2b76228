import { expectAccessible } from '#tests/support/browser/accessibility.ts';
import { expect, type Site, test, WITHIN_A_SECOND } from '#tests/support/browser/e2e.ts';
import { openPage, restoreAfterEach } from '#tests/support/browser/site.ts';

async function change({ db }: Site, values: Record<string, unknown>): Promise<void> {
  await db.updateTable('siteSettings').set(values).execute();
}

restoreAfterEach();

test('open pages follow the settings @full', async ({ page, site }) => {
  await openPage(page, '/faq');
  const footer = page.locator('footer');
  await expect(footer).toContainText(/© 2025 .*All rights reserved\./);
  await change(site, {
    faviconUrl: '/logo.svg',
    headerLogoUrl: '/favicon.svg',
    headerLogoAlt: 'A new mark',
    headerLogoWidth: 44,
    headerLogoHeight: 50,
    footerLogoUrl: '/favicon.svg',
    footerLogoAlt: 'A new footer mark',
    footerLogoWidth: 120,
    footerLogoHeight: 30,
    copyrightText: '© {year} Somebody else',
    socialLinks: JSON.stringify({ github: 'https://github.example/vitrin' }),
  });
  const icon = page.locator('link[rel="icon"]');
  await expect(icon).toHaveAttribute('href', /^\/logo\.svg\?v=\d+$/, WITHIN_A_SECOND);
  const header = page.getByRole('banner');
  await expect(header.getByAltText('A new mark')).toHaveAttribute('width', '44', WITHIN_A_SECOND);
  // The picture is a square; the logo is as wide and high as the settings say.
  const sizes = [
    { logo: header.getByAltText('A new mark'), width: 44, height: 50 },
    { logo: page.locator('footer').getByAltText('A new footer mark'), width: 120, height: 30 },
  ];
  for (const { logo, ...size } of sizes) expect(await logo.boundingBox()).toMatchObject(size);
  expect((await header.boundingBox())?.height).toBeGreaterThan(50);
  await expect(page.locator('footer')).toContainText(`© ${new Date().getFullYear()} Somebody else`);
  await expect(page.locator('footer a[target="_blank"]')).toHaveCount(1);
  await expect(page.locator('footer a[target="_blank"]')).toContainText('GitHub');
  await change(site, { faviconUrl: '' });
  await expect(icon).toHaveAttribute('href', '/favicon.svg', WITHIN_A_SECOND);
});

test('maintenance closes an open page and reopens it', async ({ page, site, problems }) => {
  const { request } = page;
  problems.allow(/503/);
  await openPage(page, '/contact');
  await page.getByLabel('Name').fill('Half a name');
  await change(site, { maintenanceMode: true, maintenanceMessage: 'Back at noon.' });
  const heading = page.getByRole('heading', { name: 'Site Under Maintenance' });
  await expect(heading).toBeVisible(WITHIN_A_SECOND);
  await expect(page.getByText('Back at noon.')).toBeVisible();
  const logo = page.locator('main img').last();
  expect(await logo.boundingBox()).toMatchObject({ width: 100, height: 250 });

  for (const path of ['/', '/order', '/no-such-page', '/blog.data']) {
    const response = await request.get(path);
    expect(response.status(), path).toBe(503);
    expect(response.headers()['retry-after'], path).toMatch(/^\d+$/);
    expect(await response.text(), path).toContain('Back at noon.');
  }
  expect((await request.get('/adminloginpage')).status()).toBe(200);

  await change(site, { maintenanceMode: false });
  await expect(heading).toBeHidden(WITHIN_A_SECOND);
  await expect(page.getByLabel('Name')).toHaveValue('Half a name');
});

test('the maintenance screen is accessible and ends @full', async ({ page, site, problems }) => {
  problems.allow(/503/);
  await openPage(page, '/contact');
  await change(site, { maintenanceMode: true });
  const heading = page.getByRole('heading', { name: 'Site Under Maintenance' });
  await expect(heading).toBeFocused();
  await expectAccessible(page);
  await expect.poll(async () => (await page.request.get('/faq')).status()).toBe(503);
  await page.goto('/faq');
  await expect(heading).toBeFocused();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Check Again' }).click();
  await expect(heading).toBeVisible();
  await change(site, { maintenanceMode: false });
  const questions = page.getByRole('heading', { name: 'Frequently Asked Questions' });
  await expect(questions).toBeVisible(WITHIN_A_SECOND);
});

test('the stream reconnects @full', async ({ page, site, context, problems }) => {
  problems.allow(/ERR_INTERNET_DISCONNECTED|Failed to load resource/);
  await openPage(page, '/pricing');
  await context.setOffline(true);
  await change(site, { copyrightText: '© 2025 Changed while away' });
  await context.setOffline(false);
  await expect(page.locator('footer')).toContainText('Changed while away', { timeout: 20_000 });
});
