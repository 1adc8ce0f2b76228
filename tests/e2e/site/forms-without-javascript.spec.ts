import type { Page } from '@playwright/test';
import { ORDER_MESSAGES } from '#shared/orders/messages.ts';
import { messageReference } from '#shared/messages/reference.ts';
import { expect, test, keepOfficeOpen } from '#tests/support/browser/e2e.ts';
import {
  attachedFiles,
  buildMessage,
  buildOrder,
  errorSummary,
  expectStored,
  expectSummary,
  fillMessage,
  fillOrder,
  findMessages,
  findOrder,
  findOrders,
  mailKindsOf,
  ORDER_MAILS,
  pdfFile,
  pngFile,
  PROGRAM,
  readStored,
  sendButton,
  SENT_WITHOUT_SCRIPTS,
  submitButton,
  zipFile,
} from '#tests/support/browser/forms.ts';
import { readRow } from '#tests/support/database/rows.ts';

keepOfficeOpen();

test.use({ javaScriptEnabled: false });

function removeBox(page: Page, name: string) {
  return page.getByRole('checkbox', { name: `Remove ${name}` });
}

test('a rejected order keeps everything until accepted', async ({ page, site, problems }) => {
  problems.allow(/status of 400/);
  await page.goto('/order');
  const order = buildOrder();
  const [plan, added] = [pdfFile('plan.pdf', 1.26 * 1024 * 1024), pngFile()];
  await page.getByLabel('Full name').fill(order.fullName);
  await page.getByLabel('E-mail').fill('murat@');
  await page.getByLabel('API Integration').check();
  await page.getByLabel('Advanced Analytics').check();
  await page.getByLabel('Turkish', { exact: true }).check();
  await page.getByLabel('60 days').check();
  const fake = { ...pngFile('fake.png'), buffer: Buffer.from('no picture') };
  await page.locator('#files').setInputFiles([plan, zipFile('drop.zip'), PROGRAM, fake]);
  await submitButton(page).click();

  await expect(page).toHaveTitle('Error: Start Your Project | Vitrin Software');
  await expect(errorSummary(page)).toBeFocused();
  await expectSummary(page, [
    'Please enter a valid email address',
    'Please select a service type',
    'Project description must be at least 50 characters',
    'Please select your estimated budget',
    'run.exe is not a supported file type. fake.png is not a supported file type',
    'You must accept the terms and conditions',
  ]);
  const error = 'Error: Please enter a valid email address';
  await expect(page.locator('#email-error')).toHaveText(error);
  await expect(errorSummary(page).getByRole('link').first()).toHaveAttribute('href', '#email');
  await expect(page.getByLabel('Full name')).toHaveValue(order.fullName);
  await expect(page.getByLabel('E-mail')).toHaveValue('murat@');
  await expect(page.locator('#order-form :checked')).toHaveCount(4);
  await expect(attachedFiles(page)).toContainText(['plan.pdf', 'drop.zip']);
  await expect(attachedFiles(page).nth(0)).toContainText('1.3 MB');
  expect(await findOrders(site, order)).toEqual([]);

  // Removed while the form is rejected once more.
  await removeBox(page, 'drop.zip').check();
  await submitButton(page).click();
  await expect(attachedFiles(page)).toHaveCount(1);
  await fillOrder(page, order);
  await page.locator('#files').setInputFiles([added]);
  await submitButton(page).click();
  await expect(page).toHaveURL(SENT_WITHOUT_SCRIPTS);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Thank You!');

  const row = await findOrder(site, order);
  const { termsAccepted: _, ...fields } = order;
  expect(row).toMatchObject({ ...fields, status: 'new', isSuspect: false });
  const reference = page.getByText(row.reference, { exact: true });
  await expect(reference).toBeVisible();
  await expectStored(site, row, [plan, added]);
  expect(await mailKindsOf(site, row.id)).toEqual(ORDER_MAILS);
  await page.reload();
  await expect(reference).toBeVisible();
  await page.getByRole('link', { name: 'See your enquiry' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Your order ${row.reference}`);
});

test('one of ten files is replaced, an old form not @full', async ({ page, site, problems }) => {
  problems.allow(/status of 400/);
  const names = Array.from({ length: 10 }, (_, index) => `file-${index}.pdf`);
  const files = () => names.map((name) => pdfFile(name));
  await page.goto('/order');
  await page.locator('#files').setInputFiles(files());
  await submitButton(page).click();
  await expect(attachedFiles(page)).toContainText(names);
  const formKey = await page.locator('[name="formKey"]').inputValue();
  const file = { formKey, originalName: 'file-4.pdf' };
  const dropped = await readRow(site.db, 'orderAttachments', ['path'], file);
  await removeBox(page, 'file-4.pdf').check();
  await page.locator('#files').setInputFiles([pdfFile('added.pdf')]);
  await submitButton(page).click();
  const replaced = ['added.pdf', ...names.filter((name) => name !== 'file-4.pdf')];
  await expect(attachedFiles(page)).toHaveCount(10);
  for (const name of replaced) await expect(removeBox(page, name)).toBeVisible();
  await expect(readStored(site, dropped.path)).rejects.toMatchObject({ code: 'ENOENT' });

  await page.goBack();
  await expect(attachedFiles(page)).toContainText(names);
  await removeBox(page, 'file-4.pdf').uncheck();
  const order = buildOrder();
  await fillOrder(page, order);
  await submitButton(page).click();
  await expectSummary(page, [ORDER_MESSAGES.fileGone]);
  await expect(attachedFiles(page)).toHaveCount(0);
  await page.locator('#files').setInputFiles(files());
  await submitButton(page).click();
  await expect(page).toHaveURL(SENT_WITHOUT_SCRIPTS);
  const row = await findOrder(site, order);
  expect(row.fileUrls).toHaveLength(10);
});

test('a message is rejected, sent, then another', async ({ page, site, problems }) => {
  problems.allow(/status of 400/);
  await page.goto('/contact');
  const message = buildMessage();
  await fillMessage(page, { name: 'S', email: '', message: 'Hi' });
  await sendButton(page).click();
  await expect(page).toHaveTitle('Error: Get in Touch | Vitrin Software');
  await expect(errorSummary(page)).toBeFocused();
  await expectSummary(page, [
    'Name must be at least 2 characters',
    'Please enter a valid email address',
    'Message must be at least 10 characters',
  ]);
  await expect(page.getByLabel('Message', { exact: true })).toHaveValue('Hi');
  await fillMessage(page, message);
  await sendButton(page).dblclick();
  await expect(page).toHaveURL(SENT_WITHOUT_SCRIPTS);
  const thanks = page.getByRole('heading', { name: 'Thank you for your message' });
  await expect(thanks).toBeVisible();
  const rows = await findMessages(site, message);
  expect(rows).toMatchObject([{ ...message, status: 'new', isSuspect: false }]);
  const id = rows[0]?.id ?? '';
  await expect(page.getByText(messageReference(id), { exact: true })).toBeVisible();
  expect(await mailKindsOf(site, id)).toEqual(['messages.confirmation', 'messages.notify-team']);

  await page.goBack();
  await fillMessage(page, message);
  await sendButton(page).click();
  await expect(page).toHaveURL(SENT_WITHOUT_SCRIPTS);
  expect(await findMessages(site, message)).toHaveLength(1);
  await page.getByRole('button', { name: 'Send Another Message' }).click();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('');
});

test('a filled honeypot marks an enquiry, which is kept @full', async ({ page, site }) => {
  await page.goto('/contact');
  const message = buildMessage();
  await fillMessage(page, message);
  const honeypot = page.locator('[name="leaveBlank"]');
  await expect(honeypot).not.toBeInViewport();
  await expect(page.getByLabel('Leave this empty')).toHaveAttribute('tabindex', '-1');
  await honeypot.fill('https://spam.example', { force: true });
  await sendButton(page).click();
  await expect(page).toHaveURL(SENT_WITHOUT_SCRIPTS);
  await page.getByRole('link', { name: 'See your enquiry' }).click();
  await expect(page.getByText('We have it and are going to answer.')).toBeVisible();
  const [row] = await findMessages(site, message);
  expect(row?.isSuspect).toBe(true);
  expect(await mailKindsOf(site, row?.id ?? '')).toEqual(['messages.notify-team']);
});
