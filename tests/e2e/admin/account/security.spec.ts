import { toast } from '#tests/support/browser/toasts.ts';
import { readFile } from 'node:fs/promises';
import type { Locator, Page, Response } from '@playwright/test';
import { TOTP } from 'otpauth';
import { ACCOUNT_MESSAGES } from '#shared/admin-account/messages.ts';
import { expectAccessible } from '#tests/support/browser/accessibility.ts';
import { signInForTest, TEST_PASSWORD } from '#tests/support/admin.ts';
import { expectAccessibleState, openSecurity } from '#tests/support/browser/admin-content.ts';
import { expect, type Site, test } from '#tests/support/browser/e2e.ts';

const NEXT_PASSWORD = 'Zeytin-dali-94-kopru';

async function logIn(page: Page, username: string, password: string) {
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
}

async function isLive(site: Site, token: string): Promise<boolean> {
  const response = await fetch(`${site.url}/api/admin/session-check`, {
    headers: { 'x-admin-session': token },
  });
  return response.ok;
}

function storedToken(page: Page): Promise<string> {
  return page.evaluate(() => localStorage.getItem('adminSessionToken') ?? '');
}

function isRejection(response: Response): boolean {
  return response.status() === 401;
}

async function readSecret(section: Locator): Promise<string> {
  const shown = await section.getByTestId('totp-secret').textContent();
  return (shown ?? '').replaceAll(' ', '');
}

async function changePassword(page: Page): Promise<void> {
  const form = page.getByRole('region', { name: 'Password' });
  await form.getByLabel('Current password').fill(TEST_PASSWORD);
  await form.getByLabel('New password', { exact: true }).fill(NEXT_PASSWORD);
  await form.getByLabel('New password again').fill(NEXT_PASSWORD);
  await form.getByRole('button', { name: 'Change password' }).click();
}

/** Holds the response of the server back until the returned function is called; `arrived` says that it is there. */
async function holdResponse(page: Page, path: string) {
  const arrived = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  await page.route(path, async (route) => {
    const response = await route.fetch();
    arrived.resolve();
    await released.promise;
    await route.fulfill({ response });
  });
  return { arrived: arrived.promise, release: released.resolve };
}

test('changes the password message by message @full', async ({ admin: page, problems }) => {
  problems.allow(/400/);
  await openSecurity(page);
  const form = page.getByRole('region', { name: 'Password' });
  const save = form.getByRole('button', { name: 'Change password' });
  const current = form.getByLabel('Current password');
  const next = form.getByLabel('New password', { exact: true });
  const again = form.getByLabel('New password again');
  const summary = form.getByRole('alert').filter({ hasText: 'There is a problem' });

  await save.click();
  await expect(summary).toBeFocused();
  await expect(summary).toContainText(ACCOUNT_MESSAGES.currentPassword);
  await expect(summary).toContainText(ACCOUNT_MESSAGES.newPassword);

  await current.fill('Wrong-password-1');
  await next.fill(NEXT_PASSWORD);
  await again.fill('Zeytin-dali-94-kopri');
  await save.click();
  await expect(summary).toContainText(ACCOUNT_MESSAGES.repeatPassword);
  await again.fill(NEXT_PASSWORD);
  await save.click();
  await expect(summary).toContainText(ACCOUNT_MESSAGES.wrongPassword);
  await expect(current).toHaveAttribute('aria-invalid', 'true');

  await current.fill(TEST_PASSWORD);
  await next.fill('password123456');
  await again.fill('password123456');
  await save.click();
  await expect(summary).toContainText('This password is too common. Please choose another.');
  await next.fill(NEXT_PASSWORD);
  await again.fill(NEXT_PASSWORD);
  await save.click();
  await expect(toast(page, ACCOUNT_MESSAGES.passwordChanged)).toContainText('Success');
  await expect(current).toHaveValue('');
});

test('goes on with a new session after a change of the password', async ({
  admin: page,
  site,
  account,
}) => {
  const { id, username, token } = account;
  await openSecurity(page);
  await expect(page.getByText(`You are signed in as ${username}`)).toBeVisible();
  const other = await signInForTest(site.db, { id, username });
  await changePassword(page);
  await expect(toast(page, ACCOUNT_MESSAGES.passwordChanged)).toBeVisible();
  expect(await isLive(site, token)).toBe(false);
  expect(await isLive(site, other.token)).toBe(false);
  const nextToken = await storedToken(page);
  expect(nextToken).not.toBe(token);
  expect(await isLive(site, nextToken)).toBe(true);
  const sessions = page.getByRole('table', { name: 'Your sessions' }).locator('tbody tr');
  await expect(sessions).toHaveCount(1);
  await expect(sessions).toContainText('This session');
  await page.getByRole('link', { name: 'Orders' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Orders' })).toBeVisible();
  await expect(page.getByRole('dialog', { name: 'Sign in again' })).toBeHidden();

  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/adminloginpage$/);
  expect(await isLive(site, nextToken)).toBe(false);
  await logIn(page, username, NEXT_PASSWORD);
  await expect(page).toHaveURL(/\/admin$/);
});

test('sets up two-step sign-in message by message, and goes on with a new session', async ({
  admin: page,
  site,
  problems,
  account,
}) => {
  problems.allow(/40[01]/);
  const { id, username, token } = account;
  await openSecurity(page);
  const other = await signInForTest(site.db, { id, username });
  const section = page.getByRole('region', { name: 'Two-step sign-in' });
  await expect(section.getByText('Off', { exact: true })).toBeVisible();
  const start = section.getByRole('button', { name: 'Set up two-step sign-in' });
  await start.click();
  await expect(section.getByRole('alert')).toContainText(ACCOUNT_MESSAGES.currentPassword);
  await section.getByLabel('Your password').fill('Wrong-password-1');
  await start.click();
  await expect(section.getByRole('alert')).toHaveText(/problemThe password is not right$/);
  await section.getByLabel('Your password').fill(TEST_PASSWORD);
  await start.click();

  await expect(section.getByRole('img', { name: /^QR code/ })).toBeVisible();
  const secret = await readSecret(section);
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  const totp = new TOTP({ secret });
  const wrong = totp.generate() === '000000' ? '111111' : '000000';
  await section.getByLabel('Six-digit code').fill(wrong);
  await section.getByRole('button', { name: 'Turn on' }).click();
  await expect(section.getByRole('alert')).toContainText(ACCOUNT_MESSAGES.wrongCode);
  await section.getByLabel('Six-digit code').fill(totp.generate());
  await section.getByRole('button', { name: 'Turn on' }).click();

  await expect(toast(page, ACCOUNT_MESSAGES.turnedOn)).toBeVisible();
  await expect(section.getByRole('heading', { name: 'Two-step sign-in' })).toBeFocused();
  const codes = await section
    .getByRole('list', { name: 'Recovery codes' })
    .getByRole('listitem')
    .allTextContents();
  expect(codes).toHaveLength(10);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    section.getByRole('button', { name: 'Download codes' }).click(),
  ]);
  expect(await readFile(await download.path(), 'utf8')).toBe(`${codes.join('\n')}\n`);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await section.getByRole('button', { name: 'Copy codes' }).click();
  await expect(toast(page, 'Copied')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(codes.join('\n'));
  // The screen has gone on with the new session: it reads the sessions with it, and the codes are still there.
  const next = await storedToken(page);
  expect(await isLive(site, token)).toBe(false);
  expect(await isLive(site, next)).toBe(true);
  await page.waitForResponse((response) => response.url().endsWith('/sessions') && response.ok());
  await expect(section.getByRole('list', { name: 'Recovery codes' })).toContainText(codes[9] ?? '');
  await section.getByRole('button', { name: 'I have stored them' }).click();
  await expect(section.getByText('On', { exact: true })).toBeVisible();
  await expect(section.getByText('10 recovery codes are left.')).toBeVisible();
  expect(await isLive(site, other.token)).toBe(false);
});

test('a recovery code works once, for signing in and for turning two-step sign-in off', async ({
  admin: page,
  site,
  problems,
  account,
}) => {
  problems.allow(/40[01]/);
  await openSecurity(page);
  const section = page.getByRole('region', { name: 'Two-step sign-in' });
  await section.getByLabel('Your password').fill(TEST_PASSWORD);
  await section.getByRole('button', { name: 'Set up two-step sign-in' }).click();
  const totp = new TOTP({ secret: await readSecret(section) });
  await section.getByLabel('Six-digit code').fill(totp.generate());
  await section.getByRole('button', { name: 'Turn on' }).click();
  const items = section.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(items).toHaveCount(10);
  const codes = await items.allTextContents();

  await page.getByRole('button', { name: 'Logout' }).click();
  await logIn(page, account.username, TEST_PASSWORD);
  await page.getByLabel(/code/i).fill(codes[3] ?? '');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/admin$/);
  await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible();
  const sidebar = page.getByRole('complementary', { name: 'Sidebar' });
  await sidebar.getByRole('link', { name: account.username }).click();
  await expect(section.getByText('9 recovery codes are left.')).toBeVisible();

  await section.getByText('Turn off or set up again').click();
  const off = section.getByRole('button', { name: 'Turn off two-step sign-in' });
  await section.getByLabel('Your password').fill(TEST_PASSWORD);
  await section.getByLabel('Code from the app').fill(codes[3] ?? '');
  await off.click();
  await expect(section.getByRole('alert')).toContainText(ACCOUNT_MESSAGES.wrongCode);
  await section.getByLabel('Code from the app').fill(codes[4] ?? '');
  const beforeOff = await storedToken(page);
  await off.click();
  await expect(toast(page, ACCOUNT_MESSAGES.turnedOff)).toBeVisible();
  expect(await isLive(site, beforeOff)).toBe(false);
  expect(await isLive(site, await storedToken(page))).toBe(true);
  await expect(section.getByText('Off', { exact: true })).toBeVisible();
  await expect(section.getByRole('heading', { name: 'Two-step sign-in' })).toBeFocused();
});

test('every tab goes on with the new session, even when it hears of the end of the old one first @full', async ({
  admin: page,
  site,
  problems,
  account,
}) => {
  problems.allow(/401/);
  const { token } = account;
  await openSecurity(page);
  const other = await page.context().newPage();
  await other.goto('/admin/messages');
  await expect(other.getByRole('heading', { level: 1, name: 'Messages' })).toBeVisible();
  const held = await holdResponse(page, '**/api/admin/password');
  await changePassword(page);
  await held.arrived;

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
  held.release();
  await expect(toast(page, ACCOUNT_MESSAGES.passwordChanged)).toBeVisible();
  const next = await storedToken(page);
  expect((await stream).headers()['x-admin-session']).toBe(next);
  expect(await isLive(site, next)).toBe(true);
  await orders;
  await expect(other.getByRole('heading', { level: 1, name: 'Orders' })).toBeVisible();
  await expect(page.getByRole('table', { name: 'Your sessions' })).toContainText('This session');
  for (const tab of [page, other]) {
    await expect(tab.getByRole('dialog', { name: 'Sign in again' })).toBeHidden();
  }
  await other.reload();
  await expect(other.getByRole('heading', { level: 1, name: 'Orders' })).toBeVisible();
});

test('a sign-out during a change of the password ends the new session too @full', async ({
  admin: page,
  site,
  problems,
}) => {
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

test('says so when too many passwords were tried @full', async ({
  admin: page,
  site,
  problems,
}) => {
  problems.allow(/429/);
  await openSecurity(page);
  await site.db
    .insertInto('adminLoginAttempts')
    .values(
      Array.from({ length: 5 }, () => ({
        username: 'nobody',
        ipAddress: '127.0.0.1',
        success: false,
      })),
    )
    .execute();
  await changePassword(page);
  await expect(page.getByRole('region', { name: 'Password' }).getByRole('alert')).toContainText(
    'Too many failed sign-ins from this address. Please try again later.',
  );
});

test('lists the own sessions and ends one of them', async ({
  admin: page,
  site,
  problems,
  account,
}) => {
  problems.allow(/404/);
  const { id, username } = account;
  await openSecurity(page);
  const other = await signInForTest(site.db, { id, username });
  const stranger = await signInForTest(site.db);
  await site.db
    .updateTable('adminSessions')
    .set({
      ipAddress: '203.0.113.9',
      userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    })
    .where('id', '=', other.sessionId)
    .execute();
  await page.reload();
  const rows = page.getByRole('table', { name: 'Your sessions' }).locator('tbody tr');
  await expect(rows).toHaveCount(2);
  await expect(rows.nth(0)).toContainText('This session');
  await expect(rows.nth(1)).toContainText('Firefox on Linux');
  await expect(rows.nth(1)).toContainText('203.0.113.9');
  await rows.nth(1).getByRole('button', { name: 'End' }).click();
  const dialog = page.getByRole('dialog', { name: 'End this session?' });
  await expect(dialog).toBeVisible();
  await expectAccessibleState(page);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  expect(await isLive(site, other.token)).toBe(true);
  await rows.nth(1).getByRole('button', { name: 'End' }).click();
  await dialog.getByRole('button', { name: 'End session' }).click();
  await expect(toast(page, ACCOUNT_MESSAGES.sessionEnded)).toBeVisible();
  await expect(rows).toHaveCount(1);
  await expect(page.getByRole('heading', { name: 'Your sessions' })).toBeFocused();
  expect(await isLive(site, other.token)).toBe(false);
  expect(await isLive(site, stranger.token)).toBe(true);

  const third = await signInForTest(site.db, { id, username });
  await page.reload();
  await expect(rows).toHaveCount(2);
  await site.db
    .updateTable('adminSessions')
    .set({ isActive: false })
    .where('id', '=', third.sessionId)
    .execute();
  await rows.nth(1).getByRole('button', { name: 'End' }).click();
  await dialog.getByRole('button', { name: 'End session' }).click();
  await expect(toast(page, ACCOUNT_MESSAGES.sessionEndFailed)).toBeVisible();
  await expect(
    page.getByRole('alert').filter({ hasText: ACCOUNT_MESSAGES.noSession }),
  ).toBeVisible();
  await expect(rows).toHaveCount(1);
});

test('says that the account cannot be loaded @full', async ({ admin: page, problems }) => {
  problems.allow(/500/);
  await page.route('**/api/admin/account', (route) => route.fulfill({ status: 500 }));
  await page.goto('/admin/security');
  await expect(toast(page, ACCOUNT_MESSAGES.loadFailed)).toBeVisible();
  await page.unroute('**/api/admin/account');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('region', { name: 'Two-step sign-in' })).toBeVisible();
});

test('has no accessibility finding in any of its states @full', async ({
  admin: page,
  site,
  problems,
  account,
}) => {
  problems.allow(/400/);
  test.slow();
  const { id, username } = account;
  await openSecurity(page);
  await signInForTest(site.db, { id, username });
  await page.reload();
  const section = page.getByRole('region', { name: 'Two-step sign-in' });
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByRole('alert').first()).toBeVisible();
  await expectAccessible(page);
  await section.getByLabel('Your password').fill(TEST_PASSWORD);
  await section.getByRole('button', { name: 'Set up two-step sign-in' }).click();
  await expect(section.getByRole('img')).toBeVisible();
  await expectAccessible(page);
  const secret = await readSecret(section);
  await section.getByLabel('Six-digit code').fill(new TOTP({ secret }).generate());
  await section.getByRole('button', { name: 'Turn on' }).click();
  await expect(section.getByRole('list', { name: 'Recovery codes' })).toBeVisible();
  await expect(page.locator('[data-toast]')).toHaveCount(0, { timeout: 15_000 });
  await expectAccessible(page);
  await section.getByRole('button', { name: 'I have stored them' }).click();
  await section.getByText('Turn off or set up again').click();
  await expectAccessible(page);
});

test('follows the sessions every ten seconds, which keeps no session alive @full', async ({
  admin: page,
  site,
  account,
}) => {
  await page.clock.install();
  const { id, username } = account;
  await openSecurity(page);
  const rows = page.getByRole('table', { name: 'Your sessions' }).locator('tbody tr');
  await expect(rows).toHaveCount(1);
  await signInForTest(site.db, { id, username });
  const asked = page.waitForRequest('**/api/admin/sessions');
  await page.clock.runFor(10_000);
  expect((await asked).headers()['x-admin-background']).toBe('1');
  await expect(rows).toHaveCount(2);
});
