import { signInAs } from '#tests/support/browser/admin-e2e.ts';
import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import { TOTP } from 'otpauth';
import { v7 as uuidV7 } from 'uuid';
import { LOGIN_MESSAGES } from '#shared/admin-sessions/messages.ts';
import { expectAccessible } from '#tests/support/browser/accessibility.ts';
import { buildAdmin, TEST_PASSWORD } from '#tests/support/admin.ts';
import { buildFaq } from '#tests/support/factories.ts';
import { expect, test } from '#tests/support/browser/e2e.ts';
import { expectToast } from '#tests/support/browser/toasts.ts';

async function typeCredentials(page: Page, username: string, password = TEST_PASSWORD) {
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
}

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
  const stored = await page.evaluate(() => ({
    token: localStorage.getItem('adminSessionToken'),
    user: localStorage.getItem('adminUser'),
  }));
  expect(stored.token).toMatch(/^[\w-]{43}$/);
  expect(JSON.parse(stored.user ?? '')).toMatchObject({ username });
});

test('the navigation leads to every screen', async ({ admin: page }) => {
  await page.goto('/admin');
  const items = page.getByRole('navigation', { name: 'Back office' }).first().getByRole('link');
  await expect(items).toHaveText([
    'Dashboard',
    'Queue',
    'Orders',
    'Messages',
    'Blog Posts',
    'Projects',
    'FAQs',
    'Clients',
    'Testimonials',
    'Team Members',
    'Mails',
    'Contact Audit',
    'Settings',
  ]);
  expect(
    await items.evaluateAll((links) => links.map((link) => link.getAttribute('href'))),
  ).toEqual([
    '/admin',
    '/admin/queue',
    '/admin/orders',
    '/admin/messages',
    '/admin/blog',
    '/admin/projects',
    '/admin/faqs',
    '/admin/clients',
    '/admin/testimonials',
    '/admin/team-members',
    '/admin/mails',
    '/admin/contact-audit',
    '/admin/settings',
  ]);
});

test('an administrator signs out, here and on the server', async ({
  admin: page,
  site,
  account,
}) => {
  await page.goto('/admin');
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/adminloginpage$/);
  expect(await page.evaluate(() => localStorage.getItem('adminSessionToken'))).toBeNull();
  expect(await page.evaluate(() => localStorage.getItem('adminUser'))).toBeNull();
  const live = await site.db
    .selectFrom('adminSessions')
    .innerJoin('adminUsers', 'adminUsers.id', 'adminUserId')
    .select('adminSessions.id')
    .where('username', '=', account.username)
    .where('adminSessions.isActive', '=', true)
    .execute();
  expect(live).toEqual([]);
});

test('a wrong password, a server that fails and a token that is not valid are told apart @full', async ({
  page,
  site,
  problems,
}) => {
  problems.allow(/status of (?:401|500)/);
  const { username } = await buildAdmin(site.db);
  await page.goto('/adminloginpage');
  await page.evaluate(() => {
    localStorage.setItem('adminSessionToken', 'x'.repeat(43));
    localStorage.setItem('adminUser', '{"id":"1","username":"nobody"}');
  });
  await page.goto('/admin');
  await expect(page).toHaveURL(/\/adminloginpage$/);
  expect(await page.evaluate(() => localStorage.getItem('adminSessionToken'))).toBeNull();

  // A token without its administrator is no session either.
  await page.evaluate(() => localStorage.setItem('adminSessionToken', 'x'.repeat(43)));
  await page.goto('/admin');
  await expect(page).toHaveURL(/\/adminloginpage$/);
  expect(await page.evaluate(() => localStorage.getItem('adminSessionToken'))).toBeNull();

  await typeCredentials(page, username, 'Kervansaray-7-Gul');
  const toast = page.locator('[data-toast="destructive"]');
  await expect(toast).toContainText('Login failed');
  await expect(toast).toContainText(LOGIN_MESSAGES.failed);
  await expect(page.getByLabel('Username')).toHaveValue(username);

  await page.route('**/api/admin-auth', (route) => route.fulfill({ status: 500, body: 'x' }));
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(toast.last()).toContainText('Login error');
  await expect(toast.last()).toContainText(LOGIN_MESSAGES.error);

  await page.unroute('**/api/admin-auth');
  await typeCredentials(page, username);
  await expect(page.getByText('Login successful')).toBeVisible();
  await expect(toast).toHaveCount(0);
});

test('the second factor asks for a code', async ({ page, site, problems }) => {
  problems.allow(/status of 401/);
  const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
  const { id, username } = await buildAdmin(site.db);
  await site.db
    .updateTable('adminUsers')
    .set({ totpSecret: secret, totpConfirmedAt: new Date() })
    .where('id', '=', id)
    .execute();
  await page.goto('/adminloginpage');
  await typeCredentials(page, username);
  await expect(page.getByLabel('Code')).toBeFocused();
  await page.getByLabel('Code').fill('000000');
  await page.getByRole('button', { name: 'Verify' }).click();
  await expect(page.getByText(LOGIN_MESSAGES.wrongCode).first()).toBeVisible();
  await page.getByLabel('Code').fill(new TOTP({ secret }).generate());
  await page.getByRole('button', { name: 'Verify' }).click();
  await expect(page).toHaveURL(/\/admin$/);
});

test('thirty minutes without activity end the session in every tab, after a warning, and lose nothing @full', async ({
  admin: page,
  context,
  problems,
}) => {
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

test('a session that ends is renewed in place, and what was typed stays', async ({
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
  await site.db
    .updateTable('adminSessions')
    .set({ isActive: false })
    .where('id', '=', account.sessionId)
    .execute();
  await form.getByRole('button', { name: 'Close', exact: true }).press('Control+s');
  const again = page.getByRole('dialog', { name: 'Sign in again' });
  await again.getByLabel('Password').fill(TEST_PASSWORD);
  await again.getByRole('button', { name: 'Sign In' }).click();
  await expect(again).toBeHidden();
  await expectToast(page, 'FAQ created successfully');
  await page.keyboard.press('Escape');
  await expect(form).toBeHidden();
  await expect(page.getByText('What was typed before the session ended?').first()).toBeVisible();
});

test('the sidebar collapses and remembers it @full', async ({ admin: page, context }) => {
  await page.goto('/admin/security');
  const sidebar = page.getByRole('complementary', { name: 'Sidebar' });
  await expect(sidebar).toHaveCSS('width', '256px');
  await page.keyboard.press('Control+b');
  await expect(sidebar).toHaveCSS('width', '48px');
  const cookie = (await context.cookies()).find(({ name }) => name === 'sidebar_state');
  const days = ((cookie?.expires ?? 0) - Date.now() / 1_000) / 86_400;
  expect(days).toBeGreaterThan(6.9);
  expect(days).toBeLessThan(7.1);
  expect(cookie).toMatchObject({ path: '/admin', sameSite: 'Strict', secure: false });
  await page.reload();
  await expect(sidebar).toHaveCSS('width', '48px');
  await page.keyboard.press('Meta+b');
  await expect(sidebar).toHaveCSS('width', '256px');
  await page.keyboard.press('Meta+b');
  await page.getByRole('button', { name: 'Expand the sidebar' }).click();
  await expect(sidebar).toHaveCSS('width', '256px');
});

test('the sidebar is a drawer on a telephone, where lists keep their words whole @full', async ({
  admin: page,
}) => {
  await page.goto('/admin/security');
  const sidebar = page.getByRole('complementary', { name: 'Sidebar' });
  await page.setViewportSize({ width: 768, height: 740 });
  await expect(sidebar).toBeVisible();
  await page.setViewportSize({ width: 767, height: 740 });
  await expect(sidebar).toBeHidden();

  await page.setViewportSize({ width: 360, height: 740 });
  await expect(sidebar).toBeHidden();
  await page.getByRole('button', { name: 'Open the navigation' }).click();
  const drawer = page.getByRole('dialog', { name: 'Navigation' });
  await expect(drawer).toHaveCSS('width', '288px');
  await drawer.getByRole('link', { name: 'Projects' }).click();
  await expect(drawer).toBeHidden();
  // What scrolls is the list, and its words stay whole.
  await expect(page.getByRole('cell', { name: 'Logistics' }).first()).toBeVisible();
  const widths = await page
    .locator('.admin-table .wrap-anywhere')
    .evaluateAll((cells) => cells.map((cell) => cell.clientWidth));
  expect(widths.length).toBeGreaterThan(0);
  expect(Math.min(...widths)).toBeGreaterThan(110);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
});

test('the pages of a long list are in the address, also on a telephone @full', async ({
  admin: page,
  site,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/admin/security');
  await site.db
    .insertInto('contactMessageAudit')
    .values(
      Array.from({ length: 130 }, () => ({
        action: 'export' as const,
        hash: randomBytes(32),
        userAgent: 'Audited here',
      })),
    )
    .execute();
  await page.getByRole('button', { name: 'Open the navigation' }).click();
  await page
    .getByRole('dialog', { name: 'Navigation' })
    .getByRole('link', { name: 'Contact Audit' })
    .click();
  await expect(page.getByRole('banner')).toContainText('Admin Panel');
  await expect(page.getByRole('heading', { level: 1, name: 'Contact Audit' })).toBeVisible();
  await page.getByRole('searchbox').fill('Audited here');
  await expect(page).toHaveURL(/search=Audited/);
  const entries = page.getByRole('table', { name: 'Audit logs' }).locator('tbody tr');
  await expect(entries).toHaveCount(100);
  await page.getByRole('button', { name: 'Show more' }).click();
  await expect(page).toHaveURL(/pages=2/);
  await page.reload();
  await expect(entries).toHaveCount(130);
  await page.getByLabel('Action', { exact: true }).selectOption('Export');
  await expect(entries).toHaveCount(100);
  await expect(page).not.toHaveURL(/pages=/);
});

test('an unknown page leads home, and keys lead to screens and to the search @full', async ({
  admin: page,
  problems,
}) => {
  problems.allow(/status of 404/);
  await page.goto('/admin/no-such-page');
  await expect(page.getByText('Oops! Page not found')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Return to Home' })).toHaveAttribute('href', '/');
  await page.keyboard.press('g');
  await page.keyboard.press('f');
  await expect(page).toHaveURL(/\/admin\/faqs$/);
  await expect(page.getByRole('heading', { level: 1, name: 'FAQ Management' })).toBeFocused();
  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox')).toBeFocused();
  await page.keyboard.type('gf?');
  await expect(page).toHaveURL(/\/admin\/faqs/);
});

test.describe('with more clients than a page of their list has', () => {
  test.beforeEach(async ({ site }) => {
    const clients = Array.from({ length: 105 }, (_, index) => ({
      id: uuidV7(),
      name: `Palette Client ${index}`,
    }));
    await site.db.insertInto('clients').values(clients).execute();
  });
  test.afterEach(async ({ site }) => {
    await site.db.deleteFrom('clients').where('name', 'like', 'Palette Client%').execute();
  });

  test('the palette finds records, and only those of the word that it has', async ({
    admin: page,
    site,
  }) => {
    await page.goto('/admin');
    await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible();
    await page.keyboard.press('Control+k');
    const palette = page.getByRole('dialog', { name: 'Find' });
    const word = palette.getByRole('combobox');
    const { clientName } = await site.db
      .selectFrom('testimonials')
      .select('clientName')
      .executeTakeFirstOrThrow();
    await word.fill(clientName);
    await expect(palette.getByRole('option', { name: `${clientName} Testimonial` })).toBeVisible();
    await word.fill('Palette Client');
    const found = palette.getByRole('option', { name: /^Palette Client \d+ Client$/ });
    await expect(found.first()).toBeVisible();
    // What was found by the former word is gone before anything is found by the new one.
    await page.route('**/api/admin/clients?*', () => new Promise(() => {}));
    await word.pressSequentially('x');
    expect(await found.count()).toBe(0);
    await page.unroute('**/api/admin/clients?*');
    await word.fill('Palette Client 7');
    await found.first().click();
    await expect(page).toHaveURL(/\/admin\/clients\?search=/);
    await expect(page.getByRole('heading', { level: 1, name: 'Clients Management' })).toBeVisible();
    await expect(page.getByRole('searchbox')).toHaveValue(/^Palette Client 7/);
  });

  test('the pages of a list outlive a reload, and a filter begins at the first one @full', async ({
    admin: page,
  }) => {
    await page.goto('/admin/clients?search=Palette+Client');
    const rows = page.getByRole('rowheader', { name: /^Palette Client/ });
    await expect(rows).toHaveCount(100);
    await page.getByRole('button', { name: 'Show more' }).click();
    await expect(rows).toHaveCount(105);
    await page.reload();
    await expect(rows).toHaveCount(105);
    await page.getByLabel('Show', { exact: true }).selectOption('Deleted');
    await expect(page).not.toHaveURL(/pages=/);
  });
});

test('the palette leads to screens @full', async ({ admin: page }) => {
  await page.goto('/admin');
  await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible();
  const palette = page.getByRole('dialog', { name: 'Find' });
  const word = palette.getByRole('combobox');
  await page.keyboard.press('Control+k');
  await word.fill('FAQs');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/admin\/faqs$/);
  await page.keyboard.press('Control+k');
  await word.fill('testimonials');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/admin\/testimonials$/);
  await expect(
    page.getByRole('heading', { level: 1, name: 'Testimonials Management' }),
  ).toBeVisible();
  await expect(page.getByRole('table')).toBeVisible();
});

test('Back asks while a form has unsaved text, on its way to another screen or to the same one', async ({
  admin: page,
  site,
}) => {
  await buildFaq(site.db);
  await page.goto('/admin/faqs');
  await expect(page.getByRole('heading', { level: 1, name: 'FAQ Management' })).toBeVisible();
  await page.getByRole('link', { name: 'Testimonials' }).click();
  await expect(
    page.getByRole('heading', { level: 1, name: 'Testimonials Management' }),
  ).toBeFocused();
  await page.keyboard.press('n');
  const form = page.getByRole('dialog');
  const name = form.getByRole('textbox').first();
  await name.fill('Not saved yet');
  await page.evaluate(() => history.back());
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await expect(name).toHaveValue('Not saved yet');
  await page.evaluate(() => history.back());
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(page).toHaveURL(/\/admin\/faqs/);
  await expect(page.getByRole('heading', { level: 1, name: 'FAQ Management' })).toBeVisible();
  await expect(form).toBeHidden();
  await page.getByRole('searchbox').fill('');
  const show = page.getByRole('combobox').first();
  await show.selectOption({ index: 1 });
  await show.selectOption({ index: 0 });
  await page.getByRole('button', { name: /^Edit/ }).first().click();
  await name.fill('Not saved either');
  await page.evaluate(() => history.back());
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(form).toBeHidden();
  await expect(page).toHaveURL(/\/admin\/faqs$/);
});

test('the login page and the frame have no access finding @full', async ({ page, account }) => {
  await page.goto('/adminloginpage');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'There is a problem' })).toBeVisible();
  await expectAccessible(page);
  await signInAs(page, account);
  await page.goto('/admin/security');
  await expect(page.getByRole('heading', { level: 1, name: 'Security' })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(help.getByRole('rowheader')).toHaveText([
    'Ctrl/Cmd + K',
    'Ctrl/Cmd + B',
    'Ctrl/Cmd + S',
    'Ctrl/Cmd + Enter',
    'Escape',
    '/',
    'n',
    'j',
    'k',
    'r',
    'e',
    'z',
    '?',
    'Ctrl/Cmd + B',
    'Ctrl/Cmd + I',
    'Ctrl/Cmd + K',
    'Tab',
    'Shift+Tab',
    'Escape',
    ...['d', 'q', 'o', 'm', 'b', 'p', 'f', 'c', 't', 'e', 'l', 'a', 's'].map(
      (letter) => `g ${letter}`,
    ),
  ]);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog', { name: 'Find' }).getByRole('combobox')).toBeFocused();
  await expectAccessible(page);
});
