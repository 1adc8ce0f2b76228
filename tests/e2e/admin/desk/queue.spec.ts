import type { Locator, Page } from '@playwright/test';
import type { Insertable } from 'kysely';
import { v7 as uuidV7 } from 'uuid';
import type { Conversations } from '#server/db/types.ts';
import { expectAccessible } from '#tests/support/browser/accessibility.ts';
import { buildAccount, signInAs } from '#tests/support/browser/admin-e2e.ts';
import { buildMessage, buildOrder } from '#tests/support/browser/admin-leads.ts';
import { expect, type Site, test, WITHIN_A_SECOND } from '#tests/support/browser/e2e.ts';

const MINUTE_MS = 60_000;
const FIRST_LOAD = { timeout: 20_000 };

type DueMessage = Partial<Insertable<Conversations>> & { name: string; minutes: number };

/** Somebody who waits for an answer that is due in so many minutes. */
async function buildMessageDue({ db }: Site, { name, minutes, ...changes }: DueMessage) {
  const message = await buildMessage(db, { name });
  await db
    .insertInto('conversations')
    .values({
      id: uuidV7(),
      messageId: message.id,
      waitingSince: message.createdAt,
      dueAt: new Date(Date.now() + minutes * MINUTE_MS),
      lastWordAt: message.createdAt,
      ...changes,
    })
    .execute();
  return message;
}

async function openQueue(page: Page): Promise<Locator> {
  await page.goto('/admin/queue');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Answer next', FIRST_LOAD);
  return page.getByRole('table').getByRole('rowheader');
}

const dialogOf = (page: Page) => page.getByRole('dialog', { name: /^(?:Message|Order) Details$/ });

function iconsOf(page: Page): Promise<string[]> {
  return page
    .locator('link[rel="icon"]')
    .evaluateAll((links) => links.map((link) => (link as HTMLLinkElement).href));
}

test.beforeEach(async ({ site }) => {
  await site.db.deleteFrom('conversations').execute();
  await site.db.deleteFrom('orders').execute();
  await site.db.deleteFrom('contactMessages').execute();
});

test('two administrators answer one after the other by keys, and see what the other does', async ({
  admin: page,
  account,
  site,
  browser,
}) => {
  test.slow();
  const order = await buildOrder(site.db, { fullName: 'Second Customer' });
  const first = await buildMessageDue(site, { name: 'First Sender', minutes: -5 });
  await buildMessageDue(site, { name: 'Third Sender', minutes: 50 });
  await site.db
    .insertInto('conversations')
    .values({
      id: uuidV7(),
      orderId: order.id,
      waitingSince: new Date(),
      dueAt: new Date(Date.now() + 5 * MINUTE_MS),
      lastWordAt: order.createdAt,
      alertLevel: 80,
    })
    .execute();
  const rows = await openQueue(page);
  await expect(rows).toContainText(['First Sender', 'Second Customer', 'Third Sender']);
  for (const label of ['Overdue', 'Due soon', 'In time']) {
    await expect(page.getByRole('table').getByText(label, { exact: true })).toBeVisible();
  }
  await expectAccessible(page);
  await expect(page).toHaveTitle('(2) Answer next - Admin Panel');
  expect((await iconsOf(page)).at(-1)).toMatch(/^data:image\/svg\+xml,.*%3E2%3C/);

  const others = await browser.newContext({ baseURL: site.url });
  const other = await others.newPage();
  await signInAs(other, await buildAccount(site.db));
  const othersRows = await openQueue(other);

  await page.keyboard.press('j');
  await page.keyboard.press('r');
  const reply = dialogOf(page).getByLabel(`Reply to ${first.email}`);
  await expect(reply).toBeFocused();
  const present = `${account.username} is answering`;
  await expect(othersRows.first()).toContainText(present, WITHIN_A_SECOND);
  await othersRows.first().click();
  await expect(dialogOf(other).getByText(present)).toBeVisible();
  await other.keyboard.press('Escape');

  await page.keyboard.type('Yes, on Tuesday.');
  await page.keyboard.press('Control+Enter');
  await expect(dialogOf(page).getByRole('link', { name: order.email })).toBeVisible();
  await expect(othersRows).toHaveCount(2, WITHIN_A_SECOND);
  await expect(page).toHaveTitle('(1) Answer next - Admin Panel');

  await dialogOf(page).getByRole('button', { name: 'Undo the reply' }).click();
  await expect(dialogOf(page).getByText('Your draft was restored.')).toBeVisible();
  await expect(dialogOf(page).getByLabel(`Reply to ${first.email}`)).toHaveValue(
    'Yes, on Tuesday.',
  );
  await expect(othersRows).toHaveCount(3, WITHIN_A_SECOND);
  await others.close();
});

test('marks one after the other as answered by a key, and takes the last one back', async ({
  admin: page,
  site,
}) => {
  const [, order] = [
    await buildMessageDue(site, { name: 'First Sender', minutes: -5 }),
    await buildMessageDue(site, { name: 'Second Sender', minutes: 5 }),
    await buildMessageDue(site, { name: 'Third Sender', minutes: 50 }),
  ];
  const rows = await openQueue(page);
  await expect(rows).toHaveCount(3);
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await expect(dialogOf(page).getByLabel(/^Reply to /)).toBeVisible();
  await page.keyboard.press('e');
  await expect(dialogOf(page).getByLabel(`Reply to ${order.email}`)).toBeVisible();
  await page.keyboard.press('e');
  await expect(dialogOf(page).getByText('Third Sender', { exact: true })).toBeVisible();
  await expect(dialogOf(page).getByLabel(/^Reply to /)).toBeVisible();
  await page.keyboard.press('e');
  await expect(dialogOf(page)).toBeHidden();
  await expect(page.getByText('Nobody waits for an answer')).toBeVisible();
  await expect(page).toHaveTitle('Answer next - Admin Panel');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Undo the reply' }).click();
  await expect(rows).toContainText(['Third Sender']);
});

test('snoozes, filters, and forgets the count when somebody signs out', async ({
  admin: page,
  account,
  site,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await buildMessageDue(site, { name: 'Somebody', minutes: -5 });
  await buildMessageDue(site, {
    name: 'Mine Alone',
    minutes: 20,
    assigneeId: account.id,
    nextStep: 'Send the offer',
    nextStepOn: '2026-01-05',
  });
  const rows = await openQueue(page);
  await expect(rows).toHaveCount(2);
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  const filter = page.getByLabel('Which enquiries');
  await filter.selectOption('Mine');
  await expect(rows).toContainText(['Mine Alone']);
  await filter.selectOption('Next steps due');
  await expect(rows).toContainText(['Mine Alone']);
  await filter.selectOption('Unassigned');
  await expect(rows).toContainText(['Somebody']);
  await page.getByLabel('Snooze Message of Somebody').selectOption({ label: 'For an hour' });
  await expect(page.getByText('Nothing matches the search and the filters.')).toBeVisible();
  await expect(page).toHaveTitle('Answer next - Admin Panel');
  await filter.selectOption('Snoozed');
  await expect(rows).toContainText(['Somebody']);
  await page
    .getByLabel('Snooze Message of Somebody')
    .selectOption({ label: 'Back to the queue now' });
  await expect(page).toHaveTitle('(1) Answer next - Admin Panel');
  await page.goto('/admin');
  await expect(page).toHaveTitle(/^\(1\) /);
  await page.getByRole('button', { name: 'Open the navigation' }).click();
  await expect(page.getByRole('link', { name: 'Queue 1 due' })).toBeVisible();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/adminloginpage$/);
  await expect(page).not.toHaveTitle(/\(/);
  expect((await iconsOf(page)).filter((icon) => icon.startsWith('data:'))).toEqual([]);
});

test('30 enquiries are answered in a row without a reload', async ({ admin: page, site }) => {
  test.slow();
  const COUNT = 30;
  for (let index = 0; index < COUNT; index += 1) {
    await buildMessageDue(site, { name: `Sender ${index}`, minutes: index });
  }
  const rows = await openQueue(page);
  await expect(rows.first()).toBeVisible();
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  for (let index = 0; index < COUNT; index += 1) {
    const dialog = dialogOf(page);
    await expect(dialog.getByText(`Sender ${index}`, { exact: true })).toBeVisible();
    await page.keyboard.press('r');
    await expect(dialog.getByLabel(/^Reply to /)).toBeFocused();
    await page.keyboard.type('Yes.');
    await page.keyboard.press('Control+Enter');
  }
  await expect(page.getByText('Nobody waits for an answer')).toBeVisible();
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);
  const replies = await site.db
    .selectFrom('conversationEntries')
    .select('conversationId')
    .where('kind', '=', 'reply')
    .execute();
  expect(new Set(replies.map(({ conversationId }) => conversationId)).size).toBe(COUNT);
  expect(replies).toHaveLength(COUNT);
});
