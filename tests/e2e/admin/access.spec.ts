import type { Page } from '@playwright/test';
import { TOTP } from 'otpauth';
import { v7 as uuidV7 } from 'uuid';
import routes from '#app/routes.ts';
import { LOGIN_MESSAGES } from '#shared/admin-sessions/messages.ts';
import { buildAdmin, TEST_PASSWORD } from '#tests/support/admin.ts';
import { expectAccessibleState, problemsOf } from '#tests/support/browser/admin-content.ts';
import { expect, test } from '#tests/support/browser/e2e.ts';
import { expectToast } from '#tests/support/browser/toasts.ts';
import { changeRow } from '#tests/support/browser/rows.ts';

const FIRST_LOAD = { timeout: 20_000 };
const MINUTE_MS = 60_000;

async function typeCredentials(page: Page, username: string, password = TEST_PASSWORD) {
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
}

const readStored = (page: Page) =>
  page.evaluate(() => ({
    token: localStorage.getItem('adminSessionToken'),
    user: localStorage.getItem('adminUser'),
  }));

const NO_SESSION = { token: null, user: null };

test('an administrator signs in and is remembered', async ({ page, site }) => {
  const { username } = await buildAdmin(site.db);
  await page.goto('/admin/orders');
  await expect(page).toHaveURL(/\/adminloginpage$/);
  await expect(page).toHaveTitle('Admin Login');
  await expect(page.getByText('Contact the administrator for credentials.')).toBeVisible();

  await page.getByRole('button', { name: 'Sign In' }).click();
  const summary = page.getByRole('alert').filter({ hasText: 'There is a problem' });
  await expect(summary).toBeFocused();
  await expect(summary).toContainText(LOGIN_MESSAGES.username);
  await expect(summary).toContainText(LOGIN_MESSAGES.password);

  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/api/admin-auth', async (route) => {
    if (route.request().postDataJSON().action === 'login') await released;
    await route.continue();
  });
  await typeCredentials(page, username);
  await expect(page.getByRole('button', { name: 'Signing In...' })).toBeVisible();
  release();
  await expect(page).toHaveURL(/\/admin$/);
  await expect(page.getByText('Login successful')).toBeVisible();
  await expect(page.getByText('Welcome to the admin dashboard!')).toBeVisible();
  await page.unroute('**/api/admin-auth');

  const visited = await page.evaluate(() => history.length);
  await page.goto('/adminloginpage');
  await expect(page).toHaveURL(/\/admin$/);
  expect(await page.evaluate(() => history.length)).toBe(visited + 1);
  const stored = await readStored(page);
  expect(stored.token).toMatch(/^[\w-]{43}$/);
  expect(JSON.parse(stored.user ?? '')).toMatchObject({ username });
});

test('an administrator signs out, here and on the server', async ({
  admin: page,
  site,
  account,
}) => {
  await page.goto('/admin');
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/adminloginpage$/);
  expect(await readStored(page)).toEqual(NO_SESSION);
  const live = site.db.selectFrom('adminSessions').select('id').where('isActive', '=', true);
  expect(await live.where('adminUserId', '=', account.id).execute()).toEqual([]);
});

test('every address of the back office leads to the login page', async ({ page, problems }) => {
  problems.allow(/status of 404/);
  const backOffice = routes.find(({ path }) => path === 'admin')?.children?.[0]?.children ?? [];
  expect(backOffice.length).toBeGreaterThan(10);
  for (const { index, path = '' } of backOffice) {
    const below = path.replace('*', 'no-such-page').replace(':id', uuidV7());
    await page.goto(index ? '/admin' : `/admin/${below}`);
    await expect(page, below).toHaveURL(/\/adminloginpage$/, FIRST_LOAD);
    await expect(page.getByLabel('Username'), below).toBeVisible();
  }
});

test('only the right password signs in @full', async ({ page, site, problems }) => {
  problems.allow(/Failed to load resource/);
  const { username } = await buildAdmin(site.db);
  await page.goto('/adminloginpage');
  const token = 'x'.repeat(43);
  const user = '{"id":"1","username":"nobody"}';
  for (const [stored, response] of [
    [{ token, user }, 'as it is'],
    // A token without its administrator is no session either.
    [{ token, user: '' }, 'as it is'],
    [
      { token, user },
      { status: 500, body: 'x' },
    ],
    [
      { token, user },
      { status: 200, body: 'no JSON' },
    ],
    [
      { token, user },
      { status: 200, json: {} },
    ],
    [{ token, user }, 'none'],
  ] as const) {
    await page.route('**/api/admin-auth', (route) => {
      if (response === 'as it is') return route.continue();
      return response === 'none' ? route.abort() : route.fulfill(response);
    });
    await page.evaluate((session) => {
      localStorage.setItem('adminSessionToken', session.token);
      if (session.user) localStorage.setItem('adminUser', session.user);
    }, stored);
    await page.goto('/admin/orders');
    await expect(page).toHaveURL(/\/adminloginpage$/, FIRST_LOAD);
    await expect.poll(() => readStored(page), JSON.stringify(response)).toEqual(NO_SESSION);
    await page.unroute('**/api/admin-auth');
  }

  const toast = page.locator('[data-toast="destructive"]');
  for (const { response, title, text } of [
    { response: { json: {} }, title: 'Login failed', text: LOGIN_MESSAGES.failed },
    { response: { status: 500, body: 'x' }, title: 'Login error', text: LOGIN_MESSAGES.error },
  ]) {
    await page.route('**/api/admin-auth', (route) => route.fulfill(response));
    await typeCredentials(page, username);
    await expectToast(page, text, title);
    await page.unroute('**/api/admin-auth');
  }
  await typeCredentials(page, username, 'Kervansaray-7-Gul');
  await expect(toast).toContainText('Login failed');
  await expect(toast).toContainText(LOGIN_MESSAGES.failed);
  await expect(page.getByLabel('Username')).toHaveValue(username);
  expect(await readStored(page)).toEqual(NO_SESSION);
  await typeCredentials(page, username);
  await expect(page.getByText('Login successful')).toBeVisible();
  await expect(toast).toHaveCount(0);
});

test('the second factor asks for a code', async ({ page, site, problems }) => {
  problems.allow(/status of 401/);
  const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
  const { username } = await buildAdmin(site.db, undefined, {
    totpSecret: secret,
    totpConfirmedAt: new Date(),
  });
  await page.goto('/adminloginpage');
  await typeCredentials(page, username);
  const code = page.getByLabel('Code');
  await expect(code).toBeFocused();
  await expectAccessibleState(page);
  await code.fill('000000');
  await page.getByRole('button', { name: 'Verify' }).click();
  await expect(page.getByText(LOGIN_MESSAGES.wrongCode).first()).toBeVisible();
  await code.fill(new TOTP({ secret }).generate());
  await page.getByRole('button', { name: 'Verify' }).click();
  await expect(page).toHaveURL(/\/admin$/);
});

test('thirty idle minutes end the session @full', async ({ admin: page, context, problems }) => {
  problems.allow(/status of 401/);
  // One clock for all tabs. It is moved by leaps: ticking through three hours second by second takes longer than a test may.
  await context.clock.install();
  await page.goto('/admin/reports');
  await expect(page.getByRole('heading', { level: 1, name: 'Reports' })).toBeVisible();
  const other = await context.newPage();
  await other.goto('/admin/faqs?new=1');
  const question = other.getByRole('dialog', { name: /FAQ/ }).getByLabel('Question');
  await question.fill('Typed before half an hour of silence?');
  await page.mouse.move(300, 300);

  const warning = page.getByRole('dialog', { name: 'Are you still there?' });
  await context.clock.fastForward('27:00');
  await expect(warning).toBeHidden();
  await context.clock.fastForward('01:30');
  await expect(warning).toBeVisible();
  // A mouse that rests does not count, even when the browser sends a move for it.
  await page.mouse.move(300, 300);
  await context.clock.runFor('00:02');
  await expect(warning).toBeVisible();
  await expectAccessibleState(page);
  await warning.getByRole('button', { name: 'Stay signed in' }).press('Enter');
  await expect(warning).toBeHidden();

  for (const input of ['mousedown', 'mousemove', 'keypress', 'scroll', 'touchstart']) {
    await context.clock.fastForward('29:00');
    await expect(warning).toBeVisible();
    await page.evaluate((name) => {
      const kind = name.startsWith('mouse') ? MouseEvent : Event;
      document.body.dispatchEvent(new kind(name, { bubbles: true }));
    }, input);
    await context.clock.runFor('00:02');
    await expect(warning).toBeHidden();
  }
  await context.clock.fastForward('31:00');
  await expect(page).toHaveURL(/\/adminloginpage$/);
  const again = other.getByRole('dialog', { name: 'Sign in again' });
  await again.getByLabel('Password').fill(TEST_PASSWORD);
  await again.getByRole('button', { name: 'Sign In' }).click();
  await expect(again).toBeHidden();
  await expect(question).toHaveValue('Typed before half an hour of silence?');
  // Clean by now: the next end leads to the login page.
  await question.fill('');
  await context.clock.fastForward('31:00');
  await expect(other).toHaveURL(/\/adminloginpage$/);
});

test('a session that ends is renewed in place', async ({
  admin: page,
  site,
  problems,
  account,
}) => {
  problems.allow(/status of 401/);
  await page.goto('/admin/faqs?new=1');
  const form = page.getByRole('dialog', { name: /FAQ/ });
  await form.getByLabel('Question').fill('What was typed before the session ended?');
  await form.getByLabel('Answer').fill('This answer.');
  await changeRow(site.db, 'adminSessions', account.sessionId, { isActive: false });
  await form.getByRole('button', { name: 'Close', exact: true }).press('Control+s');
  const again = page.getByRole('dialog', { name: 'Sign in again' });
  await expect(again).toBeVisible();
  await expectAccessibleState(page);
  await again.getByLabel('Password').fill(TEST_PASSWORD);
  await again.getByRole('button', { name: 'Sign In' }).click();
  await expect(again).toBeHidden();
  await expectToast(page, 'FAQ created successfully');
  await page.keyboard.press('Escape');
  await expect(form).toBeHidden();
  await expect(page.getByText('What was typed before the session ended?').first()).toBeVisible();
});

test('a password can be read while it is typed @full', async ({ page, site, problems }) => {
  problems.allow(/status of 401/);
  const { username } = await buildAdmin(site.db);
  await page.goto('/adminloginpage');
  const password = page.getByLabel('Password');
  await expect(password).toHaveAttribute('type', 'password', FIRST_LOAD);
  await page.getByLabel('Username').fill(username);
  await password.fill('not this one');
  await page.getByRole('button', { name: 'Show password' }).click();
  await expect(password).toHaveAttribute('type', 'text');
  await expect(password).toHaveValue('not this one');
  await expectAccessibleState(page);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(password).toHaveAttribute('type', 'password');
  await expect(page.getByRole('button', { name: 'Show password' })).toBeVisible();
});

test('the wait after failed sign-ins is counted down @full', async ({ page, site, problems }) => {
  problems.allow(/status of 429/);
  await page.clock.install();
  await page.goto('/adminloginpage');
  await expect(page.getByLabel('Username')).toBeVisible(FIRST_LOAD);
  const failed = {
    username: 'nobody',
    ipAddress: '127.0.0.1',
    success: false,
    createdAt: new Date(Date.now() - 47 * MINUTE_MS),
  };
  await site.db
    .insertInto('adminLoginAttempts')
    .values([1, 2, 3, 4, 5].map(() => failed))
    .execute();
  await typeCredentials(page, 'nobody');
  await expect(problemsOf(page.getByRole('main'))).toContainText(LOGIN_MESSAGES.tooMany);
  const spoken = page.getByRole('status').filter({ hasText: 'You can try again' });
  const clock = page.getByText(/^You can try again in 1\d:\d\d$/);
  await expect(spoken).toHaveText('You can try again in 15 minutes.');
  await expect(clock).toHaveText(/in 12:\d\d$/);
  await expectAccessibleState(page);

  await page.clock.fastForward(MINUTE_MS);
  await expect(clock).toHaveText(/in 11:\d\d$/);
  await expect(spoken).toHaveText('You can try again in 15 minutes.');
  await page.clock.fastForward(10 * MINUTE_MS);
  await expect(spoken).toHaveText('You can try again in 2 minutes.');
  await page.clock.fastForward(2 * MINUTE_MS);
  await expect(spoken).toHaveText('You can try again now.');
});
