import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { v7 as uuidV7 } from 'uuid';
import { expectAccessible } from '#tests/support/browser/accessibility.ts';
import { buildAccount, signInAs } from '#tests/support/browser/admin-e2e.ts';
import { buildMessage } from '#tests/support/browser/admin-leads.ts';
import { expect, type Site, test, WITHIN_A_SECOND } from '#tests/support/browser/e2e.ts';
import { simpleParser } from 'mailparser';

const MINUTE_MS = 60_000;

async function buildDueMessage({ db }: Site) {
  const message = await buildMessage(db, { name: 'Gökçe Demir' });
  await db
    .insertInto('conversations')
    .values({
      id: uuidV7(),
      messageId: message.id,
      waitingSince: message.createdAt,
      dueAt: new Date(Date.now() + 25 * MINUTE_MS),
      lastWordAt: message.createdAt,
    })
    .execute();
  return message;
}

async function openMessage(page: Page, id: string) {
  await page.goto(`/admin/messages?message=${id}`);
  const dialog = page.getByRole('dialog', { name: 'Message Details' });
  await expect(dialog.getByRole('tab', { name: 'Reply' })).toBeVisible({ timeout: 20_000 });
  return dialog;
}

/** The mails to somebody, which become files without a mail server. */
async function readMails({ dataDir }: Site, recipient: string) {
  const folder = join(dataDir, 'outbox');
  const files = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml'));
  const mails = await Promise.all(
    files.map(async (name) => simpleParser(await readFile(join(folder, name)))),
  );
  return mails.filter(({ to }) => [to].flat()[0]?.text.includes(recipient));
}

test('one replies, takes it back and sends it, while a colleague follows and is not quicker unknowingly', async ({
  admin: page,
  account,
  site,
  browser,
}) => {
  test.slow();
  const message = await buildDueMessage(site);
  const dialog = await openMessage(page, message.id);
  await expect(dialog.getByText(/^Answer by /)).toBeVisible();
  await expect(dialog.getByText(/^in 2[45] minutes$/)).toBeVisible();
  // A browser of their own, as the session and drafts belong to one.
  const others = await browser.newContext({ baseURL: site.url });
  const other = await others.newPage();
  await signInAs(other, await buildAccount(site.db));
  const othersDialog = await openMessage(other, message.id);
  await othersDialog.getByLabel(`Reply to ${message.email}`).fill('I also have an idea.');

  const text = dialog.getByLabel(`Reply to ${message.email}`);
  await text.fill('Yes, on Tuesday at ten.');
  // A draft outlives the page.
  await page.reload();
  await expect(text).toHaveValue('Yes, on Tuesday at ten.', { timeout: 20_000 });
  await expect(dialog.getByText('Your draft was restored.')).toBeVisible();
  await text.press('ControlOrMeta+Enter');
  const undo = dialog.getByRole('button', { name: 'Undo the reply' });
  await expect(undo).toBeVisible();
  await expect(dialog.getByLabel('Status of this message')).toHaveValue('responded');
  const timeline = dialog.getByRole('region', { name: 'Timeline' });
  await expect(timeline.getByText(`${account.username} replied`, { exact: true })).toBeVisible();
  await expectAccessible(page);
  await undo.click();
  await expect(text).toHaveValue('Yes, on Tuesday at ten.');
  await expect(timeline.getByText(`${account.username} replied`, { exact: true })).toBeHidden();
  await expect(dialog.getByText(/^Answer by /)).toBeVisible();
  await dialog.getByRole('button', { name: 'Send reply' }).click();
  await expect(undo).toBeVisible();

  // The colleague's screen follows, and what they have written is rejected until they have seen it.
  const othersTimeline = othersDialog.getByRole('region', { name: 'Timeline' });
  await expect(othersTimeline.getByText('Yes, on Tuesday at ten.')).toBeVisible(WITHIN_A_SECOND);
  await othersDialog.getByRole('button', { name: 'Send reply' }).click();
  await expect(
    othersDialog.getByRole('button', { name: 'Undo the reply' }),
    'whoever has seen the reply may add to it',
  ).toBeVisible();
  await othersDialog.getByRole('button', { name: 'Undo the reply' }).click();

  await expect
    .poll(async () => (await readMails(site, message.email)).length, { timeout: 20_000 })
    .toBe(1);
  const [mail] = await readMails(site, message.email);
  expect(mail?.text).toContain('Yes, on Tuesday at ten.');
  await expect(undo).toBeHidden();
  await expect(timeline.getByText('sent', { exact: true })).toBeVisible(WITHIN_A_SECOND);
  await others.close();
});

test('a mail that did not arrive goes out again, and a template is filled in', async ({
  admin: page,
  account,
  site,
}) => {
  const message = await buildDueMessage(site);
  await site.db.deleteFrom('replyTemplates').execute();
  const { id: conversationId } = await site.db
    .selectFrom('conversations')
    .select('id')
    .where('messageId', '=', message.id)
    .executeTakeFirstOrThrow();
  await site.db
    .insertInto('outboxMails')
    .values({
      id: uuidV7(),
      kind: 'messages.confirmation',
      recipient: message.email,
      payload: JSON.stringify({ messageId: message.id }),
      conversationId,
      status: 'failed',
      lastError: '550 no such user here',
    })
    .execute();
  const dialog = await openMessage(page, message.id);
  const receipt = dialog.getByRole('listitem').filter({ hasText: 'Receipt to the visitor' });
  await expect(receipt).toContainText('550 no such user here');
  await receipt.getByRole('button', { name: 'Send again' }).click();
  await expect(receipt).not.toContainText('not sent');
  await expect(receipt.getByRole('button')).toHaveCount(0);
  const text = dialog.getByLabel(`Reply to ${message.email}`);
  await text.fill('Dear {name}, {admin} will call you.');
  await dialog.getByRole('button', { name: 'Templates' }).click();
  const templates = dialog.getByRole('group', { name: 'Templates' });
  await templates.getByLabel('Name of the new template').fill('A call');
  await templates.getByLabel('Name of the new template').press('Enter');
  await expect(templates.getByRole('button', { name: 'A call', exact: true })).toBeVisible();
  await text.fill('');
  await templates.getByRole('button', { name: 'A call', exact: true }).click();
  await expect(text).toHaveValue(`Dear Gökçe Demir, ${account.username} will call you.`);
  await templates.getByRole('button', { name: 'Rename A call' }).click();
  await templates.getByLabel('New name of A call').fill('Call');
  await templates.getByLabel('New name of A call').press('Enter');
  await templates.getByRole('button', { name: 'Delete Call' }).click();
  await page.getByRole('button', { name: 'Delete template' }).click();
  await expect(templates.getByText('No templates yet.')).toBeVisible();
});

test('a message becomes an order that goes on with the conversation', async ({
  admin: page,
  account,
  site,
}) => {
  const message = await buildDueMessage(site);
  const dialog = await openMessage(page, message.id);
  await dialog.getByRole('tab', { name: 'Internal note' }).click();
  await dialog
    .getByRole('textbox', { name: 'Internal note', exact: true })
    .fill('Wants a dashboard.');
  await dialog.getByRole('button', { name: 'Add note' }).click();
  await expect(
    dialog.getByText(`Internal note by ${account.username}`, { exact: true }),
  ).toBeVisible();

  await dialog.getByRole('button', { name: 'Make an order' }).click();
  const form = page.getByRole('dialog', { name: 'Make an order of this message' });
  await expect(form.getByLabel('Full Name')).toHaveValue('Gökçe Demir');
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Make order' }).click();
  await expect(form.getByText('Please select a service type').first()).toBeVisible();
  await form.getByLabel('Service Type').selectOption('Business Dashboards');
  await form.getByLabel('Project Description').fill('x'.repeat(60));
  await form.getByLabel('API Integration').check();
  await form.getByLabel('Estimated Budget').selectOption({ index: 1 });
  await form.getByLabel('Target Timeline').selectOption({ index: 1 });
  await form.getByLabel('Turkish').check();
  await form.getByLabel('The customer accepts the terms').check();
  await form.getByRole('button', { name: 'Make order' }).click();
  const order = page.getByRole('dialog', { name: 'Order Details' });
  await expect(order.getByText('Wants a dashboard.')).toBeVisible();
  await order.getByRole('link', { name: 'Began as a message' }).click();
  await expect(dialog.getByRole('link', { name: /^Became order V-/ })).toBeVisible();
});
