import type { Page } from '@playwright/test';
import { FAQ_LIMITS } from '#shared/faqs/values.ts';
import { expectAccessible } from '#tests/support/browser/accessibility.ts';
import { expectAccessibleState, openList, rowOf } from '#tests/support/browser/admin-content.ts';
import { expect, tabTo, test } from '#tests/support/browser/e2e.ts';
import { expectToast } from '#tests/support/browser/toasts.ts';
import { buildClient, buildFaq, buildTestimonial } from '#tests/support/factories.ts';

const questions = (page: Page) => page.getByRole('rowheader').allInnerTexts();

test.beforeEach(async ({ site }) => {
  for (const table of ['faqs', 'clients', 'testimonials'] as const) {
    await site.db.deleteFrom(table).execute();
  }
});

test('arrows move a question, and keep the focus', async ({ admin: page, site }) => {
  for (const [index, question] of ['One', 'Two', 'Three', 'Four'].entries()) {
    await buildFaq(site.db, { question, sortOrder: index * 10 });
  }
  await openList(page, 'faqs');
  const up = (question: string) => page.getByRole('button', { name: `Move ${question} up` });
  const down = (question: string) => page.getByRole('button', { name: `Move ${question} down` });
  await expect(up('One')).toBeDisabled();
  await expect(down('Four')).toBeDisabled();
  await down('One').focus();
  await page.keyboard.press('Enter');
  await expect(down('One')).toBeFocused();
  await expectToast(page, 'FAQ reordered successfully');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect.poll(() => questions(page)).toEqual(['Two', 'Three', 'Four', 'One']);
  await expect(down('One')).toBeFocused();
  await expect(down('One')).toBeDisabled();
  await page.keyboard.press('Enter');
  await up('Four').click();
  await expect.poll(() => questions(page)).toEqual(['Two', 'Four', 'Three', 'One']);
  await expect(up('Four')).toBeFocused();
  const stored = () =>
    site.db.selectFrom('faqs').select(['question', 'sortOrder']).orderBy('sortOrder').execute();
  await expect.poll(stored).toEqual([
    { question: 'Two', sortOrder: 0 },
    { question: 'Four', sortOrder: 10 },
    { question: 'Three', sortOrder: 20 },
    { question: 'One', sortOrder: 30 },
  ]);
  await page.reload();
  await expect.poll(() => questions(page)).toEqual(['Two', 'Four', 'Three', 'One']);
});

test('questions move only in their own order @full', async ({ admin: page, site, problems }) => {
  problems.allow(/status of 500/);
  await buildFaq(site.db, { question: 'Zero', sortOrder: 1 });
  await buildFaq(site.db, { question: 'Alpha', sortOrder: 2 });
  await openList(page, 'faqs');
  await page.getByRole('columnheader', { name: 'Question' }).getByRole('button').click();
  await expect.poll(() => questions(page)).toEqual(['Alpha', 'Zero']);
  await expect(page.getByRole('button', { name: 'Move Zero up' })).toBeDisabled();
  await expect(page.getByText('sort by Order first')).toBeVisible();
  await page.getByRole('columnheader', { name: 'Order' }).getByRole('button').click();
  await expect(page).toHaveURL(/\/admin\/faqs$/);
  await page.route('**/api/admin/faqs/*/move', (route) => route.fulfill({ status: 500 }));
  await page.getByRole('button', { name: 'Move Alpha up' }).click();
  await expectToast(page, 'Failed to reorder FAQ', 'Error');
  await expect.poll(() => questions(page)).toEqual(['Zero', 'Alpha']);
});

test('FAQs are moved and edited by keyboard alone @full', async ({ admin: page, site }) => {
  await buildFaq(site.db, { question: 'One', sortOrder: 1 });
  await buildFaq(site.db, { question: 'Two', sortOrder: 2 });
  await openList(page, 'faqs');
  await tabTo(page, page.getByRole('button', { name: 'Move Two up' }));
  await page.keyboard.press('Space');
  await expect.poll(() => questions(page)).toEqual(['Two', 'One']);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Edit Two' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog').getByLabel('Question')).toHaveValue('Two');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Edit Two' })).toBeFocused();

  await page.keyboard.press('n');
  const dialog = page.getByRole('dialog', { name: 'Create New FAQ' });
  await expect(dialog.getByLabel('Question')).toBeFocused();
  await page.keyboard.type('Half a question');
  await page.keyboard.press('Escape');
  const guard = page.getByRole('dialog', { name: 'Discard your changes?' });
  await expect(guard).toBeVisible();
  await expectAccessibleState(page);
  await guard.getByRole('button', { name: 'Keep editing' }).click();
  await expect(dialog.getByLabel('Question')).toHaveValue('Half a question');
  await dialog.getByRole('button', { name: 'Close' }).click();
  await guard.getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('button', { name: 'New FAQ' }).click();
  await expect(dialog.getByLabel('Question')).toHaveValue('');
  await page.keyboard.type('By keyboard?');
  await tabTo(page, dialog.getByLabel('Answer'));
  await page.keyboard.type('Yes.');
  await tabTo(page, dialog.getByRole('switch', { name: 'Published' }));
  await page.keyboard.press('Space');
  await tabTo(page, dialog.getByRole('button', { name: 'Create FAQ' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'New FAQ' })).toBeFocused();
  await expect(rowOf(page, 'By keyboard?')).toContainText('Draft');
});

test('Ctrl+S saves a new record, and then changes it @full', async ({ admin: page, site }) => {
  await buildFaq(site.db, { question: 'Older', sortOrder: 6 });
  await openList(page, 'faqs');
  await page.getByRole('button', { name: 'New FAQ' }).click();
  const form = page.getByRole('dialog', { name: /FAQ$/ });
  await form.getByLabel('Question').fill('Is it made once?');
  await form.getByLabel('Answer').fill('Yes.');
  await form.getByLabel('Category').fill('Saving');
  await page.keyboard.press('Control+s');
  await expect(page.getByRole('dialog', { name: 'Edit FAQ' })).toBeVisible();
  await expect(page).toHaveURL(/\?edit=[\da-f-]{36}$/);
  await expect(form.getByLabel('Category')).toBeFocused();
  await expect(rowOf(page, 'Is it made once?')).toContainText('7');
  await form.getByLabel('Sort order').fill('-1');
  await form.getByLabel('Answer').fill('Only once.');
  await page.keyboard.press('Control+s');
  await expect(form.getByLabel('Sort order')).toHaveAccessibleDescription(/must be 0 or greater/);
  await form.getByLabel('Sort order').fill('4');
  await page.keyboard.press('Control+s');
  await expectToast(page, 'FAQ updated successfully');
  await page.reload();
  await expect(form.getByLabel('Answer')).toHaveValue('Only once.');
  const long = 'ş'.repeat(FAQ_LIMITS.question + 20);
  await form.getByLabel('Question').fill(long);
  await expect(form.getByLabel('Question')).toHaveValue(long);
  await expect(form.getByText(/ of at most \d+ characters$/)).toBeVisible();
  await form.getByRole('button', { name: 'Save changes' }).click();
  await expect(form.getByLabel('Question')).toHaveAttribute('aria-invalid', 'true');
  await form.getByLabel('Question').fill('Is it made once?');
  await expect(form.getByText(/ of at most /)).toBeHidden();
  // Another new record starts empty.
  await page.getByRole('button', { name: 'New FAQ' }).click();
  await expect(page.getByRole('dialog', { name: 'Create New FAQ' })).toBeVisible();
  await expect(form.getByLabel('Question')).toHaveValue('');
  await page.keyboard.press('Escape');
  await rowOf(page, 'Older').getByRole('button', { name: /^Edit/ }).click();
  await expect(form.getByLabel('Question')).toHaveValue('Older');
  await page.goBack();
  await expect(form).toBeHidden();
  await expect(page).toHaveURL(/\/admin\/faqs$/);
  const stored = site.db.selectFrom('faqs').select(['question', 'answer', 'sortOrder']);
  expect(await stored.where('category', '=', 'Saving').execute()).toEqual([
    { question: 'Is it made once?', answer: 'Only once.', sortOrder: 4 },
  ]);
});

test('clients have initials, websites and dates @full', async ({ admin: page, site }) => {
  const websiteUrl = 'https://hisar.example';
  await buildClient(site.db, { name: 'Hisar', websiteUrl, createdAt: '2026-01-05T12:00:00Z' });
  const createdAt = '2026-01-04T12:00:00Z';
  await buildClient(site.db, { name: 'çelik', isFeatured: false, createdAt });
  await openList(page, 'clients');
  const [hisar, celik] = [rowOf(page, 'Hisar'), rowOf(page, 'çelik')];
  await expect(hisar.getByRole('cell').nth(1)).toHaveText('H');
  await expect(celik.getByRole('cell').nth(1)).toHaveText('Ç');
  await expect(hisar.getByRole('link')).toHaveAttribute('href', websiteUrl);
  await expect(hisar.getByRole('link')).toHaveAttribute('target', '_blank');
  await expect(celik).toContainText('N/A');
  await expect(hisar).toContainText('Jan 05, 2026');
  await hisar.getByRole('button', { name: 'Edit Hisar' }).click();
  const form = page.getByRole('dialog', { name: 'Edit Client' });
  await expectAccessibleState(page);
  await form.getByLabel('Website (optional)').fill('javascript:alert(1)');
  await form.getByRole('button', { name: 'Save changes' }).click();
  await expect(form.getByLabel('Website (optional)')).toHaveAccessibleDescription(
    /Enter a whole web address/,
  );
});

test('testimonials have stars and short quotes @full', async ({ admin: page, site }) => {
  await buildTestimonial(site.db, {
    clientName: 'Leyla',
    clientTitle: 'Director',
    clientCompany: 'Köprü Homes',
    quote: `${'word '.repeat(40)}end`,
    rating: 3,
  });
  await openList(page, 'testimonials');
  const row = page.getByRole('row').nth(1);
  await expect(row.getByRole('cell').nth(1)).toHaveText('L');
  await expect(row.getByRole('rowheader')).toContainText('Director');
  await expect(row).toContainText('Köprü Homes');
  await expect(row).toContainText('word word…');
  await expect(row).not.toContainText('end');
  const stars = row.getByRole('img', { name: '3 of 5 stars' });
  await expect(stars.locator('[data-filled="true"]')).toHaveCount(3);
  await expect(stars.locator('[data-filled="false"]')).toHaveCount(2);
  await page.getByRole('button', { name: 'Edit testimonial of Leyla' }).click();
  const form = page.getByRole('dialog', { name: 'Edit Testimonial' });
  await form.getByLabel('Rating').selectOption('No rating');
  await form.getByLabel('Client company (optional)').fill('');
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Save changes' }).click();
  await expect(row).toContainText('No rating');
  await expect(row).toContainText('N/A');
});
