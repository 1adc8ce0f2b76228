import type { RouteConfigEntry } from '@react-router/dev/routes';
import { v7 as uuidV7 } from 'uuid';
import routes from '#app/routes.ts';
import { signInAsAdmin } from '#tests/support/admin-e2e.ts';
import { expect, test } from '#tests/support/e2e.ts';

const MESSAGE = 'The service is not available right now. Please try again in a moment.';

/** Every screen of the back office, from the table of its routes. */
function listScreens(entries: RouteConfigEntry[]): string[] {
  const office = entries.find(({ path }) => path === 'admin');
  const paths = (office?.children ?? []).map(({ path }) => (path ? `/admin/${path}` : '/admin'));
  return paths.filter((path) => !path.endsWith('*')).map((path) => path.replace(':id', uuidV7()));
}

test('every screen says what could not be loaded, offers to try again, and keeps the session', async ({
  page,
  site,
  problems,
}) => {
  test.setTimeout(120_000);
  problems.allow(/503/);
  const screens = listScreens(routes);
  expect(screens.length).toBeGreaterThan(12);
  await signInAsAdmin(page, site);
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
