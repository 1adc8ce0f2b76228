import type { Page } from '@playwright/test';
import { expectAccessible } from '#tests/support/browser/accessibility.ts';
import { openList, rowOf } from '#tests/support/browser/admin-content.ts';
import { buildOrder } from '#tests/support/browser/admin-leads.ts';
import { expect, test } from '#tests/support/browser/e2e.ts';
import { buildClient, buildFaq } from '#tests/support/factories.ts';

const names = (page: Page) => page.getByRole('rowheader').allInnerTexts();
const heads = (page: Page) => page.getByRole('columnheader').allInnerTexts();

test.beforeEach(async ({ site }) => {
  await site.db.deleteFrom('orders').execute();
  await site.db.deleteFrom('clients').execute();
  await site.db.deleteFrom('faqs').execute();
});

test('content is sorted by the head of a column, and the URL says so', async ({
  admin: page,
  site,
}) => {
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

test('questions are moved only where their own order is shown @full', async ({
  admin: page,
  site,
}) => {
  await buildFaq(site.db, { question: 'Zero', sortOrder: 1 });
  await buildFaq(site.db, { question: 'Alpha', sortOrder: 2 });
  await openList(page, 'faqs');
  await expect(page.getByRole('button', { name: 'Move Alpha up' })).toBeEnabled();
  await page.getByRole('columnheader', { name: 'Question' }).getByRole('button').click();
  await expect.poll(() => names(page)).toEqual(['Alpha', 'Zero']);
  await expect(page.getByRole('button', { name: 'Move Zero up' })).toBeDisabled();
  await expect(page.getByText('sort by Order first')).toBeVisible();
  await page.getByRole('columnheader', { name: 'Order' }).getByRole('button').click();
  await expect(page).toHaveURL(/\/admin\/faqs$/);
  await expect(page.getByRole('button', { name: 'Move Alpha up' })).toBeEnabled();
});

test('orders of one status stand together, the newest first @full', async ({
  admin: page,
  site,
}) => {
  const rows = [
    ['First new', 'new', 1],
    ['Done', 'completed', 2],
    ['Second new', 'new', 3],
  ] as const;
  for (const [fullName, status, day] of rows) {
    await buildOrder(site.db, { fullName, status, createdAt: `2026-11-0${day}` });
  }
  await openList(page, 'orders?sort=status');
  await expect(page.getByRole('columnheader', { name: 'Status' })).toHaveAttribute(
    'aria-sort',
    'ascending',
  );
  const shown = async () => (await names(page)).map((text) => text.split('\n')[0]);
  await expect.poll(shown).toEqual(['Done', 'Second new', 'First new']);
});

test('density is kept on the device, and columns that version 1.3 hid are shown @full', async ({
  admin: page,
  site,
}) => {
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
