import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { v7 as uuidV7 } from 'uuid';
import { messageReference } from '#shared/messages/reference.ts';
import { TEST_PASSWORD } from '#tests/support/admin.ts';
import { expectAccessible } from '#tests/support/browser/accessibility.ts';
import { buildAccount, signInAs } from '#tests/support/browser/admin-e2e.ts';
import { expect, type Site, test, WITHIN_A_SECOND } from '#tests/support/browser/e2e.ts';
import { openMessage } from '#tests/support/browser/office-e2e.ts';
import { buildDueMessage } from '#tests/support/enquiries.ts';
import { simpleParser } from 'mailparser';
import { ageProof } from '#tests/support/browser/rows.ts';

const SENDER = { name: 'Gökçe Demir', minutes: 25 };

/** The mails to somebody, which become files without a mail server. */
async function readMails({ dataDir }: Site, recipient: string) {
  const folder = join(dataDir, 'outbox');
  const files = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml'));
  const mails = await Promise.all(
    files.map(async (name) => simpleParser(await readFile(join(folder, name)))),
  );
  return mails.filter(({ to }) => [to].flat()[0]?.text.includes(recipient));
}

async function attachFiles(page: Page, names: string[]) {
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Attach files' }).click();
  const pdf = { mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4\n%%EOF') };
  await (await choosing).setFiles(names.map((name) => ({ name, ...pdf })));
}

async function undoFromElsewhere(page: Page) {
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.keyboard.type('gc');
  await expect(page).toHaveURL(/\/clients$/);
  await page.keyboard.press('z');
}

test('a reply is undone, sent, and seen by a colleague', async ({
  admin: page,
  account,
  site,
  browser,
}) => {
  test.slow();
  const message = await buildDueMessage(site.db, SENDER);
  const dialog = await openMessage(page, message.id);
  await expect(dialog.getByText(/^Answer by /)).toBeVisible();
  await expect(dialog.getByText(/ left$/)).toBeVisible();
  // A browser of their own, as the session and drafts belong to one.
  const others = await browser.newContext({ baseURL: site.url });
  const other = await others.newPage();
  await signInAs(other, await buildAccount(site.db));
  const othersDialog = await openMessage(other, message.id);
  const othersText = othersDialog.getByLabel(`Reply to ${message.email}`);
  await othersText.fill('I also have an idea.');

  const text = dialog.getByLabel(`Reply to ${message.email}`);
  await text.fill('Yes, on Tuesday at ten.');
  // A draft outlives the page.
  await page.reload();
  await expect(text).toHaveValue('Yes, on Tuesday at ten.', { timeout: 20_000 });
  await expect(dialog.getByText('Your draft was restored.')).toBeVisible();
  await text.press('ControlOrMeta+Enter');
  const undo = page.getByRole('button', { name: 'Undo the reply' });
  await expect(undo).toBeVisible();
  await expect(dialog.getByLabel('Status of this message')).toHaveValue('responded');
  const timeline = dialog.getByRole('region', { name: 'Timeline' });
  await expect(timeline.getByText(`${account.username} replied`, { exact: true })).toBeVisible();
  await undoFromElsewhere(page);
  await expect(text).toHaveValue('Yes, on Tuesday at ten.');
  await expect(timeline.getByText(`${account.username} replied`, { exact: true })).toBeHidden();
  await expect(dialog.getByText(/^Answer by /)).toBeVisible();
  await dialog.getByRole('button', { name: 'Send reply' }).click();
  await expect(undo).toBeVisible();
  await expectAccessible(page);

  // The colleague's screen follows, and what they have written is rejected until they have seen it.
  const othersTimeline = othersDialog.getByRole('region', { name: 'Timeline' });
  await expect(othersTimeline.getByText('Yes, on Tuesday at ten.')).toBeVisible(WITHIN_A_SECOND);
  await othersDialog.getByRole('button', { name: 'Send reply' }).click();
  const othersUndo = other.getByRole('button', { name: 'Undo the reply' });
  await expect(othersUndo, 'whoever has seen the reply may add to it').toBeVisible();
  await othersUndo.click();
  await expect(othersText).toHaveValue('I also have an idea.');

  await expect
    .poll(async () => (await readMails(site, message.email)).length, { timeout: 20_000 })
    .toBe(1);
  const [mail] = await readMails(site, message.email);
  expect(mail?.text).toContain('Yes, on Tuesday at ten.');
  await expect(undo).toBeHidden();
  await expect(timeline.getByText('Saved, not sent: no mail server')).toBeVisible(WITHIN_A_SECOND);
  await others.close();
});

/** A reply to a message that was lost, as the courier leaves it. */
async function loseReply({ db }: Site, message: { id: string; email: string }) {
  const { id: conversationId } = await db
    .updateTable('conversations')
    .set({ replyLostAt: new Date() })
    .where('messageId', '=', message.id)
    .returning('id')
    .executeTakeFirstOrThrow();
  const reply = { id: uuidV7(), conversationId, kind: 'reply', body: 'On Tuesday.' };
  const reason = '550 no such user here';
  await db
    .insertInto('conversationEntries')
    .values([
      { ...reply, via: 'panel', detail: JSON.stringify({ before: { status: 'read' } }) },
      { ...reply, id: uuidV7(), kind: 'reply-lost', via: 'mail', body: reason },
    ])
    .execute();
  await db
    .insertInto('outboxMails')
    .values({
      id: uuidV7(),
      kind: 'conversations.reply',
      recipient: message.email,
      payload: JSON.stringify({ entryId: reply.id }),
      conversationId,
      entryId: reply.id,
      status: 'failed',
      lastError: reason,
    })
    .execute();
}

test('a lost reply is sent again @full', async ({ admin: page, account, site }) => {
  const message = await buildDueMessage(site.db, SENDER);
  await site.db.deleteFrom('replyTemplates').execute();
  await loseReply(site, message);
  await page.goto('/admin/queue');
  await expect(page.getByRole('table').getByText('Your reply did not arrive')).toBeVisible();
  const dialog = await openMessage(page, message.id);
  const lost = dialog.getByText('Your reply did not arrive');
  await expect(lost).toBeVisible();
  await expect(dialog.getByText('The reply did not arrive', { exact: true })).toBeVisible();
  await expectAccessible(page);
  const reply = dialog.getByRole('listitem').filter({ hasText: 'On Tuesday.' });
  await expect(reply).toContainText('550 no such user here');
  await reply.getByRole('button', { name: 'Send again' }).click();
  await expect(reply).not.toContainText('not sent');
  await expect(reply.getByRole('button')).toHaveCount(0);
  await expect(lost).toBeHidden();
  await expect(dialog.getByText('Nobody is waiting for an answer')).toBeVisible();
  await expect(dialog.getByLabel('Status of this message')).toHaveValue('responded');
  const text = dialog.getByLabel(`Reply to ${message.email}`);
  await text.fill('Dear {name}, {admin} will call you about {reference}.');
  await dialog.getByRole('button', { name: 'Templates' }).click();
  const templates = dialog.getByRole('group', { name: 'Templates' });
  await templates.getByRole('button', { name: 'Save as template' }).click();
  await templates.getByLabel('Name').fill('A call');
  await templates.getByLabel('Name').press('Enter');
  await expect(templates.getByRole('button', { name: 'A call', exact: true })).toBeVisible();
  await text.fill('');
  await templates.getByRole('button', { name: 'A call', exact: true }).click();
  await expect(text).toHaveValue(
    `Dear Gökçe Demir, ${account.username} will call you about ${messageReference(message.id)}.`,
  );
  await templates.getByRole('button', { name: 'Edit A call' }).click();
  await templates.getByLabel('Name').fill('Call');
  await templates.getByLabel('Name').press('Enter');
  await templates.getByRole('button', { name: 'Delete Call' }).click();
  await page.getByRole('button', { name: 'Delete template' }).click();
  await expect(templates.getByText('No templates yet.')).toBeVisible();
});

test('a message becomes an order with its conversation', async ({ admin: page, account, site }) => {
  const message = await buildDueMessage(site.db, SENDER);
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
  await order.getByRole('link', { name: /^Began as message M-/ }).click();
  await expect(dialog.getByRole('link', { name: /^Became order V-/ })).toBeVisible();
});

test('an enquiry is assigned, snoozed and answered', async ({
  admin: page,
  account: { username },
  site,
}) => {
  const message = await buildDueMessage(site.db, SENDER);
  const dialog = await openMessage(page, message.id);
  await dialog.getByLabel('Assigned to').selectOption(username);
  const timeline = dialog.getByRole('region', { name: 'Timeline' });
  await expect(
    timeline.getByText(`${username} assigned it to ${username}`, { exact: true }),
  ).toBeVisible();
  await dialog.getByLabel('Snooze').selectOption('For an hour');
  const snoozed = dialog.getByLabel('Snooze').getByRole('option', { selected: true });
  await expect(snoozed).toHaveText(/^Until /);
  await dialog.getByLabel('Next step').fill('Send the offer');
  await dialog.getByLabel('On', { exact: true }).fill('2026-12-01');
  await dialog.getByRole('button', { name: 'Save next step' }).click();
  await expect(dialog.getByRole('button', { name: 'Save next step' })).toBeDisabled();

  await attachFiles(page, ['offer.pdf', 'other.pdf']);
  await dialog.getByRole('button', { name: 'Remove other.pdf' }).click();
  await expect(dialog.getByText('offer.pdf', { exact: true })).toBeVisible();
  await dialog.getByLabel(`Reply to ${message.email}`).fill('Our offer is attached.');
  await dialog.getByRole('button', { name: 'Send reply' }).click();
  await expect(timeline.getByRole('button', { name: 'Download offer.pdf' })).toBeVisible();
  await expect
    .poll(async () => (await readMails(site, message.email)).length, { timeout: 20_000 })
    .toBe(1);
  const [mail] = await readMails(site, message.email);
  expect(mail?.attachments.map(({ filename }) => filename)).toEqual(['offer.pdf']);

  await page.reload();
  await expect(dialog.getByLabel('Next step')).toHaveValue('Send the offer', { timeout: 20_000 });
  await expect(dialog.getByLabel('On', { exact: true })).toHaveValue('2026-12-01');
  await expect(dialog.getByLabel('Assigned to')).toHaveValue(/.{36}/);
});

test('files wait for their reply @full', async ({
  admin: page,
  account: { username },
  problems,
  site,
}) => {
  test.slow();
  problems.allow(/status of 422/);
  const message = await buildDueMessage(site.db, SENDER);
  const dialog = await openMessage(page, message.id);
  const text = dialog.getByLabel(`Reply to ${message.email}`);
  await text.fill('Our offer is attached.');
  // The draft of both tabs has the same key, as a reply whose response was lost and that was changed since.
  await page.reload();
  await expect(text).toHaveValue('Our offer is attached.', { timeout: 20_000 });
  const other = await page.context().newPage();
  const othersDialog = await openMessage(other, message.id);
  const othersText = othersDialog.getByLabel(`Reply to ${message.email}`);
  await expect(othersText).toHaveValue('Our offer is attached.');

  await attachFiles(page, ['offer.pdf']);
  await expect(dialog.getByText('offer.pdf', { exact: true })).toBeVisible();
  await dialog.getByRole('tab', { name: 'Internal note' }).click();
  await dialog.getByRole('textbox', { name: 'Internal note', exact: true }).fill('They called.');
  await dialog.getByRole('button', { name: 'Add note' }).click();
  const timeline = dialog.getByRole('region', { name: 'Timeline' });
  await expect(timeline.getByText('They called.')).toBeVisible();
  await dialog.getByRole('tab', { name: 'Reply' }).click();
  await dialog.getByRole('button', { name: 'Answered elsewhere' }).click();
  await expect(timeline.getByText(`${username} answered elsewhere`, { exact: true })).toBeVisible();

  await othersText.fill('An offer follows.');
  await othersDialog.getByRole('button', { name: 'Send reply' }).click();
  await expect(timeline.getByText('An offer follows.')).toBeVisible();
  const send = dialog.getByRole('button', { name: 'Send reply' });
  await send.click();
  await expect(dialog.getByText(/already sent with other content/)).toBeVisible();
  await expect(dialog.getByText('offer.pdf', { exact: true })).toBeVisible();
  await send.click();
  await expect(timeline.getByText('Our offer is attached.')).toBeVisible();
  await expect(timeline.getByRole('button', { name: 'Download offer.pdf' })).toBeVisible();
});

test('a proof on demand loses no reply @full', async ({ admin: page, account, site, problems }) => {
  problems.allow(/status of 403/);
  const { id, email } = await buildDueMessage(site.db, SENDER);
  const dialog = await openMessage(page, id);
  const text = dialog.getByLabel(`Reply to ${email}`);
  await text.fill('Yes, on Tuesday at ten.');
  await ageProof(site.db, account.id);
  const send = dialog.getByRole('button', { name: 'Send reply' });
  await send.click();
  const proof = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await proof.getByRole('button', { name: 'Close' }).click();
  await expect(proof).toBeHidden();
  await expect(dialog.getByRole('alert')).toContainText('Please confirm first that it is you');
  await expect(text).toHaveValue('Yes, on Tuesday at ten.');
  await send.click();
  await proof.getByLabel('Your password, or a code').fill(TEST_PASSWORD);
  await proof.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByRole('button', { name: 'Undo the reply' })).toBeVisible();
  await expect(text).toHaveValue('');
});
