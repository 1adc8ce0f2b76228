import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expect, test, keepOfficeOpen } from '#tests/support/browser/e2e.ts';
import {
  attachedFiles,
  buildMessage,
  buildOrder,
  errorSummary,
  expectStored,
  expectSummary,
  expectOrderFailed,
  expectToast,
  failureNotice,
  fillOrder,
  findOrder,
  findOrders,
  holdRequests,
  loseResponse,
  mailKindsOf,
  ORDER_MAILS,
  ORDER_SUBMITTED,
  pdfFile,
  pngFile,
  submitButton,
  watchPosts,
  zipFile,
} from '#tests/support/browser/forms.ts';
import { openPage } from '#tests/support/browser/site.ts';

keepOfficeOpen();

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const TITLE = 'Start Your Project | Vitrin Software';

/** Every message in the order of the page: where its link leads, and a text that corrects it. */
const MESSAGES: [target: string, message: string, text?: string][] = [
  ['fullName', 'Full name must be at least 2 characters', 'Mu'],
  ['email', 'Please enter a valid email address', 'mu@example.com'],
  ['serviceType-0', 'Please select a service type'],
  ['projectDescription', 'Project description must be at least 50 characters', '𐰀'.repeat(50)],
  ['desiredFeatures-0', 'Please select at least one feature'],
  ['estimatedBudget-0', 'Please select your estimated budget'],
  ['targetTimeline-0', 'Please select your target timeline'],
  ['requiredLanguages-0', 'Please select at least one language'],
  ['termsAccepted', 'You must accept the terms and conditions'],
];

const ALL = MESSAGES.map(([, message]) => message);

test('everything missing is reported until it is right', async ({ page }) => {
  await openPage(page, '/order');
  await expect(page).toHaveTitle(TITLE);
  await expect(page.getByText('(optional)')).toHaveCount(3);
  const hints = await page
    .locator('#order-form [autocomplete]')
    .evaluateAll((inputs) => inputs.map((input) => input.getAttribute('autocomplete')));
  expect(hints.slice(0, 4)).toEqual(['name', 'email', 'tel', 'organization']);

  const posts = watchPosts(page);
  await expect(submitButton(page)).toHaveText('Submit Order');
  const counter = page.locator('#projectDescription-count');
  await expect(counter).toContainText('0/50');
  await page.getByLabel('Project description').fill('d'.repeat(10_001));
  await expect(counter).toContainText('10,001 of at most 10,000 characters');
  await page.getByLabel('Full name').fill(' M ');
  await page.getByLabel('E-mail').fill('murat@');
  await page.getByLabel('Project description').fill(`  ${'ş'.repeat(49)} \n`);
  await expect(counter).toContainText('49/50');
  await submitButton(page).click();
  await expect(errorSummary(page)).toBeFocused();
  await expectSummary(page, ALL);
  await expect(page).toHaveTitle(`Error: ${TITLE}`);
  for (const [target, message] of MESSAGES) {
    const [field] = target.split('-');
    await expect(page.locator(`#${field}-error`)).toHaveText(`Error: ${message}`);
    const described = page.locator(`#${target}, [role="radiogroup"], fieldset`).filter({
      has: page.locator(`xpath=self::*[contains(@aria-describedby, "${field}-error")]`),
    });
    await expect(described).toHaveCount(1);
    await errorSummary(page).getByRole('link', { name: message }).click();
    await expect(page.locator(`#${target}`)).toBeFocused();
    await expect(page.locator(`#${target}`)).toBeInViewport();
  }
  for (const [target, , text] of MESSAGES) {
    const control = page.locator(`#${target}`);
    await (text === undefined ? control.check() : control.fill(text));
    await expect(page.locator(`#${target.split('-')[0]}-error`)).toHaveCount(0);
  }
  await expect(errorSummary(page)).toHaveCount(0);
  await expect(page).toHaveTitle(TITLE);
  await expect(counter).toContainText('Long enough');
  await page.getByLabel('Full name').fill('M');
  await submitButton(page).click();
  await expectSummary(page, ALL.slice(0, 1));
  expect(posts).toEqual([]);
});

test('an order is sent with its files, accepted and thanked for', async ({ page, site }) => {
  await openPage(page, '/order');
  const posts = watchPosts(page);
  const order = { ...buildOrder(), phone: '', company: '' };
  const files = [pdfFile('plan.pdf', 20_000), pngFile('Çizim.PNG'), zipFile()];
  await page.locator('#files').setInputFiles(files.slice(0, 2));
  await fillOrder(page, order);
  await page.locator('#files').setInputFiles(files.slice(2));
  await expect(attachedFiles(page)).toContainText(files.map(({ name }) => name));
  expect(posts, 'nothing is sent before the submit').toEqual([]);
  const held = await holdRequests(page, '/api/submit-order');
  const sent = page.waitForRequest('**/api/submit-order');
  await submitButton(page).dblclick();
  const body = (await sent).postDataJSON() as { fileUrls: string[] };
  const signals = { homepage: '', formAge: expect.any(Number), landingPage: '/order' };
  const fileUrls = Array(3).fill(expect.any(String));
  expect(body).toEqual({ ...order, ...signals, fileUrls, termsVersion: '2025-01' });
  await expect(submitButton(page)).toHaveText('Submitting...');
  await expect(submitButton(page)).toHaveAttribute('aria-disabled', 'true');
  await expect(page.getByText('Submitting your order')).toBeVisible();
  await submitButton(page).click({ force: true });
  await page.getByLabel('Full name').press('Enter');
  held.release();
  await expect(page).toHaveURL(ORDER_SUBMITTED);
  expect(held.count()).toBe(1);
  const notice = "We'll contact you within 1 hour.";
  await expectToast(page, 'default', 'Order submitted successfully!', notice);
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toHaveText('Thank You!');
  await expect(heading).toBeFocused();
  const next = page.getByText('We will contact you within 1 hour to discuss your project.');
  await expect(next).toBeVisible();
  const uploads = Array(3).fill('/api/order-attachments');
  expect(posts.toSorted()).toEqual([...uploads, '/api/submit-order']);
  const row = await findOrder(site, order);
  const { termsAccepted: _, ...fields } = order;
  const stored = { phone: null, company: null, status: 'new', isSuspect: false };
  expect(row).toMatchObject({ ...fields, ...stored, fileUrls: body.fileUrls });
  expect(row.termsVersion).toBe('2025-01');
  await expectStored(site, row, files);
  expect(await mailKindsOf(site, row.id)).toEqual(ORDER_MAILS);
  const reference = page.getByText(row.reference, { exact: true });
  await expect(reference).toBeVisible();
  await page.reload();
  await expect(heading).toHaveText('Thank You!');
  await expect(reference).toBeVisible();
  expect(await findOrders(site, order)).toHaveLength(1);

  await page.getByRole('link', { name: 'Back to Home' }).click();
  await expect(page).toHaveURL(`${site.url}/`);
  await page.getByRole('banner').getByRole('link', { name: 'Order Now' }).click();
  await expect(heading).toHaveText('Start Your Project');
  await expect(page.getByLabel('Full name')).toHaveValue('');
  await expect(page.getByLabel('Project description')).toHaveValue('');
  await expect(page.locator('#order-form :checked')).toHaveCount(0);
  await expect(attachedFiles(page)).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Saved draft' })).toHaveCount(0);
});

/** Has the next submission rejected with an error of the API. */
async function rejectOnce(page: Page, status: number, error: object): Promise<void> {
  await page.route(
    '**/api/submit-order',
    (route) => route.fulfill({ status, json: { error: { code: 'X', message: 'No', ...error } } }),
    { times: 1 },
  );
}

test('a failed order is kept and sent once more', async ({ page, site, problems }) => {
  problems.allow(/ERR_FAILED|status of (?:503|400)/);
  await openPage(page, '/order');
  const posts = watchPosts(page);
  const order = buildOrder();
  await fillOrder(page, order);
  await page.locator('#files').setInputFiles([pdfFile('a.pdf'), pdfFile('b.pdf')]);
  await page.route('**/api/submit-order', (route) => route.abort(), { times: 1 });
  await submitButton(page).click();
  await expect(failureNotice(page)).toBeFocused();
  await expect(failureNotice(page)).toContainText('Please try again or email us directly.');
  const address = failureNotice(page).getByRole('link', { name: 'hello@vitrin.example' });
  await expect(address).toHaveAttribute('href', /^mailto:hello@vitrin\.example/);
  await expectOrderFailed(page);
  await expect(submitButton(page)).toHaveText('Submit Order');
  await expect(submitButton(page)).toHaveAttribute('aria-disabled', 'false');
  await expect(page.getByLabel('Full name')).toHaveValue(order.fullName);
  await expect(page.getByLabel('Project description')).toHaveValue(order.projectDescription);
  await expect(page.locator('#order-form :checked')).toHaveCount(8);
  await expect(attachedFiles(page)).toContainText(['a.pdf', 'b.pdf']);

  await rejectOnce(page, 503, { message: 'The database does not answer.' });
  await submitButton(page).click();
  await expect(failureNotice(page)).toContainText('The database does not answer.');
  await rejectOnce(page, 400, { fields: { company: 'Not this company' } });
  await submitButton(page).click();
  await expect(errorSummary(page)).toBeFocused();
  await expectSummary(page, ['Not this company']);
  await expect(page.locator('#company-error')).toHaveText('Error: Not this company');
  expect(await findOrders(site, order)).toEqual([]);

  await submitButton(page).click();
  await expect(page).toHaveURL(ORDER_SUBMITTED);
  const row = await findOrder(site, order);
  expect(row.fileUrls).toHaveLength(2);
  expect(posts.filter((path) => path === '/api/order-attachments')).toHaveLength(2);
  expect(posts.filter((path) => path === '/api/submit-order')).toHaveLength(4);
});

test('a lost response makes no second order @full', async ({ page, site, problems }) => {
  problems.allow(/ERR_FAILED|status of 422/);
  page.on('dialog', (dialog) => void dialog.accept());
  for (const isChanged of [false, true]) {
    await openPage(page, '/order');
    const order = buildOrder();
    await fillOrder(page, order);
    await page.route('**/api/submit-order', loseResponse, { times: 1 });
    await submitButton(page).click();
    await expect(failureNotice(page)).toBeVisible();
    const row = await findOrder(site, order);
    if (isChanged) {
      await page.getByLabel('Company (optional)').fill('Meridyen');
      await submitButton(page).click();
      await expect(failureNotice(page)).toContainText('An earlier version of this form');
      await submitButton(page).click();
      await expect(page).toHaveURL(ORDER_SUBMITTED);
      const companies = (await findOrders(site, order)).map(({ company }) => company);
      expect(new Set(companies)).toEqual(new Set(['Meridyen', order.company]));
      continue;
    }
    await page.reload();
    await page.getByRole('button', { name: 'Restore draft' }).click();
    await expect(page.getByLabel('Full name')).toHaveValue(order.fullName);
    await submitButton(page).click();
    await expect(page).toHaveURL(`${site.url}/order?submitted=${row.reference}`);
    expect(await findOrders(site, order)).toHaveLength(1);
    await page.reload();
    await page.getByRole('link', { name: 'See your enquiry' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Your order ${row.reference}`);
    expect(await mailKindsOf(site, row.id)).toHaveLength(2);
  }
});

test('enquiries are only confirmed to senders @full', async ({ page, request, site, problems }) => {
  problems.allow(/status of 404/);
  const [order, message] = [buildOrder(), buildMessage()];
  const key = { 'idempotency-key': randomUUID() };
  const file = pdfFile('secret.pdf');
  const uploaded = await request.post('/api/order-attachments', {
    headers: key,
    multipart: { file, formKey: key['idempotency-key'] },
  });
  const { path: stored } = (await uploaded.json()) as { path: string };
  const data = { ...order, fileUrls: [stored] };
  const submitted = await request.post('/api/submit-order', { headers: key, data });
  const { reference } = (await submitted.json()) as { reference: string };
  const sent = await request.post('/api/contact-messages', { data: message });
  const { id: messageId } = (await sent.json()) as { id: string };
  const row = await findOrder(site, order);
  const bytes = file.buffer.subarray(-16).toString('latin1');
  const secrets = [order.projectDescription, order.email, message.message, bytes];
  const forms = [
    { path: '/order', name: 'submitted', id: reference, thanks: 'Thank You!' },
    { path: '/contact', name: 'sent', id: messageId, thanks: 'Thank you for your message' },
  ];
  for (const { path, name, id, thanks } of forms) {
    await page.goto(`${path}?${name}=${id}`);
    await expect(page.getByRole('heading', { name: thanks })).toBeVisible();
    // The reference is said on the phone, and opens nothing.
    await expect(page.locator('[href^="/track/"]')).toHaveCount(0);
    const html = await page.content();
    for (const secret of secrets) expect(html, path).not.toContain(secret);
  }
  for (const path of [
    `/api/orders/${row.id}`,
    ...['api', 'media', 'files', 'files/private'].map((folder) => `/${folder}/${stored}`),
    `/api/contact-messages/${messageId}`,
    `/contact/${messageId}`,
  ]) {
    const response = await request.get(path);
    expect([401, 403, 404, 405], path).toContain(response.status());
    const body = (await response.body()).toString('latin1');
    for (const secret of secrets) expect(body, path).not.toContain(secret);
  }

  const createdAt = new Date(Date.now() - 25 * 60 * 60 * 1_000);
  await site.db.updateTable('orders').set({ createdAt }).execute();
  await site.db.updateTable('contactMessages').set({ createdAt }).execute();
  for (const { path, name, id, thanks } of forms) {
    for (const wrong of ['V-ZZZZZZZZ', '1', id]) {
      await page.goto(`${path}?${name}=${wrong}`);
      await expect(page, wrong).toHaveURL(`${site.url}${path}`);
      await expect(page.locator('main form').first()).toBeVisible();
      await expect(page.getByRole('heading', { name: thanks })).toHaveCount(0);
    }
  }
});

test('what was entered and chosen before the scripts ran is not lost @full', async ({ page }) => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/assets/entry.client-*.js', async (route) => {
    await released;
    await route.continue();
  });
  await page.goto('/order', { waitUntil: 'commit' });
  await page.getByLabel('Full name').fill('Early Typist');
  await page.locator('#files').setInputFiles([pdfFile('early.pdf')]);
  release();
  await expect(attachedFiles(page)).toContainText(['early.pdf']);
  await expect(page.getByLabel('Full name')).toHaveValue('Early Typist');
  const posts = watchPosts(page);
  await submitButton(page).click();
  await expectSummary(page, ALL.slice(1));
  expect(posts).toEqual([]);
});

test('the four parts are marked as they become complete @full', async ({ page }) => {
  await openPage(page, '/order');
  const parts = page.getByRole('complementary', { name: 'Progress' }).getByRole('listitem');
  await fillOrder(page, buildOrder());
  await expect(parts).toContainText(Array(4).fill(/, complete/));
  await page.getByLabel('Project description').fill('short');
  await expect(parts.nth(1)).toContainText(', not complete yet');
  await parts.nth(2).getByRole('link').click();
  await expect(page.getByRole('heading', { name: 'Budget & Timeline' })).toBeInViewport();
  await expect(page.getByLabel('Full name')).toHaveValue('Murat Çetin');
  await page.setViewportSize({ width: 360, height: 740 });
  await expect(page.getByText('3 of 4')).toBeVisible();
});
