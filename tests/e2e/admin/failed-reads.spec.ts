import type { RouteConfigEntry } from '@react-router/dev/routes';
import { v7 as uuidV7 } from 'uuid';
import routes from '#app/routes.ts';
import { SCREEN_MESSAGES } from '#shared/admin-sessions/messages.ts';
import { expectAccessibleState } from '#tests/support/browser/admin-content.ts';
import { expect, test } from '#tests/support/browser/e2e.ts';

const MESSAGE = 'The service is not available right now. Please try again in a moment.';

/** Every screen of the back office, from the table of its routes. */
function listScreens(entries: RouteConfigEntry[]): string[] {
  const office = entries.find(({ path }) => path === 'admin');
  const paths = (office?.children?.[0]?.children ?? []).map(({ path }) =>
    path ? `/admin/${path}` : '/admin',
  );
  return paths.filter((path) => !path.endsWith('*')).map((path) => path.replace(':id', uuidV7()));
}

test('every screen says what could not be loaded, offers to try again, and keeps the session', async ({
  admin: page,
  problems,
}) => {
  test.setTimeout(120_000);
  problems.allow(/503/);
  const screens = listScreens(routes);
  expect(screens.length).toBeGreaterThan(12);
  await page.route('**/api/admin/**', (route) => {
    const { pathname } = new URL(route.request().url());
    if (route.request().method() !== 'GET' || pathname.endsWith('/events')) return route.fallback();
    return route.fulfill({
      status: 503,
      headers: { 'retry-after': '10' },
      json: { error: { code: 'UNAVAILABLE', message: MESSAGE } },
    });
  });
  for (const path of screens) {
    await page.goto(path);
    const main = page.getByRole('main');
    await expect(main.getByRole('button', { name: 'Retry' }).first(), path).toBeVisible({
      timeout: 20_000,
    });
    await expect(main.getByText(MESSAGE).first(), path).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Something went wrong' }), path).toHaveCount(0);
    expect(await page.evaluate(() => localStorage.getItem('adminSessionToken')), path).toBeTruthy();
  }
});

test('a screen that cannot be shown leaves the frame as it is and comes back with "Try again" @full', async ({
  admin: page,
  problems,
}) => {
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
