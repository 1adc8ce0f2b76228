import type { Page } from '@playwright/test';
import { expect, tabTo, test } from '#tests/support/browser/e2e.ts';
import {
  asksBeforeClosing,
  buildMessage,
  buildOrder,
  fillMessage,
  fillOrder,
  MESSAGE_SENT,
  moveToNewTab,
  ORDER_SUBMITTED,
  pdfFile,
  sendButton,
  submitButton,
} from '#tests/support/browser/forms.ts';
import { openPage } from '#tests/support/browser/site.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

function leaveDialog(page: Page) {
  return page.getByRole('dialog', { name: 'Leave this page?' });
}

function draftOffer(page: Page) {
  return page.getByRole('region', { name: 'Saved draft' });
}

function savedDraft(page: Page, form: 'order' | 'contact' = 'order'): Promise<string | null> {
  return page.evaluate((name) => localStorage.getItem(`draft:${name}:1`), form);
}

test('the browser asks before entries or files are lost @full', async ({ context }) => {
  const steps: [name: string, enter: (page: Page) => Promise<void>, asks: boolean][] = [
    ['a text', (page) => page.getByLabel('Phone').pressSequentially('5'), true],
    ['a removed text', (page) => page.getByLabel('Phone').fill(''), false],
    ['a radio button', (page) => page.getByLabel('90 days').check(), true],
    ['the terms', (page) => page.getByLabel('I accept the').check(), true],
    ['a file', (page) => page.locator('#files').setInputFiles([pdfFile()]), true],
    [
      'a removed file',
      async (page) => {
        await page.locator('#files').setInputFiles([pdfFile()]);
        await page.getByRole('button', { name: 'Remove plan.pdf' }).click();
      },
      false,
    ],
  ];
  for (const [name, enter, asks] of steps) {
    const page = await context.newPage();
    await openPage(page, '/order');
    await page.evaluate(() => localStorage.clear());
    // Browsers ask only on pages that were used.
    await page.getByRole('heading', { level: 1 }).click();
    await enter(page);
    expect(await asksBeforeClosing(page), name).toBe(asks);
    await page.close();
  }
});

test('Cancel with entries asks in a dialog', async ({ page, site }) => {
  await openPage(page, '/order');
  const link = page.locator('#order-form').getByRole('link', { name: 'Cancel' });
  await link.click();
  await expect(page).toHaveURL(`${site.url}/`);
  await openPage(page, '/order');
  await page.getByLabel('Full name').fill('Selin Kaya');
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

test('Back and links of the header ask too @full', async ({ page, context, site }) => {
  await openPage(page, '/faq');
  await page.getByRole('banner').getByRole('link', { name: 'Order Now' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Start Your Project');
  await page.getByLabel('Full name').fill('Selin Kaya');
  for (const leave of [
    () => page.getByRole('banner').getByRole('link', { name: 'Contact Us' }).click(),
    () => page.goBack(),
  ]) {
    await leave();
    await expect(leaveDialog(page)).toBeVisible();
    await page.getByRole('button', { name: 'Stay on this page' }).click();
    await expect(leaveDialog(page)).toBeHidden();
    await expect(page).toHaveURL(`${site.url}/order`);
  }

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

test('a draft is offered after the tab was closed, and restored whole', async ({ page }) => {
  await openPage(page, '/order');
  const order = buildOrder();
  await fillOrder(page, order);
  const next = await moveToNewTab(page, '/order');
  await expect(draftOffer(next)).toContainText('You started this form before.');
  await expect(next.getByLabel('Full name')).toHaveValue('');
  await next.getByRole('button', { name: 'Restore draft' }).click();
  await expect(draftOffer(next)).toBeHidden();
  await expect(next.getByLabel('Full name')).toBeFocused();
  for (const name of ['fullName', 'email', 'phone', 'company', 'projectDescription'] as const) {
    await expect(next.locator(`#${name}`)).toHaveValue(order[name]);
  }
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

test('a message has a draft and a question too @full', async ({ page, site }) => {
  await openPage(page, '/contact');
  const message = buildMessage();
  await fillMessage(page, message);
  await page.getByRole('banner').getByRole('link', { name: 'Order Now' }).click();
  await expect(leaveDialog(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(`${site.url}/contact`);
  expect(await asksBeforeClosing(page)).toBe(true);
  const next = await moveToNewTab(page, '/contact');
  await next.getByRole('button', { name: 'Restore draft' }).click();
  for (const [name, value] of Object.entries(message)) {
    await expect(next.locator(`#${name}`)).toHaveValue(value);
  }
  await sendButton(next).click();
  await expect(next).toHaveURL(MESSAGE_SENT);
  await expect.poll(() => savedDraft(next, 'contact')).toBeNull();
  expect(await asksBeforeClosing(next)).toBe(false);
});

test('newer entries are merged with the draft, or it goes @full', async ({ page }) => {
  await openPage(page, '/order');
  await page.getByLabel('Full name').fill('Selin Kaya');
  await page.getByLabel('Phone').fill('1');
  const next = await moveToNewTab(page, '/order');
  await expect(draftOffer(next)).toBeVisible();
  await next.getByLabel('Phone').fill('+90 312 555 01 00');
  const last = await moveToNewTab(next, '/order');
  await last.getByRole('button', { name: 'Restore draft' }).click();
  await expect(last.getByLabel('Full name')).toHaveValue('Selin Kaya');
  await expect(last.getByLabel('Phone')).toHaveValue('+90 312 555 01 00');
  const fresh = await moveToNewTab(last, '/order');
  await fresh.getByRole('button', { name: 'Discard' }).click();
  await expect(draftOffer(fresh)).toBeHidden();
  await expect.poll(() => savedDraft(fresh)).toBeNull();
  await expect(fresh.getByLabel('Full name')).toHaveValue('');
});
