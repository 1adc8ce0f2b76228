import type { Page } from '@playwright/test';
import { expectAccessible } from '#tests/support/browser/accessibility.ts';
import { openList, rowOf } from '#tests/support/browser/admin-content.ts';
import { buildOrder } from '#tests/support/browser/admin-leads.ts';
import { expect, test } from '#tests/support/browser/e2e.ts';
import { expectToast } from '#tests/support/browser/toasts.ts';
import { buildClient, buildFaq } from '#tests/support/factories.ts';

const names = (page: Page) => page.getByRole('rowheader').allInnerTexts();
const heads = (page: Page) => page.getByRole('columnheader').allInnerTexts();

test.beforeEach(async ({ site }) => {
  await site.db.deleteFrom('orders').execute();
  await site.db.deleteFrom('clients').execute();
  await site.db.deleteFrom('faqs').execute();
});

test('content is sorted by the head of a column', async ({ admin: page, site }) => {
  for (const [index, name] of ['delta', 'Çelik', 'Zirve'].entries()) {
    await buildClient(site.db, { name, createdAt: new Date(Date.UTC(2026, 0, 1 + index)) });
  }
  await openList(page, 'clients');
  const created = page.getByRole('columnheader', { name: 'Created' });
  await expect(created).toHaveAttribute('aria-sort', 'descending');
  await expect.poll(() => names(page)).toEqual(['Zirve', 'Çelik', 'delta']);
  const name = page.getByRole('columnheader', { name: 'Name' });
  await name.getByRole('button').click();
  await expect(name).toHaveAttribute('aria-sort', 'ascending');
  await expect(created).toHaveAttribute('aria-sort', 'none');
  await expect.poll(() => names(page)).toEqual(['Çelik', 'delta', 'Zirve']);
  await expect(page).toHaveURL(/\?sort=name$/);
  await page.reload();
  await expect.poll(() => names(page)).toEqual(['Çelik', 'delta', 'Zirve']);
  await name.getByRole('button').click();
  await expect.poll(() => names(page)).toEqual(['Zirve', 'delta', 'Çelik']);
  await page.goBack();
  await expect(name).toHaveAttribute('aria-sort', 'ascending');
  // Deleted ones come in the order of their deletion, which has no column.
  await created.getByRole('button').click();
  await page.getByLabel('Show', { exact: true }).selectOption('Deleted');
  await expect(page.getByText('No clients found')).toBeVisible();
});

test('density is kept on the device @full', async ({ admin: page, site }) => {
  await buildOrder(site.db, { fullName: 'Selin Kaya' });
  await openList(page, 'orders');
  const row = rowOf(page, 'Selin Kaya');
  const height = async () => (await row.boundingBox())?.height ?? 0;
  const comfortable = await height();
  await page.locator('summary', { hasText: 'View' }).click();
  await expectAccessible(page);
  await page.setViewportSize({ width: 1600, height: 800 });
  await page.getByLabel('Compact', { exact: true }).click();
  await page.keyboard.press('Escape');
  expect(await height()).toBeLessThan(comfortable);
  await page.evaluate(() => {
    const [key = ''] = Object.keys(localStorage).filter((each) => each.startsWith('adminLists:'));
    const stored = { density: 'compact', hidden: { orders: ['service_type', 'created_at'] } };
    localStorage.setItem(key, JSON.stringify(stored));
  });
  await page.reload();
  await expect(row).toBeVisible();
  expect(await height()).toBeLessThan(comfortable);
  expect((await heads(page)).slice(1)).toEqual([
    'Customer',
    'Service',
    'Budget',
    'Date',
    'Status',
    'Actions',
  ]);
});

test('selected questions are changed together', async ({ admin: page, site }) => {
  for (const [index, question] of ['One', 'Two', 'Three'].entries()) {
    await buildFaq(site.db, { question, sortOrder: index, isPublished: index !== 0 });
  }
  await openList(page, 'faqs');
  const bar = page.getByRole('group', { name: 'Selected rows' });
  const search = page.getByRole('searchbox');
  const questions = () => page.getByRole('rowheader').allInnerTexts();
  await page.getByRole('checkbox', { name: 'Select all shown' }).check();
  await expect(page.getByRole('status').filter({ hasText: '3 selected' })).toBeAttached();
  await expectAccessible(page);
  await bar.getByRole('button', { name: 'Unpublish' }).click();
  await expectToast(page, '2 unpublished, 1 had it already', 'FAQs');
  await expect(bar).toBeHidden();
  await expect(search).toBeFocused();
  await expect(rowOf(page, 'Three')).toContainText('Draft');
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(rowOf(page, 'Three')).toContainText('Published');
  await expect(search).toBeFocused();
  await expect(rowOf(page, 'One')).toContainText('Draft');

  await page.getByRole('checkbox', { name: 'Select One' }).check();
  await page.getByRole('checkbox', { name: 'Select Two' }).check();
  await bar.getByRole('button', { name: 'Delete' }).click();
  const question = page.getByRole('dialog', { name: 'Delete 2 FAQs?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect.poll(questions).toEqual(['One', 'Two', 'Three']);
  await bar.getByRole('button', { name: 'Delete' }).click();
  await question.getByRole('button', { name: 'Delete 2' }).click();
  await expectToast(page, '2 deleted', 'FAQs');
  await expect.poll(questions).toEqual(['Three']);
  await expect.poll(async () => (await page.request.get('/faq')).text()).not.toContain('Two');
  await page.getByLabel('Show', { exact: true }).selectOption('Deleted');
  await page.getByRole('checkbox', { name: 'Select Two' }).check();
  await expect(bar.getByRole('button', { name: 'Publish' })).toBeHidden();
  await bar.getByRole('button', { name: 'Restore' }).click();
  await expectToast(page, '1 restored', 'FAQs');
  await expect.poll(questions).toEqual(['One']);
  await page.getByLabel('Show', { exact: true }).selectOption('Current FAQs');
  await expect.poll(questions).toEqual(['Two', 'Three']);
});

test('all clients that match are featured together @full', async ({ admin: page, site }) => {
  for (let index = 0; index < 103; index += 1) {
    await buildClient(site.db, { name: `Client ${index}`, isFeatured: false });
  }
  await openList(page, 'clients');
  await expect(page.getByText('Showing 100 of 103')).toBeVisible();
  await page.getByRole('button', { name: 'Show more' }).click();
  await expect(page.getByText('Showing 103 of 103')).toBeVisible();
  await page.reload();
  await expect(page.getByText('Showing 103 of 103')).toBeVisible();
  await page.getByLabel('Show', { exact: true }).selectOption('Deleted');
  await expect(page).not.toHaveURL(/pages=/);
  await page.getByLabel('Show', { exact: true }).selectOption('Current clients');
  await expect(page.getByText('Showing 100 of 103')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Select all shown' }).check();
  const bar = page.getByRole('group', { name: 'Selected rows' });
  await bar.getByRole('button', { name: 'Select all 103 matching' }).click();
  await bar.getByRole('button', { name: 'Feature', exact: true }).click();
  const question = page.getByRole('dialog', { name: 'Feature 103 Clients?' });
  await question.getByRole('button', { name: 'Feature 103' }).click();
  await expectToast(page, '103 featured', 'Clients');
  const featured = async () =>
    (await site.db.selectFrom('clients').select('id').where('isFeatured', '=', true).execute())
      .length;
  await expect.poll(featured).toBe(103);
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect.poll(featured).toBe(0);
});
