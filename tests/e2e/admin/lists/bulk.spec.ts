import { expectAccessible } from '#tests/support/browser/accessibility.ts';
import { openList, rowOf } from '#tests/support/browser/admin-content.ts';
import { expect, test } from '#tests/support/browser/e2e.ts';
import { buildClient, buildFaq } from '#tests/support/factories.ts';
import { expectToast } from '#tests/support/browser/toasts.ts';

test.beforeEach(async ({ site }) => {
  await site.db.deleteFrom('faqs').execute();
  await site.db.deleteFrom('clients').execute();
});

test('selected questions are taken off the site, deleted and restored, and each can be undone', async ({
  admin: page,
  site,
}) => {
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

test('all clients that match are featured together, beyond what is shown @full', async ({
  admin: page,
  site,
}) => {
  for (let index = 0; index < 103; index += 1) {
    await buildClient(site.db, { name: `Client ${index}`, isFeatured: false });
  }
  await openList(page, 'clients');
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

test('an empty list leads to its first record @full', async ({ admin: page }) => {
  await page.goto('/admin/clients');
  await page.getByRole('button', { name: 'Write the first client' }).click();
  await expect(page.getByRole('dialog', { name: 'Create New Client' })).toBeVisible();
});
