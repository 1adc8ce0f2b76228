import type { Page } from '@playwright/test';
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

test('an administrator signs in, is remembered, and signs out', async ({
  page,
  site,
  problems,
}) => {
  problems.allow(/status of 404/);
  const { id, username } = await buildAdmin(site.db);
  for (const path of ['/admin', '/admin/no-such-page', '/admin/orders']) {
    await page.goto(path);
    await expect(page, path).toHaveURL(/\/adminloginpage$/, FIRST_LOAD);
  }
  await expect(page).toHaveTitle('Admin Login');
  await expect(page.getByText('Contact the administrator for credentials.')).toBeVisible();

  await page.getByRole('button', { name: 'Sign In' }).click();
  const summary = page.getByRole('alert').filter({ hasText: 'There is a problem' });
  await expect(summary).toBeFocused();
  await expect(summary).toContainText(LOGIN_MESSAGES.username);
  await expect(summary).toContainText(LOGIN_MESSAGES.password);
  await expectAccessibleState(page);

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

  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/adminloginpage$/);
  expect(await readStored(page)).toEqual(NO_SESSION);
  const live = site.db.selectFrom('adminSessions').select('id').where('isActive', '=', true);
  expect(await live.where('adminUserId', '=', id).execute()).toEqual([]);
});

test('only the right password signs in @full', async ({ page, site, problems }) => {
  problems.allow(/Failed to load resource/);
  const { username } = await buildAdmin(site.db);
  await page.goto('/adminloginpage');
  const user = '{"id":"1","username":"nobody"}';
  for (const [storedUser, response] of [
    [user, 'as it is'],
    // A token without its administrator is no session either.
    ['', 'as it is'],
    [user, { status: 500, body: 'x' }],
    [user, { status: 200, body: 'no JSON' }],
    [user, { status: 200, json: {} }],
    [user, 'none'],
  ] as const) {
    await page.route('**/api/admin-auth', (route) => {
      if (response === 'as it is') return route.continue();
      return response === 'none' ? route.abort() : route.fulfill(response);
    });
    await page.evaluate((shown) => {
      localStorage.setItem('adminSessionToken', 'x'.repeat(43));
      if (shown) localStorage.setItem('adminUser', shown);
    }, storedUser);
    await page.goto('/admin/orders');
    await expect(page).toHaveURL(/\/adminloginpage$/, FIRST_LOAD);
    await expect.poll(() => readStored(page), JSON.stringify(response)).toEqual(NO_SESSION);
    await page.unroute('**/api/admin-auth');
  }

  for (const { response, title, text } of [
    { response: { json: {} }, title: 'Login failed', text: LOGIN_MESSAGES.failed },
    { response: { status: 500, body: 'x' }, title: 'Login error', text: LOGIN_MESSAGES.error },
  ]) {
    await page.route('**/api/admin-auth', (route) => route.fulfill(response));
    await typeCredentials(page, username);
    await expectToast(page, text, title);
    await page.unroute('**/api/admin-auth');
  }
  const password = page.getByLabel('Password');
  await password.fill('Kervansaray-7-Gul');
  await page.getByRole('button', { name: 'Show password' }).click();
  await expect(password).toHaveAttribute('type', 'text');
  await expect(password).toHaveValue('Kervansaray-7-Gul');
  await expectAccessibleState(page);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(password).toHaveAttribute('type', 'password');
  const toast = page.locator('[data-toast="destructive"]');
  await expect(toast).toContainText('Login failed');
  await expect(toast).toContainText(LOGIN_MESSAGES.failed);
  await expect(page.getByLabel('Username')).toHaveValue(username);
  expect(await readStored(page)).toEqual(NO_SESSION);
  await typeCredentials(page, username);
  await expect(page.getByText('Login successful')).toBeVisible();
  await expect(toast).toHaveCount(0);
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
