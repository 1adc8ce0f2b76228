import { signInAs } from '#tests/support/browser/admin-e2e.ts';
import type { Page } from '@playwright/test';
import { SITE_SETTINGS_ID } from '#shared/site-settings/values.ts';
import { rowOf } from '#tests/support/browser/admin-content.ts';
import { expect, type Site, test } from '#tests/support/browser/e2e.ts';
import { buildBlogPost } from '#tests/support/factories.ts';

const TABS = 10;
/** Twenty tabs on one machine take their time; what is waited for comes at once or never. */
const IN_TIME = { timeout: 30_000 };

async function openStreams({ url }: Site): Promise<number> {
  const statistics = await (await fetch(`${url}/metrics`)).text();
  return Number(/^vitrin_event_streams (\d+)$/m.exec(statistics)?.[1]);
}

function changeCopyright(site: Site, copyrightText: string) {
  return site.db
    .updateTable('siteSettings')
    .set({ copyrightText })
    .where('id', '=', SITE_SETTINGS_ID)
    .execute();
}

async function expectFooter(tabs: Page[], text: string): Promise<void> {
  for (const tab of tabs) await expect(tab.locator('footer')).toContainText(text, IN_TIME);
}

async function openTabs(page: Page, path: string): Promise<Page[]> {
  const tabs: Page[] = [];
  for (let count = 0; count < TABS; count += 1) {
    const tab = await page.context().newPage();
    await tab.goto(path);
    tabs.push(tab);
  }
  return tabs;
}

test('twenty tabs share one stream @full', async ({ page, site, account }) => {
  test.setTimeout(180_000);
  const visitors = await openTabs(page, '/faq');
  await expect.poll(() => openStreams(site), IN_TIME).toBe(1);
  await changeCopyright(site, 'Seen by all visitors');
  await expectFooter(visitors, 'Seen by all visitors');

  await signInAs(page, account);
  await page.goto('/admin/blog');
  const admins = await openTabs(page, '/admin/blog');
  for (const tab of admins) await expect(tab.getByRole('table')).toBeVisible(IN_TIME);
  await expect.poll(() => openStreams(site), IN_TIME).toBe(1);
  const { title } = await buildBlogPost(site.db);
  for (const tab of admins) await expect(rowOf(tab, title)).toBeVisible(IN_TIME);
  await changeCopyright(site, 'Still seen by all');
  await expectFooter(visitors, 'Still seen by all');

  // Whoever leads is among them: the others go on.
  await page.close();
  for (const tab of admins) await tab.close();
  await expect.poll(() => openStreams(site), IN_TIME).toBe(1);
  await changeCopyright(site, 'Seen after the back office was closed');
  await expectFooter(visitors, 'Seen after the back');
  for (const tab of visitors) await tab.close();
  await expect.poll(() => openStreams(site), IN_TIME).toBe(0);
});

test('without locks between tabs the site polls @full', async ({ page, site }) => {
  await page.addInitScript(() => {
    Reflect.deleteProperty(Navigator.prototype, 'locks');
  });
  await page.goto('/faq');
  await page.waitForResponse((response) => response.url().endsWith('/site-settings.json'));
  expect(await openStreams(site)).toBe(0);
  await changeCopyright(site, 'Seen at the next poll');
  await expect(page.locator('footer')).toContainText('Seen at the next poll', { timeout: 15_000 });
});
