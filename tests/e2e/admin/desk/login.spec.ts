import { LOGIN_MESSAGES } from '#shared/admin-sessions/messages.ts';
import { buildAdmin } from '#tests/support/admin.ts';
import { expectAccessibleState, problemsOf } from '#tests/support/browser/admin-content.ts';
import { expect, test } from '#tests/support/browser/e2e.ts';

const MINUTE_MS = 60_000;
const FIRST_LOAD = { timeout: 20_000 };

test('a password can be read while it is typed, and is hidden again when it is sent @full', async ({
  page,
  site,
  problems,
}) => {
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

test('who has no attempts left sees how long it takes, and does not hear every second @full', async ({
  page,
  site,
  problems,
}) => {
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
  await page.getByLabel('Username').fill('nobody');
  await page.getByLabel('Password').fill('wrong, and wrong again');
  await page.getByRole('button', { name: 'Sign In' }).click();

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
