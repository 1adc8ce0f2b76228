import { ORDER_ADMIN_MESSAGES } from '#shared/orders/messages.ts';
import { type DatabaseProxy, startDatabaseProxy } from '#tests/faults/database-proxy.ts';
import { openList, rowOf } from '#tests/support/browser/admin-content.ts';
import { buildOrder } from '#tests/support/browser/admin-leads.ts';
import { expect, test as base } from '#tests/support/browser/e2e.ts';
import { expectToast } from '#tests/support/browser/toasts.ts';
import { readRow } from '#tests/support/browser/rows.ts';

/** A site whose way to its database can be cut. */
const test = base.extend<object, { databaseProxy: DatabaseProxy }>({
  databaseProxy: [
    async ({ database }, use) => {
      const proxy = await startDatabaseProxy(database.url);
      await use(proxy);
      await proxy.stop();
    },
    { scope: 'worker' },
  ],
  databaseUrl: [async ({ databaseProxy }, use) => use(databaseProxy.url), { scope: 'worker' }],
});

test.beforeEach(({ problems }) => problems.allow(/Failed to load resource/));

test('a save is repeated once the database is back', async ({ admin: page, databaseProxy }) => {
  await openList(page, 'faqs');
  await page.getByRole('button', { name: 'New FAQ' }).click();
  const form = page.getByRole('dialog', { name: 'Create New FAQ' });
  await form.getByLabel('Question').fill('What was typed meanwhile?');
  await form.getByLabel('Answer').fill('It is kept.');
  await databaseProxy.cut();
  await form.getByRole('button', { name: 'Create FAQ' }).press('Enter');
  await expectToast(page, 'Failed to save FAQ', 'Error');
  await expect(form.getByRole('alert').first()).toBeVisible();
  await expect(form.getByLabel('Question')).toHaveValue('What was typed meanwhile?');
  await expect(form.getByLabel('Answer')).toHaveValue('It is kept.');
  await databaseProxy.restore();
  await form.getByRole('button', { name: 'Create FAQ' }).press('Enter');
  await expectToast(page, 'FAQ created successfully');
  await expect(rowOf(page, 'What was typed meanwhile?')).toBeVisible();
});

test('notes survive a lost database @full', async ({ admin: page, site, databaseProxy }) => {
  const order = await buildOrder(site.db, { fullName: 'Gamze Kaya' });
  await openList(page, 'orders');
  await databaseProxy.cut();
  await page.getByRole('button', { name: /^View .*Gamze Kaya/ }).click();
  const details = page.getByRole('dialog', { name: 'Order Details' });
  await expect(details.getByRole('alert').first()).toBeVisible();
  await databaseProxy.restore();
  await details.getByRole('button', { name: 'Retry' }).click();
  await expect(details).toContainText(order.reference);
  const notes = details.getByLabel('Pinned note');
  await notes.fill('Call on Monday.');
  await databaseProxy.cut();
  await details.getByRole('button', { name: 'Save note' }).click();
  await expectToast(page, ORDER_ADMIN_MESSAGES.notesFailed, 'Error');
  await expect(notes).toHaveValue('Call on Monday.');
  await databaseProxy.restore();
  await details.getByRole('button', { name: 'Save note' }).click();
  await expectToast(page, ORDER_ADMIN_MESSAGES.notesSaved);
  expect((await readRow(site.db, 'orders', order.id)).notes).toBe('Call on Monday.');
  const stillIn = page.getByRole('dialog', { name: 'Sign in again' });
  await expect(stillIn).toBeHidden();
});
