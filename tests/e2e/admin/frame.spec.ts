import { randomBytes } from 'node:crypto';
import { signInAs } from '#tests/support/browser/admin-e2e.ts';
import type { Page } from '@playwright/test';
import { v7 as uuidV7 } from 'uuid';
import routes from '#app/routes.ts';
import { LOGIN_MESSAGES } from '#shared/admin-sessions/messages.ts';
import { expectAccessible, expectNoFinding } from '#tests/support/browser/accessibility.ts';
import { buildAdmin, TEST_PASSWORD } from '#tests/support/admin.ts';
import { expectAccessibleState, rowOf } from '#tests/support/browser/admin-content.ts';
import { buildMessage, buildOrder } from '#tests/support/browser/admin-leads.ts';
import { buildFaq } from '#tests/support/factories.ts';
import { expect, test } from '#tests/support/browser/e2e.ts';
import { expectToast } from '#tests/support/browser/toasts.ts';

const SCREENS = [
  ['Dashboard', '/admin', 'Dashboard'],
  ['Queue', '/admin/queue', 'Answer next'],
  ['Orders', '/admin/orders', 'Orders Management'],
  ['Messages', '/admin/messages', 'Messages Management'],
  ['Blog Posts', '/admin/blog', 'Blog Management'],
  ['Projects', '/admin/projects', 'Projects Management'],
  ['FAQs', '/admin/faqs', 'FAQ Management'],
  ['Clients', '/admin/clients', 'Clients Management'],
  ['Testimonials', '/admin/testimonials', 'Testimonials Management'],
  ['Team Members', '/admin/team-members', 'Team Management'],
  ['Mails', '/admin/mails', 'Mails'],
  ['Contact Audit', '/admin/contact-audit', 'Admin Panel'],
  ['Settings', '/admin/settings', 'Admin Panel'],
] as const;

const FIRST_LOAD = { timeout: 20_000 };

/** Keeps one action of the login call waiting until it is released. */
async function holdAuth(page: Page, action: string): Promise<() => void> {
  let go = () => {};
  const released = new Promise<void>((resolve) => {
    go = resolve;
  });
  await page.route('**/api/admin-auth', async (route) => {
    if (route.request().postDataJSON().action === action) await released;
    await route.continue();
  });
  return () => go();
}

test('the guard waits, each screen has its title and starts at its top @full', async ({
  admin: page,
}) => {
  await page.addInitScript(() => {
    const scroll = window.scrollTo.bind(window);
    const moves: unknown[] = [];
    Object.assign(window, { moves });
    window.scrollTo = (...given: unknown[]) => {
      moves.push(given[0]);
      Reflect.apply(scroll, window, given);
    };
  });
  const letIn = await holdAuth(page, 'verify');
  await page.goto('/admin');
  await expect(page.getByRole('main').getByRole('status')).toHaveText('Checking your session...');
  await expect(page.getByRole('navigation')).toBeHidden();
  letIn();

  const navigation = page.getByRole('navigation', { name: 'Back office' });
  await expect(navigation).toBeVisible(FIRST_LOAD);
  // Low enough that every screen can be scrolled.
  await page.setViewportSize({ width: 1280, height: 260 });
  for (const [label, path, title] of SCREENS) {
    await navigation.getByRole('link', { name: label }).click();
    await expect(page).toHaveURL((url) => url.pathname === path);
    await expect(page.getByRole('banner').locator('p')).toHaveText(title);
    await expect.poll(() => page.evaluate(() => window.scrollY), label).toBe(0);
    if (path !== '/admin') {
      await expect
        .poll(() => page.evaluate(() => Reflect.get(window, 'moves').at(-1)), label)
        .toEqual({ top: 0, behavior: 'smooth' });
    }
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(async () => {
      await page.evaluate(() => window.scrollTo(0, 60));
      expect(await page.evaluate(() => window.scrollY)).toBe(60);
    }, label).toPass(FIRST_LOAD);
  }

  await page.getByRole('banner').getByRole('link', { name: 'View Site' }).click();
  await expect(page).toHaveURL((url) => url.pathname === '/');
  await page.goBack();
  const letOut = await holdAuth(page, 'logout');
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByRole('button', { name: 'Logging out...' })).toBeVisible();
  letOut();
  await expect(page).toHaveURL(/\/adminloginpage$/);
});

test('every address of the back office leads to the login of who is not signed in', async ({
  page,
  problems,
}) => {
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

test('no choice of any screen has an empty value @full', async ({ admin: page, site }) => {
  const order = await buildOrder(site.db);
  const message = await buildMessage(site.db);
  const places = [
    '/admin?tab=ddos&view=rules',
    '/admin/orders',
    `/admin/orders?order=${order.id}`,
    '/admin/messages',
    `/admin/messages?message=${message.id}`,
    '/admin/blog',
    '/admin/projects',
    '/admin/projects?new=1',
    '/admin/faqs',
    '/admin/clients',
    '/admin/testimonials',
    '/admin/testimonials?new=1',
    '/admin/team-members',
    '/admin/contact-audit',
  ];
  for (const place of places) {
    await page.goto(place);
    const isInDialog = /[?&](?:order|message|new)=|view=rules/.test(place);
    if (place.includes('view=rules')) {
      await page.getByRole('button', { name: 'Add IP rule' }).click(FIRST_LOAD);
    }
    const scope = isInDialog ? page.getByRole('dialog') : page.getByRole('main');
    await expect(scope.locator('select').first(), place).toBeVisible(FIRST_LOAD);
    const values = await page
      .locator('option')
      .evaluateAll((options) => options.map((option) => (option as HTMLOptionElement).value));
    expect(values.length, place).toBeGreaterThan(1);
    expect(
      values.filter((value) => value.trim() === ''),
      place,
    ).toEqual([]);
  }
});

test('orders and messages say that they load, and that they could not @full', async ({
  admin: page,
  site,
  problems,
}) => {
  problems.allow(/status of 500/);
  const order = await buildOrder(site.db);
  const message = await buildMessage(site.db);
  for (const [screen, loading, failed, name] of [
    ['orders', 'Loading orders...', 'Failed to fetch orders. Please try again.', order.fullName],
    ['messages', 'Loading messages...', 'Failed to fetch messages', message.name],
  ] as const) {
    let fail = () => {};
    const held = new Promise<void>((resolve) => {
      fail = resolve;
    });
    const list = new RegExp(`/api/admin/${screen}\\?`);
    await page.route(list, async (route) => {
      await held;
      await route.fulfill({ status: 500, json: { error: { code: 'INTERNAL', message: 'No.' } } });
    });
    await page.goto(`/admin/${screen}`);
    await expect(page.getByRole('status').filter({ hasText: loading })).toBeAttached(FIRST_LOAD);
    await expect(page.locator('.card').getByText(loading)).toBeVisible();
    fail();
    await expectToast(page, failed, 'Error');
    await page.unroute(list);
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(rowOf(page, name).first()).toBeVisible();
  }
});

test('an answer of the login that says nothing signs nobody in @full', async ({
  page,
  site,
  problems,
}) => {
  problems.allow(/Failed to load resource/);
  const { username } = await buildAdmin(site.db);
  await page.goto('/adminloginpage');
  await page.route('**/api/admin-auth', (route) => route.fulfill({ json: {} }));
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password').fill(TEST_PASSWORD);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expectToast(page, LOGIN_MESSAGES.failed, 'Login failed');
  await expect(page).toHaveURL(/\/adminloginpage$/);
  const readStored = () =>
    page.evaluate(() => ['adminSessionToken', 'adminUser'].map((key) => localStorage.getItem(key)));
  expect(await readStored()).toEqual([null, null]);

  for (const response of [
    { status: 500, body: 'x' },
    { status: 200, body: 'no JSON' },
    { status: 200, json: {} },
    null,
  ]) {
    await page.unroute('**/api/admin-auth');
    await page.route('**/api/admin-auth', (route) =>
      response ? route.fulfill(response) : route.abort(),
    );
    await page.evaluate(() => {
      localStorage.setItem('adminSessionToken', 'x'.repeat(43));
      localStorage.setItem('adminUser', '{"id":"1","username":"nobody"}');
    });
    await page.goto('/admin/orders');
    await expect(page).toHaveURL(/\/adminloginpage$/, FIRST_LOAD);
    await expect.poll(readStored, JSON.stringify(response)).toEqual([null, null]);
  }
});

test('an unknown page and the drawer have no access finding @full', async ({
  admin: page,
  problems,
}) => {
  problems.allow(/status of 404/);
  await page.goto('/admin/no-such-page');
  await expect(page.getByText('Oops! Page not found')).toBeVisible(FIRST_LOAD);
  await expectAccessibleState(page);

  await page.setViewportSize({ width: 360, height: 740 });
  await page.getByRole('button', { name: 'Open the navigation' }).click();
  await expect(page.getByRole('dialog', { name: 'Navigation' })).toBeVisible();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expectNoFinding(page, `drawer, ${colorScheme}`);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
});

test('the question before leaving has no access finding @full', async ({ admin: page }) => {
  await page.goto('/admin/settings?tab=copyright');
  await page.getByLabel('Copyright text').fill('Not saved');
  await page.getByRole('link', { name: 'Orders' }).click();
  const question = page.getByRole('dialog', { name: 'Leave this page?' });
  await expect(question).toBeVisible();
  await expectAccessibleState(page);
  await question.getByRole('button', { name: 'Leave' }).click();
  await expect(page).toHaveURL(/\/admin\/orders$/);
});

test('the question before changing everything that matches has no access finding @full', async ({
  admin: page,
  site,
}) => {
  await site.db.deleteFrom('orders').execute();
  for (let index = 0; index < 51; index += 1) await buildOrder(site.db);
  await page.goto('/admin/orders');
  await page.getByRole('checkbox', { name: 'Select all shown' }).check();
  const bar = page.getByRole('group', { name: 'Selected rows' });
  await bar.getByRole('button', { name: 'Select all 51 matching' }).click();
  await bar.getByRole('button', { name: 'Mark as Completed' }).click();
  const question = page.getByRole('dialog', { name: 'Mark all 51 as Completed?' });
  await expect(question).toBeVisible();
  await expectAccessibleState(page);
  await question.getByRole('button', { name: 'Cancel' }).click();
});

test('signing in again has no access finding @full', async ({
  admin: page,
  site,
  problems,
  account,
}) => {
  problems.allow(/status of 401/);
  await page.goto('/admin/orders');
  await expect(page.getByRole('heading', { level: 1, name: 'Orders' })).toBeVisible(FIRST_LOAD);
  await site.db
    .updateTable('adminSessions')
    .set({ isActive: false })
    .where('id', '=', account.sessionId)
    .execute();
  await page.getByRole('link', { name: 'Clients' }).click();
  await expect(page.getByRole('dialog', { name: 'Sign in again' })).toBeVisible();
  await expectAccessible(page);
});

test('the warning of the end and the form of the code have no access finding @full', async ({
  page,
  context,
  site,
  account,
}) => {
  const { id, username } = await buildAdmin(site.db);
  await site.db
    .updateTable('adminUsers')
    .set({ totpSecret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP', totpConfirmedAt: new Date() })
    .where('id', '=', id)
    .execute();
  await page.goto('/adminloginpage');
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password').fill(TEST_PASSWORD);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByLabel('Code')).toBeFocused();
  await expectAccessibleState(page);

  await context.clock.install();
  await signInAs(page, account);
  await page.goto('/admin/reports');
  await expect(page.getByRole('heading', { level: 1, name: 'Reports' })).toBeVisible(FIRST_LOAD);
  await context.clock.fastForward('28:10');
  await expect(page.getByRole('dialog', { name: 'Are you still there?' })).toBeVisible();
  await expectAccessible(page);
});

test('only the newest notice of a kind is there, and it lies over the top bar @full', async ({
  admin: page,
  problems,
}) => {
  problems.allow(/status of 500/);
  await page.route('**/api/admin/**/export.csv*', (route) =>
    route.fulfill({ status: 500, json: {} }),
  );
  await page.goto('/admin/orders');
  const notices = page.locator('[data-toast]');
  for (let time = 0; time < 3; time += 1) {
    const failed = page.waitForResponse('**/export.csv*');
    await page.getByRole('button', { name: 'Export CSV' }).click(FIRST_LOAD);
    await failed;
    await expect(notices).toHaveCount(1);
  }
  const bar = await page.getByRole('banner').boundingBox();
  const box = await notices.boundingBox();
  const heading = await page.getByRole('main').getByRole('search').boundingBox();
  expect(box?.y).toBeLessThan((bar?.y ?? 0) + (bar?.height ?? 0));
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(heading?.y ?? 0);
});

test('of a screen with one list only the page scrolls, and the head of the list stays in view @full', async ({
  admin: page,
  site,
}) => {
  for (let index = 0; index < 30; index += 1) {
    await buildFaq(site.db);
    await buildOrder(site.db);
  }
  await site.db
    .insertInto('contactMessageAudit')
    .values(
      Array.from({ length: 60 }, () => ({ action: 'export' as const, hash: randomBytes(32) })),
    )
    .execute();
  for (const screen of ['faqs', 'orders', 'contact-audit']) {
    await page.goto(`/admin/${screen}`);
    const list = page.getByRole('region').filter({ has: page.getByRole('table') });
    await expect(list.getByRole('row').nth(25)).toBeVisible(FIRST_LOAD);
    const box = await list.evaluate(({ scrollHeight, clientHeight, scrollWidth, clientWidth }) => [
      scrollHeight - clientHeight,
      scrollWidth - clientWidth,
    ]);
    expect(box, screen).toEqual([0, 0]);
    await page.evaluate(() => window.scrollTo({ top: 600, behavior: 'instant' }));
    await expect(list.getByRole('row').nth(1), screen).not.toBeInViewport();
    const head = await list.getByRole('columnheader').nth(1).boundingBox();
    const bar = await page.getByRole('banner').boundingBox();
    expect(head?.y, screen).toBe((bar?.y ?? 0) + (bar?.height ?? 0));
  }
});

test('each screen shows its title once, and a chosen tab is in view on a telephone @full', async ({
  admin: page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/admin/settings?tab=policies');
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible(FIRST_LOAD);
  await expect(page.getByRole('tab', { name: 'Policies' })).toBeInViewport({ ratio: 1 });
  await page.getByRole('tab', { name: 'Policies' }).press('Home');
  await expect(page.getByRole('tab', { name: 'Logos' })).toBeInViewport({ ratio: 1 });

  await page.goto('/admin/faqs');
  const title = page.getByRole('heading', { level: 1, name: 'FAQ Management' });
  expect((await title.boundingBox())?.width).toBe(1);
  await expect(page.getByRole('banner').getByText('FAQ Management')).toBeVisible();
});
