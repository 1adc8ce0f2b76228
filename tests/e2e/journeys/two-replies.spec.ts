import { buildMessage, holdRequests } from '#tests/support/browser/forms.ts';
import { expect, openMessage, signInAlways, test } from '#tests/support/browser/office-e2e.ts';
import { buildMail } from '#tests/support/mail/incoming-mails.ts';
import { readRow } from '#tests/support/database/rows.ts';

const REPLY_SENT_MS = 11_000;

test('two replies at once are one email @full', async ({ page, browser, office }) => {
  const { url, mails, imap, clock } = office;
  const message = { ...buildMessage(), email: 'one-mail@example.com' };
  const created = await page.request.post('/api/contact-messages', { data: message });
  const { id } = (await created.json()) as { id: string };
  const mailsToVisitor = () => mails.filter(({ envelope }) => envelope.to.includes(message.email));
  await expect.poll(() => mailsToVisitor().length).toBe(1);

  const { username } = await signInAlways(page, office);
  const others = await browser.newContext({ baseURL: url });
  const other = await others.newPage();
  await signInAlways(other, office);
  const [dialog, othersDialog] = [await openMessage(page, id), await openMessage(other, id)];
  const othersText = othersDialog.getByLabel(`Reply to ${message.email}`);
  await othersText.fill('My answer is another one.');
  const held = await holdRequests(other, '/replies');
  await othersDialog.getByRole('button', { name: 'Send reply' }).click();
  await expect.poll(() => held.count()).toBe(1);

  await dialog.getByLabel(`Reply to ${message.email}`).fill('Yes, on Tuesday at ten.');
  await dialog.getByRole('button', { name: 'Send reply' }).click();
  await expect(page.getByRole('button', { name: 'Undo the reply' })).toBeVisible();
  await expect(
    othersDialog.getByText(`${username} replied`, { exact: true }),
    'the screen says so while the other reply is on its way',
  ).toBeVisible();
  held.release();
  await expect(othersDialog.getByRole('alert')).toContainText(
    `${username} has replied in the meantime: “Yes, on Tuesday at ten.”`,
  );
  await expect(othersText).toHaveValue('My answer is another one.');

  await clock.moveTo(new Date(clock.now().getTime() + REPLY_SENT_MS));
  await expect.poll(() => mailsToVisitor().length).toBe(2);
  const [receipt, reply] = mailsToVisitor();
  expect(reply?.text).toContain('Yes, on Tuesday at ten.');
  expect(reply?.inReplyTo).toBe(receipt?.messageId);
  imap.deliver(
    buildMail({ from: message.email, inReplyTo: reply?.messageId ?? '', text: 'Ten is fine.' }),
  );
  for (const each of [dialog, othersDialog]) {
    await expect(each.getByText('Ten is fine.').filter({ visible: true })).toBeVisible();
    await expect(each.getByText('The visitor wrote', { exact: true })).toBeVisible();
    await expect(each.getByText(/^Answer by /)).toBeVisible();
  }
  const columns = ['dueAt', 'lastWord'] as const;
  const conversation = await readRow(office.db, 'conversations', columns, { messageId: id });
  expect(conversation).toMatchObject({ lastWord: 'visitor', dueAt: expect.any(Date) });
  expect(mailsToVisitor()).toHaveLength(2);
  await others.close();
});
