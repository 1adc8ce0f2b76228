import { truncate, writeFile } from 'node:fs/promises';
import { expectAccessible } from '#tests/support/browser/accessibility.ts';
import { expect, test, keepOfficeOpen } from '#tests/support/browser/e2e.ts';
import {
  attachedFiles,
  buildOrder,
  expectToast,
  failureNotice,
  fillOrder,
  findAttachments,
  findOrders,
  type FormFile,
  holdRequests,
  jpegFile,
  mailKindsOf,
  open,
  ORDER_FAILED,
  ORDER_SUBMITTED,
  ORDER_SUCCEEDED,
  pdfFile,
  pngFile,
  PROGRAM,
  readStored,
  submitButton,
  watchPosts,
  zipFile,
} from '#tests/support/browser/forms.ts';

keepOfficeOpen();

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const MEGABYTE = 1024 * 1024;

/** A PDF of an exact size that is never held in memory. */
async function writePdf(path: string, size: number): Promise<string> {
  await writeFile(path, '%PDF-1.7\n');
  await truncate(path, size);
  return path;
}

test('files are sent with the order and not before, whenever they were chosen @full', async ({
  page,
  site,
}) => {
  await open(page, '/order');
  const posts = watchPosts(page);
  const order = buildOrder();
  const files: FormFile[] = [pdfFile('plan.pdf', 20_000), pngFile('Çizim.PNG'), zipFile()];
  await page.locator('#files').setInputFiles(files.slice(0, 2));
  await fillOrder(page, order);
  await page.locator('#files').setInputFiles(files.slice(2));
  await expect(attachedFiles(page)).toContainText(['plan.pdf', 'Çizim.PNG', 'export.zip']);
  expect(posts, 'nothing is sent before the submit').toEqual([]);
  expect(
    await site.db
      .selectFrom('orderAttachments')
      .select('id')
      .where('originalName', '=', 'Çizim.PNG')
      .execute(),
  ).toEqual([]);

  const sent = page.waitForRequest('**/api/submit-order');
  await submitButton(page).click();
  const body = (await sent).postDataJSON() as { fileUrls: string[] };
  await expect(page).toHaveURL(ORDER_SUBMITTED);
  await expectToast(page, ORDER_SUCCEEDED);
  expect(posts).toEqual([
    '/api/order-attachments',
    '/api/order-attachments',
    '/api/order-attachments',
    '/api/submit-order',
  ]);

  const [row, ...others] = await findOrders(site, order);
  expect(others).toEqual([]);
  expect(body).toEqual({
    ...order,
    fileUrls: row?.fileUrls,
    homepage: '',
    formAge: expect.any(Number),
    landingPage: '/order',
  });
});

test('an order with three files is stored with every byte', async ({ page, site }) => {
  await open(page, '/order');
  const order = buildOrder();
  const files: FormFile[] = [pdfFile('plan.pdf', 20_000), pngFile('Çizim.PNG'), zipFile()];
  await fillOrder(page, order);
  await page.locator('#files').setInputFiles(files);
  const before = Date.now();
  await submitButton(page).click();
  await expect(page).toHaveURL(ORDER_SUBMITTED);
  const [row] = await findOrders(site, order);
  expect(row?.fileUrls).toHaveLength(3);
  expect(new Set(row?.fileUrls).size).toBe(3);
  const rows = await findAttachments(site, row?.id ?? '');
  expect(rows).toHaveLength(3);
  for (const [index, { name, buffer }] of files.entries()) {
    const path = row?.fileUrls[index] ?? '';
    const [, time, extension] =
      /^order-attachments\/(\d{13})-[0-9a-z]{20}\.([a-z]+)$/.exec(path) ?? [];
    expect(extension).toBe(name.split('.').at(-1)?.toLowerCase());
    expect(Number(time)).toBeGreaterThanOrEqual(before - 1_000);
    expect(Number(time)).toBeLessThanOrEqual(Date.now() + 1_000);
    expect(rows).toContainEqual(
      expect.objectContaining({
        path,
        originalName: name,
        sizeBytes: buffer.length,
        status: 'claimed',
        formKey: row?.idempotencyKey,
      }),
    );
    expect((await readStored(site, path)).equals(buffer), name).toBe(true);
  }
  expect(await mailKindsOf(site, row?.id ?? '')).toEqual([
    'orders.confirmation',
    'orders.notify-team',
  ]);
});

test('too large and wrong files are refused with a toast, the others are added @full', async ({
  page,
}, info) => {
  await open(page, '/order');
  const input = page.locator('#files');
  await expect(input).toHaveAttribute('accept', '.pdf,.png,.jpg,.jpeg,.zip');
  await expect(input).toHaveAttribute('multiple', '');
  await input.setInputFiles([
    PROGRAM,
    pdfFile(),
    { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('x') },
    // The name says PDF, the browser another type.
    { name: 'page.pdf', mimeType: 'text/html', buffer: Buffer.from('x') },
    pngFile(),
    jpegFile('photo.jpeg'),
    jpegFile('SCAN.JPG'),
    zipFile(),
  ]);
  for (const name of ['run.exe', 'notes.txt', 'page.pdf']) {
    await expectToast(page, {
      title: 'Invalid file type',
      text: `${name} is not a supported file type`,
      isDestructive: true,
    });
  }
  const added = ['plan.pdf', 'sketch.png', 'photo.jpeg', 'SCAN.JPG', 'export.zip'];
  await expect(attachedFiles(page).locator('p:first-child')).toHaveText(added);
  await expect(page.locator('#files-error')).toContainText('run.exe is not a supported file type');

  await input.setInputFiles(await writePdf(info.outputPath('big.pdf'), 10 * MEGABYTE + 1));
  await expectToast(page, {
    title: 'File too large',
    text: 'big.pdf is larger than 10MB',
    isDestructive: true,
  });
  await expect(attachedFiles(page)).toHaveCount(added.length);
});

test('a file of exactly 10 MB is accepted, by the form and by the server @full', async ({
  page,
  site,
}, info) => {
  await open(page, '/order');
  const order = buildOrder();
  await fillOrder(page, order);
  const size = 10 * MEGABYTE;
  await page.locator('#files').setInputFiles(await writePdf(info.outputPath('ten.pdf'), size));
  await expect(attachedFiles(page)).toContainText(['10.0 MB']);
  await submitButton(page).click();
  await expect(page).toHaveURL(ORDER_SUBMITTED, { timeout: 20_000 });
  const [row] = await findOrders(site, order);
  expect((await readStored(site, row?.fileUrls[0] ?? '')).length).toBe(size);
});

test('files come in steps, show name and size, and each can be removed @full', async ({
  page,
  site,
}) => {
  await open(page, '/order');
  const order = buildOrder();
  await fillOrder(page, order);
  const input = page.locator('#files');
  const again = pdfFile('a.pdf', 1.26 * MEGABYTE);
  await input.setInputFiles([again, pdfFile('b.pdf')]);
  await input.setInputFiles([pdfFile('c.pdf', 0.06 * MEGABYTE)]);
  await expect(attachedFiles(page).locator('p')).toHaveText([
    'a.pdf',
    '1.3 MB',
    'b.pdf',
    '< 0.1 MB',
    'c.pdf',
    '0.1 MB',
  ]);
  await page.getByRole('button', { name: 'Remove a.pdf' }).click();
  await expect(input).toBeFocused();
  await expect(attachedFiles(page)).toContainText(['b.pdf', 'c.pdf']);
  await input.setInputFiles([again]);
  await page.getByRole('button', { name: 'Remove b.pdf' }).click();
  await expect(attachedFiles(page)).toContainText(['c.pdf', 'a.pdf']);
  await submitButton(page).click();
  await expect(page).toHaveURL(ORDER_SUBMITTED);
  const [row] = await findOrders(site, order);
  const rows = await findAttachments(site, row?.id ?? '');
  const names = row?.fileUrls.map((path) => rows.find((file) => file.path === path)?.originalName);
  expect(names).toEqual(['c.pdf', 'a.pdf']);
});

test('more than ten files, an empty file and the same file twice are refused or left out @full', async ({
  page,
}) => {
  await open(page, '/order');
  const input = page.locator('#files');
  await input.setInputFiles([
    { name: 'empty.pdf', mimeType: 'application/pdf', buffer: Buffer.alloc(0) },
  ]);
  await expect(page.locator('#files-error')).toContainText(
    'empty.pdf is not a supported file type: it is empty',
  );
  await expect(attachedFiles(page)).toHaveCount(0);
  await input.setInputFiles(Array.from({ length: 11 }, (_, index) => pdfFile(`${index}.pdf`)));
  await expectToast(page, {
    title: 'Too many files',
    text: 'Please attach at most 10 files',
    isDestructive: true,
  });
  await expect(attachedFiles(page)).toHaveCount(10);
});

test('files can be dropped on the form @full', async ({ page, site }) => {
  await open(page, '/order');
  await page.evaluate(() => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File(['%PDF-1.7'], 'dropped.pdf', { type: 'application/pdf' }));
    const area = document.querySelector('#files')?.parentElement;
    for (const type of ['dragover', 'drop']) {
      const event = new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true });
      area?.dispatchEvent(event);
    }
  });
  await expect(attachedFiles(page)).toContainText(['dropped.pdf']);
  await expect(page).toHaveURL(`${site.url}/order`);
});

test('a file that the server refuses is a failed submission that keeps entries and files @full', async ({
  page,
  site,
  problems,
}) => {
  problems.allow(/status of 415/);
  await open(page, '/order');
  const posts = watchPosts(page);
  const order = buildOrder();
  await fillOrder(page, order);
  const fake = { ...pngFile('fake.png'), buffer: Buffer.from('no picture') };
  await page.locator('#files').setInputFiles([pdfFile('good.pdf'), fake]);
  await submitButton(page).click();
  await expect(failureNotice(page)).toBeFocused();
  await expectToast(page, ORDER_FAILED);
  await expect(attachedFiles(page).nth(0)).toContainText('Uploaded');
  await expect(attachedFiles(page).nth(1)).toContainText('Not uploaded');
  await expect(attachedFiles(page).nth(1)).toContainText('fake.png is not a supported file type');
  // Sent again, it would be rejected again.
  await expect(page.getByRole('button', { name: /^Retry/ })).toHaveCount(0);
  await expect(page.getByLabel('Project description')).toHaveValue(order.projectDescription);
  await expect(submitButton(page)).toHaveText('Submit Order');
  expect(posts).not.toContain('/api/submit-order');
  expect(await findOrders(site, order)).toEqual([]);

  await page.getByRole('button', { name: 'Remove fake.png' }).click();
  await submitButton(page).click();
  await expect(page).toHaveURL(ORDER_SUBMITTED);
  expect(posts.filter((path) => path === '/api/order-attachments')).toHaveLength(2);
  const [row] = await findOrders(site, order);
  expect(await findAttachments(site, row?.id ?? '')).toMatchObject([{ originalName: 'good.pdf' }]);
});

test('an order is accepted without a file that there is no room for, and names it @full', async ({
  page,
  site,
  problems,
}) => {
  problems.allow(/status of 429/);
  await page.setViewportSize({ width: 360, height: 800 });
  await open(page, '/order');
  const order = buildOrder();
  await fillOrder(page, order);
  await page.locator('#files').setInputFiles([pdfFile('full.pdf'), pdfFile('stored.pdf')]);
  await page.route('**/api/order-attachments', (route) => {
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
  const [row] = await findOrders(site, order);
  expect(await findAttachments(site, row?.id ?? '')).toMatchObject([
    { originalName: 'stored.pdf' },
  ]);
  await page.getByRole('link', { name: 'See your enquiry' }).click();
  await expect(line).toBeVisible();
});

test('an upload that breaks off fails in place and goes up with the next try @full', async ({
  page,
  site,
  problems,
}) => {
  problems.allow(/ERR_FAILED/);
  await open(page, '/order');
  const order = buildOrder();
  await fillOrder(page, order);
  await page.locator('#files').setInputFiles([pdfFile('a.pdf'), pdfFile('b.pdf')]);
  let count = 0;
  await page.route('**/api/order-attachments', (route) => {
    count += 1;
    return count === 2 ? route.abort() : route.continue();
  });
  await submitButton(page).click();
  await expect(failureNotice(page)).toContainText('A file could not be sent.');
  await expectToast(page, ORDER_FAILED);
  await expect(attachedFiles(page).nth(1)).toContainText('The file could not be sent.');
  await submitButton(page).click();
  await expect(page).toHaveURL(ORDER_SUBMITTED);
  expect(count).toBe(3);
  const [row] = await findOrders(site, order);
  expect(row?.fileUrls).toHaveLength(2);
});

test('a file removed after its upload is not part of the order @full', async ({
  page,
  site,
  problems,
}) => {
  problems.allow(/ERR_FAILED/);
  await open(page, '/order');
  const order = buildOrder();
  await fillOrder(page, order);
  await page.locator('#files').setInputFiles([pdfFile('first.pdf'), pdfFile('second.pdf')]);
  await page.route('**/api/submit-order', (route) => route.abort(), { times: 1 });
  await submitButton(page).click();
  await expect(failureNotice(page)).toBeVisible();
  await page.getByRole('button', { name: 'Remove first.pdf' }).click();
  await submitButton(page).click();
  await expect(page).toHaveURL(ORDER_SUBMITTED);
  const [row] = await findOrders(site, order);
  expect(await findAttachments(site, row?.id ?? '')).toMatchObject([
    { originalName: 'second.pdf' },
  ]);
  expect(row?.fileUrls).toHaveLength(1);
});

test('an upload shows its progress, can be cancelled and tried again @full', async ({
  page,
  site,
}) => {
  await open(page, '/order');
  const posts = watchPosts(page);
  const order = buildOrder();
  await fillOrder(page, order);
  await page.locator('#files').setInputFiles([pdfFile('slow.pdf', 300_000)]);
  const held = await holdRequests(page, '/api/order-attachments');
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
  expect(posts.filter((path) => path === '/api/order-attachments')).toHaveLength(2);
  expect((await findOrders(site, order))[0]?.fileUrls).toHaveLength(1);
});
