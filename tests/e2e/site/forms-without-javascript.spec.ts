import { ORDER_MESSAGES } from '#shared/orders/messages.ts';
import { messageReference } from '#shared/messages/reference.ts';
import { expect, test, keepOfficeOpen } from '#tests/support/browser/e2e.ts';
import {
  attachedFiles,
  buildMessage,
  buildOrder,
  errorSummary,
  expectSummary,
  fillMessage,
  fillOrder,
  findAttachments,
  findMessages,
  findOrders,
  mailKindsOf,
  MESSAGE_SENT,
  ORDER_SUBMITTED,
  pdfFile,
  pngFile,
  PROGRAM,
  readStored,
  SENT_WITHOUT_SCRIPTS,
  zipFile,
} from '#tests/support/browser/forms.ts';

keepOfficeOpen();

test.use({ javaScriptEnabled: false });

test('an order with files is refused and keeps everything @full', async ({
  page,
  site,
  problems,
}) => {
  problems.allow(/status of 400/);
  await page.goto('/order');
  const order = buildOrder();
  await page.getByLabel('Full name').fill(order.fullName);
  await page.getByLabel('E-mail').fill('murat@');
  await page.getByLabel('API Integration').check();
  await page.getByLabel('Advanced Analytics').check();
  await page.getByLabel('Turkish', { exact: true }).check();
  await page.getByLabel('60 days').check();
  await page
    .locator('#files')
    .setInputFiles([
      pdfFile('plan.pdf', 1.26 * 1024 * 1024),
      zipFile('drop.zip'),
      PROGRAM,
      { ...pngFile('fake.png'), buffer: Buffer.from('no picture') },
    ]);
  await page.getByRole('button', { name: 'Submit Order' }).click();

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
  await expect(page.locator('#email-error')).toHaveText(
    'Error: Please enter a valid email address',
  );
  await expect(errorSummary(page).getByRole('link').first()).toHaveAttribute('href', '#email');
  await expect(page.getByLabel('Full name')).toHaveValue(order.fullName);
  await expect(page.getByLabel('E-mail')).toHaveValue('murat@');
  await expect(page.locator('#order-form :checked')).toHaveCount(4);
  await expect(attachedFiles(page)).toContainText(['plan.pdf', 'drop.zip']);
  await expect(attachedFiles(page).nth(0)).toContainText('1.3 MB');
  expect(await findOrders(site, order)).toEqual([]);
});

test('an order that was refused is accepted with the files that stay and new ones', async ({
  page,
  site,
  problems,
}) => {
  problems.allow(/status of 400/);
  await page.goto('/order');
  const order = buildOrder();
  const [plan, added] = [pdfFile('plan.pdf', 1.26 * 1024 * 1024), pngFile()];
  await page.locator('#files').setInputFiles([plan, zipFile('drop.zip')]);
  await page.getByRole('button', { name: 'Submit Order' }).click();
  await expect(attachedFiles(page)).toContainText(['plan.pdf', 'drop.zip']);
  await fillOrder(page, order);
  await attachedFiles(page).nth(1).getByRole('checkbox', { name: 'Remove drop.zip' }).check();
  await page.locator('#files').setInputFiles([added]);
  await page.getByRole('button', { name: 'Submit Order' }).click();
  await expect(page).toHaveURL(SENT_WITHOUT_SCRIPTS);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Thank You!');

  const [row, ...others] = await findOrders(site, order);
  expect(others).toEqual([]);
  const { termsAccepted: _, ...fields } = order;
  expect(row).toMatchObject({ ...fields, status: 'new', isSuspect: false });
  await expect(page.getByText(row?.reference ?? 'no row', { exact: true })).toBeVisible();
  const attachments = await findAttachments(site, row?.id ?? '');
  expect(attachments.map(({ originalName }) => originalName).toSorted()).toEqual([
    'plan.pdf',
    'sketch.png',
  ]);
  for (const { originalName, path, status } of attachments) {
    const sent = [plan, added].find(({ name }) => name === originalName);
    expect(status).toBe('claimed');
    expect(row?.fileUrls).toContain(path);
    expect((await readStored(site, path)).equals(sent?.buffer ?? Buffer.alloc(0))).toBe(true);
  }
  expect(await mailKindsOf(site, row?.id ?? '')).toEqual([
    'orders.confirmation',
    'orders.notify-team',
  ]);
  await page.reload();
  await expect(page.getByText(row?.reference ?? 'no row', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'See your enquiry' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Your order ${row?.reference}`);
});

test('a file over 10 MB is refused with its name, the others are kept @full', async ({
  page,
  problems,
}) => {
  problems.allow(/status of 400/);
  await page.goto('/order');
  await page.getByLabel('Full name').fill('Murat Çetin');
  await page
    .locator('#files')
    .setInputFiles([pdfFile('big.pdf', 10 * 1024 * 1024 + 1), pdfFile('small.pdf')]);
  await page.getByRole('button', { name: 'Submit Order' }).click();
  await expect(errorSummary(page)).toContainText('big.pdf is larger than 10MB');
  await expect(attachedFiles(page)).toHaveCount(1);
  await expect(attachedFiles(page)).toContainText(['small.pdf']);
  await expect(page.getByLabel('Full name')).toHaveValue('Murat Çetin');
});

test('a form kept for its errors removes a file also when it is refused again @full', async ({
  page,
  problems,
}) => {
  problems.allow(/status of 400/);
  await page.goto('/order');
  await page.locator('#files').setInputFiles([pdfFile('keep.pdf'), pdfFile('drop.pdf')]);
  await page.getByRole('button', { name: 'Submit Order' }).click();
  await expect(attachedFiles(page)).toContainText(['keep.pdf', 'drop.pdf']);
  await page.getByRole('checkbox', { name: 'Remove drop.pdf' }).check();
  await page.getByRole('button', { name: 'Submit Order' }).click();
  await expect(attachedFiles(page)).toHaveCount(1);
  await expect(attachedFiles(page)).toContainText(['keep.pdf']);
});

test('of ten files one is removed and another added: the order is accepted with ten @full', async ({
  page,
  site,
  problems,
}) => {
  problems.allow(/status of 400/);
  await page.goto('/order');
  const order = buildOrder();
  const names = Array.from({ length: 10 }, (_, index) => `file-${index}.pdf`);
  await page.locator('#files').setInputFiles(names.map((name) => pdfFile(name)));
  await page.getByRole('button', { name: 'Submit Order' }).click();
  await expect(attachedFiles(page)).toContainText(names);
  const dropped = await site.db
    .selectFrom('orderAttachments')
    .select('path')
    .where('formKey', '=', await page.locator('[name="formKey"]').inputValue())
    .where('originalName', '=', 'file-4.pdf')
    .executeTakeFirstOrThrow();

  await fillOrder(page, order);
  await page.getByRole('checkbox', { name: 'Remove file-4.pdf' }).check();
  await page.locator('#files').setInputFiles([pdfFile('added.pdf')]);
  await page.getByRole('button', { name: 'Submit Order' }).click();
  await expect(page).toHaveURL(SENT_WITHOUT_SCRIPTS);

  const [row] = await findOrders(site, order);
  expect(row?.fileUrls).toHaveLength(10);
  const attachments = await findAttachments(site, row?.id ?? '');
  expect(attachments.map(({ originalName }) => originalName).toSorted()).toEqual(
    ['added.pdf', ...names.filter((name) => name !== 'file-4.pdf')].toSorted(),
  );
  await expect(readStored(site, dropped.path)).rejects.toMatchObject({ code: 'ENOENT' });
});

test('a form gone back to from before a removal says so and takes ten other files @full', async ({
  page,
  site,
  problems,
}) => {
  problems.allow(/status of 400/);
  await page.goto('/order');
  const order = buildOrder();
  const names = Array.from({ length: 10 }, (_, index) => `file-${index}.pdf`);
  await page.locator('#files').setInputFiles(names.map((name) => pdfFile(name)));
  await page.getByRole('button', { name: 'Submit Order' }).click();
  await page.getByRole('checkbox', { name: 'Remove file-4.pdf' }).check();
  await page.getByRole('button', { name: 'Submit Order' }).click();
  await expect(attachedFiles(page)).toHaveCount(9);

  await page.goBack();
  await expect(attachedFiles(page)).toHaveCount(10);
  await page.getByRole('checkbox', { name: 'Remove file-4.pdf' }).uncheck();
  await fillOrder(page, order);
  await page.getByRole('button', { name: 'Submit Order' }).click();
  await expectSummary(page, [ORDER_MESSAGES.fileGone]);
  await expect(attachedFiles(page)).toHaveCount(0);
  await page.locator('#files').setInputFiles(names.map((name) => pdfFile(name)));
  await page.getByRole('button', { name: 'Submit Order' }).click();
  await expect(page).toHaveURL(SENT_WITHOUT_SCRIPTS);
  const [row] = await findOrders(site, order);
  expect(row?.fileUrls).toHaveLength(10);
});

test('an order sent twice, by a double click and by going back, is one order @full', async ({
  page,
  site,
}) => {
  await page.goto('/order');
  const order = buildOrder();
  await fillOrder(page, order);
  const files = [pdfFile('a.pdf'), pdfFile('b.pdf')];
  await page.locator('#files').setInputFiles(files);
  await page.getByRole('button', { name: 'Submit Order' }).dblclick();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Thank You!');
  const [row, ...others] = await findOrders(site, order);
  expect(others).toEqual([]);
  expect(row?.fileUrls).toHaveLength(2);

  await page.goBack();
  await expect(page.getByLabel('Full name')).toHaveValue(order.fullName);
  await page.locator('#files').setInputFiles(files);
  await page.getByRole('button', { name: 'Submit Order' }).click();
  // Who knows what was entered may be somebody else.
  await expect(page).toHaveURL(ORDER_SUBMITTED);
  await expect(page.getByText(row?.reference ?? 'no row', { exact: true })).toBeVisible();
  await expect(page.locator('[href^="/track/"]')).toHaveCount(0);
  expect(await findOrders(site, order)).toHaveLength(1);
  expect(await mailKindsOf(site, row?.id ?? '')).toHaveLength(2);
});

test('a message is refused, then sent, then another can follow', async ({
  page,
  site,
  problems,
}) => {
  problems.allow(/status of 400/);
  await page.goto('/contact');
  const message = buildMessage();
  await page.getByLabel('Name', { exact: true }).fill('S');
  await page.getByLabel('Message', { exact: true }).fill('Hi');
  await page.getByRole('button', { name: 'Send Message' }).click();
  await expect(page).toHaveTitle('Error: Get in Touch | Vitrin Software');
  await expect(errorSummary(page)).toBeFocused();
  await expectSummary(page, [
    'Name must be at least 2 characters',
    'Please enter a valid email address',
    'Message must be at least 10 characters',
  ]);
  await expect(page.getByLabel('Message', { exact: true })).toHaveValue('Hi');
  await fillMessage(page, message);
  await page.getByRole('button', { name: 'Send Message' }).dblclick();
  await expect(page).toHaveURL(SENT_WITHOUT_SCRIPTS);
  await expect(page.getByRole('heading', { name: 'Thank you for your message' })).toBeVisible();
  const rows = await findMessages(site, message);
  const reference = messageReference(rows[0]?.id ?? '');
  await expect(page.getByText(reference, { exact: true })).toBeVisible();
  expect(rows).toMatchObject([{ ...message, status: 'new', isSuspect: false }]);
  expect(await mailKindsOf(site, rows[0]?.id ?? '')).toEqual([
    'messages.confirmation',
    'messages.notify-team',
  ]);
  await page.getByRole('button', { name: 'Send Another Message' }).click();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('');
});

test('a message sent again after going back is one message @full', async ({ page, site }) => {
  await page.goto('/contact');
  const message = buildMessage();
  await fillMessage(page, message);
  await page.getByRole('button', { name: 'Send Message' }).click();
  await expect(page).toHaveURL(SENT_WITHOUT_SCRIPTS);
  await page.goBack();
  await expect(page.getByLabel('Message', { exact: true })).toHaveValue(message.message);
  await page.getByRole('button', { name: 'Send Message' }).click();
  await expect(page).toHaveURL(MESSAGE_SENT);
  expect(await findMessages(site, message)).toHaveLength(1);
});

test('what a program writes into the hidden field is kept, but marked and not confirmed @full', async ({
  page,
  site,
}) => {
  await page.goto('/contact');
  const message = buildMessage();
  await fillMessage(page, message);
  const honeypot = page.locator('[name="homepage"]');
  await expect(honeypot).not.toBeInViewport();
  await expect(page.getByLabel('Leave this empty')).toHaveAttribute('tabindex', '-1');
  await honeypot.fill('https://spam.example', { force: true });
  await page.getByRole('button', { name: 'Send Message' }).click();
  await expect(page).toHaveURL(SENT_WITHOUT_SCRIPTS);
  await page.getByRole('link', { name: 'See your enquiry' }).click();
  await expect(page.getByText('We have it and are going to answer.')).toBeVisible();
  const [row] = await findMessages(site, message);
  expect(row?.isSuspect).toBe(true);
  expect(await mailKindsOf(site, row?.id ?? '')).toEqual(['messages.notify-team']);
});
