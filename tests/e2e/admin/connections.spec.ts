import { expect, test } from '#tests/support/browser/e2e.ts';
import { updateRows } from '#tests/support/database/rows.ts';
import { startImapServer } from '#tests/support/mail/imap-server.ts';
import { startMailServer } from '#tests/support/mail/mail-server.ts';

test('an owner connects a mail server and a mailbox, which the running site uses', async ({
  admin,
  account,
  site,
  problems,
}) => {
  problems.allow(/4(?:00|09|29)/);
  const server = await startMailServer({
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) =>
      password === 'lantern' ? done(null, { user: username }) : done(new Error('Invalid login')),
  });
  const imap = await startImapServer();
  const email = `${account.username}@example.com`;
  await updateRows(site.db, 'adminUsers', { id: account.id }, { email });
  try {
    await admin.goto('/admin/setup');
    await admin.getByRole('link', { name: /Emails are sent/ }).click();
    const dialog = admin.getByRole('dialog', { name: 'Mail server' });
    await dialog.getByLabel('Host').fill('127.0.0.1');
    await dialog.getByLabel('Port').fill(String(server.port));
    await dialog.getByLabel('User name').fill('site');
    await dialog.getByLabel('Password', { exact: true }).fill('wrong');
    await dialog.getByRole('button', { name: 'Save' }).click();
    const card = admin.getByRole('region', { name: 'Mail server' });
    await expect(card.getByText('Set here')).toBeVisible();
    await card.getByRole('button', { name: 'Send a test email' }).click();
    await expect(card.getByText(/^The user name or the password is wrong/)).toBeVisible();

    await card.getByRole('button', { name: 'Edit mail server' }).click();
    await expect(dialog.getByLabel('Password', { exact: true })).toHaveValue('');
    await dialog.getByLabel('Password', { exact: true }).fill('lantern');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toHaveCount(0);
    await card.getByRole('button', { name: 'Send a test email' }).click();
    await expect(card.getByText(`A test email to ${email} is on its way`)).toBeVisible();
    // Sent by the running courier, which has followed the change.
    const recipients = () => server.mails.map(({ envelope }) => envelope.to);
    await expect.poll(recipients, { timeout: 20_000 }).toEqual([[email]]);
    await admin.getByRole('button', { name: 'Edit sender' }).click();
    const sender = admin.getByRole('dialog', { name: 'Sender' });
    await sender.getByLabel('Email address').fill('hello@deniz.example');
    await sender.getByRole('button', { name: 'Save' }).click();
    await admin.getByRole('button', { name: 'Edit mailbox for replies' }).click();
    const mailbox = admin.getByRole('dialog', { name: 'Mailbox for replies' });
    await mailbox.getByLabel('Host').fill('127.0.0.1');
    await mailbox.getByLabel('Port').fill(String(imap.port));
    await mailbox.getByLabel('Encryption').selectOption('STARTTLS');
    await mailbox.getByLabel('User name').fill('site');
    await mailbox.getByLabel('Password', { exact: true }).fill('secret');
    await mailbox.getByRole('button', { name: 'Save' }).click();
    await admin.getByRole('button', { name: 'Sign in to the mailbox' }).click();
    await expect(admin.getByText('The mailbox can be read.')).toBeVisible();
    const name = `site@127.0.0.1:${imap.port}/INBOX`;
    const read = () =>
      site.db.selectFrom('mailInboxes').select('checkedAt').where('name', '=', name);
    await expect
      .poll(async () => (await read().executeTakeFirst())?.checkedAt, { timeout: 20_000 })
      .toBeTruthy();

    await card.getByRole('button', { name: 'Remove mail server' }).click();
    await admin
      .getByRole('dialog', { name: 'Remove: Mail server?' })
      .getByRole('button', { name: 'Remove' })
      .click();
    await expect(card.getByText('Not set')).toBeVisible();
  } finally {
    await site.db.deleteFrom('connections').execute();
    await Promise.all([server.stop(), imap.stop()]);
  }
});
