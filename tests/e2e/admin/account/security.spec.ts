import { readFile } from 'node:fs/promises';
import type { Page, Response } from '@playwright/test';
import { TOTP } from 'otpauth';
import { ACCOUNT_MESSAGES } from '#shared/admin-account/messages.ts';
import { LOGIN_MESSAGES } from '#shared/admin-sessions/messages.ts';
import { signInForTest, TEST_PASSWORD } from '#tests/support/admin.ts';
import { expectAccessibleState, openSecurity } from '#tests/support/browser/admin-content.ts';
import { expect, type Site, test } from '#tests/support/browser/e2e.ts';
import { expectToast, toast } from '#tests/support/browser/toasts.ts';

const NEXT_PASSWORD = 'Zeytin-dali-94-kopru';

async function logIn(page: Page, username: string, password: string) {
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
}

async function isLive(site: Site, token: string): Promise<boolean> {
  const headers = { 'x-admin-session': token };
  return (await fetch(`${site.url}/api/admin/session-check`, { headers })).ok;
}

function storedToken(page: Page): Promise<string> {
  return page.evaluate(() => localStorage.getItem('adminSessionToken') ?? '');
}

function isRejection(response: Response): boolean {
  return response.status() === 401;
}

async function changePassword(page: Page, current = TEST_PASSWORD, next = NEXT_PASSWORD) {
  const form = page.getByRole('region', { name: 'Password' });
  await form.getByLabel('Current password').fill(current);
  await form.getByLabel('New password', { exact: true }).fill(next);
  await form.getByLabel('New password again').fill(next);
  await form.getByRole('button', { name: 'Change password' }).click();
}

const sessionRows = (page: Page) =>
  page.getByRole('table', { name: 'Your sessions' }).locator('tbody tr');

test('a new password means a new session', async ({ admin: page, site, account, problems }) => {
  problems.allow(/400/);
  const { id, username, token } = account;
  await openSecurity(page);
  await expect(page.getByText(`You are signed in as ${username}`)).toBeVisible();
  const other = await signInForTest(site.db, { id, username });
  const form = page.getByRole('region', { name: 'Password' });
  const summary = form.getByRole('alert').filter({ hasText: 'There is a problem' });
  await form.getByRole('button', { name: 'Change password' }).click();
  await expect(summary).toBeFocused();
  await expect(summary).toContainText(ACCOUNT_MESSAGES.currentPassword);
  await expect(summary).toContainText(ACCOUNT_MESSAGES.newPassword);
  await expectAccessibleState(page);
  await changePassword(page, 'Wrong-password-1');
  await expect(summary).toContainText(ACCOUNT_MESSAGES.wrongPassword);
  await expect(form.getByLabel('Current password')).toHaveAttribute('aria-invalid', 'true');
  await form.getByLabel('New password again').fill('Zeytin-dali-94-kopri');
  await form.getByRole('button', { name: 'Change password' }).click();
  await expect(summary).toContainText(ACCOUNT_MESSAGES.repeatPassword);
  await changePassword(page);
  await expectToast(page, ACCOUNT_MESSAGES.passwordChanged);
  await expect(form.getByLabel('Current password')).toHaveValue('');
  expect(await isLive(site, token)).toBe(false);
  expect(await isLive(site, other.token)).toBe(false);
  const nextToken = await storedToken(page);
  expect(await isLive(site, nextToken)).toBe(true);
  await expect(sessionRows(page)).toHaveCount(1);
  await expect(sessionRows(page)).toContainText('This session');
  await page.getByRole('link', { name: 'Orders' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Orders' })).toBeVisible();
  await expect(page.getByRole('dialog', { name: 'Sign in again' })).toBeHidden();

  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/adminloginpage$/);
  expect(await isLive(site, nextToken)).toBe(false);
  await logIn(page, username, NEXT_PASSWORD);
  await expect(page).toHaveURL(/\/admin$/);
});

test('two-step sign-in is set up, asks for a code, and is turned off', async ({
  admin: page,
  problems,
  account: { username },
}) => {
  problems.allow(/40[01]/);
  await openSecurity(page);
  const section = page.getByRole('region', { name: 'Two-step sign-in' });
  const heading = section.getByRole('heading', { name: 'Two-step sign-in' });
  const password = section.getByLabel('Your password');
  await expect(section.getByText('Off', { exact: true })).toBeVisible();
  const start = section.getByRole('button', { name: 'Set up two-step sign-in' });
  await start.click();
  await expect(section.getByRole('alert')).toContainText(ACCOUNT_MESSAGES.currentPassword);
  await password.fill(TEST_PASSWORD);
  await start.click();

  await expect(section.getByRole('img', { name: /^QR code/ })).toBeVisible();
  await expectAccessibleState(page);
  const shown = await section.getByTestId('totp-secret').textContent();
  const secret = (shown ?? '').replaceAll(' ', '');
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  const totp = new TOTP({ secret });
  const wrong = totp.generate() === '000000' ? '111111' : '000000';
  await section.getByLabel('Six-digit code').fill(wrong);
  await section.getByRole('button', { name: 'Turn on' }).click();
  await expect(section.getByRole('alert')).toContainText(ACCOUNT_MESSAGES.wrongCode);
  await section.getByLabel('Six-digit code').fill(totp.generate());
  await section.getByRole('button', { name: 'Turn on' }).click();
  await expectToast(page, ACCOUNT_MESSAGES.turnedOn);
  await expect(heading).toBeFocused();
  const list = section.getByRole('list', { name: 'Recovery codes' });
  const codes = await list.getByRole('listitem').allTextContents();
  expect(codes).toHaveLength(10);
  await expectAccessibleState(page);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    section.getByRole('button', { name: 'Download codes' }).click(),
  ]);
  expect(await readFile(await download.path(), 'utf8')).toBe(`${codes.join('\n')}\n`);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await section.getByRole('button', { name: 'Copy codes' }).click();
  await expectToast(page, 'Copied');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(codes.join('\n'));
  // The screen continues with the new session, and the codes are still there.
  await page.waitForResponse((response) => response.url().endsWith('/sessions') && response.ok());
  await expect(list).toContainText(codes[9] ?? '');
  await section.getByRole('button', { name: 'I have stored them' }).click();
  await expect(section.getByText('On', { exact: true })).toBeVisible();
  await expect(section.getByText('10 recovery codes are left.')).toBeVisible();

  await page.getByRole('button', { name: 'Logout' }).click();
  await logIn(page, username, TEST_PASSWORD);
  const code = page.getByLabel('Code');
  await expect(code).toBeFocused();
  await expectAccessibleState(page);
  await code.fill('000000');
  await page.getByRole('button', { name: 'Verify' }).click();
  await expect(page.getByText(LOGIN_MESSAGES.wrongCode).first()).toBeVisible();
  await code.fill(codes[3] ?? '');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible();
  const sidebar = page.getByRole('complementary', { name: 'Sidebar' });
  await sidebar.getByRole('link', { name: username }).click();
  await expect(section.getByText('9 recovery codes are left.')).toBeVisible();
  await section.getByText('Turn off or set up again').click();
  await expectAccessibleState(page);
  await password.fill(TEST_PASSWORD);
  await section.getByLabel('Code from the app').fill(codes[4] ?? '');
  await section.getByRole('button', { name: 'Turn off two-step sign-in' }).click();
  await expectToast(page, ACCOUNT_MESSAGES.turnedOff);
  await expect(section.getByText('Off', { exact: true })).toBeVisible();
  await expect(heading).toBeFocused();
});

test('every tab gets the new session @full', async ({ admin: page, site, problems, account }) => {
  problems.allow(/401/);
  const { token } = account;
  await openSecurity(page);
  const other = await page.context().newPage();
  await other.goto('/admin/messages');
  await expect(other.getByRole('heading', { level: 1, name: 'Messages' })).toBeVisible();
  const arrived = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  await page.route('**/api/admin/password', async (route) => {
    const response = await route.fetch();
    arrived.resolve();
    await released.promise;
    await route.fulfill({ response });
  });
  await changePassword(page);
  await arrived.promise;

  // The old session is over at the server, and no tab knows the new one: both are rejected, and wait.
  expect(await isLive(site, token)).toBe(false);
  await Promise.all([
    other.waitForResponse(isRejection),
    other.getByRole('link', { name: 'Orders' }).click(),
  ]);
  await page.waitForResponse(isRejection, { timeout: 15_000 });
  for (const tab of [page, other]) {
    await expect(tab.getByRole('dialog', { name: 'Sign in again' })).toBeHidden();
    expect(await storedToken(tab)).toBe(token);
  }

  // All tabs share one stream: whichever opens it does so with the new session.
  const stream = page
    .context()
    .waitForEvent(
      'request',
      (request) =>
        request.url().endsWith('/api/admin/events') &&
        request.headers()['x-admin-session'] !== token,
    );
  const orders = other.waitForResponse(
    (response) => response.url().includes('/api/admin/orders') && response.ok(),
  );
  released.resolve();
  await expect(toast(page, ACCOUNT_MESSAGES.passwordChanged)).toBeVisible();
  const next = await storedToken(page);
  expect((await stream).headers()['x-admin-session']).toBe(next);
  expect(await isLive(site, next)).toBe(true);
  await orders;
  await expect(other.getByRole('heading', { level: 1, name: 'Orders' })).toBeVisible();
  await expect(sessionRows(page)).toContainText('This session');
  for (const tab of [page, other]) {
    await expect(tab.getByRole('dialog', { name: 'Sign in again' })).toBeHidden();
  }
  await other.reload();
  await expect(other.getByRole('heading', { level: 1, name: 'Orders' })).toBeVisible();
});

test('a sign-out ends a session in flight @full', async ({ admin: page, site, problems }) => {
  // What the screen asks for right after the change may find the new session ended.
  problems.allow(/401/);
  await openSecurity(page);
  const changed = page.waitForResponse('**/api/admin/password');
  await page.route('**/api/admin/password', async (route) => {
    const response = await route.fetch();
    await page.getByRole('button', { name: 'Logout' }).click();
    await route.fulfill({ response });
  });
  await changePassword(page);
  const { session_token: next } = (await (await changed).json()) as { session_token: string };
  await expect(page).toHaveURL(/\/adminloginpage$/);
  expect(await storedToken(page)).toBe('');
  expect(await isLive(site, next)).toBe(false);
});

test('a session is listed and ended', async ({ admin: page, site, account: admin }) => {
  await page.clock.install();
  await openSecurity(page);
  const other = await signInForTest(site.db, admin, {
    ipAddress: '203.0.113.9',
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  });
  await page.clock.runFor(10_000);
  const rows = sessionRows(page);
  await expect(rows).toHaveCount(2);
  await expect(rows.nth(0)).toContainText('This session');
  await expect(rows.nth(1)).toContainText('Firefox on Linux');
  await expect(rows.nth(1)).toContainText('203.0.113.9');
  const end = rows.nth(1).getByRole('button', { name: 'End' });
  await end.click();
  const dialog = page.getByRole('dialog', { name: 'End this session?' });
  await expect(dialog).toBeVisible();
  await expectAccessibleState(page);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  expect(await isLive(site, other.token)).toBe(true);
  await end.click();
  await dialog.getByRole('button', { name: 'End session' }).click();
  await expect(toast(page, ACCOUNT_MESSAGES.sessionEnded)).toBeVisible();
  await expect(rows).toHaveCount(1);
  await expect(page.getByRole('heading', { name: 'Your sessions' })).toBeFocused();
  expect(await isLive(site, other.token)).toBe(false);
});
