import { CONTENT } from '#app/admin/data/content.ts';
import { contentMessages } from '#app/admin/data/messages.ts';
import { ACCOUNT_MESSAGES } from '#shared/admin-account/messages.ts';
import { SCREEN_MESSAGES } from '#shared/admin-sessions/messages.ts';
import { AUDIT_MESSAGES } from '#shared/contact-audit/messages.ts';
import { MESSAGE_ADMIN_MESSAGES } from '#shared/messages/messages.ts';
import { ORDER_ADMIN_MESSAGES } from '#shared/orders/messages.ts';
import { MONITORING_MESSAGES } from '#shared/security-events/messages.ts';
import { SETTINGS_MESSAGES } from '#shared/site-settings/messages.ts';
import { expectAccessibleState } from '#tests/support/browser/admin-content.ts';
import { expect, test } from '#tests/support/browser/e2e.ts';
import { DESK_ROUTES } from '#tests/support/browser/pages.ts';
import { buildBlogPost, buildProject } from '#tests/support/factories.ts';

const MESSAGE = 'The service is not available right now. Please try again in a moment.';

/** Announcements of each screen while it loads and after a failed read. */
const ANNOUNCED: Record<string, { loading?: string; loadFailed: string }> = {
  '/admin/orders': ORDER_ADMIN_MESSAGES,
  '/admin/messages': MESSAGE_ADMIN_MESSAGES,
  '/admin/queue': { loading: 'Loading the queue...', loadFailed: 'Failed to load the queue' },
  '/admin/mails': { loading: 'Loading mails...', loadFailed: 'Failed to load mails' },
  '/admin/contact-audit': AUDIT_MESSAGES,
  '/admin/settings': { loading: 'Loading settings...', ...SETTINGS_MESSAGES },
  '/admin/security': { loading: 'Loading your account...', ...ACCOUNT_MESSAGES },
  '/admin/reports': { loadFailed: 'Failed to load reports' },
  '/admin?tab=security': MONITORING_MESSAGES,
  '/admin?tab=ddos': MONITORING_MESSAGES,
  ...Object.fromEntries(
    Object.values(CONTENT).map((entity) => [entity.screen, contentMessages(entity)]),
  ),
};

const SCREENS = [
  ...DESK_ROUTES.filter((path) => path !== '*').map((path) => (path ? `/admin/${path}` : '/admin')),
  '/admin?tab=security',
  '/admin?tab=ddos',
  '/admin?tab=ddos&view=requests',
];

test('every screen says what could not be loaded', async ({ admin: page, site, problems }) => {
  test.setTimeout(180_000);
  problems.allow(/503/);
  const [post, project] = [await buildBlogPost(site.db), await buildProject(site.db)];
  expect(Object.keys(ANNOUNCED).filter((path) => !SCREENS.includes(path))).toEqual([]);
  let response = Promise.withResolvers<'unavailable' | 'available'>();
  await page.route('**/api/admin/**', async (route) => {
    const { pathname } = new URL(route.request().url());
    if (route.request().method() !== 'GET' || pathname.endsWith('/events')) return route.fallback();
    if ((await response.promise) === 'available') return route.fallback();
    return route.fulfill({
      status: 503,
      headers: { 'retry-after': '10', 'x-request-id': 'reference-1' },
      json: { error: { code: 'UNAVAILABLE', message: MESSAGE } },
    });
  });
  for (const screen of SCREENS) {
    const path = screen.replace(':id', screen.includes('/blog/') ? post.id : project.id);
    response = Promise.withResolvers();
    await page.goto(path);
    const { loading, loadFailed } = ANNOUNCED[path] ?? {};
    if (loading) await expect(page.getByText(loading).first(), path).toBeAttached();
    response.resolve('unavailable');
    const main = page.getByRole('main');
    const retry = main.getByRole('button', { name: 'Retry' });
    await expect(retry.first(), path).toBeVisible({ timeout: 20_000 });
    await expect(main.getByText(MESSAGE).first(), path).toBeVisible();
    if (path === '/admin/orders') {
      await expect(main.getByText('Reference: reference-1').first()).toBeVisible();
    }
    if (loadFailed) {
      const notice = page.locator('[data-toast]').filter({ hasText: loadFailed });
      await expect(notice, path).toContainText('Error');
    }
    await expect(page.getByRole('heading', { name: 'Something went wrong' }), path).toHaveCount(0);
    expect(await page.evaluate(() => localStorage.getItem('adminSessionToken')), path).toBeTruthy();
    response = Promise.withResolvers();
    response.resolve('available');
    await expect(async () => {
      if (await retry.first().isVisible()) await retry.first().click();
      await expect(retry).toHaveCount(0, { timeout: 500 });
    }, path).toPass();
  }
});

test('figures that cannot be loaded are only logged @full', async ({ admin: page, problems }) => {
  problems.allow(/500/);
  const notices = page.locator('[data-toast]');
  for (const [path, call] of [
    ['/admin', 'dashboard'],
    ['/admin/contact-audit', 'contact-audit/stats**'],
  ] as const) {
    await page.route(`**/api/admin/${call}`, (route) => route.fulfill({ status: 500 }));
    const logged = page.waitForEvent('console', (message) =>
      message.text().startsWith('A part of this screen could not be loaded.'),
    );
    await page.goto(path);
    expect((await logged).type()).toBe('warning');
    await expect(notices).toHaveCount(0);
  }
  await expect(page.locator('.card').filter({ hasText: 'Total Accesses' })).toContainText('—');
});

test('a screen that cannot be shown keeps the frame @full', async ({ admin: page, problems }) => {
  problems.allow(/React Router caught|TypeError|Cannot read properties/);
  await page.goto('/admin');
  const navigation = page.getByRole('navigation', { name: 'Back office' });
  await page.route('**/api/admin/faqs*', (route) => route.fulfill({ json: { items: [null] } }));
  await navigation.getByRole('link', { name: 'FAQs' }).click();

  await expect(page.getByRole('heading', { name: SCREEN_MESSAGES.failed })).toBeFocused();
  await expect(page.getByRole('banner').getByText('FAQ Management')).toBeVisible();
  await expect(navigation).toBeVisible();
  await expectAccessibleState(page);

  await page.getByRole('button', { name: SCREEN_MESSAGES.retry }).click();
  await expect(page.getByRole('heading', { name: SCREEN_MESSAGES.failed })).toBeFocused();
  await page.unroute('**/api/admin/faqs*');
  await page.getByRole('button', { name: SCREEN_MESSAGES.retry }).click();
  await expect(page.getByRole('heading', { name: 'FAQ Management' })).toBeVisible();
  await expect(page.getByRole('main')).toBeFocused();
});
