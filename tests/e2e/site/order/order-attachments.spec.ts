import { expectAccessible } from '#tests/support/browser/accessibility.ts';
import { expect, test, keepOfficeOpen } from '#tests/support/browser/e2e.ts';
import {
  attachedFiles,
  buildOrder,
  expectOrderFailed,
  expectToast,
  failureNotice,
  fillOrder,
  findAttachments,
  findOrder,
  findOrders,
  holdRequests,
  ORDER_SUBMITTED,
  pdfFile,
  pngFile,
  PROGRAM,
  submitButton,
  watchPosts,
} from '#tests/support/browser/forms.ts';
import { openPage } from '#tests/support/browser/site.ts';

keepOfficeOpen();

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const UPLOAD = '/api/order-attachments';

test('files are chosen, dropped, rejected and removed @full', async ({ page, site }) => {
  await openPage(page, '/order');
  const order = buildOrder();
  await fillOrder(page, order);
  const input = page.locator('#files');
  await expect(input).toHaveAttribute('accept', '.pdf,.png,.jpg,.jpeg,.zip');
  await expect(input).toHaveAttribute('multiple', '');
  const again = pdfFile('a.pdf', 1.26 * 1024 * 1024);
  await input.setInputFiles([PROGRAM, again, pdfFile('b.pdf')]);
  const text = 'run.exe is not a supported file type';
  await expectToast(page, 'destructive', 'Invalid file type', text);
  await expect(page.locator('#files-error')).toContainText(text);
  await page.evaluate(() => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File(['%PDF-1.7'], 'dropped.pdf', { type: 'application/pdf' }));
    const area = document.querySelector('#files')?.parentElement;
    for (const type of ['dragover', 'drop']) {
      const event = new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true });
      area?.dispatchEvent(event);
    }
  });
  const shown = ['a.pdf', '1.3 MB', 'b.pdf', '< 0.1 MB', 'dropped.pdf', '< 0.1 MB'];
  await expect(attachedFiles(page).locator('p')).toHaveText(shown);
  await page.getByRole('button', { name: 'Remove a.pdf' }).click();
  await expect(input).toBeFocused();
  await input.setInputFiles([again]);
  await page.getByRole('button', { name: 'Remove b.pdf' }).click();
  await expect(attachedFiles(page)).toContainText(['dropped.pdf', 'a.pdf']);
  await submitButton(page).click();
  await expect(page).toHaveURL(ORDER_SUBMITTED);
  const row = await findOrder(site, order);
  const rows = await findAttachments(site, row.id);
  const names = row.fileUrls.map((path) => rows.find((file) => file.path === path)?.originalName);
  expect(names).toEqual(['dropped.pdf', 'a.pdf']);
});

test('failed uploads are removed or sent again @full', async ({ page, site, problems }) => {
  problems.allow(/status of 415|ERR_FAILED/);
  await openPage(page, '/order');
  const posts = watchPosts(page);
  const order = buildOrder();
  await fillOrder(page, order);
  const fake = { ...pngFile('fake.png'), buffer: Buffer.from('no picture') };
  await page.locator('#files').setInputFiles([pdfFile('good.pdf'), pdfFile('broken.pdf'), fake]);
  let uploads = 0;
  await page.route(`**${UPLOAD}`, (route) => {
    uploads += 1;
    return uploads === 2 ? route.abort() : route.continue();
  });
  await submitButton(page).click();
  await expect(failureNotice(page)).toBeFocused();
  await expect(failureNotice(page)).toContainText('A file could not be sent.');
  await expectOrderFailed(page);
  await expect(attachedFiles(page).nth(0)).toContainText('Uploaded');
  await expect(attachedFiles(page).nth(1)).toContainText('The file could not be sent.');
  await expect(page.getByRole('button', { name: /^Retry/ })).toHaveAccessibleName(/broken\.pdf$/);

  await submitButton(page).click();
  await expectOrderFailed(page);
  await expect(attachedFiles(page).nth(1)).toContainText('Uploaded');
  await expect(attachedFiles(page).nth(2)).toContainText('Not uploaded');
  await expect(attachedFiles(page).nth(2)).toContainText('fake.png is not a supported file type');
  // Sent again, it would be rejected again.
  await expect(page.getByRole('button', { name: /^Retry/ })).toHaveCount(0);
  await expect(page.getByLabel('Project description')).toHaveValue(order.projectDescription);
  await expect(submitButton(page)).toHaveText('Submit Order');
  expect(posts).not.toContain('/api/submit-order');

  await page.getByRole('button', { name: 'Remove fake.png' }).click();
  await page.route('**/api/submit-order', (route) => route.abort(), { times: 1 });
  await submitButton(page).click();
  await expectOrderFailed(page);
  expect(uploads).toBe(4);
  expect(await findOrders(site, order)).toEqual([]);
  await page.getByRole('button', { name: 'Remove good.pdf' }).click();
  await submitButton(page).click();
  await expect(page).toHaveURL(ORDER_SUBMITTED);
  const row = await findOrder(site, order);
  expect(row.fileUrls).toHaveLength(1);
  const [file] = await findAttachments(site, row.id);
  expect(file?.originalName).toBe('broken.pdf');
});

test('a file removed after its upload frees its place @full', async ({ page, site, problems }) => {
  problems.allow(/status of 400|ERR_FAILED/);
  await openPage(page, '/order');
  const order = buildOrder();
  await fillOrder(page, order);
  const input = page.locator('#files');
  await input.setInputFiles(Array.from({ length: 10 }, (_, index) => pdfFile(`${index}.pdf`)));
  let uploads = 0;
  await page.route(`**${UPLOAD}`, (route) => {
    uploads += 1;
    return uploads === 10 ? route.abort() : route.continue();
  });
  await submitButton(page).click();
  await expectOrderFailed(page);
  await page.getByRole('button', { name: 'Remove 0.pdf' }).click();
  await input.setInputFiles([pdfFile('new.pdf')]);
  await submitButton(page).click();
  await expect(page).toHaveURL(ORDER_SUBMITTED);
  expect((await findOrder(site, order)).fileUrls).toHaveLength(10);
});

test('an order names a file left out for lack of room @full', async ({ page, site, problems }) => {
  problems.allow(/status of 429/);
  await page.setViewportSize({ width: 360, height: 800 });
  await openPage(page, '/order');
  const order = buildOrder();
  await fillOrder(page, order);
  await page.locator('#files').setInputFiles([pdfFile('full.pdf'), pdfFile('stored.pdf')]);
  await page.route(`**${UPLOAD}`, (route) => {
    const isFirst = route.request().postData()?.includes('full.pdf');
    const message = 'Too many files were sent within a day';
    const error = { code: 'RATE_LIMITED', message, fields: { fileUrls: message } };
    return isFirst ? route.fulfill({ status: 429, json: { error } }) : route.continue();
  });
  await submitButton(page).click();
  await expect(page).toHaveURL(ORDER_SUBMITTED);
  const line = page.getByText('Left out: full.pdf. There was no room for it.');
  await expect(line).toBeVisible();
  await expect(page.getByText('Your order has arrived without these files.')).toBeVisible();
  await expectAccessible(page);
  const row = await findOrder(site, order);
  expect(await findAttachments(site, row.id)).toMatchObject([{ originalName: 'stored.pdf' }]);
  await page.getByRole('link', { name: 'See your enquiry' }).click();
  await expect(line).toBeVisible();
});

test('an upload shows its progress, can be cancelled and retried @full', async ({ page, site }) => {
  await openPage(page, '/order');
  const posts = watchPosts(page);
  const order = buildOrder();
  await fillOrder(page, order);
  await page.locator('#files').setInputFiles([pdfFile('slow.pdf', 300_000)]);
  const held = await holdRequests(page, UPLOAD);
  await submitButton(page).click();
  await expect(submitButton(page)).toHaveText('Submitting...');
  await expect(page.getByRole('progressbar', { name: 'Upload of slow.pdf' })).toBeVisible();
  await expect(page.getByText('Uploading file 1 of 1')).toBeVisible();
  await expect(page.locator('#files')).toBeDisabled();
  await page.getByRole('button', { name: 'Cancel the upload of slow.pdf' }).click();
  await expect(attachedFiles(page)).toContainText(['Cancelled']);
  await expect(submitButton(page)).toHaveText('Submit Order');
  expect(posts).not.toContain('/api/submit-order');
  held.release();
  await page.getByRole('button', { name: 'Retry the upload of slow.pdf' }).click();
  await expect(attachedFiles(page)).toContainText(['Uploaded']);
  await submitButton(page).click();
  await expect(page).toHaveURL(ORDER_SUBMITTED);
  expect(posts.filter((path) => path === UPLOAD)).toHaveLength(2);
  expect((await findOrders(site, order))[0]?.fileUrls).toHaveLength(1);
});
