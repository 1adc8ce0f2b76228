import type { Page } from '@playwright/test';
import { expect, tabTo, test, waitUntilInteractive } from '#tests/support/browser/e2e.ts';
import {
  asksBeforeClosing,
  attachedFiles,
  buildMessage,
  buildOrder,
  fillMessage,
  fillOrder,
  MESSAGE_SENT,
  moveToNewTab,
  open,
  ORDER_SUBMITTED,
  pdfFile,
  submitButton,
} from '#tests/support/browser/forms.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const DAY_MS = 24 * 60 * 60 * 1_000;

function leaveDialog(page: Page) {
  return page.getByRole('dialog', { name: 'Leave this page?' });
}

function draftOffer(page: Page) {
  return page.getByRole('region', { name: 'Saved draft' });
}

function savedDraft(page: Page): Promise<string | null> {
  return page.evaluate(() => localStorage.getItem('draft:order:1'));
}

async function cancel(page: Page): Promise<void> {
  await page.locator('#order-form').getByRole('link', { name: 'Cancel' }).click();
}

test('an untouched form is left without a question @full', async ({ page, site }) => {
  await open(page, '/order');
  await cancel(page);
  await expect(page).toHaveURL(`${site.url}/`);
  await open(page, '/order');
  // Browsers ask only on pages that were used.
  await page.getByRole('heading', { level: 1 }).click();
  await page.getByLabel('Full name').fill('x');
  await page.getByLabel('Full name').fill('');
  expect(await asksBeforeClosing(page)).toBe(false);
});

test('with any entry the browser asks before the page is closed @full', async ({ context }) => {
  const entries: Record<string, (page: Page) => Promise<void>> = {
    'a text': (page) => page.getByLabel('Phone').pressSequentially('5'),
    'a radio button': (page) => page.getByLabel('90 days').check(),
    'a checkbox': (page) => page.getByLabel('Arabic').check(),
    'the terms': (page) => page.getByLabel('I accept the').check(),
  };
  for (const [entry, enter] of Object.entries(entries)) {
    const page = await context.newPage();
    await open(page, '/order');
    await page.evaluate(() => localStorage.clear());
    await enter(page);
    expect(await asksBeforeClosing(page), entry).toBe(true);
    await page.close();
  }
});

test('with only an attached file the browser asks, without it no longer @full', async ({
  page,
}) => {
  await open(page, '/order');
  await page.getByRole('heading', { level: 1 }).click();
  await page.locator('#files').setInputFiles([pdfFile()]);
  await expect(attachedFiles(page)).toHaveCount(1);
  expect(await asksBeforeClosing(page)).toBe(true);
  await page.getByRole('button', { name: 'Remove plan.pdf' }).click();
  expect(await asksBeforeClosing(page)).toBe(false);
});

test('after a successful order nothing asks @full', async ({ page }) => {
  await open(page, '/order');
  await fillOrder(page, buildOrder());
  await submitButton(page).click();
  await expect(page).toHaveURL(ORDER_SUBMITTED);
  expect(await asksBeforeClosing(page)).toBe(false);
});

test('Cancel with entries asks in a dialog that is used by keyboard', async ({ page, site }) => {
  await open(page, '/order');
  await page.getByLabel('Full name').fill('Selin Kaya');
  const link = page.locator('#order-form').getByRole('link', { name: 'Cancel' });
  await link.focus();
  await page.keyboard.press('Enter');
  await expect(leaveDialog(page)).toBeVisible();
  await expect(leaveDialog(page)).toHaveAccessibleDescription(/entries stay in this browser/);
  await expect(leaveDialog(page).getByRole('button', { name: 'Stay on this page' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(leaveDialog(page)).toBeHidden();
  await expect(link).toBeFocused();
  await expect(page).toHaveURL(`${site.url}/order`);
  await expect(page.getByLabel('Full name')).toHaveValue('Selin Kaya');

  await page.keyboard.press('Enter');
  await expect(leaveDialog(page)).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(leaveDialog(page)).toBeHidden();
  await expect(page.getByLabel('Full name')).toHaveValue('Selin Kaya');

  await page.keyboard.press('Enter');
  await tabTo(page, leaveDialog(page).getByRole('button', { name: 'Leave', exact: true }));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${site.url}/`);
});

test('Back and the links of the header ask as well, links inside the page and the terms do not @full', async ({
  page,
  context,
  site,
}) => {
  await page.goto('/faq');
  await waitUntilInteractive(page);
  await page.getByRole('banner').getByRole('link', { name: 'Order Now' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Start Your Project');
  await page.getByLabel('Full name').fill('Selin Kaya');
  await page.getByRole('banner').getByRole('link', { name: 'Contact Us' }).click();
  await expect(leaveDialog(page)).toBeVisible();
  await page.getByRole('button', { name: 'Stay on this page' }).click();
  await expect(leaveDialog(page)).toBeHidden();
  await page.goBack();
  await expect(leaveDialog(page)).toBeVisible();
  await page.getByRole('button', { name: 'Stay on this page' }).click();
  await expect(leaveDialog(page)).toBeHidden();
  await expect(page).toHaveURL(`${site.url}/order`);

  const aside = page.getByRole('complementary', { name: 'Progress' });
  await aside.getByRole('link', { name: /Budget/ }).click();
  await expect(page).toHaveURL(/#part-budget$/);
  await expect(leaveDialog(page)).toBeHidden();
  const opened = context.waitForEvent('page');
  await page.locator('label[for="termsAccepted"]').getByText('Terms of Service').click();
  const terms = await opened;
  await expect(terms.getByRole('heading', { level: 1 })).toHaveText(/Terms/);
  await terms.close();
  await expect(leaveDialog(page)).toBeHidden();
  await expect(page.getByLabel('Full name')).toHaveValue('Selin Kaya');
  await expect(page.getByLabel('I accept the')).not.toBeChecked();
});

test('a draft is offered back after the tab was closed, and restored whole', async ({ page }) => {
  await open(page, '/order');
  const order = buildOrder();
  await fillOrder(page, order);
  const next = await moveToNewTab(page);
  await open(next, '/order');
  await expect(draftOffer(next)).toContainText('You started this form before.');
  await expect(next.getByLabel('Full name')).toHaveValue('');
  await next.getByRole('button', { name: 'Restore draft' }).click();
  await expect(draftOffer(next)).toBeHidden();
  await expect(next.getByLabel('Full name')).toBeFocused();
  await expect(next.getByLabel('Full name')).toHaveValue(order.fullName);
  await expect(next.getByLabel('E-mail')).toHaveValue(order.email);
  await expect(next.getByLabel('Phone')).toHaveValue(order.phone);
  await expect(next.getByLabel('Company (optional)')).toHaveValue(order.company);
  await expect(next.getByLabel('Project description')).toHaveValue(order.projectDescription);
  const checked = await next
    .locator('#order-form :checked')
    .evaluateAll((inputs) => inputs.map((input) => input.getAttribute('value')));
  expect(checked).toEqual([
    order.serviceType,
    ...order.desiredFeatures,
    order.estimatedBudget,
    order.targetTimeline,
    ...order.requiredLanguages,
    'true',
  ]);
  await submitButton(next).click();
  await expect(next).toHaveURL(ORDER_SUBMITTED);
  await expect.poll(() => savedDraft(next)).toBeNull();
});

test('a discarded draft is gone, also after a reload @full', async ({ page }) => {
  await open(page, '/order');
  await page.getByLabel('Full name').fill('Selin Kaya');
  const next = await moveToNewTab(page);
  await open(next, '/order');
  await next.getByRole('button', { name: 'Discard' }).click();
  await expect(draftOffer(next)).toBeHidden();
  await expect.poll(() => savedDraft(next)).toBeNull();
  await next.reload();
  await waitUntilInteractive(next);
  await next.getByLabel('Full name').focus();
  await expect(draftOffer(next)).toHaveCount(0);
  await expect(next.getByLabel('Full name')).toHaveValue('');
});

test('who types over the offer keeps both, the new entries and the draft @full', async ({
  page,
}) => {
  await open(page, '/order');
  await page.getByLabel('Full name').fill('Selin Kaya');
  await page.getByLabel('Phone').fill('1');
  const next = await moveToNewTab(page);
  await open(next, '/order');
  await expect(draftOffer(next)).toBeVisible();
  await next.getByLabel('Phone').fill('+90 312 555 01 00');
  const last = await moveToNewTab(next);
  await open(last, '/order');
  await last.getByRole('button', { name: 'Restore draft' }).click();
  await expect(last.getByLabel('Full name')).toHaveValue('Selin Kaya');
  await expect(last.getByLabel('Phone')).toHaveValue('+90 312 555 01 00');
});

test('a draft is offered for seven days and removed after them @full', async ({
  page,
  context,
}) => {
  await open(page, '/order');
  await page.getByLabel('Full name').fill('Selin Kaya');
  const next = await moveToNewTab(page);
  await open(next, '/order');
  const { savedAt } = JSON.parse((await savedDraft(next)) ?? '{}') as { savedAt: number };
  await context.clock.setFixedTime(savedAt + 7 * DAY_MS - 60_000);
  await open(next, '/order');
  await expect(draftOffer(next)).toBeVisible();
  await context.clock.setFixedTime(savedAt + 7 * DAY_MS + 60_000);
  await open(next, '/order');
  await next.getByLabel('Full name').focus();
  await expect.poll(() => savedDraft(next)).toBeNull();
  await expect(draftOffer(next)).toHaveCount(0);
});

test('without storage in the browser the form works, only without drafts @full', async ({
  page,
}) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get() {
        throw new DOMException('denied', 'SecurityError');
      },
    });
  });
  await open(page, '/contact');
  await fillMessage(page, buildMessage());
  await page.getByRole('button', { name: 'Send Message' }).click();
  await expect(page).toHaveURL(MESSAGE_SENT);
});
