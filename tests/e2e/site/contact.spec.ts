import { randomUUID } from 'node:crypto';
import { DEFAULT_OFFICE_HOURS } from '#shared/office-hours/values.ts';
import { messageReference } from '#shared/messages/reference.ts';
import {
  expect,
  test,
  waitUntilInteractive,
  keepOfficeOpen,
  setOfficeHours,
} from '#tests/support/browser/e2e.ts';
import {
  asksBeforeClosing,
  buildMessage,
  errorSummary,
  expectSummary,
  expectToast,
  failureNotice,
  fillMessage,
  findMessages,
  holdRequests,
  loseResponse,
  mailKindsOf,
  MESSAGE_SENT,
  moveToNewTab,
  open,
  sendButton,
  watchPosts,
} from '#tests/support/browser/forms.ts';

keepOfficeOpen();

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const TITLE = 'Get in Touch | Vitrin Software';

const MESSAGES = [
  ['name', 'Name must be at least 2 characters'],
  ['email', 'Please enter a valid email address'],
  ['message', 'Message must be at least 10 characters'],
] as const;

test('the page has the facts, three social links, a map and the form', async ({ page, site }) => {
  await setOfficeHours(site, DEFAULT_OFFICE_HOURS);
  await open(page, '/contact');
  await expect(page).toHaveTitle(TITLE);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Get in Touch');
  const facts = page.getByRole('region', { name: 'Contact Information' });
  await expect(facts.getByRole('link', { name: 'hello@vitrin.example' })).toHaveAttribute(
    'href',
    'mailto:hello@vitrin.example',
  );
  await expect(facts.getByRole('link', { name: '+90 312 555 01 00' })).toHaveAttribute(
    'href',
    'tel:+903125550100',
  );
  await expect(facts.locator('dd')).toContainText([
    'hello@vitrin.example',
    '+90 312 555 01 00',
    'Monday to Friday 9:00 AM to 6:00 PM Turkey time',
    'Ankara, Turkey',
  ]);
  const social = page.getByRole('region', { name: 'Follow Us' }).getByRole('link');
  await expect(social).toHaveCount(3);
  for (const link of await social.all()) {
    await expect(link).toHaveAttribute('href', /^https:\/\//);
  }
  await expect(page.getByRole('application', { name: /Map of Ankara/ })).toBeVisible();
  const form = page.getByRole('form', { name: 'Send us a Message' });
  const notice = form.getByText('Vitrin Software uses what you send here to answer you');
  await expect(notice.getByRole('link', { name: 'Privacy Policy' })).toHaveAttribute(
    'href',
    '/privacy',
  );
  await expect(page.getByRole('heading', { name: 'Send us a Message' })).toBeVisible();
});

test('says which pages and which other site led to the form, and keeps it in its tab @full', async ({
  page,
  site,
}) => {
  await page.goto('/faq?category=General', { referer: 'https://news.example/logistics?q=private' });
  await waitUntilInteractive(page);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Pricing' }).click();
  await expect(page).toHaveURL(/\/pricing$/);
  await page.getByRole('link', { name: 'Contact Us' }).first().click();
  await expect(page).toHaveURL(/\/contact$/);
  const message = buildMessage();
  await fillMessage(page, message);
  await sendButton(page).click();
  await expect(page).toHaveURL(MESSAGE_SENT);
  const { sourcePage, landingPage, referrer } = await site.db
    .selectFrom('conversations')
    .innerJoin('contactMessages', 'contactMessages.id', 'conversations.messageId')
    .select(['sourcePage', 'landingPage', 'referrer'])
    .where('contactMessages.email', '=', message.email)
    .executeTakeFirstOrThrow();
  expect({ sourcePage, landingPage }).toEqual({ sourcePage: '/pricing', landingPage: '/faq' });
  // The browser itself tells another site's page nothing but its host.
  expect(referrer).toMatch(/^news\.example(?:\/logistics)?$/);
  expect(await page.context().cookies()).toEqual([]);
});

test('what is wrong is said in a summary and at the fields, and nothing is sent @full', async ({
  page,
}) => {
  await open(page, '/contact');
  const posts = watchPosts(page);
  await page.getByLabel('Name', { exact: true }).fill(' S ');
  await page.getByLabel('E-mail', { exact: true }).fill('selin@example');
  await page.getByLabel('Message', { exact: true }).fill(` ${'x'.repeat(9)} `);
  await expect(page.locator('#message-count')).toContainText('9/10');
  await sendButton(page).click();
  await expect(errorSummary(page)).toBeFocused();
  await expectSummary(
    page,
    MESSAGES.map(([, message]) => message),
  );
  await expect(page).toHaveTitle(`Error: ${TITLE}`);
  for (const [field, message] of MESSAGES) {
    await expect(page.locator(`#${field}-error`)).toHaveText(`Error: ${message}`);
    await expect(page.locator(`#${field}`)).toHaveAccessibleDescription(new RegExp(message));
    await expect(page.locator(`#${field}`)).toHaveAttribute('aria-invalid', 'true');
    await errorSummary(page).getByRole('link', { name: message }).click();
    await expect(page.locator(`#${field}`)).toBeFocused();
  }

  const rights = { name: 'Se', email: 'selin@example.com', message: 'x'.repeat(10) };
  for (const [index, [field]] of MESSAGES.entries()) {
    await page.locator(`#${field}`).fill(rights[field]);
    await expect(page.locator(`#${field}-error`)).toHaveCount(0);
    const left = MESSAGES.slice(index + 1).map(([, message]) => message);
    if (left.length > 0) {
      await sendButton(page).click();
      await expectSummary(page, left);
    }
  }
  await expect(errorSummary(page)).toHaveCount(0);
  await expect(page).toHaveTitle(TITLE);
  expect(posts).toEqual([]);

  await page.locator('#name').fill('n'.repeat(201));
  await page.locator('#message').fill('m'.repeat(5_001));
  await sendButton(page).click();
  await expectSummary(page, [
    'Name must be at most 200 characters',
    'Message must be at most 5,000 characters',
  ]);
  expect(posts).toEqual([]);
});

test('a message goes from idle over sending to sent', async ({ page, site }) => {
  await open(page, '/contact');
  const message = buildMessage();
  await fillMessage(page, { ...message, name: `  ${message.name} ` });
  const held = await holdRequests(page, '/api/contact-messages');
  await expect(sendButton(page)).toHaveText('Send Message');
  const sent = page.waitForRequest('**/api/contact-messages');
  await sendButton(page).dblclick();
  const { homepage, formAge } = (await sent).postDataJSON();
  expect(homepage).toBe('');
  expect(formAge).toBeGreaterThan(0);
  expect(formAge).toBeLessThan(60_000);
  await expect(sendButton(page)).toHaveText('Sending...');
  await expect(sendButton(page)).toHaveAttribute('aria-disabled', 'true');
  await sendButton(page).click({ force: true });
  held.release();
  await expect(page).toHaveURL(MESSAGE_SENT);
  await expectToast(page, {
    title: 'Message sent successfully!',
    text: "We received your message. We'll respond within 1 hour.",
    isDestructive: false,
  });
  const thanks = page.getByRole('heading', { name: 'Thank you for your message' });
  await expect(thanks).toBeFocused();
  await expect(sendButton(page)).toHaveCount(0);
  expect(held.count()).toBe(1);

  const rows = await findMessages(site, message);
  expect(rows).toMatchObject([
    {
      ...message,
      status: 'new',
      respondedAt: null,
      dataClassification: 'confidential',
      accessCount: 0,
      lastAccessedAt: null,
      isSuspect: false,
    },
  ]);
  expect(rows[0]?.id).toMatch(/^[0-9a-f-]{36}$/);
  expect(Math.abs(Date.now() - Number(rows[0]?.createdAt))).toBeLessThan(60_000);
  expect(await mailKindsOf(site, rows[0]?.id ?? '')).toEqual([
    'messages.confirmation',
    'messages.notify-team',
  ]);
});

test('a sent message is thanked for again after a reload, and another can follow @full', async ({
  page,
  site,
}) => {
  await open(page, '/contact');
  const message = buildMessage();
  await fillMessage(page, message);
  await sendButton(page).click();
  const thanks = page.getByRole('heading', { name: 'Thank you for your message' });
  await expect(thanks).toBeVisible();
  const rows = await findMessages(site, message);
  expect(rows).toHaveLength(1);
  const reference = page.getByText(messageReference(rows[0]?.id ?? ''), { exact: true });
  await expect(reference).toBeVisible();
  await page.reload();
  await waitUntilInteractive(page);
  await expect(thanks).toBeVisible();
  await expect(reference).toBeVisible();
  await page.getByRole('button', { name: 'Send Another Message' }).click();
  await expect(page).toHaveURL(`${site.url}/contact`);
  const name = page.getByLabel('Name', { exact: true });
  await expect(name).toBeFocused();
  await expect(name).toHaveValue('');
  await expect(page.getByLabel('Message', { exact: true })).toHaveValue('');
  const second = buildMessage();
  await fillMessage(page, second);
  await sendButton(page).click();
  await expect(thanks).toBeVisible();
  expect(await findMessages(site, second)).toHaveLength(1);
});

test('a failed message says so, keeps what was written and can be sent again @full', async ({
  page,
  site,
  problems,
}) => {
  problems.allow(/ERR_FAILED|status of (?:500|429)/);
  await open(page, '/contact');
  const message = buildMessage();
  await fillMessage(page, message);
  await page.route('**/api/contact-messages', (route) =>
    route.fulfill({ status: 500, body: 'not even JSON' }),
  );
  await sendButton(page).click();
  await expectToast(page, {
    title: 'Error sending message',
    text: 'Please try again or contact us directly via email.',
    isDestructive: true,
  });
  await expect(failureNotice(page)).toBeFocused();
  await expect(failureNotice(page)).toContainText('Error sending message');
  await expect(sendButton(page)).toHaveText('Send Message');
  await expect(page.getByLabel('Message', { exact: true })).toHaveValue(message.message);
  expect(await findMessages(site, message)).toEqual([]);

  // Too early after many others from the same address: both notices say when to try again.
  await page.unroute('**/api/contact-messages');
  const wait = 'Too many requests. Please try again in 30 seconds.';
  await page.route('**/api/contact-messages', (route) =>
    route.fulfill({
      status: 429,
      headers: { 'retry-after': '30' },
      json: { error: { code: 'RATE_LIMITED', message: wait } },
    }),
  );
  await sendButton(page).click();
  await expectToast(page, { title: 'Error sending message', text: wait, isDestructive: true });
  await expect(failureNotice(page)).toContainText(wait);
  await expect(page.getByLabel('Message', { exact: true })).toHaveValue(message.message);

  // The server takes it, but its response is lost: the next try is the same message.
  await page.unroute('**/api/contact-messages');
  await page.route('**/api/contact-messages', loseResponse, { times: 1 });
  await sendButton(page).click();
  await expect.poll(() => findMessages(site, message)).toHaveLength(1);
  await expect(failureNotice(page)).toBeFocused();
  await sendButton(page).click();
  await expect(page).toHaveURL(MESSAGE_SENT);
  expect(await findMessages(site, message)).toHaveLength(1);
});

test('a message that was begun is offered back, and the form asks before it is left @full', async ({
  page,
  site,
}) => {
  await open(page, '/contact');
  const message = buildMessage();
  await fillMessage(page, message);
  await page.getByRole('banner').getByRole('link', { name: 'Order Now' }).click();
  const dialog = page.getByRole('dialog', { name: 'Leave this page?' });
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(`${site.url}/contact`);
  expect(await asksBeforeClosing(page)).toBe(true);
  const next = await moveToNewTab(page);
  await open(next, '/contact');
  await next.getByRole('button', { name: 'Restore draft' }).click();
  await expect(next.getByLabel('Name', { exact: true })).toHaveValue(message.name);
  await expect(next.getByLabel('E-mail', { exact: true })).toHaveValue(message.email);
  await expect(next.getByLabel('Message', { exact: true })).toHaveValue(message.message);
  await sendButton(next).click();
  await expect(next).toHaveURL(MESSAGE_SENT);
  await expect.poll(() => next.evaluate(() => localStorage.getItem('draft:contact:1'))).toBeNull();
  expect(await asksBeforeClosing(next)).toBe(false);
});

test('nobody is thanked for a message that was not sent, or long ago @full', async ({
  page,
  request,
  site,
}) => {
  const response = await request.post('/api/contact-messages', { data: buildMessage() });
  const { id } = (await response.json()) as { id: string };
  const thanks = page.getByRole('heading', { name: 'Thank you for your message' });
  await page.goto(`/contact?sent=${id}`);
  await expect(thanks).toBeVisible();
  await site.db
    .updateTable('contactMessages')
    .set({ createdAt: new Date(Date.now() - 25 * 60 * 60 * 1_000) })
    .where('id', '=', id)
    .execute();
  for (const sent of ['1', '', randomUUID(), id]) {
    await page.goto(`/contact?sent=${sent}`);
    await expect(page).toHaveURL(`${site.url}/contact`);
    await expect(sendButton(page)).toBeVisible();
    await expect(thanks).toHaveCount(0);
  }
});

test('no public address gives a message back @full', async ({ page, site, request }) => {
  await open(page, '/contact');
  const message = buildMessage();
  await fillMessage(page, message);
  await sendButton(page).click();
  await expect(page).toHaveURL(MESSAGE_SENT);
  const [row] = await findMessages(site, message);
  expect(row).toBeDefined();
  const shown = await (await request.get(page.url())).text();
  expect(shown).not.toContain(message.message);
  expect(shown).not.toContain('/track/');
  await expect(page.getByRole('link', { name: 'See your enquiry' })).toBeVisible();
  for (const path of [
    '/api/contact-messages',
    `/api/contact-messages/${row?.id}`,
    '/api/messages',
    `/contact/${row?.id}`,
  ]) {
    const response = await request.get(path);
    expect([401, 403, 404, 405], path).toContain(response.status());
    expect(await response.text(), path).not.toContain(message.message);
  }
});
