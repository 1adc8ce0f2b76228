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
  await expect(dialog.getByText(/^Answer by .*in 2[45] minutes/)).toBeVisible();
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
