import { readFile } from 'node:fs/promises';
import { expectAccessible } from '#tests/support/browser/accessibility.ts';
import { expect, test } from '#tests/support/browser/e2e.ts';
import { buildEnquiry } from '#tests/support/enquiries.ts';

test('the report says how soon enquiries are answered, by kind, and gives it as a file', async ({
  admin: page,
  site,
}) => {
  await site.db.deleteFrom('conversations').execute();
  await page.goto('/admin/reports');
  await expect(page.getByText('No enquiries in this time')).toBeVisible({ timeout: 20_000 });

  const createdAt = new Date(Date.now() - 40 * 24 * 60 * 60_000);
  for (let index = 0; index < 6; index += 1) {
    const respondedAt = new Date(createdAt.getTime() + 20 * 60_000);
    await buildEnquiry(site.db, 'order', { createdAt, respondedAt, sourcePage: '/pricing' });
  }
  await buildEnquiry(site.db, 'message', { createdAt, referrer: 'news.example/a' });
  await page.reload();
  const summary = page.getByRole('region', { name: 'Summary' });
  await expect(summary).toContainText('85%6 of 7; 1 not answered yet');
  const pages = page.getByRole('table', { name: 'Answers by page before the form' });
  await expect(pages.getByRole('row', { name: '/pricing' })).toContainText('100%');
  await expectAccessible(page);

  await page.getByLabel('Kind of enquiry').selectOption('Messages');
  await expect(page).toHaveURL(/kind=message/);
  await expect(summary).toContainText('Too few0 of 1; 1 not answered yet');
  await expect(page.getByRole('table', { name: 'Orders by status' })).toHaveCount(0);
  await expect(
    page.getByRole('table', { name: 'Answers by referrer' }).getByRole('row', { name: 'news' }),
  ).toContainText('news.example');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ]);
  const text = await readFile(await download.path(), 'utf8');
  expect(text.trim().split('\r\n')).toHaveLength(2);
  expect(text).toContain('news.example/a');
  await site.db.deleteFrom('conversations').execute();
});
