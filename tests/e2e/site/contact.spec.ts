import { formatDeadline } from '#shared/office-hours/sentences.ts';
import { messageReference } from '#shared/messages/reference.ts';
import {
  ALWAYS_OPEN,
  expect,
  test,
  waitUntilInteractive,
  keepOfficeOpen,
} from '#tests/support/browser/e2e.ts';
import {
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
  sendButton,
} from '#tests/support/browser/forms.ts';
import { openPage } from '#tests/support/browser/site.ts';
import { readRow } from '#tests/support/database/rows.ts';

keepOfficeOpen();

test.use({ contextOptions: { reducedMotion: 'reduce' }, timezoneId: 'Europe/Istanbul' });

const MESSAGES = {
  name: 'Name must be at least 2 characters',
  email: 'Please enter a valid email address',
  message: 'Message must be at least 10 characters',
};

test('a message is checked, sent and thanked for, then another', async ({ page, site }) => {
  await page.goto('/faq?category=General', { referer: 'https://news.example/logistics?q=private' });
  await waitUntilInteractive(page);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Pricing' }).click();
  await expect(page).toHaveURL(/\/pricing$/);
  await page.getByRole('link', { name: 'Contact Us' }).first().click();
  await expect(page).toHaveURL(/\/contact$/);
  await expect(page.getByRole('application', { name: /Map of Ankara/ })).toBeVisible();
  await fillMessage(page, { name: ' S ', email: 'selin@example', message: ` ${'x'.repeat(9)} ` });
  await expect(page.locator('#message-count')).toContainText('9/10');
  await sendButton(page).click();
  await expect(errorSummary(page)).toBeFocused();
  await expectSummary(page, Object.values(MESSAGES));
  await expect(page).toHaveTitle('Error: Get in Touch | Vitrin Software');
  for (const [id, error] of Object.entries(MESSAGES)) {
    const field = page.locator(`#${id}`);
    await expect(field).toHaveAccessibleDescription(new RegExp(error));
    await expect(field).toHaveAttribute('aria-invalid', 'true');
    await errorSummary(page).getByRole('link', { name: error }).click();
    await expect(field).toBeFocused();
  }

  const message = buildMessage();
  await fillMessage(page, { ...message, name: `  ${message.name} ` });
  await expect(errorSummary(page)).toHaveCount(0);
  await expect(page).toHaveTitle('Get in Touch | Vitrin Software');
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
  const received = "We received your message. We'll respond within 1 hour.";
  await expectToast(page, 'default', 'Message sent successfully!', received);
  const thanks = page.getByRole('heading', { name: 'Thank you for your message' });
  await expect(thanks).toBeFocused();
  await expect(sendButton(page)).toHaveCount(0);
  expect(held.count()).toBe(1);

  const rows = await findMessages(site, message);
  const id = rows[0]?.id ?? '';
  expect(rows).toMatchObject([{ ...message, status: 'new', isSuspect: false }]);
  expect(await mailKindsOf(site, id)).toEqual(['messages.confirmation', 'messages.notify-team']);
  const columns = ['sourcePage', 'landingPage', 'referrer', 'promisedDueAt'] as const;
  const conversation = await readRow(site.db, 'conversations', columns, { messageId: id });
  expect(conversation).toMatchObject({ sourcePage: '/pricing', landingPage: '/faq' });
  // Browsers tell another site's page only their host.
  expect(conversation.referrer).toMatch(/^news\.example(?:\/logistics)?$/);
  expect(await page.context().cookies()).toEqual([]);

  const due = conversation.promisedDueAt ?? new Date(0);
  const deadline = formatDeadline(due, new Date(), ALWAYS_OPEN);
  const shown = [thanks, page.getByText(messageReference(id), { exact: true })];
  shown.push(page.getByText(deadline, { exact: true }).filter({ visible: true }));
  for (const each of shown) await expect(each).toBeVisible();
  await page.reload();
  await waitUntilInteractive(page);
  for (const each of shown) await expect(each).toBeVisible();
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

test('a message written offline is sent once @full', async ({ page, context, site, problems }) => {
  problems.allow(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to (?:load|fetch)/);
  await openPage(page, '/contact');
  await page.getByRole('banner').getByRole('link').first().click();
  await expect(page).toHaveURL(/\/$/);
  await context.setOffline(true);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Contact Us' }).click();
  const message = buildMessage();
  await fillMessage(page, message);
  await sendButton(page).click();
  const advice = 'Please try again or contact us directly via email.';
  await expectToast(page, 'destructive', 'Error sending message', advice);
  await expect(failureNotice(page)).toBeFocused();
  await expect(failureNotice(page)).toContainText('Error sending message');
  await expect(sendButton(page)).toHaveText('Send Message');
  await expect(page.getByLabel('Message', { exact: true })).toHaveValue(message.message);
  await context.setOffline(false);

  // The server accepts it, but its response is lost: the next try is the same message.
  await page.route('**/api/contact-messages', loseResponse, { times: 1 });
  await sendButton(page).click();
  await expect.poll(() => findMessages(site, message)).toHaveLength(1);
  await expect(failureNotice(page)).toBeFocused();
  await sendButton(page).click();
  await expect(page).toHaveURL(MESSAGE_SENT);
  expect(await findMessages(site, message)).toHaveLength(1);
});
