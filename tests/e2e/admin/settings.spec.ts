import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { SETTINGS_MESSAGES } from '#shared/site-settings/messages.ts';
import { DEFAULT_SITE_SETTINGS, SITE_SETTINGS_ID } from '#shared/site-settings/values.ts';
import { expectAccessible } from '#tests/support/browser/accessibility.ts';
import {
  expect,
  type Site,
  waitUntilInteractive,
  WITHIN_A_SECOND,
  test,
} from '#tests/support/browser/e2e.ts';
import { expectToast } from '#tests/support/browser/toasts.ts';

const FIRST_LOAD = { timeout: 20_000 };

// Each test starts from the defaults of the table.
test.beforeEach(async ({ site }) => {
  await site.db.deleteFrom('siteSettings').execute();
  await site.db.insertInto('siteSettings').values({ id: SITE_SETTINGS_ID }).execute();
});

async function open(page: Page, tab = ''): Promise<void> {
  await page.goto(`/admin/settings${tab && `?tab=${tab}`}`);
  await expect(page.getByRole('tab', { name: 'Logos' })).toBeVisible(FIRST_LOAD);
}

const openTab = (page: Page, name: string) => page.getByRole('tab', { name }).click();
const save = (page: Page) => page.getByRole('button', { name: 'Save Settings' }).click();

async function storedRow(site: Site) {
  return site.db.selectFrom('siteSettings').selectAll().executeTakeFirstOrThrow();
}

test('the screen shows the stored row on seven tabs @full', async ({ admin: page }) => {
  await open(page);
  await expect(page).toHaveTitle(/Settings - Admin Panel$/);
  expect(await page.getByRole('tab').allInnerTexts()).toEqual([
    'Logos',
    'Maintenance',
    'Copyright',
    'Social Links',
    'Policies',
    'Office hours',
    'Public numbers',
  ]);
  for (const place of ['Header', 'Footer']) {
    await expect(page.getByLabel(`${place} logo alt text`)).toHaveValue(`${place} Logo`);
    await expect(page.getByLabel(`${place} logo width`)).toHaveValue('38');
    await expect(page.getByLabel(`${place} logo height`)).toHaveValue('50');
  }
  await openTab(page, 'Maintenance');
  await expect(page).toHaveURL(/tab=maintenance/);
  await expect(page.getByRole('switch', { name: 'Maintenance mode' })).not.toBeChecked();
  await expect(page.getByLabel('Maintenance message')).toHaveValue(
    DEFAULT_SITE_SETTINGS.maintenanceMessage,
  );
  await openTab(page, 'Copyright');
  await expect(page.getByLabel('Copyright text')).toHaveValue(DEFAULT_SITE_SETTINGS.copyrightText);
  await openTab(page, 'Social Links');
  const networks = page.getByRole('tabpanel').locator('label');
  await expect(networks).toHaveText(['Twitter', 'LinkedIn', 'Facebook', 'Instagram', 'GitHub']);
  for (const network of await networks.allInnerTexts()) {
    await expect(page.getByLabel(network)).toHaveValue('');
  }
  await openTab(page, 'Policies');
  await expect(page.getByLabel('Terms of service', { exact: true })).toHaveValue('');
  await page.goBack();
  await expect(page.getByLabel('GitHub')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('GitHub')).toBeVisible();
});

test('one save stores every tab, and open pages have it within a second', async ({
  admin: page,
  site,
  context,
}) => {
  await open(page);
  const visitor = await context.newPage();
  await visitor.goto('/faq');
  await waitUntilInteractive(visitor);

  await page.getByLabel('Header logo alt text').fill('Our mark');
  await page.getByLabel('Header logo width').fill('60');
  await openTab(page, 'Maintenance');
  await page.getByLabel('Maintenance message').fill('Back at noon.');
  await openTab(page, 'Copyright');
  await page.getByLabel('Copyright text').fill('© {year} Somebody else');
  const year = new Date().getFullYear();
  await expect(page.getByText(`© ${year} Somebody else`)).toBeVisible();
  await openTab(page, 'Social Links');
  await page.getByLabel('GitHub').fill('https://github.example/vitrin');
  await openTab(page, 'Policies');
  await page.getByLabel('Terms of service', { exact: true }).fill('## Be kind\n\nAlways.');
  await expect(page.getByText('Unsaved changes')).toBeVisible();
  const calls: string[] = [];
  page.on('request', (request) => {
    const call = /\/api\/admin\/(session-check|site-settings)$/.exec(request.url())?.[1];
    if (call) calls.push(`${request.method()} ${call}`);
  });
  await save(page);
  await expectToast(page, 'Settings updated successfully');
  await expect(page.getByText('Unsaved changes')).toBeHidden();
  expect(calls.slice(0, 2)).toEqual(['GET session-check', 'PUT site-settings']);

  const footer = visitor.locator('footer');
  await expect(footer).toContainText(`© ${year} Somebody else`, WITHIN_A_SECOND);
  await expect(footer.locator('a[target="_blank"]')).toContainText('GitHub');
  await visitor.goto('/terms-of-service');
  await expect(visitor.getByRole('heading', { name: 'Be kind' })).toBeVisible();
  const row = await storedRow(site);
  expect(row).toMatchObject({
    headerLogoAlt: 'Our mark',
    headerLogoWidth: 60,
    maintenanceMessage: 'Back at noon.',
  });

  await page.getByLabel('Terms of service', { exact: true }).fill('');
  await page.keyboard.press('Control+s');
  await expect.poll(async () => (await storedRow(site)).termsOfService).toBe('');
});

test('each message stands at its field, which is opened and focused @full', async ({
  admin: page,
  site,
}) => {
  await open(page);
  const reject = async (tab: string, label: string, value: string, message: string) => {
    const field = page.getByLabel(label, { exact: true });
    await openTab(page, tab);
    const good = await field.inputValue();
    await field.fill(value);
    await openTab(page, tab === 'Copyright' ? 'Logos' : 'Copyright');
    await save(page);
    await expect(field).toBeFocused();
    await expect(field).toHaveAccessibleDescription(new RegExp(message.replaceAll(/[.()]/g, '.')));
    await expect(page.getByRole('alert').filter({ hasText: 'There is a problem' })).toContainText(
      message,
    );
    await expect(page.getByRole('tab', { name: `${tab} 1 error` })).toHaveAttribute(
      'aria-selected',
      'true',
    );
    await field.fill(good);
    await expect(page.getByText(message)).toHaveCount(0);
  };
  await reject('Logos', 'Header logo alt text', '', 'Header logo alt text is required');
  await reject('Logos', 'Footer logo alt text', ' ', 'Footer logo alt text is required');
  for (const size of ['Header logo width', 'Footer logo height']) {
    await reject('Logos', size, '9', `${size} must be between 10 and 500`);
    await reject('Logos', size, '501', `${size} must be between 10 and 500`);
  }
  await reject('Logos', 'Header logo height', '', 'Header logo height must be between 10 and 500');
  await reject('Logos', 'Footer logo width', '0', 'Footer logo width must be between 10 and 500');
  await reject('Maintenance', 'Maintenance message', '', 'Maintenance message is required');
  await reject('Copyright', 'Copyright text', ' ', 'Copyright text is required');
  for (const network of ['Twitter', 'LinkedIn', 'Facebook', 'Instagram', 'GitHub']) {
    await reject('Social Links', network, 'javascript:alert(1)', `${network}: enter a whole web`);
  }

  await openTab(page, 'Maintenance');
  await page.getByLabel('Maintenance message').fill('');
  await openTab(page, 'Logos');
  await page.getByLabel('Footer logo alt text').fill('');
  await page.getByLabel('Footer logo width').fill('1');
  await save(page);
  await expect(page.getByRole('tab', { name: 'Logos 2 errors' })).toBeVisible();
  await expect(page.getByRole('tab', { name: 'Maintenance 1 error' })).toBeVisible();
  await expect(page.getByLabel('Footer logo alt text')).toBeFocused();
  await page.getByRole('link', { name: 'Maintenance message is required' }).click();
  await expect(page.getByLabel('Maintenance message')).toBeFocused();
  expect((await storedRow(site)).footerLogoWidth).toBe(38);
});

test('a refusal by the server opens the tab of the field @full', async ({
  admin: page,
  problems,
}) => {
  problems.allow(/status of 400/);
  await open(page, 'policies');
  await page.getByLabel('Privacy policy', { exact: true }).fill(`${'>'.repeat(200)} deep`);
  await openTab(page, 'Logos');
  await save(page);
  await expectToast(page, 'Failed to update settings', 'Error');
  await expect(page.getByLabel('Privacy policy', { exact: true })).toBeFocused();
  await expect(page.getByLabel('Privacy policy', { exact: true })).toHaveAccessibleDescription(
    /This text cannot be rendered: it is nested too deeply/,
  );
});

test('pictures are uploaded, shown, removed, and stored only by the save @full', async ({
  admin: page,
  site,
  context,
}) => {
  test.setTimeout(90_000);
  const image = await sharp({
    create: { width: 76, height: 100, channels: 3, background: '#0f766e' },
  })
    .png()
    .toBuffer();
  const file = { name: 'mark.png', mimeType: 'image/png', buffer: image };
  await open(page);
  for (const name of ['Header logo', 'Footer logo', 'Favicon']) {
    await page.getByLabel(`${name}: choose a file`).setInputFiles(file);
    await expectToast(page, `${name} uploaded successfully`);
  }
  const preview = page.getByRole('figure').first().getByRole('img', { name: 'Header Logo' });
  await expect(preview).toHaveAttribute('src', /^\/media\/logos\/header\//);
  await page.getByLabel('Header logo width').fill('76');
  await expect(preview).toHaveAttribute('width', '76');
  expect((await storedRow(site)).headerLogoUrl).toBe('');
  await save(page);
  await expectToast(page, 'Settings updated successfully');
  const row = await storedRow(site);
  expect(row.headerLogoUrl).toMatch(/^\/media\/logos\/header\/.+/);
  expect(row.footerLogoUrl).toMatch(/^\/media\/logos\/footer\/.+/);
  expect(row.faviconUrl).toMatch(/^\/media\/logos\/favicon\/.+/);
  const visitor = await context.newPage();
  await visitor.goto('/faq');
  await expect(visitor.getByRole('banner').getByAltText('Header Logo')).toHaveAttribute(
    'src',
    row.headerLogoUrl,
  );

  for (const name of ['Header logo', 'Footer logo', 'Favicon']) {
    await page.getByRole('button', { name: `Remove ${name}` }).click();
    await expectToast(page, `${name} has been removed`, `${name} removed`);
  }
  expect((await storedRow(site)).headerLogoUrl).not.toBe('');
  await save(page);
  await expect
    .poll(async () => {
      const { headerLogoUrl, footerLogoUrl, faviconUrl } = await storedRow(site);
      return [headerLogoUrl, footerLogoUrl, faviconUrl];
    })
    .toEqual(['', '', '']);
});

test('a file that is no picture is refused with the message @full', async ({ admin: page }) => {
  await open(page);
  await page.getByLabel('Header logo: choose a file').setInputFiles({
    name: 'notes.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('no picture'),
  });
  await expectToast(page, 'Please select an image file (PNG, JPG, SVG, etc.)', 'Error');
});

test('maintenance closes the site within a second while the administrator goes on working', async ({
  admin: page,
  site,
  context,
  problems,
}) => {
  problems.allow(/status of 503/);
  // A new question is the last one, and lists show a hundred: other journeys leave more.
  await site.db.deleteFrom('faqs').execute();
  await open(page, 'maintenance');
  const visitor = await context.newPage();
  await visitor.goto('/contact');
  await waitUntilInteractive(visitor);

  await page.getByRole('switch', { name: 'Maintenance mode' }).click();
  await page.getByLabel('Maintenance message').fill('Moving house.');
  await save(page);
  const question = page.getByRole('dialog', { name: SETTINGS_MESSAGES.maintenanceQuestion.title });
  await question.getByRole('button', { name: 'Cancel' }).click();
  expect((await storedRow(site)).maintenanceMode).toBe(false);
  await page.keyboard.press('Control+s');
  await question.getByRole('button', { name: 'Turn maintenance on' }).click();
  await expectToast(page, 'Settings updated successfully');
  const screen = visitor.getByRole('heading', { name: 'Site Under Maintenance' });
  await expect(screen).toBeVisible(WITHIN_A_SECOND);
  await expect(visitor.getByText('Moving house.')).toBeVisible();
  expect((await page.request.get('/')).status()).toBe(503);

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Settings');
  await page.getByRole('link', { name: 'FAQs' }).click();
  const banner = page.getByRole('region', { name: 'Maintenance' });
  await expect(banner).toContainText(SETTINGS_MESSAGES.maintenanceIsOn);
  await page.getByRole('button', { name: 'New FAQ' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create New FAQ' });
  await dialog.getByLabel('Question').fill('Written during maintenance?');
  await dialog.getByLabel('Answer').fill('Yes.');
  await dialog.getByRole('button', { name: 'Create FAQ' }).click();
  await expectToast(page, 'FAQ created successfully');
  await page.reload();
  await expect(page.getByRole('row').filter({ hasText: 'during maintenance' })).toBeVisible();

  await page.goto('/admin/settings?tab=maintenance');
  await page.getByRole('switch', { name: 'Maintenance mode' }).click();
  await save(page);
  await expectToast(page, 'Settings updated successfully');
  await expect(screen).toBeHidden(WITHIN_A_SECOND);
  await expect(banner).toBeHidden();
  expect((await page.request.get('/')).status()).toBe(200);
});

test('two administrators: both versions are shown, and Reload or Overwrite decide @full', async ({
  admin: page,
  site,
  problems,
}) => {
  problems.allow(/status of (?:409|500)/);
  await open(page, 'copyright');
  const saveAsOther = (copyrightText: string) =>
    site.db.updateTable('siteSettings').set({ copyrightText }).execute();
  const field = page.getByLabel('Copyright text');

  await saveAsOther('Seen at once');
  await expect(field).toHaveValue('Seen at once', WITHIN_A_SECOND);
  const notice = page.getByRole('status').filter({ hasText: 'Changed by someone else meanwhile' });
  await field.fill('Typed');
  await saveAsOther('Theirs meanwhile');
  await expect(notice).toBeVisible(WITHIN_A_SECOND);
  await expect(field).toHaveValue('Typed');
  await notice.getByRole('button', { name: 'Reload' }).click();
  await expect(field).toHaveValue('Theirs meanwhile');
  await expect(notice).toBeHidden();

  // The second read fails: it is said, and nothing is lost.
  await page.route('**/api/admin/site-settings', (route) =>
    route.request().method() === 'GET'
      ? route.fulfill({ status: 500, json: {} })
      : route.fallback(),
  );
  await field.fill('Not lost');
  await saveAsOther('Unread');
  await save(page);
  await expect(page.getByRole('alert').filter({ hasText: 'could not be read' })).toBeVisible();
  await expect(field).toHaveValue('Not lost');
  await page.unroute('**/api/admin/site-settings');

  await field.fill('Mine');
  await saveAsOther('Theirs');
  await save(page);
  const row = page.getByRole('row').filter({ hasText: 'Copyright text' });
  await expect(row).toContainText('Mine');
  await expect(row).toContainText('Theirs');
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(field).toHaveValue('Theirs');

  await field.fill('Mine again');
  await saveAsOther('Theirs again');
  await save(page);
  await page.getByRole('button', { name: 'Overwrite' }).click();
  await expectToast(page, 'Settings updated successfully');
  expect((await storedRow(site)).copyrightText).toBe('Mine again');
  await field.fill('Mine, a third time');
  await save(page);
  await expect.poll(async () => (await storedRow(site)).copyrightText).toBe('Mine, a third time');
});

test('unsaved changes are not lost by leaving @full', async ({ admin: page }) => {
  await open(page, 'copyright');
  await page.getByLabel('Copyright text').fill('Half a line');
  await openTab(page, 'Logos');
  await page.getByRole('link', { name: 'Clients' }).click();
  const guard = page.getByRole('dialog', { name: 'Leave this page?' });
  await guard.getByRole('button', { name: 'Stay on this page' }).click();
  await expect(page).toHaveURL(/admin\/settings/);
  await openTab(page, 'Copyright');
  await expect(page.getByLabel('Copyright text')).toHaveValue('Half a line');
  await page.getByRole('button', { name: 'Logout' }).click();
  const logout = page.getByRole('dialog', { name: 'Log out without saving?' });
  await logout.getByRole('button', { name: 'Keep editing' }).click();
  await expect(logout).toBeHidden();
  await expect(page.getByLabel('Copyright text')).toHaveValue('Half a line');

  const asked = page.waitForEvent('dialog');
  const leaving = page.reload();
  const question = await asked;
  expect(question.type()).toBe('beforeunload');
  await question.accept();
  await leaving;
  await expect(page.getByLabel('Copyright text')).toHaveValue(DEFAULT_SITE_SETTINGS.copyrightText);
  await page.getByLabel('Copyright text').fill('Another half');
  await page.getByRole('link', { name: 'Clients' }).click();
  await guard.getByRole('button', { name: 'Leave', exact: true }).click();
  await expect(page).toHaveURL(/admin\/clients/);
  await page.getByRole('link', { name: 'Settings' }).click();
  await openTab(page, 'Copyright');
  await page.getByLabel('Copyright text').fill('The last half');
  await page.getByRole('button', { name: 'Logout' }).click();
  await logout.getByRole('button', { name: 'Log out' }).click();
  await expect(page).toHaveURL(/adminloginpage$/);
});

test('failures of loading and saving say so @full', async ({ admin: page, site, problems }) => {
  problems.allow(/status of 500/);
  let failing = 'GET';
  await page.route('**/api/admin/site-settings', (route) =>
    route.request().method() === failing
      ? route.fulfill({
          status: 500,
          json: { error: { code: 'INTERNAL', message: 'Something went wrong on our side.' } },
        })
      : route.fallback(),
  );
  await page.goto('/admin/settings?tab=copyright');
  await expectToast(page, 'Failed to load settings', 'Error');
  failing = 'PUT';
  await page.getByRole('button', { name: 'Retry' }).click();
  await page.getByLabel('Copyright text').fill('Kept');
  await save(page);
  await expectToast(page, 'Failed to update settings', 'Error');
  await expect(page.getByText('Something went wrong on our side.')).toBeVisible();
  await expect(page.getByLabel('Copyright text')).toHaveValue('Kept');
  failing = 'none';
  // The check of the session is only logged.
  await page.route('**/api/admin/session-check', (route) => route.fulfill({ status: 500 }));
  const warning = page.waitForEvent('console', (message) => message.type() === 'warning');
  await save(page);
  expect((await warning).text()).toContain('The session could not be checked');
  await expect.poll(async () => (await storedRow(site)).copyrightText).toBe('Kept');
});

test('the button says that it is saving, and a second press does not save twice @full', async ({
  admin: page,
}) => {
  await open(page, 'copyright');
  let saves = 0;
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/admin/site-settings', async (route) => {
    if (route.request().method() !== 'PUT') return route.fallback();
    saves += 1;
    await held;
    return route.fallback();
  });
  await page.getByLabel('Copyright text').fill('Once');
  await save(page);
  const busy = page.getByRole('button', { name: 'Saving...' });
  await expect(busy).toBeVisible();
  await page.keyboard.press('Control+s');
  release();
  await expectToast(page, 'Settings updated successfully');
  expect(saves).toBe(1);
});

test('a policy is written, previewed with its own list of tags, and starts from the built-in text', async ({
  admin: page,
}) => {
  await open(page, 'policies');
  const privacy = page.getByLabel('Privacy policy', { exact: true });
  await privacy.fill('See [us](https://example.com), **now** <img src=x onerror=alert(1)>');
  const preview = page
    .getByRole('tablist', { name: 'Privacy policy: edit or preview' })
    .getByRole('tab', { name: 'Preview' });
  await preview.click();
  const panel = page.getByRole('tabpanel', { name: 'Preview' });
  await expect(panel.getByRole('link', { name: 'us' })).toHaveAttribute(
    'href',
    'https://example.com',
  );
  await expect(panel.locator('strong')).toHaveText('now');
  await expect(panel.locator('img')).toHaveCount(0);
  await page.getByRole('button', { name: /^Start from the built-in text.*Terms/ }).click();
  await expect(page.getByLabel('Terms of service', { exact: true })).toHaveValue(/## 1\. Who we/);
});

test('has no accessibility finding, every tab, with errors and a conflict @full', async ({
  admin: page,
  site,
  problems,
}) => {
  test.setTimeout(240_000);
  problems.allow(/status of 409/);
  await open(page);
  for (const tab of [
    'Logos',
    'Maintenance',
    'Copyright',
    'Social Links',
    'Policies',
    'Public numbers',
  ]) {
    await openTab(page, tab);
    await expectAccessible(page);
  }
  await openTab(page, 'Copyright');
  await page.getByLabel('Copyright text').fill('');
  await save(page);
  await expect(page.getByRole('alert').filter({ hasText: 'There is a problem' })).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Copyright text').fill('Mine');
  await site.db.updateTable('siteSettings').set({ copyrightText: 'Theirs' }).execute();
  await save(page);
  await expect(page.getByRole('button', { name: 'Overwrite' })).toBeVisible();
  await expectAccessible(page);
});
