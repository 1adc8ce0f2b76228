import { v7 as uuidV7 } from 'uuid';
import { SAMPLE_MAILS, SAVED_NOT_SENT } from '#shared/mails/values.ts';
import { messageReference } from '#shared/messages/reference.ts';
import { expectAccessible, listAccessFindings } from '#tests/support/browser/accessibility.ts';
import { buildMessage } from '#tests/support/browser/admin-leads.ts';
import { expect, test } from '#tests/support/browser/e2e.ts';
import { expectToast } from '#tests/support/browser/toasts.ts';
import { readRow } from '#tests/support/browser/rows.ts';

/** The program that shows the mail has the landmarks. */
const IN_A_MAIL_PROGRAM = {
  'landmark-one-main': { enabled: false },
  region: { enabled: false },
};

test('a lost mail is found, read and sent again', async ({ admin: page, site }) => {
  const message = await buildMessage(site.db);
  const id = uuidV7();
  await site.db
    .insertInto('outboxMails')
    .values({
      id,
      kind: 'messages.confirmation',
      recipient: 'nobody@example.com',
      payload: JSON.stringify({ messageId: message.id }),
      status: 'failed',
      attempts: 3,
      lastError: 'The mail server does not take this mail: no such mailbox',
    })
    .execute();
  await page.goto('/admin/mails?status=failed');
  await page.getByLabel('Search by recipient').fill('nobody@');
  const row = page.getByRole('row', { name: /nobody@example\.com/ });
  await expect(row).toContainText('no such mailbox');
  await row.getByRole('button', { name: 'View the mail' }).click();

  const dialog = page.getByRole('dialog', { name: 'Receipt of a message' });
  const mail = dialog.frameLocator('iframe');
  const heading = mail.getByRole('heading', { name: 'Your message has arrived' });
  await expect(heading).toBeVisible();
  await expect(heading, 'its own style').toHaveCSS('font-size', '24px');
  const body = mail.locator('body');
  await expect(body).toHaveCSS('background-color', 'rgb(248, 250, 253)');
  await dialog.getByRole('button', { name: 'Dark', exact: true }).click();
  await expect(body).toHaveCSS('background-color', 'rgb(13, 20, 31)');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Text', exact: true }).click();
  await expect(dialog.locator('pre')).toContainText('Your message has arrived');
  const name = `Message ${messageReference(message.id)}, ${message.name}`;
  await expect(dialog.getByRole('link', { name })).toHaveAttribute(
    'href',
    `/admin/messages?message=${message.id}`,
  );

  await dialog.getByRole('button', { name: 'Send again' }).click();
  await expectToast(page, SAVED_NOT_SENT, 'Sent emails');
  await expect(dialog).toContainText(SAVED_NOT_SENT, { timeout: 15_000 });
  expect((await readRow(site.db, 'outboxMails', id)).status).toBe('sent');
});

test('each kind of mail is shown with sample data, and has no finding @full', async ({
  admin: page,
  context,
}) => {
  await page.goto('/admin/mails?tab=samples');
  const shown = page.frameLocator('iframe');
  await expect(shown.getByRole('heading', { name: 'Your order has arrived' })).toBeVisible();
  await page.getByRole('combobox', { name: 'Mail' }).selectOption('Notice of a message');
  await expect(shown.getByRole('heading', { name: 'A new message' })).toBeVisible();
  await page.getByRole('button', { name: 'Check connection' }).click();
  await expect(page.getByRole('main')).toContainText('Files can be written to DATA_DIR/outbox.');

  for (const { value } of SAMPLE_MAILS) {
    const response = page.waitForResponse((sent) => sent.url().endsWith(`/sample?kind=${value}`));
    await page.goto(`/admin/mails?tab=samples&kind=${value}`);
    const { html, css } = (await (await response).json()) as { html: string; css: string };
    const mail = await context.newPage();
    await mail.setContent(
      html.replaceAll(' data-style=', ' style=').replace('</head>', `<style>${css}</style></head>`),
    );
    for (const [colorScheme, width] of [
      ['light', 1440],
      ['dark', 360],
    ] as const) {
      await mail.emulateMedia({ colorScheme });
      await mail.setViewportSize({ width, height: 900 });
      expect(await listAccessFindings(mail, { rules: IN_A_MAIL_PROGRAM }), value).toEqual([]);
    }
    await mail.close();
  }
});
