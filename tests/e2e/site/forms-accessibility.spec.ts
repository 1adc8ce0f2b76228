import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from '#tests/support/browser/accessibility.ts';
import { expect, tabTo, test, keepOfficeOpen } from '#tests/support/browser/e2e.ts';
import {
  attachedFiles,
  buildMessage,
  buildOrder,
  errorSummary,
  failureNotice,
  fillMessage,
  fillOrder,
  findOrder,
  moveToNewTab,
  ORDER_SUBMITTED,
  pdfFile,
  PROGRAM,
  sendButton,
  submitButton,
} from '#tests/support/browser/forms.ts';
import { openPage } from '#tests/support/browser/site.ts';
import { toast } from '#tests/support/browser/toasts.ts';

keepOfficeOpen();

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('no accessibility finding: the order form @full', async ({ page, problems }) => {
  problems.allow(/ERR_FAILED/);
  await openPage(page, '/order');
  await expectAccessible(page);
  await submitButton(page).click();
  await expect(errorSummary(page)).toBeFocused();
  await expectAccessible(page);

  await fillOrder(page, buildOrder());
  const longName = `${'a-name-that-an-export-gave-'.repeat(4)}2026.pdf`;
  await page.locator('#files').setInputFiles([pdfFile(longName, 2_500_000), pdfFile('b.pdf')]);
  await page.route('**/api/order-attachments', (route) => route.abort());
  await submitButton(page).click();
  await expect(failureNotice(page)).toBeFocused();
  await expect(attachedFiles(page)).toContainText(['Not uploaded', 'b.pdf']);
  await expectAccessible(page, async () => {
    await page.locator('#files').setInputFiles([PROGRAM]);
    const rejected = toast(page, 'run.exe is not a supported file type');
    await expect(rejected.last()).toBeVisible();
  });

  await page.locator('#order-form').getByRole('link', { name: 'Cancel' }).click();
  await expect(page.getByRole('dialog', { name: 'Leave this page?' })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  const next = await moveToNewTab(page, '/order');
  await expect(next.getByRole('region', { name: 'Saved draft' })).toBeVisible();
  await expectAccessible(next);
  await next.getByRole('button', { name: 'Restore draft' }).click();
  await submitButton(next).click();
  await expect(next).toHaveURL(ORDER_SUBMITTED);
  await expectAccessible(next);
});

test('no accessibility finding: the contact form @full', async ({ page }) => {
  await openPage(page, '/contact');
  await sendButton(page).click();
  await expect(errorSummary(page)).toBeFocused();
  await expectAccessible(page);
  await fillMessage(page, buildMessage());
  await sendButton(page).click();
  await expect(page.getByRole('heading', { name: 'Thank you for your message' })).toBeFocused();
  await expectAccessible(page);
});

async function type(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field);
  await page.keyboard.type(text);
}

/** Chooses an option of a radio group as keys do: Space for the first, then arrows. */
async function choose(page: Page, name: string, value: string): Promise<void> {
  await tabTo(page, page.locator(`[name="${name}"]`).first());
  await page.keyboard.press('Space');
  const chosen = page.locator(`[name="${name}"]:checked`);
  while ((await chosen.getAttribute('value')) !== value) {
    const before = await chosen.getAttribute('value');
    await page.keyboard.press('ArrowDown');
    await expect(chosen).not.toHaveAttribute('value', before ?? '');
  }
}

async function tick(page: Page, box: Locator): Promise<void> {
  await tabTo(page, box);
  await page.keyboard.press('Space');
  await expect(box).toBeChecked();
}

test('a whole order by keyboard, from the first field to the way home', async ({ page, site }) => {
  await openPage(page, '/order');
  const order = buildOrder();
  await type(page, page.getByLabel('Full name'), 'M');
  await page.keyboard.press('Enter');
  await expect(errorSummary(page)).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Full name')).toBeFocused();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(order.fullName);
  await type(page, page.getByLabel('E-mail'), order.email);
  await type(page, page.getByLabel('Phone'), order.phone);
  await type(page, page.getByLabel('Company (optional)'), order.company);
  await choose(page, 'serviceType', order.serviceType);
  await type(page, page.getByLabel('Project description'), order.projectDescription);
  for (const feature of order.desiredFeatures) await tick(page, page.getByLabel(feature));
  await choose(page, 'estimatedBudget', order.estimatedBudget);
  await choose(page, 'targetTimeline', order.targetTimeline);
  for (const language of order.requiredLanguages) {
    await tick(page, page.getByLabel(language, { exact: true }));
  }
  const chooser = page.waitForEvent('filechooser');
  await tabTo(page, page.locator('#files'));
  await page.keyboard.press('Enter');
  await (await chooser).setFiles([pdfFile('keep.pdf'), pdfFile('drop.pdf')]);
  await expect(attachedFiles(page)).toHaveCount(2);
  await tabTo(page, page.getByRole('button', { name: 'Remove drop.pdf' }));
  await page.keyboard.press('Enter');
  await expect(attachedFiles(page)).toHaveCount(1);
  await expect(page.locator('#files')).toBeFocused();
  await tick(page, page.getByLabel('I accept the'));
  await tabTo(page, submitButton(page));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(ORDER_SUBMITTED);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  const { termsAccepted: _, ...fields } = order;
  const row = await findOrder(site, order);
  expect(row).toMatchObject({ ...fields, fileUrls: [expect.any(String)] });
  await tabTo(page, page.getByRole('link', { name: 'Back to Home' }));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${site.url}/`);
});
