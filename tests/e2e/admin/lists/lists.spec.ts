import { expectAccessible } from '#tests/support/browser/accessibility.ts';
import { openList, rowOf } from '#tests/support/browser/admin-content.ts';
import { buildOrder } from '#tests/support/browser/admin-leads.ts';
import { expect, test } from '#tests/support/browser/e2e.ts';
import { expectToast } from '#tests/support/browser/toasts.ts';
import { buildFaq } from '#tests/support/factories.ts';

test.beforeEach(async ({ site }) => {
  await site.db.deleteFrom('orders').execute();
  await site.db.deleteFrom('faqs').execute();
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
  // A view stored by version 1.3 may hide columns.
  await page.evaluate(() => {
    const [key = ''] = Object.keys(localStorage).filter((each) => each.startsWith('adminLists:'));
    const stored = { density: 'compact', hidden: { orders: ['service_type', 'created_at'] } };
    localStorage.setItem(key, JSON.stringify(stored));
  });
  await page.reload();
  await expect(row).toBeVisible();
  expect(await height()).toBeLessThan(comfortable);
  for (const name of ['Service', 'Date']) {
    await expect(page.getByRole('columnheader', { name })).toBeVisible();
  }
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
