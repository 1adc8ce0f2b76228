import type { Page } from '@playwright/test';
import { OFFICE_HOURS_MESSAGES } from '#shared/office-hours/messages.ts';
import { SETTINGS_MESSAGES } from '#shared/site-settings/messages.ts';
import { SITE_SETTINGS_ID, SOCIAL_NETWORK_LABELS } from '#shared/site-settings/values.ts';
import { DRAWING, expectAccessibleState } from '#tests/support/browser/admin-content.ts';
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

test('one save stores every tab, for open pages too', async ({ admin: page, site, context }) => {
  await open(page);
  const visitor = await context.newPage();
  await visitor.goto('/faq');
  await waitUntilInteractive(visitor);

  await expect(page.getByRole('tab')).toHaveText([
    'Logos',
    'Maintenance',
    'Copyright',
    'Social Links',
    'Policies',
    'Office hours',
    'Public numbers',
  ]);
  await page.getByLabel('Header logo alt text').fill('Our mark');
  await page.getByLabel('Header logo width').fill('60');
  await openTab(page, 'Maintenance');
  await page.getByLabel('Maintenance message').fill('Back at noon.');
  await openTab(page, 'Copyright');
  await page.getByLabel('Copyright text').fill('© {year} Somebody else');
  const year = new Date().getFullYear();
  await expect(page.getByText(`© ${year} Somebody else`)).toBeVisible();
  await openTab(page, 'Social Links');
  await expect(page).toHaveURL(/tab=social/);
  await expect(page.getByRole('tabpanel').locator('label')).toHaveText(
    Object.values(SOCIAL_NETWORK_LABELS),
  );
  await page.getByLabel('GitHub').fill('https://github.example/vitrin');
  await openTab(page, 'Policies');
  const privacy = page.getByLabel('Privacy policy', { exact: true });
  await privacy.fill('**now** <img src=x onerror=alert(1)>');
  await page
    .getByRole('tablist', { name: 'Privacy policy: edit or preview' })
    .getByRole('tab', { name: 'Preview' })
    .click();
  const preview = page.getByRole('tabpanel', { name: 'Preview' });
  await expect(preview.locator('strong')).toHaveText('now');
  await expect(preview.locator('img')).toHaveCount(0);
  await page.getByRole('button', { name: /^Start from the built-in text.*Terms/ }).click();
  const terms = page.getByLabel('Terms of service', { exact: true });
  await expect(terms).toHaveValue(/## 1\. Who we/);
  await terms.fill('## Be kind\n\nAlways.');
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

  await terms.fill('');
  await page.keyboard.press('Control+s');
  await expect.poll(async () => (await storedRow(site)).termsOfService).toBe('');
});

test('a legal template names the company as it was saved last', async ({ admin: page }) => {
  const saveName = async (name: string) => {
    await page.getByRole('link', { name: 'Company', exact: true }).click();
    await page.getByLabel('Registered name').fill(name);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expectToast(page, 'Company saved');
  };
  await open(page);
  await saveName('Deniz Ltd.');
  try {
    await page.getByRole('link', { name: 'Settings', exact: true }).click();
    await openTab(page, 'Policies');
    await page.getByRole('button', { name: /^Start from a template: Turkey/ }).click();
    const privacy = page.getByLabel('Privacy policy', { exact: true });
    await expect(privacy).toHaveValue(/Veri sorumlusu: Deniz Ltd\./);
    await privacy.fill('');
  } finally {
    await saveName('');
  }
});

test('a new logo takes the proportions of its file', async ({ admin: page }) => {
  await open(page);
  await page.getByLabel('Header logo: choose a file').setInputFiles(DRAWING);
  await expect(page.getByLabel('Header logo width')).toHaveValue('75');
  await expect(page.getByLabel('Header logo height')).toHaveValue('50');
});

test('errors are counted on their tabs @full', async ({ admin: page, site, problems }) => {
  problems.allow(/status of 400/);
  await open(page, 'hours');
  const closes = page.getByLabel('Tuesday, closes, time 1');
  await closes.fill('08:00');
  await page.getByRole('button', { name: 'Add exception' }).click();
  await expect(page.getByLabel('Name')).toBeFocused();
  await page.getByLabel('First day').fill('2027-01-02');
  await page.getByLabel('Last day').fill('2027-01-01');
  await openTab(page, 'Maintenance');
  await page.getByLabel('Maintenance message').fill('');
  await openTab(page, 'Social Links');
  await page.getByLabel('GitHub').fill('javascript:alert(1)');
  await openTab(page, 'Logos');
  const alt = page.getByLabel('Footer logo alt text');
  await alt.fill('');
  await page.getByLabel('Footer logo width').fill('1');
  await openTab(page, 'Copyright');
  await save(page);
  for (const tab of [
    'Logos 2 errors',
    'Maintenance 1',
    'Social Links 1',
    'Office hours 3 errors',
  ]) {
    await expect(page.getByRole('tab', { name: tab })).toBeVisible();
  }
  await expect(alt).toBeFocused();
  await expect(alt).toHaveAccessibleDescription(/Footer logo alt text is required/);
  await expectAccessibleState(page);
  await page.getByRole('link', { name: OFFICE_HOURS_MESSAGES.exceptionOrder }).click();
  await expect(page.getByLabel('Last day')).toBeFocused();
  await expect(closes).toHaveAccessibleDescription(new RegExp(OFFICE_HOURS_MESSAGES.order));
  expect(await storedRow(site)).toMatchObject({ officeHours: { exceptions: [] } });

  // The form keeps unsaved changes over a reload.
  await page.addInitScript(() => {
    for (const key of Object.keys(localStorage)) {
      if (key.includes('draft')) localStorage.removeItem(key);
    }
  });
  await open(page, 'hours');
  await page.getByRole('button', { name: 'Add exception' }).click();
  await page.getByLabel('Name').fill('Stocktaking');
  await page.getByLabel('First day').fill('2027-01-02');
  await page.getByLabel('Last day').fill('2027-01-02');
  await openTab(page, 'Policies');
  const policy = page.getByLabel('Privacy policy', { exact: true });
  await policy.fill(`${'>'.repeat(200)} deep`);
  await openTab(page, 'Logos');
  await save(page);
  await expectToast(page, 'Failed to update settings', 'Error');
  await expect(policy).toBeFocused();
  await expect(policy).toHaveAccessibleDescription(
    /This text cannot be rendered: it is nested too deeply/,
  );
  await policy.fill('');
  await save(page);
  await expectToast(page, 'Settings updated successfully');
  expect((await storedRow(site)).officeHours.exceptions).toEqual([
    { from: '2027-01-02', to: '2027-01-02', name: 'Stocktaking', open: [] },
  ]);
});

test('logos are stored only by the save @full', async ({ admin: page, site }) => {
  const names = ['Header logo', 'Footer logo', 'Favicon'];
  const storedUrls = async () => {
    const { headerLogoUrl, footerLogoUrl, faviconUrl } = await storedRow(site);
    return [headerLogoUrl, footerLogoUrl, faviconUrl];
  };
  await open(page);
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
  expect(await storedUrls()).toEqual(
    ['header', 'footer', 'favicon'].map((place) =>
      expect.stringMatching(new RegExp(`^/media/logos/${place}/.+`)),
    ),
  );
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
  const banner = page.getByRole('region', { name: 'Maintenance' });
  await expect(banner).toContainText(SETTINGS_MESSAGES.maintenanceIsOn);

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
  await expectAccessibleState(page);
  await guard.getByRole('button', { name: 'Stay on this page' }).click();
  await expect(page).toHaveURL(/admin\/settings/);
  await openTab(page, 'Copyright');
  await logOut.click();
  const question = page.getByRole('dialog', { name: 'Log out without saving?' });
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect(field).toHaveValue('Half a line');
  await clients.click();
  await guard.getByRole('button', { name: 'Leave', exact: true }).click();
  await expect(page).toHaveURL(/admin\/clients/);
  await open(page, 'copyright');
  await field.fill('The last half');
  await logOut.click();
  await question.getByRole('button', { name: 'Log out' }).click();
  await expect(page).toHaveURL(/adminloginpage$/);
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
