import type { Locator, Page } from '@playwright/test';
import { expectAccessible, expectNoFinding } from '#tests/support/browser/accessibility.ts';
import { openList, rowOf } from '#tests/support/browser/admin-content.ts';
import { buildOrder } from '#tests/support/browser/admin-leads.ts';
import { expect, type Site, test } from '#tests/support/browser/e2e.ts';
import { buildFaq } from '#tests/support/factories.ts';

const isModal = (dialog: Locator) => dialog.evaluate((shown) => shown.matches(':modal'));
const question = (page: Page) => page.getByRole('dialog', { name: 'Discard your changes?' });

async function buildThree(site: Site) {
  const orders = [];
  for (const [index, fullName] of ['Third', 'Second', 'First'].entries()) {
    const createdAt = new Date(Date.UTC(2026, 10, 1 + index));
    orders.unshift(await buildOrder(site.db, { fullName, createdAt }));
  }
  return orders.map(({ id }) => id) as [string, string, string];
}

test.beforeEach(async ({ site }) => {
  await site.db.deleteFrom('orders').execute();
  await site.db.deleteFrom('faqs').execute();
});

test('a record is shown beside its list', async ({ admin: page, site }) => {
  const [first, second, third] = await buildThree(site);
  await openList(page, 'orders');
  await rowOf(page, 'First').getByText('@example.com').click();
  const panel = page.getByRole('dialog', { name: 'Order Details' });
  await expect(panel).toContainText('First');
  expect(await isModal(panel)).toBe(false);
  await expect(rowOf(page, 'First')).toHaveAttribute('aria-current', 'true');
  await expectNoFinding(page, 'panel');

  await page.keyboard.press('j');
  await expect(page).toHaveURL(`/admin/orders?order=${second}`);
  await expect(panel).toContainText('Second');
  await expect(rowOf(page, 'Second')).toHaveAttribute('aria-current', 'true');
  await panel.getByRole('button', { name: 'Next order (j)' }).click();
  await expect(page).toHaveURL(`/admin/orders?order=${third}`);
  await expect(panel.getByRole('button', { name: 'Next order (j)' })).toBeDisabled();
  await page.keyboard.press('k');
  await expect(page).toHaveURL(`/admin/orders?order=${second}`);

  await rowOf(page, 'First').getByText('@example.com').click();
  await expect(page).toHaveURL(`/admin/orders?order=${first}`);
  await page.getByRole('searchbox').fill('Th');
  await expect(rowOf(page, 'Third')).toBeVisible();
  await expect(panel).toContainText('First');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('searchbox')).toHaveValue('');
  await expect(page).not.toHaveURL(/search=/);
  await expect(panel).toBeVisible();
  await page.getByRole('checkbox', { name: /^Select Second/ }).check();
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await expect(rowOf(page, 'First').getByRole('button', { name: /^View/ })).toBeFocused();
  // Back leaves the list, not one record after the other.
  await expect(page).toHaveURL(/\/admin\/orders$/);
  await expect(page.getByRole('group', { name: 'Selected rows' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('group', { name: 'Selected rows' })).toBeHidden();
});

test('crossing the width keeps what was typed @full', async ({ admin: page, site }) => {
  await buildThree(site);
  await openList(page, 'orders');
  await page.getByRole('button', { name: /of First$/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Order Details' });
  const notes = dialog.getByLabel('Pinned note');
  await expect(dialog.getByRole('heading', { name: 'Order Details' })).toBeFocused();
  await notes.fill('Half a sent');
  const place = () => dialog.locator('[data-dialog-body]').evaluate(({ scrollTop }) => scrollTop);
  // In sight: typing would bring it there.
  await notes.evaluate((field) => field.scrollIntoView({ block: 'center' }));
  const before = await place();
  expect(before).toBeGreaterThan(0);
  await page.setViewportSize({ width: 1279, height: 800 });
  await expect.poll(() => isModal(dialog)).toBe(true);
  await expect(notes).toBeFocused();
  await page.keyboard.type('ence');
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect.poll(() => isModal(dialog)).toBe(false);
  await expect(notes).toHaveValue('Half a sentence');
  await expect(notes).toBeFocused();
  expect(Math.abs((await place()) - before)).toBeLessThan(40);
  await page.keyboard.press('Escape');
  await question(page).getByRole('button', { name: 'Keep editing' }).click();
  await expect(notes).toBeFocused();
  await expectAccessible(page);
});

test('every way out of a record asks first @full', async ({ admin: page, site }) => {
  const [first, second] = await buildThree(site);
  await openList(page, 'orders');
  await rowOf(page, 'First').getByText('@example.com').click();
  const panel = page.getByRole('dialog', { name: 'Order Details' });
  const notes = panel.getByLabel('Pinned note');
  await notes.fill('Typed');
  const ways = [
    () => rowOf(page, 'Second').getByText('@example.com').click(),
    () => panel.getByRole('button', { name: 'Next order (j)' }).click(),
    () => panel.getByRole('button', { name: 'Close' }).click(),
    () => page.getByRole('link', { name: 'FAQs' }).click(),
  ];
  for (const leave of ways) {
    await leave();
    await question(page).getByRole('button', { name: 'Keep editing' }).click();
    await expect(page).toHaveURL(`/admin/orders?order=${first}`);
    await expect(notes).toHaveValue('Typed');
  }
  await rowOf(page, 'Second').getByText('@example.com').click();
  await question(page).getByRole('button', { name: 'Discard' }).click();
  await expect(page).toHaveURL(new RegExp(`order=${second}`));
  await expect(panel).toContainText('Second');
  await expect(notes).toHaveValue('');
});

test('content opens by a press on its row @full', async ({ admin: page, site }) => {
  const ids: string[] = [];
  for (const [index, name] of ['One', 'Two', 'Three'].entries()) {
    ids.push((await buildFaq(site.db, { question: name, sortOrder: index })).id);
  }
  await openList(page, 'faqs');
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await expect(page.getByRole('button', { name: 'Edit Two' })).toBeFocused();
  const tab = page.waitForEvent('popup');
  await rowOf(page, 'One')
    .getByText('General')
    .click({ modifiers: ['ControlOrMeta'] });
  await expect(await tab).toHaveURL(`/admin/faqs?edit=${ids[0]}`);
  await (await tab).close();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await rowOf(page, 'One').getByText('General').click();
  const panel = page.getByRole('dialog', { name: 'Edit FAQ' });
  await expect(panel.getByLabel('Question')).toHaveValue('One');
  await page.keyboard.press('j');
  await expect(panel.getByLabel('Question')).toHaveValue('Two');
  await expect(page).toHaveURL(`/admin/faqs?edit=${ids[1]}`);
  await panel.getByRole('button', { name: 'Next FAQ (j)' }).click();
  await expect(panel.getByLabel('Question')).toHaveValue('Three');
  await page.getByRole('button', { name: 'Delete Three' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(panel).toBeHidden();
  await expect(page).toHaveURL(/\/admin\/faqs$/);
});
