import type { Page } from '@playwright/test';
import { OFFICE_HOURS_MESSAGES } from '#shared/office-hours/messages.ts';
import { SITE_SETTINGS_ID } from '#shared/site-settings/values.ts';
import { expectAccessible } from '#tests/support/browser/accessibility.ts';
import { expect, type Site, test } from '#tests/support/browser/e2e.ts';
import { expectToast } from '#tests/support/browser/toasts.ts';

const FIRST_LOAD = { timeout: 20_000 };

test.beforeEach(async ({ site }) => {
  await site.db.deleteFrom('siteSettings').execute();
  await site.db.insertInto('siteSettings').values({ id: SITE_SETTINGS_ID }).execute();
});

async function open(page: Page): Promise<void> {
  await page.goto('/admin/settings?tab=hours');
  await expect(page.getByRole('group', { name: 'Monday' })).toBeVisible(FIRST_LOAD);
}

const save = (page: Page) => page.getByRole('button', { name: 'Save Settings' }).click();

async function storedHours(site: Site) {
  const row = await site.db
    .selectFrom('siteSettings')
    .select('officeHours')
    .executeTakeFirstOrThrow();
  return row.officeHours;
}

test('the office hours are changed, previewed and stored', async ({ admin: page, site }) => {
  await page.clock.setFixedTime('2026-11-24T12:00:00Z');
  await open(page);
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
  await expectAccessible(page);

  await save(page);
  await expectToast(page, 'Settings updated successfully');
  const { week, exceptions, promisedMinutes } = await storedHours(site);
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

test('what is wrong is said at its field and counted on the tab @full', async ({
  admin: page,
  site,
}) => {
  await open(page);
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
  expect((await storedHours(site)).exceptions).toEqual([]);

  await closes.fill('17:00');
  await page.getByLabel('Name').fill('Stocktaking');
  await page.getByLabel('Last day').fill('2027-01-02');
  await save(page);
  await expectToast(page, 'Settings updated successfully');
  expect((await storedHours(site)).exceptions).toEqual([
    { from: '2027-01-02', to: '2027-01-02', name: 'Stocktaking', open: [] },
  ]);
});
