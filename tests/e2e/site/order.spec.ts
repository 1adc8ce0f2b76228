import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expect, test, keepOfficeOpen } from '#tests/support/browser/e2e.ts';
import {
  attachedFiles,
  buildOrder,
  errorSummary,
  expectSummary,
  expectToast,
  failureNotice,
  fillOrder,
  findOrders,
  holdRequests,
  loseResponse,
  mailKindsOf,
  open,
  ORDER_FAILED,
  ORDER_SUBMITTED,
  ORDER_SUCCEEDED,
  pdfFile,
  submitButton,
  watchPosts,
} from '#tests/support/browser/forms.ts';

keepOfficeOpen();

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const TITLE = 'Start Your Project | Vitrin Software';

/** Every message, with the field it stands at and where its link leads, in the order of the page. */
const MESSAGES = [
  ['fullName', 'fullName', 'Full name must be at least 2 characters'],
  ['email', 'email', 'Please enter a valid email address'],
  ['serviceType', 'serviceType-0', 'Please select a service type'],
  [
    'projectDescription',
    'projectDescription',
    'Project description must be at least 50 characters',
  ],
  ['desiredFeatures', 'desiredFeatures-0', 'Please select at least one feature'],
  ['estimatedBudget', 'estimatedBudget-0', 'Please select your estimated budget'],
  ['targetTimeline', 'targetTimeline-0', 'Please select your target timeline'],
  ['requiredLanguages', 'requiredLanguages-0', 'Please select at least one language'],
  ['termsAccepted', 'termsAccepted', 'You must accept the terms and conditions'],
] as const;

const ALL: readonly string[] = MESSAGES.map(([, , message]) => message);

test('the page has its heading, four cards, terms, submit and cancel', async ({ page }) => {
  await open(page, '/order');
  await expect(page).toHaveTitle(TITLE);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Start Your Project');
  await expect(
    page.getByRole('form', { name: 'Order' }).getByRole('heading', { level: 2 }),
  ).toHaveText([
    'Contact Information',
    'Project Details',
    'Budget & Timeline',
    'Additional Requirements',
  ]);
  const terms = page.locator('label[for="termsAccepted"]');
  await expect(terms.getByRole('link', { name: 'Terms of Service' })).toHaveAttribute(
    'href',
    '/terms',
  );
  await expect(terms.getByRole('link', { name: 'Privacy Policy' })).toHaveAttribute(
    'href',
    '/privacy',
  );
  const notice = page.locator('#order-form').getByText('uses what you send here to answer you');
  await expect(notice.getByRole('link', { name: 'Privacy Policy' })).toHaveAttribute(
    'href',
    '/privacy',
  );
  await expect(submitButton(page)).toHaveText('Submit Order');
  await expect(submitButton(page)).toBeEnabled();
  await expect(page.locator('#order-form').getByRole('link', { name: 'Cancel' })).toHaveAttribute(
    'href',
    '/',
  );
  await expect(page.getByText('(optional)')).toHaveCount(3);
  const hints = await page
    .locator(
      '#order-form input:is([type="text"], [type="email"], [type="tel"], :not([type]))[autocomplete]',
    )
    .evaluateAll((inputs) => inputs.map((input) => input.getAttribute('autocomplete')));
  expect(hints.slice(0, 4)).toEqual(['name', 'email', 'tel', 'organization']);
});

test('the options have exactly these labels and values, none empty @full', async ({ page }) => {
  await open(page, '/order');
  const optionsOf = (name: string) =>
    page
      .locator(`[name="${name}"]`)
      .evaluateAll((inputs) =>
        inputs.map((input) => [
          (input as HTMLInputElement).value,
          (input as HTMLInputElement).labels?.[0]?.textContent,
        ]),
      );
  const same = (labels: readonly string[]) => labels.map((label) => [label, label]);
  expect(await optionsOf('serviceType')).toEqual(
    same([
      'Shipment & Logistics Systems',
      'Invoicing & Finance Tools',
      'Business Dashboards',
      'Real Estate Applications',
      'Mapping & Location Apps',
      'Custom Business Applications',
    ]),
  );
  expect(await optionsOf('desiredFeatures')).toEqual(
    same([
      'User Authentication',
      'Payment Integration',
      'Real-time Notifications',
      'Mobile Responsive Design',
      'API Integration',
      'Database Management',
      'File Upload/Management',
      'Multi-language Support',
      'Advanced Analytics',
      'Third-party Integrations',
    ]),
  );
  expect(await optionsOf('estimatedBudget')).toEqual([
    ['under-5k', 'Under $5,000'],
    ['5k-15k', '$5,000 - $15,000'],
    ['15k-50k', '$15,000 - $50,000'],
    ['over-50k', 'Over $50,000'],
  ]);
  expect(await optionsOf('targetTimeline')).toEqual([
    ['30-days', '30 days'],
    ['60-days', '60 days'],
    ['90-days', '90 days'],
    ['not-sure', 'Not sure yet'],
  ]);
  expect(await optionsOf('requiredLanguages')).toEqual(
    same(['Arabic', 'English', 'Turkish', 'Multi-language']),
  );
  const values = await page
    .locator('#order-form :is(option, [type="radio"], [type="checkbox"])')
    .evaluateAll((options) => options.map((option) => option.getAttribute('value')));
  expect(values).toHaveLength(29);
  expect(values.filter((value) => !value)).toEqual([]);
});

test('everything missing is said in a summary with the focus and at each field, and nothing is sent', async ({
  page,
}) => {
  await open(page, '/order');
  const posts = watchPosts(page);
  await submitButton(page).click();
  await expect(errorSummary(page)).toBeFocused();
  await expectSummary(page, ALL);
  await expect(page).toHaveTitle(`Error: ${TITLE}`);
  for (const [field, target, message] of MESSAGES) {
    await expect(page.locator(`#${field}-error`)).toHaveText(`Error: ${message}`);
    const described = page.locator(`#${target}, [role="radiogroup"], fieldset`).filter({
      has: page.locator(`xpath=self::*[contains(@aria-describedby, "${field}-error")]`),
    });
    await expect(described).toHaveCount(1);
    await errorSummary(page).getByRole('link', { name: message }).click();
    await expect(page.locator(`#${target}`)).toBeFocused();
    await expect(page.locator(`#${target}`)).toBeInViewport();
  }
  expect(posts).toEqual([]);
});

/** Expects the message of a field to be gone at once, and these in the summary after the next submit. */
async function expectLeft(page: Page, messages: readonly (string | undefined)[], field: string) {
  await expect(page.locator(`#${field}-error`)).toHaveCount(0);
  await submitButton(page).click();
  await expect(errorSummary(page)).toBeFocused();
  await expectSummary(
    page,
    messages.map((message) => message ?? ''),
  );
}

test('each message goes when exactly its field is right, at once and in the next summary @full', async ({
  page,
  site,
}) => {
  await open(page, '/order');
  const posts = watchPosts(page);
  const order = buildOrder();
  const [fullName, email, serviceType, description, features, budget, timeline, languages, terms] =
    ALL;

  await page.getByLabel('Full name').fill(' M ');
  await page.getByLabel('E-mail').fill('murat@');
  await page.getByLabel('Project description').fill(`  ${'x'.repeat(49)}  `);
  await submitButton(page).click();
  await expectSummary(page, ALL);
  await page.getByLabel('Full name').fill('Mu');
  await expectLeft(
    page,
    [email, serviceType, description, features, budget, timeline, languages, terms],
    'fullName',
  );
  await page.getByLabel('E-mail').fill(order.email);
  await expectLeft(
    page,
    [serviceType, description, features, budget, timeline, languages, terms],
    'email',
  );
  await page.getByLabel(order.serviceType).check();
  await expectLeft(
    page,
    [description, features, budget, timeline, languages, terms],
    'serviceType',
  );
  await page.getByLabel('Project description').fill(order.projectDescription);
  await expectLeft(page, [features, budget, timeline, languages, terms], 'projectDescription');
  await page.getByLabel('Payment Integration').check();
  await expectLeft(page, [budget, timeline, languages, terms], 'desiredFeatures');
  await page.getByLabel('Over $50,000').check();
  await expectLeft(page, [timeline, languages, terms], 'estimatedBudget');
  await page.getByLabel('Not sure yet').check();
  await expectLeft(page, [languages, terms], 'targetTimeline');
  await page.getByLabel('Arabic').check();
  await expectLeft(page, [terms], 'requiredLanguages');
  await page.getByLabel('I accept the').check();
  await expect(errorSummary(page)).toHaveCount(0);
  await expect(page).toHaveTitle(TITLE);

  await page.getByLabel('Full name').fill('M');
  await submitButton(page).click();
  await expectSummary(page, [fullName ?? '']);
  expect(posts).toEqual([]);
  await page.getByLabel('Full name').fill('Mu');
  await submitButton(page).click();
  await expect(page).toHaveURL(ORDER_SUBMITTED);
  expect(await findOrders(site, order)).toMatchObject([
    { fullName: 'Mu', phone: null, company: null, targetTimeline: 'not-sure' },
  ]);
});

test('the upper limits of the texts have their messages @full', async ({ page }) => {
  await open(page, '/order');
  await fillOrder(page, buildOrder());
  await page.getByLabel('Full name').fill('n'.repeat(201));
  await page.getByLabel('E-mail').fill(`${'e'.repeat(250)}@example.com`);
  await page.getByLabel('Phone').fill('5'.repeat(41));
  await page.getByLabel('Company (optional)').fill('c'.repeat(201));
  await page.getByLabel('Project description').fill('d'.repeat(10_001));
  await expect(page.locator('#projectDescription-count')).toContainText(
    '10,001 of at most 10,000 characters',
  );
  await submitButton(page).click();
  await expectSummary(page, [
    'Full name must be at most 200 characters',
    'Please enter a valid email address',
    'Phone must be at most 40 characters',
    'Company must be at most 200 characters',
    'Project description must be at most 10,000 characters',
  ]);
});

test('the counter N/50 follows the text in characters, without the blanks around it @full', async ({
  page,
}) => {
  await open(page, '/order');
  const counter = page.locator('#projectDescription-count span').last();
  await expect(counter).toHaveText('0/50');
  const description = page.getByLabel('Project description');
  await description.pressSequentially('abc');
  await expect(counter).toHaveText('3/50');
  await description.fill(`  ${'ş'.repeat(49)} \n`);
  await expect(counter).toHaveText('49/50');
  // Two UTF-16 units each.
  await description.fill('𐰀'.repeat(50));
  await expect(counter).toHaveText('50/50');
  await expect(page.locator('#projectDescription-count')).toContainText('Long enough');
  await submitButton(page).click();
  await expect(errorSummary(page)).toBeFocused();
  await expect(page.locator('#projectDescription-error')).toHaveCount(0);
});

test('an order without files is sent, accepted and thanked for', async ({ page, site }) => {
  await open(page, '/order');
  const order = { ...buildOrder(), phone: '', company: '' };
  await fillOrder(page, order);
  const sent = page.waitForRequest('**/api/submit-order');
  await submitButton(page).click();
  expect((await sent).postDataJSON()).toEqual({
    ...order,
    homepage: '',
    formAge: expect.any(Number),
    landingPage: '/order',
    fileUrls: [],
  });
  await expect(page).toHaveURL(ORDER_SUBMITTED);
  await expectToast(page, ORDER_SUCCEEDED);
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toHaveText('Thank You!');
  await expect(heading).toBeFocused();
  await expect(
    page.getByText('We will contact you within 1 hour to discuss your project.'),
  ).toBeVisible();

  const [row, ...others] = await findOrders(site, order);
  expect(others).toEqual([]);
  const { termsAccepted: _, ...fields } = order;
  expect(row).toMatchObject({
    ...fields,
    phone: null,
    company: null,
    fileUrls: [],
    status: 'new',
    isSuspect: false,
  });
  expect(row?.termsVersion).not.toBe('');
  expect(await mailKindsOf(site, row?.id ?? '')).toEqual([
    'orders.confirmation',
    'orders.notify-team',
  ]);
  await expect(page.getByText(row?.reference ?? 'no row', { exact: true })).toBeVisible();

  await page.reload();
  await expect(heading).toHaveText('Thank You!');
  await expect(page.getByText(row?.reference ?? 'no row', { exact: true })).toBeVisible();
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

test('while the order is on its way the button reads Submitting..., and a double click sends one @full', async ({
  page,
  site,
}) => {
  await open(page, '/order');
  const order = buildOrder();
  await fillOrder(page, order);
  const held = await holdRequests(page, '/api/submit-order');
  await submitButton(page).dblclick();
  await expect(submitButton(page)).toHaveText('Submitting...');
  await expect(submitButton(page)).toHaveAttribute('aria-disabled', 'true');
  await expect(page.getByText('Submitting your order')).toBeVisible();
  await submitButton(page).click({ force: true });
  await page.getByLabel('Full name').press('Enter');
  held.release();
  await expect(page).toHaveURL(ORDER_SUBMITTED);
  expect(held.count()).toBe(1);
  expect(await findOrders(site, order)).toHaveLength(1);
});

test('a failed order says so, keeps everything and is sent once more without its files', async ({
  page,
  site,
  problems,
}) => {
  problems.allow(/ERR_FAILED|status of 503/);
  await open(page, '/order');
  const posts = watchPosts(page);
  const order = buildOrder();
  await fillOrder(page, order);
  await page.locator('#files').setInputFiles([pdfFile('a.pdf'), pdfFile('b.pdf')]);
  await page.route('**/api/submit-order', (route) => route.abort());
  await submitButton(page).click();
  await expect(failureNotice(page)).toBeFocused();
  await expect(failureNotice(page)).toContainText('Please try again or email us directly.');
  await expect(
    failureNotice(page).getByRole('link', { name: 'hello@vitrin.example' }),
  ).toHaveAttribute('href', /^mailto:hello@vitrin\.example/);
  await expectToast(page, ORDER_FAILED);
  await expect(submitButton(page)).toHaveText('Submit Order');
  await expect(submitButton(page)).toHaveAttribute('aria-disabled', 'false');
  await expect(page.getByLabel('Full name')).toHaveValue(order.fullName);
  await expect(page.getByLabel('Project description')).toHaveValue(order.projectDescription);
  await expect(page.locator('#order-form :checked')).toHaveCount(8);
  await expect(attachedFiles(page)).toContainText(['a.pdf', 'b.pdf']);

  // A response that says why is shown in place.
  await page.unroute('**/api/submit-order');
  await page.route('**/api/submit-order', (route) =>
    route.fulfill({
      status: 503,
      json: { error: { code: 'UNAVAILABLE', message: 'The database does not answer.' } },
    }),
  );
  await submitButton(page).click();
  await expect(failureNotice(page)).toContainText('The database does not answer.');
  expect(await findOrders(site, order)).toEqual([]);

  await page.unroute('**/api/submit-order');
  await submitButton(page).click();
  await expect(page).toHaveURL(ORDER_SUBMITTED);
  expect(await findOrders(site, order)).toMatchObject([
    { fileUrls: [/./, /./].map(() => expect.any(String)) },
  ]);
  expect(posts.filter((path) => path === '/api/order-attachments')).toHaveLength(2);
  expect(posts.filter((path) => path === '/api/submit-order')).toHaveLength(3);
});

test('messages of the server stand at their fields @full', async ({ page, problems }) => {
  problems.allow(/status of 400/);
  await open(page, '/order');
  await fillOrder(page, buildOrder());
  await page.route('**/api/submit-order', (route) =>
    route.fulfill({
      status: 400,
      json: {
        error: { code: 'VALIDATION', message: 'No', fields: { company: 'Not this company' } },
      },
    }),
  );
  await submitButton(page).click();
  await expect(errorSummary(page)).toBeFocused();
  await expectSummary(page, ['Not this company']);
  await expect(page.locator('#company-error')).toHaveText('Error: Not this company');
});

test('an order whose answer was lost is the same order after a reload @full', async ({
  page,
  site,
  problems,
}) => {
  problems.allow(/ERR_FAILED/);
  page.on('dialog', (dialog) => void dialog.accept());
  await open(page, '/order');
  const order = buildOrder();
  await fillOrder(page, order);
  await page.route('**/api/submit-order', loseResponse, { times: 1 });
  await submitButton(page).click();
  await expect(failureNotice(page)).toBeVisible();
  const [row] = await findOrders(site, order);
  await page.reload();
  await page.getByRole('button', { name: 'Restore draft' }).click();
  await expect(page.getByLabel('Full name')).toHaveValue(order.fullName);
  await submitButton(page).click();
  await expect(page).toHaveURL(`${site.url}/order?submitted=${row?.reference}`);
  expect(await findOrders(site, order)).toHaveLength(1);
  await page.reload();
  await page.getByRole('link', { name: 'See your enquiry' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Your order ${row?.reference}`);
  expect(await mailKindsOf(site, row?.id ?? '')).toHaveLength(2);
});

test('nobody is thanked for an order that was not sent, or long ago @full', async ({
  page,
  request,
  site,
}) => {
  const response = await request.post('/api/submit-order', {
    headers: { 'idempotency-key': randomUUID() },
    data: { ...buildOrder(), phone: null, company: null, fileUrls: [] },
  });
  const { reference } = (await response.json()) as { reference: string };
  await page.goto(`/order?submitted=${reference}`);
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toHaveText('Thank You!');
  // The reference is said on the phone.
  await expect(page.locator('[href^="/track/"]')).toHaveCount(0);
  await site.db
    .updateTable('orders')
    .set({ createdAt: new Date(Date.now() - 25 * 60 * 60 * 1_000) })
    .where('reference', '=', reference)
    .execute();
  for (const made of ['V-ZZZZZZZZ', '1', '', reference]) {
    await page.goto(`/order?submitted=${made}`);
    await expect(page, made).toHaveURL(`${site.url}/order`);
    await expect(heading).toHaveText('Start Your Project');
  }
});

test('an order changed after its answer was lost is asked about and then a second order @full', async ({
  page,
  site,
  problems,
}) => {
  problems.allow(/ERR_FAILED|status of 422/);
  await open(page, '/order');
  const order = buildOrder();
  await fillOrder(page, order);
  await page.route('**/api/submit-order', loseResponse, { times: 1 });
  await submitButton(page).click();
  await expect(failureNotice(page)).toBeVisible();
  await page.getByLabel('Company (optional)').fill('Meridyen');
  await submitButton(page).click();
  await expect(failureNotice(page)).toContainText('An earlier version of this form');
  await submitButton(page).click();
  await expect(page).toHaveURL(ORDER_SUBMITTED);
  const companies = (await findOrders(site, order)).map(({ company }) => company);
  expect(companies).toHaveLength(2);
  expect(new Set(companies)).toEqual(new Set(['Meridyen', order.company]));
});

test('what was entered and chosen before the scripts ran is not lost @full', async ({ page }) => {
  let release = () => {};
  const released = new Promise<void>((done) => {
    release = done;
  });
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

test('the four parts are marked as they become complete, on wide and narrow screens @full', async ({
  page,
}) => {
  await open(page, '/order');
  const parts = page.getByRole('complementary', { name: 'Progress' }).getByRole('listitem');
  await fillOrder(page, buildOrder());
  await expect(parts).toContainText([/, complete/, /, complete/, /, complete/, /, complete/]);
  await page.getByLabel('Project description').fill('short');
  await expect(parts.nth(1)).toContainText(', not complete yet');
  await parts.nth(2).getByRole('link').click();
  await expect(page.getByRole('heading', { name: 'Budget & Timeline' })).toBeInViewport();
  await expect(page.getByLabel('Full name')).toHaveValue('Murat Çetin');
  await page.setViewportSize({ width: 360, height: 740 });
  await expect(page.getByText('3 of 4')).toBeVisible();
});

test('no public address gives an order back @full', async ({ page, site, request, problems }) => {
  problems.allow(/status of 404/);
  await open(page, '/order');
  const order = buildOrder();
  await fillOrder(page, order);
  const file = pdfFile('secret.pdf');
  await page.locator('#files').setInputFiles([file]);
  await submitButton(page).click();
  await expect(page).toHaveURL(ORDER_SUBMITTED);
  const [row] = await findOrders(site, order);
  const shown = await (await request.get(page.url())).text();
  expect(shown).toContain(row?.reference);
  for (const text of [order.projectDescription, order.email, order.phone.slice(0, 12) + '9']) {
    expect(shown).not.toContain(text);
  }
  const [stored = ''] = row?.fileUrls ?? [];
  for (const path of [
    '/api/submit-order',
    '/api/orders',
    `/api/orders/${row?.id}`,
    '/api/order-attachments',
    `/api/${stored}`,
    `/${stored}`,
    `/media/${stored}`,
    `/files/${stored}`,
    `/files/private/${stored}`,
  ]) {
    const response = await request.get(path);
    expect([401, 403, 404, 405], path).toContain(response.status());
    const body = await response.body();
    expect(body.includes(order.projectDescription), path).toBe(false);
    expect(body.includes(file.buffer), path).toBe(false);
  }
});
