import { expect, test } from '#tests/support/browser/e2e.ts';
import { listFindings } from '#tests/support/browser/media.ts';
import { fillPath, SITE_PAGES } from '#tests/support/browser/pages.ts';

for (const path of SITE_PAGES) {
  test(`${path} has no finding in any medium`, async ({ page, site, problems }) => {
    if (path === '/no-such-page') problems.allow(/404/);
    await page.goto(await fillPath(path, site.db));
    await expect(page.locator('h1')).toHaveCount(1);
    expect(await listFindings(page)).toEqual([]);
  });
}
