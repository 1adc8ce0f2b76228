import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { messageReference } from '#shared/messages/reference.ts';
import { expectAccessible } from '#tests/support/browser/accessibility.ts';
import { buildMessage, buildOrder, parseCsv } from '#tests/support/browser/admin-leads.ts';
import { signInForTest } from '#tests/support/admin.ts';
import { expect, type Site, tabTo, WITHIN_A_SECOND, test } from '#tests/support/browser/e2e.ts';
import { expectToast } from '#tests/support/browser/toasts.ts';

const FIRST_LOAD = { timeout: 20_000 };
const HOSTILE = '<img src=x onerror=alert(1)>"\'{{7*7}}';

function rowOf(page: Page, text: string): Locator {
  return page.getByRole('row').filter({ hasText: text });
}

function dialogOf(page: Page): Locator {
  return page.getByRole('dialog', { name: 'Message Details' });
}

async function open(page: Page, query = ''): Promise<void> {
  await page.goto(`/admin/messages${query}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'Messages Management',
    FIRST_LOAD,
  );
}

async function read(site: Site, id: string) {
  return site.db
    .selectFrom('contactMessages')
    .select(['status', 'respondedAt', 'notes'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

test.beforeEach(async ({ site }) => {
  await site.db.deleteFrom('orders').execute();
  await site.db.deleteFrom('contactMessages').execute();
});

test('an empty list says so, and a new message appears by itself', async ({
  admin: page,
  site,
}) => {
  await open(page);
  await expect(page.getByText('No messages found')).toBeVisible();
  await expectAccessible(page);
  await buildMessage(site.db, { name: 'Just Arrived' });
  await expect(rowOf(page, 'Just Arrived')).toBeVisible(WITHIN_A_SECOND);
});

test('the columns, the preview and the statuses are those of the product @full', async ({
  admin: page,
  site,
}) => {
  await buildMessage(site.db, {
    name: HOSTILE,
    message: `${'x'.repeat(60)} ${HOSTILE} THE END IS LONGER THAN A HUNDRED`,
    isSuspect: true,
    suspectReasons: ['trap', 'fast'],
    createdAt: '2026-11-03T12:00:00Z',
  });
  await open(page);
  const row = rowOf(page, HOSTILE);
  await expect(row).toBeVisible();
  expect((await page.getByRole('columnheader').allInnerTexts()).slice(1)).toEqual([
    'Sender',
    'Message Preview',
    'Date',
    'Status',
    'Actions',
  ]);
  const preview = await row.getByRole('cell').nth(1).innerText();
  expect(Array.from(preview)).toHaveLength(101);
  expect(preview).toMatch(/^x{60} <img src=x .*…$/);
  await expect(row).toContainText('Nov 03, 2026');
  await expect(row.getByText('Suspect', { exact: true })).toBeVisible();
  await expect(row.getByRole('combobox').locator('option')).toHaveText([
    'New',
    'Read',
    'Responded',
  ]);
  await expect(page.getByLabel('Status', { exact: true }).locator('option')).toHaveText([
    'All Status',
    'New',
    'Read',
    'Responded',
  ]);
  await expectAccessible(page);

  await page.getByRole('button', { name: /^View message M-/ }).click();
  const dialog = dialogOf(page);
  await expect(dialog.getByRole('region', { name: 'Marked as Suspect' })).toContainText(
    'Because the hidden field was filled in; the text has a web address and was sent less than 3 seconds',
  );
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Not suspect' }).click();
  await expectToast(page, 'Its confirmation will be sent.', 'Mark removed');
  await expect(dialog.getByRole('region', { name: 'Marked as Suspect' })).toBeHidden();
  await expect(dialog.getByLabel('Status of this message')).toBeFocused();
  const timeline = dialog
    .getByRole('region', { name: 'Timeline' })
    .getByRole('listitem')
    .filter({ hasText: 'became' });
  await expect(timeline.first()).toContainText('Not suspect');
  await expect(timeline.first().getByRole('button')).toHaveCount(0);
  await expect(timeline.nth(1).getByRole('button', { name: 'Undo' })).toBeVisible();
  await expect(row.getByText('Suspect', { exact: true })).toBeHidden();
});

test('opening a new message reads it; it is answered by mail', async ({ admin: page, site }) => {
  const message = await buildMessage(site.db, {
    name: HOSTILE,
    email: 'gokce@example.com',
    message: `First line\n${HOSTILE}\n${'long text '.repeat(300)}`,
  });
  await open(page);
  const select = rowOf(page, HOSTILE).getByRole('combobox');
  await expect(select).toHaveValue('new');
  await page.getByRole('button', { name: /^View message M-/ }).click();
  const dialog = dialogOf(page);
  await expect(dialog).toContainText(HOSTILE);
  await expect(page).toHaveURL(new RegExp(`message=${message.id}`));
  await expect(dialog.getByLabel('Status of this message')).toHaveValue('read');
  await expect(dialog.getByText('confidential')).toBeVisible();
  await expect(select).toHaveValue('read');
  await expect.poll(async () => (await read(site, message.id)).status).toBe('read');
  await expectAccessible(page);
  for (const size of [
    { width: 360, height: 740 },
    { width: 1440, height: 900 },
  ]) {
    await page.setViewportSize(size);
    await expect(dialog.getByLabel('Reply to gokce@example.com')).toBeInViewport({ ratio: 0.2 });
  }

  const reply = dialog.getByRole('link', { name: 'Reply via Email' });
  const address = new URL((await reply.getAttribute('href')) ?? '');
  expect(address.pathname).toBe('gokce@example.com');
  expect(address.searchParams.get('subject')).toBe(
    `Re: Your message ${messageReference(message.id)} to Vitrin Software`,
  );
  expect(address.searchParams.get('body')).toContain(`> First line\r\n> ${HOSTILE}`);
  expect(address.href.length).toBeLessThan(2_000);
});

/** Opens a message by its address, and sees it read. */
async function openMessage(page: Page, id: string): Promise<void> {
  await open(page, `?message=${id}`);
  await expect(dialogOf(page).getByLabel('Status of this message')).toHaveValue('read');
}

test('a message is marked as responded, seen at every size, and it can be undone', async ({
  admin: page,
  site,
}) => {
  const message = await buildMessage(site.db);
  await openMessage(page, message.id);
  const dialog = dialogOf(page);
  const reply = dialog.getByRole('link', { name: 'Reply via Email' });
  const mark = dialog.getByRole('button', { name: 'Mark as Responded' });
  await mark.click();
  const notice = page
    .locator('[data-toast]')
    .filter({ hasText: 'Message status changed to responded' });
  await expect(notice).toContainText('Success');
  for (const size of [
    { width: 360, height: 640 },
    { width: 1280, height: 800 },
  ]) {
    await page.setViewportSize(size);
    const toast = await notice.boundingBox();
    const footer = await reply.boundingBox();
    const close = await dialog.getByRole('button', { name: 'Close', exact: true }).boundingBox();
    if (!toast || !footer || !close) throw new Error('the notice and the buttons are shown');
    expect(toast.y).toBeGreaterThanOrEqual(0);
    expect(toast.y + toast.height).toBeLessThan(footer.y);
    expect(toast.x + toast.width).toBeLessThan(close.x);
  }
  await expect(mark).toBeHidden();
  await expect(dialog.getByLabel('Status of this message')).toBeFocused();
  await expect(rowOf(page, message.name).getByRole('combobox')).toHaveValue('responded');
  expect((await read(site, message.id)).respondedAt).toBeInstanceOf(Date);
  await dialog.getByRole('button', { name: 'Undo' }).click();
  await expect(mark).toBeVisible();
  await expect
    .poll(() => read(site, message.id))
    .toEqual({ status: 'read', respondedAt: null, notes: null });
});

test('an open message shows what another administrator changes, which does not read it again @full', async ({
  admin: page,
  site,
}) => {
  const message = await buildMessage(site.db);
  await openMessage(page, message.id);
  const dialog = dialogOf(page);
  const other = await signInForTest(site.db);
  await page.request.patch(`/api/admin/messages/${message.id}`, {
    headers: { 'x-admin-session': other.token },
    data: { status: 'new', notes: 'From a colleague' },
  });
  await expect(dialog.getByLabel('Status of this message')).toHaveValue('new', WITHIN_A_SECOND);
  await expect(dialog.getByLabel('Pinned note')).toHaveValue('From a colleague');
  await expect(
    dialog.getByRole('listitem').filter({ hasText: `by ${other.username}` }),
  ).toBeVisible();
  expect((await read(site, message.id)).status).toBe('new');
});

test('unsaved notes hold back the way from a message to the order of its sender @full', async ({
  admin: page,
  site,
}) => {
  const order = await buildOrder(site.db, { email: 'GOKCE@example.com' });
  const message = await buildMessage(site.db, { email: 'gokce@example.com' });
  await openMessage(page, message.id);
  const dialog = dialogOf(page);
  await dialog.getByLabel('Pinned note').fill('Rang back');
  await dialog.getByRole('link', { name: `Order ${order.reference}` }).click();
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await dialog.getByRole('button', { name: 'Save note' }).click();
  await expectToast(page, 'Notes saved successfully');
  await dialog.getByRole('link', { name: `Order ${order.reference}` }).click();
  await expect(page.getByRole('dialog', { name: 'Order Details' })).toContainText(order.reference);
});

test('many are marked as read at once, and it can be undone @full', async ({
  admin: page,
  site,
}) => {
  test.slow();
  const rows = [];
  for (let index = 0; index < 3; index += 1) rows.push(await buildMessage(site.db));
  await open(page);
  await page.getByRole('checkbox', { name: 'Select all shown' }).check();
  await page.getByRole('button', { name: 'Mark as Read' }).click();
  await expectToast(page, '3 changed to Read', 'Status updated');
  for (const { id } of rows) expect((await read(site, id)).status).toBe('read');
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expectToast(page, 'The change was undone', 'Undone');
  for (const { id } of rows) expect((await read(site, id)).status).toBe('new');

  while (rows.length < 53) rows.push(await buildMessage(site.db));
  await expect(page.getByText('Showing 50 of 53')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Select all shown' }).check();
  await page.getByRole('button', { name: 'Select all 53 matching' }).click();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Mark as Read' }).click();
  await page.getByRole('button', { name: 'Mark 53 as Read' }).click();
  await expectToast(page, '53 changed to Read', 'Status updated');
  for (const { id } of rows) expect((await read(site, id)).status).toBe('read');
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expectToast(page, 'The change was undone', 'Undone');
  for (const { id } of rows) expect((await read(site, id)).status).toBe('new');
});

test('a status is changed in its row, and goes back when the server refuses @full', async ({
  admin: page,
  site,
  problems,
}) => {
  problems.allow(/status of 500/);
  const message = await buildMessage(site.db, { name: 'Selin Kaya' });
  await open(page);
  const select = rowOf(page, 'Selin Kaya').getByRole('combobox');
  await select.selectOption('Responded');
  await expectToast(page, 'Message status changed to responded');
  await expect.poll(async () => (await read(site, message.id)).status).toBe('responded');
  await page.route(`**/api/admin/messages/${message.id}`, (route) =>
    route.fulfill({
      status: 500,
      json: { error: { code: 'INTERNAL', message: 'Something went wrong on our side.' } },
    }),
  );
  await select.selectOption('New');
  await expectToast(page, 'Failed to update message status', 'Error');
  await expect(select).toHaveValue('responded');
});

test('search, order and export follow the filter @full', async ({
  admin: page,
  site,
  problems,
}) => {
  await buildMessage(site.db, { name: 'Çiğdem Işık', message: 'A word about İstanbul, please.' });
  await buildMessage(site.db, { name: 'Ada Karaca' });
  await open(page, '?search=istanbul');
  await expect(page.getByText('Showing 1 of 1')).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^messages_\d{4}-\d\d-\d\d\.csv$/);
  const records = parseCsv(await readFile(await file.path(), 'utf8'));
  expect(records.map((record) => record[2])).toEqual(['Sender', 'Çiğdem Işık']);

  problems.allow(/status of 500/);
  await page.route('**/api/admin/messages/export.csv*', (route) =>
    route.fulfill({ status: 500, json: { error: { code: 'INTERNAL', message: 'Broken.' } } }),
  );
  await page.getByRole('button', { name: 'Export CSV' }).click();
  await expectToast(page, 'Failed to export messages', 'Export Failed');
  await page.getByRole('searchbox', { name: 'Search messages' }).fill('');
  await expect(page.getByText('Showing 2 of 2')).toBeVisible();
  await page.getByRole('columnheader', { name: 'Sender' }).getByRole('button').click();
  await expect(page.getByRole('rowheader').first()).toContainText('Ada Karaca');
});

test('a message is answered by keyboard alone', async ({ admin: page, site }) => {
  const { id } = await buildMessage(site.db, { name: 'Selin Kaya' });
  await open(page);
  await expect(rowOf(page, 'Selin Kaya')).toBeVisible();
  await page.keyboard.press('j');
  const name = `View message ${messageReference(id)} of Selin Kaya`;
  await expect(page.getByRole('button', { name })).toBeFocused();
  await page.keyboard.press('Enter');
  const dialog = dialogOf(page);
  await expect(dialog).toContainText('invoicing tool');
  await expect(dialog).toContainText(`${messageReference(id)}, `);
  await tabTo(page, dialog.getByRole('button', { name: 'Mark as Responded' }));
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await read(site, id)).status).toBe('responded');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name })).toBeFocused();
});

test('a row opens by a press anywhere on it, stays while it is read, and leads to the next one @full', async ({
  admin: page,
  site,
}) => {
  await site.db.deleteFrom('contactMessages').execute();
  for (const name of ['Third', 'Second', 'First']) await buildMessage(site.db, { name });
  await page.goto('/admin/messages?status=new');
  const navigation = page.getByRole('navigation', { name: 'Back office' });
  await expect(navigation.getByRole('link', { name: 'Messages 3 new' })).toBeVisible();
  const row = (name: string) => page.locator('[data-row]').filter({ hasText: name });
  await expect(row('First').getByText('First')).toHaveCSS('font-weight', '700');
  await expect(row('First').getByText(/ago|now/)).toHaveAttribute('title', /\d{4} \d\d:\d\d/);

  await row('First')
    .getByText(/ago|now/)
    .click();
  const dialog = page.getByRole('dialog', { name: 'Message Details' });
  await expect(dialog.getByText('First')).toBeVisible();
  await expect(navigation.getByText('2 new')).toBeAttached();
  await expect(row('First').getByRole('combobox')).toHaveValue('read');
  await expect(row('First').getByText('First')).toHaveCSS('font-weight', '400');

  await page.keyboard.press('j');
  await expect(dialog.getByText('Second', { exact: true })).toBeVisible();
  await dialog.getByRole('button', { name: 'Next message (j)' }).click();
  await expect(dialog.getByText('Third')).toBeVisible();
  await page.keyboard.press('k');
  await expect(dialog.getByText('Second', { exact: true })).toBeVisible();
  await dialog.getByLabel('Pinned note').fill('jk');
  await expect(dialog.getByLabel('Pinned note')).toHaveValue('jk');
  await dialog.getByRole('button', { name: 'Previous message (k)' }).click();
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await expect(dialog.getByText('Second', { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(row('Second').getByRole('button', { name: /View/ })).toBeFocused();
  await expect(page.locator('[data-row]')).toHaveCount(3);
  await page.reload();
  await expect(page.getByText('No messages found')).toBeVisible();
});

for (const width of [360, 768, 1024, 1280]) {
  test(`nothing that acts is out of sight at ${width} px @full`, async ({ admin: page, site }) => {
    await buildMessage(site.db, {
      name: 'Selin Kaya of a very long name',
      message: 'A long message. '.repeat(20),
    });
    await page.setViewportSize({ width, height: 800 });
    for (const screen of ['orders', 'messages']) {
      if (screen === 'orders') await buildOrder(site.db);
      await page.goto(`/admin/${screen}`);
      const last = page.locator('[data-row]').first();
      const view = last.getByRole('button', { name: /View/ });
      await expect(view).toBeVisible();
      const frame = await page.getByRole('table').locator('..').boundingBox();
      for (const control of [view, last.getByRole('combobox'), last.getByRole('checkbox')]) {
        const box = await control.boundingBox();
        expect((box?.x ?? 0) + (box?.width ?? 0), screen).toBeLessThanOrEqual(
          (frame?.x ?? 0) + (frame?.width ?? 0),
        );
        expect(box?.x ?? 0, screen).toBeGreaterThanOrEqual(frame?.x ?? 0);
      }
    }
  });
}

test('what a card says stands in one column, and only its dialog scrolls @full', async ({
  admin: page,
  site,
}) => {
  await buildMessage(site.db, { message: 'A long message. '.repeat(100) });
  await buildOrder(site.db);
  await buildOrder(site.db, { fullName: 'Selin Kaya of a very long name', isSuspect: true });
  await page.setViewportSize({ width: 360, height: 800 });
  for (const screen of ['orders', 'messages']) {
    await page.goto(`/admin/${screen}`);
    await expect(page.locator('[data-row]').first()).toBeVisible();
    const edges = await page.locator('[data-row]').evaluateAll((rows) =>
      rows.map((row) => {
        const boxes = [...row.children].slice(1).map((cell) => cell.getBoundingClientRect());
        const [status, view] = boxes.splice(-2);
        return {
          lefts: new Set([...boxes, status].map((box) => Math.round(box?.left ?? 0))).size,
          isOneLine: Math.abs((status?.bottom ?? 0) - (view?.bottom ?? 1_000)) < 10,
        };
      }),
    );
    for (const card of edges) expect(card, screen).toEqual({ lefts: 1, isOneLine: true });
    await page
      .getByRole('button', { name: /^View/ })
      .and(page.locator('[data-row-stop]'))
      .first()
      .click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('heading', { name: 'Timeline' })).toBeAttached();
    const hidden = await dialog.evaluate((box) => box.scrollHeight - box.clientHeight);
    expect(hidden, screen).toBeLessThanOrEqual(1);
  }
});

test('a long message is reached by keys and printed whole @full', async ({ admin: page, site }) => {
  const short = await buildMessage(site.db);
  const { id } = await buildMessage(site.db, { message: 'A long message. '.repeat(200) });
  await page.goto(`/admin/messages?message=${id}`);
  const text = page.getByRole('dialog').getByRole('group', { name: 'Message' });
  const hiddenHeight = () => text.evaluate((box) => box.scrollHeight - box.clientHeight);
  await expect(text).toHaveAttribute('tabindex', '0');
  expect(await hiddenHeight()).toBeGreaterThan(100);
  await page.emulateMedia({ media: 'print' });
  expect(await hiddenHeight()).toBe(0);
  await page.emulateMedia({ media: 'screen' });
  await page.goto(`/admin/messages?message=${short.id}`);
  await expect(text).toHaveText(short.message);
  await expect(text, 'nothing scrolls').not.toHaveAttribute('tabindex');
});
