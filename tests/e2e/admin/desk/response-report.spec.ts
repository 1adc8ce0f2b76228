import { readFile } from 'node:fs/promises';
import { expectAccessible } from '#tests/support/browser/accessibility.ts';
import { expect, test } from '#tests/support/browser/e2e.ts';
import { buildOrder } from '#tests/support/browser/admin-leads.ts';
import { buildEnquiry, clearOverview } from '#tests/support/enquiries.ts';

test('the report counts enquiries, says how soon they are answered, and is exported', async ({
  admin: page,
  site,
}) => {
  await clearOverview(site.db);
  await page.goto('/admin/reports');
  await expect(page.getByText('No enquiries in this time')).toBeVisible({ timeout: 20_000 });

  const ago = (days: number) => new Date(Date.now() - days * 24 * 60 * 60_000);
  const createdAt = ago(40);
  for (let index = 0; index < 6; index += 1) {
    const respondedAt = new Date(createdAt.getTime() + 20 * 60_000);
    await buildEnquiry(site.db, 'order', { createdAt, respondedAt, sourcePage: '/pricing' });
  }
  await buildEnquiry(site.db, 'message', { createdAt, referrer: 'news.example/a' });
  await buildOrder(site.db, { status: 'completed', createdAt: ago(100) });
  await page.reload();
  const summary = page.getByRole('region', { name: 'Summary' });
  await expect(summary).toContainText('85%6 of 7; 1 not answered yet');
  const pages = page.getByRole('table', { name: 'Answers by page before the form' });
  await expect(pages.getByRole('row', { name: '/pricing' })).toContainText('100%');
  await expect(page.getByText('Messages: 1')).toBeVisible();
  const statuses = page.getByRole('table', { name: 'Orders by status' });
  await expect(statuses.getByRole('row', { name: 'New' })).toContainText('100%');
  await expect(statuses.getByRole('row', { name: 'All' })).toContainText('6');
  await expectAccessible(page);

  await page.getByLabel('Time range').selectOption('Last 12 months');
  await expect(page).toHaveURL(/range=12m$/);
  await expect(page.getByText('Orders: 7')).toBeVisible();
  await expect(statuses.getByRole('row', { name: 'Completed' })).toContainText('14%');
  const services = page.getByRole('table', { name: 'Orders by service' });
  await expect(services.getByRole('row', { name: 'Business Dashboards' })).toContainText('7');
  await expect(page.getByRole('heading', { name: 'By month' })).toBeVisible();

  await page.getByLabel('Kind of enquiry').selectOption('Messages');
  await expect(page).toHaveURL(/kind=message/);
  await expect(summary).toContainText('—0 of 1; 1 not answered yet');
  await expect(statuses).toHaveCount(0);
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
