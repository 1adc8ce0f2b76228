import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { simpleParser } from 'mailparser';
import { messageReference } from '#shared/messages/reference.ts';
import { expectAccessible } from '#tests/support/browser/accessibility.ts';
import { expect, type Site, test } from '#tests/support/browser/e2e.ts';
import {
  buildMessage,
  fillMessage,
  findMessages,
  sendButton,
} from '#tests/support/browser/forms.ts';
import { openPage } from '#tests/support/browser/site.ts';
import { expectToast } from '#tests/support/browser/toasts.ts';

test.afterEach(({ site }) =>
  site.db.deleteFrom('siteContent').where('id', '=', 'message-receipt').execute(),
);

async function readSubjects({ dataDir }: Site): Promise<(string | undefined)[]> {
  const folder = join(dataDir, 'outbox');
  const files = (await readdir(folder)).filter((name) => name.endsWith('.eml'));
  const mails = files.map(async (name) => simpleParser(await readFile(join(folder, name))));
  return (await Promise.all(mails)).map(({ subject }) => subject);
}

test('an owner rewrites the receipt of a message, and a visitor gets it', async ({
  admin: page,
  account,
  site,
  context,
}) => {
  await page.goto('/admin/emails');
  await page.getByRole('navigation', { name: 'Parts of this screen' }).getByText('Message').click();
  await expect(page.getByLabel('Heading', { exact: true })).toHaveValue('Your message has arrived');
  const subject = page.getByLabel('Subject', { exact: true });
  await subject.fill('Thank you, {name}: ');
  await page.getByRole('button', { name: 'Save' }).click();
  const problem = page.getByRole('main').getByRole('alert');
  await expect(problem).toContainText('{name} cannot be filled in. Use {enquiry}');

  await subject.fill('Thank you for ');
  const chips = page.getByRole('list', { name: 'Variables for Subject' });
  await chips.getByRole('button', { name: 'Insert {enquiry}' }).press('Enter');
  await expect(subject).toBeFocused();
  await page.keyboard.type('!');
  await expect(subject).toHaveValue('Thank you for {enquiry}!');
  const preview = page.getByRole('region', { name: 'Preview' });
  await expect(preview).toContainText(/Thank you for message M-\w+!/);
  const body = preview.frameLocator('iframe').locator('body');
  await expect(body).toContainText('Your message has arrived');
  await preview.getByRole('button', { name: 'Dark' }).click();
  await expect(body).toHaveCSS('background-color', 'rgb(13, 20, 31)');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save' }).click();
  await expectToast(page, 'Message receipt saved');

  const email = `${account.username}@example.com`;
  await site.db.updateTable('adminUsers').set({ email }).where('id', '=', account.id).execute();
  await preview.getByRole('button', { name: 'Send a test to me' }).click();
  await expectToast(page, 'Saved, not sent: no mail server');

  const message = buildMessage();
  const visitor = await context.newPage();
  await openPage(visitor, '/contact');
  await fillMessage(visitor, message);
  await sendButton(visitor).click();
  await expect.poll(() => findMessages(site, message)).toHaveLength(1);
  const [sent] = await findMessages(site, message);
  const receipt = `Thank you for message ${messageReference(String(sent?.id))}!`;
  await expect.poll(() => readSubjects(site), { timeout: 15_000 }).toContain(receipt);

  await preview.getByRole('button', { name: 'Reset to the built-in text' }).click();
  await expect(subject).toHaveValue('We have your {enquiry}');
});
