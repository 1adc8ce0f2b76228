import { signInAs } from '#tests/support/browser/admin-e2e.ts';
import type { Page } from '@playwright/test';
import { rowOf } from '#tests/support/browser/admin-content.ts';
import { expect, test } from '#tests/support/browser/e2e.ts';
import { buildBlogPost } from '#tests/support/factories.ts';

/** A process with many tabs takes its time. */
const IN_TIME = { timeout: 30_000 };

async function openTabs(page: Page, path: string): Promise<Page[]> {
  const tabs: Page[] = [];
  for (let count = 0; count < 10; count += 1) {
    tabs.push(await page.context().newPage());
    await tabs[count]?.goto(path);
  }
  return tabs;
}

test('twenty tabs share one stream @full', async ({ page, site, account }) => {
  test.setTimeout(180_000);
  async function openStreams(): Promise<number> {
    const statistics = await (await fetch(`${site.url}/metrics`)).text();
    return Number(/^vitrin_event_streams (\d+)$/m.exec(statistics)?.[1]);
  }
  const visitors = await openTabs(page, '/faq');
  async function expectShared(copyrightText: string): Promise<void> {
    await expect.poll(openStreams, IN_TIME).toBe(1);
    await site.db.updateTable('siteSettings').set({ copyrightText }).execute();
    for (const tab of visitors) {
      await expect(tab.locator('footer')).toContainText(copyrightText, IN_TIME);
    }
  }
  await expectShared('Seen by all visitors');

  await signInAs(page, account);
  await page.goto('/admin/blog');
  const admins = await openTabs(page, '/admin/blog');
  for (const tab of admins) await expect(tab.getByRole('table')).toBeVisible(IN_TIME);
  const { title } = await buildBlogPost(site.db);
  for (const tab of admins) await expect(rowOf(tab, title)).toBeVisible(IN_TIME);
  await expectShared('Still seen by all');

  // The leader is among them: the others continue.
  await page.close();
  for (const tab of admins) await tab.close();
  await expectShared('Seen after the back office was closed');
  for (const tab of visitors) await tab.close();
  await expect.poll(openStreams, IN_TIME).toBe(0);
});
