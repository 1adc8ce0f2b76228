import type { Page } from '@playwright/test';
import { ADMIN_USER_MESSAGES } from '#shared/admin-users/messages.ts';
import { buildAdmin, signInForTest, TEST_PASSWORD } from '#tests/support/admin.ts';
import { expectAccessibleState } from '#tests/support/browser/admin-content.ts';
import { signInAs } from '#tests/support/browser/admin-e2e.ts';
import { expect, test } from '#tests/support/browser/e2e.ts';

/** Invites as an owner; returns the link that is shown once. */
async function invite(page: Page, email: string) {
  await page.goto('/admin/security?tab=administrators');
  await page.getByRole('button', { name: 'Invite somebody' }).click();
  const form = page.getByRole('dialog', { name: 'Invite an administrator' });
  await form.getByLabel('E-mail').fill(email);
  await form.getByLabel('Role').selectOption('Auditor');
  await form.getByRole('button', { name: 'Invite', exact: true }).click();
  const shown = page.getByRole('dialog', { name: 'The link of the invitation' });
  const link = await shown.getByLabel(`Link for ${email}`).inputValue();
  await expectAccessibleState(page);
  await shown.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('table', { name: 'Open invitations' })).toContainText(email);
  return link;
}

/** Opens the link, whose token goes nowhere but into the form, and makes the account. */
async function accept(guest: Page, link: string, { email, username }: Record<string, string>) {
  const asked: string[] = [];
  guest.on('request', (request) => {
    asked.push(`${request.url()} ${JSON.stringify(request.headers())}`);
  });
  await guest.goto(link);
  await expect(guest.getByRole('heading', { name: 'Accept your invitation' })).toBeVisible();
  await expect(guest.getByText(`${email} is invited to this back office as auditor`)).toBeVisible();
  await expect(guest).toHaveURL(/\/adminloginpage$/);
  const token = link.split('=')[1] ?? '';
  expect(token).toHaveLength(43);
  expect(asked.filter((text) => text.includes(token))).toEqual([]);
  await expectAccessibleState(guest);
  await guest.getByRole('button', { name: 'Make the account' }).click();
  await expect(guest.getByRole('alert').filter({ hasText: 'There is a problem' })).toBeFocused();
  await guest.getByLabel('Your name').fill('Zeynep Ak');
  await guest.getByLabel('Username').fill(username ?? '');
  await guest.getByLabel('Password', { exact: true }).fill(TEST_PASSWORD);
  await guest.getByRole('button', { name: 'Make the account' }).click();
  await expect(guest).toHaveURL(/\/admin\/contact-audit$/);
  await expect(guest.getByText('Your account is ready, and you are signed in.')).toBeVisible();
}

async function expectAuditOnly(guest: Page) {
  await expect(
    guest.getByRole('navigation', { name: 'Back office' }).first().getByRole('link'),
  ).toHaveText(['Contact Audit', 'Security']);
  await expect(guest.getByRole('heading', { level: 1, name: 'Contact Audit' })).toBeVisible();
  await guest.getByRole('button', { name: 'Check integrity' }).click();
  await expect(guest.getByText(/^The audit is (?:intact|broken)/)).toBeVisible();
  for (const path of ['/admin/orders', '/admin/settings']) {
    await guest.goto(path);
    await expect(guest.getByText('Your role does not include this screen.')).toBeVisible();
  }
  await expectAccessibleState(guest);
  await guest.getByRole('link', { name: 'Go to Contact Audit' }).click();
  await expect(guest.getByRole('heading', { level: 1, name: 'Contact Audit' })).toBeVisible();
  await guest.keyboard.press('g');
  await guest.keyboard.press('o');
  await expect(guest).toHaveURL(/\/admin\/contact-audit$/);
}

test('an owner invites an auditor, who accepts and sees the audit only, until the owner ends it', async ({
  admin: page,
  browser,
  account,
  problems,
}) => {
  problems.allow(/status of (?:401|403)/);
  const username = `zeynep-${account.username}`;
  const email = `${username}@example.com`;
  const link = await invite(page, email);
  // What mail scanners do uses nothing up.
  expect((await page.request.get(link)).status()).toBe(200);

  const context = await browser.newContext();
  const guest = await context.newPage();
  await accept(guest, link, { email, username });
  await expectAuditOnly(guest);
  await guest.goto('/admin/security');
  await expect(guest.getByLabel('Your e-mail address (optional)')).toHaveValue(email);
  await expect(guest.getByRole('tab')).toHaveCount(0);

  // The link has done its work, and says no more than that it is over.
  const again = await context.newPage();
  await again.goto(link);
  await expect(again.getByText(ADMIN_USER_MESSAGES.invitationOver)).toBeVisible();

  const row = page
    .getByRole('table', { name: 'All administrators' })
    .getByRole('row')
    .filter({ hasText: username });
  await expect(row).toContainText('Password only');
  await row.getByRole('button', { name: 'Deactivate' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click();
  await expect(row).toContainText('Deactivated');
  await guest.goto('/admin/contact-audit');
  await expect(guest).toHaveURL(/\/adminloginpage$/);
  await context.close();
});

test('a member works, and is not shown what owners decide', async ({ page, site }) => {
  const member = await buildAdmin(site.db, undefined, { role: 'member' });
  await signInAs(page, await signInForTest(site.db, member));
  await page.goto('/admin');
  await expect(page.getByRole('heading', { level: 1, name: 'Admin Dashboard' })).toBeAttached();
  await expect(page.getByRole('tab')).toHaveText(['Business Overview']);
  const items = page.getByRole('navigation', { name: 'Back office' }).first().getByRole('link');
  await expect(items.filter({ hasText: 'Orders' })).toHaveCount(1);
  await expect(items.filter({ hasText: /Contact Audit|Settings/ })).toHaveCount(0);
  await page.goto('/admin/orders');
  await expect(page.getByRole('searchbox')).toBeVisible();
  await expect(page.getByRole('button', { name: /Export/ })).toHaveCount(0);
  await page.goto('/admin?tab=ddos');
  await expect(page.getByText('Your role does not include this screen.')).toBeVisible();
});
