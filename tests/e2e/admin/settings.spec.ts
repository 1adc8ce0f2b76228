import type { Page } from '@playwright/test';
import { OFFICE_HOURS_MESSAGES } from '#shared/office-hours/messages.ts';
import { SETTINGS_MESSAGES } from '#shared/site-settings/messages.ts';
import { DEFAULT_SITE_SETTINGS, SITE_SETTINGS_ID } from '#shared/site-settings/values.ts';
import {
  breakCalls,
  DRAWING,
  expectAccessibleState,
} from '#tests/support/browser/admin-content.ts';
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

test('the screen has seven tabs, which the URL holds @full', async ({ admin: page }) => {
  await open(page);
  await expect(page).toHaveTitle(/Settings - Admin Panel$/);
  await expect(page.getByRole('tab')).toHaveText([
    'Logos',
    'Maintenance',
    'Copyright',
    'Social Links',
    'Policies',
    'Office hours',
    'Public numbers',
  ]);
  await expect(page.getByLabel('Header logo alt text')).toHaveValue('Header Logo');
  await openTab(page, 'Social Links');
  await expect(page).toHaveURL(/tab=social/);
  await expect(page.getByRole('tabpanel').locator('label')).toHaveText([
    'Twitter',
    'LinkedIn',
    'Facebook',
    'Instagram',
    'GitHub',
  ]);
  await openTab(page, 'Policies');
  await page.goBack();
  await page.reload();
  await expect(page.getByLabel('GitHub')).toHaveValue('');
});

test('one save stores every tab, for open pages too', async ({ admin: page, site, context }) => {
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

test('errors are counted on their tabs @full', async ({ admin: page, site, problems }) => {
  problems.allow(/status of 400/);
  await open(page);
  await openTab(page, 'Maintenance');
  await page.getByLabel('Maintenance message').fill('');
  await openTab(page, 'Social Links');
  await page.getByLabel('GitHub').fill('javascript:alert(1)');
  await openTab(page, 'Logos');
  await page.getByLabel('Footer logo alt text').fill('');
  await page.getByLabel('Footer logo width').fill('1');
  await openTab(page, 'Copyright');
  await save(page);
  for (const tab of ['Logos 2 errors', 'Maintenance 1 error', 'Social Links 1 error']) {
    await expect(page.getByRole('tab', { name: tab })).toBeVisible();
  }
  await expect(page.getByLabel('Footer logo alt text')).toBeFocused();
  await expect(page.getByLabel('Footer logo alt text')).toHaveAccessibleDescription(
    /Footer logo alt text is required/,
  );
  await expectAccessibleState(page);
  await page.getByRole('link', { name: 'Maintenance message is required' }).click();
  await expect(page.getByLabel('Maintenance message')).toBeFocused();
  expect((await storedRow(site)).footerLogoWidth).toBe(38);

  await open(page, 'policies');
  const policy = page.getByLabel('Privacy policy', { exact: true });
  await policy.fill(`${'>'.repeat(200)} deep`);
  await openTab(page, 'Logos');
  await save(page);
  await expectToast(page, 'Failed to update settings', 'Error');
  await expect(policy).toBeFocused();
  await expect(policy).toHaveAccessibleDescription(
    /This text cannot be rendered: it is nested too deeply/,
  );
});

test('logos are stored only by the save @full', async ({ admin: page, site, context }) => {
  const names = ['Header logo', 'Footer logo', 'Favicon'];
  const storedUrls = async () => {
    const { headerLogoUrl, footerLogoUrl, faviconUrl } = await storedRow(site);
    return [headerLogoUrl, footerLogoUrl, faviconUrl];
  };
  await open(page);
  const text = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') };
  await page.getByLabel('Header logo: choose a file').setInputFiles(text);
  await expectToast(page, 'Please select an image file (PNG, JPG, SVG, etc.)', 'Error');
  for (const name of names) {
    await page.getByLabel(`${name}: choose a file`).setInputFiles(DRAWING);
    await expectToast(page, `${name} uploaded successfully`);
  }
  const preview = page.getByRole('figure').first().getByRole('img', { name: 'Header Logo' });
  await expect(preview).toHaveAttribute('src', /^\/media\/logos\/header\//);
  await page.getByLabel('Header logo width').fill('76');
  await expect(preview).toHaveAttribute('width', '76');
  expect(await storedUrls()).toEqual(['', '', '']);
  await save(page);
  await expectToast(page, 'Settings updated successfully');
  const [header = ''] = await storedUrls();
  expect(await storedUrls()).toEqual(
    ['header', 'footer', 'favicon'].map((place) =>
      expect.stringMatching(new RegExp(`^/media/logos/${place}/.+`)),
    ),
  );
  const visitor = await context.newPage();
  await visitor.goto('/faq');
  const logo = visitor.getByRole('banner').getByAltText('Header Logo');
  await expect(logo).toHaveAttribute('src', header);
  await visitor.close();

  for (const name of names) {
    await page.getByRole('button', { name: `Remove ${name}` }).click();
    await expectToast(page, `${name} has been removed`, `${name} removed`);
  }
  expect(await storedUrls()).not.toContain('');
  await save(page);
  await expect.poll(storedUrls).toEqual(['', '', '']);
});

test('maintenance closes only the site', async ({ admin: page, site, context, problems }) => {
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

test('changes by a colleague are shown @full', async ({ admin: page, site, problems }) => {
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

  // The second read fails.
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
  await expectAccessibleState(page);
  await page.getByRole('button', { name: 'Overwrite' }).click();
  await expectToast(page, 'Settings updated successfully');
  expect((await storedRow(site)).copyrightText).toBe('Mine');
});

test('unsaved changes are not lost by leaving @full', async ({ admin: page }) => {
  await open(page, 'copyright');
  const field = page.getByLabel('Copyright text');
  await field.fill('Half a line');
  const clients = page.getByRole('link', { name: 'Clients' });
  const logOut = page.getByRole('button', { name: 'Logout' });
  await openTab(page, 'Logos');
  await clients.click();
  const guard = page.getByRole('dialog', { name: 'Leave this page?' });
  await expect(guard).toBeVisible();
  await expectAccessibleState(page);
  await guard.getByRole('button', { name: 'Stay on this page' }).click();
  await expect(page).toHaveURL(/admin\/settings/);
  await openTab(page, 'Copyright');
  await logOut.click();
  const question = page.getByRole('dialog', { name: 'Log out without saving?' });
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect(field).toHaveValue('Half a line');

  const asked = page.waitForEvent('dialog');
  const leaving = page.reload();
  const beforeUnload = await asked;
  expect(beforeUnload.type()).toBe('beforeunload');
  await beforeUnload.accept();
  await leaving;
  await expect(field).toHaveValue(DEFAULT_SITE_SETTINGS.copyrightText);
  await field.fill('Another half');
  await clients.click();
  await guard.getByRole('button', { name: 'Leave', exact: true }).click();
  await expect(page).toHaveURL(/admin\/clients/);
  await open(page, 'copyright');
  await field.fill('The last half');
  await logOut.click();
  await question.getByRole('button', { name: 'Log out' }).click();
  await expect(page).toHaveURL(/adminloginpage$/);
});

test('a failed save loses nothing @full', async ({ admin: page, site, problems }) => {
  problems.allow(/status of 500/);
  const calls = await breakCalls(page, /site-settings$/, 500, 'Something went wrong on our side.');
  await open(page, 'copyright');
  calls.failing = 'PUT';
  await page.getByLabel('Copyright text').fill('Kept');
  await save(page);
  await expectToast(page, 'Failed to update settings', 'Error');
  await expect(page.getByText('Something went wrong on our side.')).toBeVisible();
  await expect(page.getByLabel('Copyright text')).toHaveValue('Kept');
  calls.failing = null;
  // The check of the session is only logged.
  await page.route('**/api/admin/session-check', (route) => route.fulfill({ status: 500 }));
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  let saves = 0;
  await page.route('**/api/admin/site-settings', async (route) => {
    if (route.request().method() !== 'PUT') return route.fallback();
    saves += 1;
    await released;
    return route.fallback();
  });
  const warning = page.waitForEvent('console', (message) => message.type() === 'warning');
  await save(page);
  expect((await warning).text()).toContain('The session could not be checked');
  await expect(page.getByRole('button', { name: 'Saving...' })).toBeVisible();
  await page.keyboard.press('Control+s');
  release();
  await expectToast(page, 'Settings updated successfully');
  expect(saves).toBe(1);
  expect((await storedRow(site)).copyrightText).toBe('Kept');
});

test('a policy starts from the built-in text', async ({ admin: page }) => {
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

test('the office hours are changed, previewed and stored', async ({ admin: page, site }) => {
  await page.clock.setFixedTime('2026-11-24T12:00:00Z');
  await open(page, 'hours');
  await expect(page.getByRole('group', { name: 'Monday' })).toBeVisible();
  await expect(page.getByText('The calendar has no exceptions of 2027 yet.')).toBeVisible();

  await page.getByRole('button', { name: 'Add times to Monday' }).click();
  await expect(page.getByLabel('Monday, opens, time 2')).toBeFocused();
  await page.getByLabel('Monday, closes, time 1').fill('12:00');
  await page.getByLabel('Monday, closes, time 2').fill('00:00');
  await page.getByLabel('Promised answer').fill('90');

  await page.getByRole('button', { name: 'Propose holidays of 2027' }).click();
  const proposals = page.getByRole('group', { name: 'Holidays of 2027' });
  await expect(proposals).toBeFocused();
  await proposals.getByRole('checkbox', { name: /Yılbaşı/ }).uncheck();
  await proposals.getByRole('button', { name: /^Add \d+ exceptions$/ }).click();
  await expect(page.getByText('The calendar has no exceptions of 2027 yet.')).toBeHidden();
  await page.getByRole('button', { name: 'Propose holidays of 2027' }).click();
  await expect(proposals.getByRole('checkbox', { name: /stands already/ }).first()).toBeDisabled();
  await expect(proposals.getByRole('checkbox', { name: /Yılbaşı/ })).toBeChecked();
  await proposals.getByRole('button', { name: 'Cancel' }).click();

  // Friday before Kurban Bayramı 2027, which ends on the Wednesday after.
  await page.getByLabel('If something arrives at').fill('2027-05-14T17:30');
  await expect(page.getByText('Thursday, May 20, 2027, 10:00 AM')).toBeVisible();
  await expectAccessibleState(page);

  await save(page);
  await expectToast(page, 'Settings updated successfully');
  const { week, exceptions, promisedMinutes } = (await storedRow(site)).officeHours;
  expect(week.mon).toEqual([
    { from: '09:00', to: '12:00' },
    { from: '13:00', to: '24:00' },
  ]);
  expect(promisedMinutes).toBe(90);
  const names = exceptions.map(({ name }) => name);
  expect(names).toContain('Ramazan Bayramı Arifesi');
  expect(names).not.toContain('Yılbaşı');
  await expect(page.getByText('Unsaved changes')).toBeHidden();
});

test('wrong office hours are named and counted @full', async ({ admin: page, site }) => {
  await open(page, 'hours');
  await expect(page.getByRole('group', { name: 'Monday' })).toBeVisible();
  await page.getByLabel('Tuesday, closes, time 1').fill('08:00');
  await page.getByRole('button', { name: 'Add exception' }).click();
  await expect(page.getByLabel('Name')).toBeFocused();
  await page.getByLabel('First day').fill('2027-01-02');
  await page.getByLabel('Last day').fill('2027-01-01');
  await page.getByRole('tab', { name: 'Logos' }).click();
  await save(page);
  await expect(page.getByRole('tab', { name: 'Office hours 3 errors' })).toBeVisible();
  await expect(page.getByRole('tab', { name: /Office hours/ })).toHaveAttribute(
    'aria-selected',
    'true',
  );
  const closes = page.getByLabel('Tuesday, closes, time 1');
  await expect(closes).toHaveAccessibleDescription(new RegExp(OFFICE_HOURS_MESSAGES.order));
  await page.getByRole('link', { name: OFFICE_HOURS_MESSAGES.exceptionOrder }).click();
  await expect(page.getByLabel('Last day')).toBeFocused();
  expect((await storedRow(site)).officeHours.exceptions).toEqual([]);

  await closes.fill('17:00');
  await page.getByLabel('Name').fill('Stocktaking');
  await page.getByLabel('Last day').fill('2027-01-02');
  await save(page);
  await expectToast(page, 'Settings updated successfully');
  expect((await storedRow(site)).officeHours.exceptions).toEqual([
    { from: '2027-01-02', to: '2027-01-02', name: 'Stocktaking', open: [] },
  ]);
});
