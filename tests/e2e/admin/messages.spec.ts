import type { Page } from '@playwright/test';
import { messageReference } from '#shared/messages/reference.ts';
import { signInForTest } from '#tests/support/admin.ts';
import { expectAccessibleState, openList } from '#tests/support/browser/admin-content.ts';
import { buildMessage } from '#tests/support/browser/admin-leads.ts';
import { expect, tabTo, test, WITHIN_A_SECOND } from '#tests/support/browser/e2e.ts';
import { readRow } from '#tests/support/browser/rows.ts';

const HOSTILE = '<img src=x onerror=alert(1)>"\'{{7*7}}';

const getDialog = (page: Page) => page.getByRole('dialog', { name: 'Message Details' });
const getRow = (page: Page, text: string) => page.locator('[data-row]').filter({ hasText: text });

test.beforeEach(async ({ site }) => {
  await site.db.deleteFrom('contactMessages').execute();
});

test('a new message is bold and counted, and is read once by opening it', async ({
  admin: page,
  site,
}) => {
  await buildMessage(site.db, { name: 'Another' });
  const message = await buildMessage(site.db, {
    name: HOSTILE,
    email: 'gokce@example.com',
    message: `First line\n${HOSTILE}\n${'long text '.repeat(300)}`,
  });
  await openList(page, 'messages?status=new');
  const navigation = page.getByRole('navigation', { name: 'Back office' });
  await expect(navigation.getByRole('link', { name: 'Messages 2 new' })).toBeVisible();
  const row = getRow(page, HOSTILE);
  await expect(row.getByText(HOSTILE).first()).toHaveCSS('font-weight', '700');
  await expect(row.getByText(/ago|now/)).toHaveAttribute('title', /\d{4} \d\d:\d\d/);
  await row.getByText(/ago|now/).click();
  const dialog = getDialog(page);
  await expect(dialog).toContainText(HOSTILE);
  await expect(page).toHaveURL(new RegExp(`message=${message.id}`));
  const status = dialog.getByLabel('Status of this message');
  await expect(status).toHaveValue('read');
  await expect(dialog.getByText('confidential')).toBeVisible();
  await expect(navigation.getByText('1 new')).toBeAttached();
  await expect(row.getByRole('combobox')).toHaveValue('read');
  await expect(row.getByText(HOSTILE).first()).toHaveCSS('font-weight', '400');
  expect((await readRow(site.db, 'contactMessages', message.id)).status).toBe('read');
  await expectAccessibleState(page);
  for (const [width, height] of [
    [360, 740],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect(dialog.getByLabel('Reply to gokce@example.com')).toBeInViewport({ ratio: 0.2 });
  }
  await expect(dialog.getByRole('link', { name: 'Reply via Email' })).toHaveAttribute(
    'href',
    new RegExp(`^mailto:gokce.*${messageReference(message.id)}`),
  );

  const other = await signInForTest(site.db);
  await page.request.patch(`/api/admin/messages/${message.id}`, {
    headers: { 'x-admin-session': other.token },
    data: { status: 'new', notes: 'From a colleague' },
  });
  await expect(status).toHaveValue('new', WITHIN_A_SECOND);
  await expect(dialog.getByLabel('Pinned note')).toHaveValue('From a colleague');
  const change = dialog.getByRole('listitem').filter({ hasText: `by ${other.username}` });
  await expect(change).toBeVisible();
  expect((await readRow(site.db, 'contactMessages', message.id)).status).toBe('new');
});

test('a message is answered by keyboard alone', async ({ admin: page, site }) => {
  const { id, name } = await buildMessage(site.db);
  await openList(page, 'messages');
  await page.keyboard.press('j');
  const view = page.getByRole('button', {
    name: `View message ${messageReference(id)} of ${name}`,
  });
  await expect(view).toBeFocused();
  await page.keyboard.press('Enter');
  const dialog = getDialog(page);
  await expect(dialog).toContainText('invoicing tool');
  await expect(dialog).toContainText(`${messageReference(id)}, `);
  const mark = dialog.getByRole('button', { name: 'Mark as Responded' });
  await tabTo(page, mark);
  await page.keyboard.press('Enter');
  const notice = page
    .locator('[data-toast]')
    .filter({ hasText: 'Message status changed to responded' });
  await expect(notice).toContainText('Success');
  const reply = dialog.getByRole('link', { name: 'Reply via Email' });
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
  await expect(getRow(page, name).getByRole('combobox')).toHaveValue('responded');
  expect((await readRow(site.db, 'contactMessages', id)).respondedAt).toBeInstanceOf(Date);
  await dialog.getByRole('button', { name: 'Undo' }).click();
  await expect(mark).toBeVisible();
  const stored = () => readRow(site.db, 'contactMessages', id);
  await expect.poll(stored).toMatchObject({ status: 'read', respondedAt: null });
  await page.keyboard.press('Escape');
  await expect(view).toBeFocused();
});

test('a long message is reached by keys and printed @full', async ({ admin: page, site }) => {
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
