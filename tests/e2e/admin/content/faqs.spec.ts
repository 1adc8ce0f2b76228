import type { Page } from '@playwright/test';
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

test('arrows move a question, and keep the focus', async ({ admin: page, site, problems }) => {
  problems.allow(/status of 500/);
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
  const stored = site.db.selectFrom('faqs').select('question').orderBy('sortOrder');
  const readStored = async () => (await stored.execute()).map(({ question }) => question);
  // A reload would cancel a move in flight.
  await expect.poll(readStored).toEqual(['Two', 'Four', 'Three', 'One']);
  await page.reload();
  await expect.poll(() => questions(page)).toEqual(['Two', 'Four', 'Three', 'One']);

  await page.getByRole('columnheader', { name: 'Question' }).getByRole('button').click();
  await expect.poll(() => questions(page)).toEqual(['Four', 'One', 'Three', 'Two']);
  await expect(up('One')).toBeDisabled();
  await expect(page.getByText('sort by Order first')).toBeVisible();
  await page.getByRole('columnheader', { name: 'Order' }).getByRole('button').click();
  await expect(page).toHaveURL(/\/admin\/faqs$/);
  await page.route('**/api/admin/faqs/*/move', (route) => route.fulfill({ status: 500 }));
  await up('One').click();
  await expectToast(page, 'Failed to reorder FAQ', 'Error');
  await expect.poll(() => questions(page)).toEqual(['Two', 'Four', 'Three', 'One']);
});

test('a FAQ is written by keyboard alone, and saved by Ctrl+S @full', async ({
  admin: page,
  site,
}) => {
  await buildFaq(site.db, { question: 'Older', sortOrder: 6 });
  await openList(page, 'faqs');
  await page.keyboard.press('n');
  const form = page.getByRole('dialog', { name: /FAQ$/ });
  const question = form.getByLabel('Question');
  await expect(question).toBeFocused();
  await page.keyboard.type('Half a question');
  await page.keyboard.press('Escape');
  const guard = page.getByRole('dialog', { name: 'Discard your changes?' });
  await expectAccessibleState(page);
  await guard.getByRole('button', { name: 'Keep editing' }).click();
  await expect(question).toHaveValue('Half a question');
  await form.getByRole('button', { name: 'Close' }).click();
  await guard.getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('button', { name: 'New FAQ' }).click();
  await expect(question).toHaveValue('');
  await page.keyboard.type('By keyboard?');
  await tabTo(page, form.getByLabel('Answer'));
  await page.keyboard.type('Yes.');
  await tabTo(page, form.getByRole('switch', { name: 'Published' }));
  await page.keyboard.press('Space');
  await page.keyboard.press('Control+s');
  await expect(page.getByRole('dialog', { name: 'Edit FAQ' })).toBeVisible();
  await expect(page).toHaveURL(/\?edit=[\da-f-]{36}$/);
  await expect(form.getByRole('switch', { name: 'Published' })).toBeFocused();
  await expect(rowOf(page, 'By keyboard?')).toContainText(/7.*Draft/s);
  const order = form.getByLabel('Sort order');
  await order.fill('-1');
  await page.keyboard.press('Control+s');
  await expect(order).toHaveAccessibleDescription(/must be 0 or greater/);
  await order.fill('4');
  await page.keyboard.press('Control+s');
  await expectToast(page, 'FAQ updated successfully');
  const long = 'ş'.repeat(520);
  await question.fill(long);
  await expect(question).toHaveValue(long);
  await expect(form.getByText(/ of at most \d+ characters$/)).toBeVisible();
  await form.getByRole('button', { name: 'Save changes' }).click();
  await expect(question).toHaveAttribute('aria-invalid', 'true');
  await question.fill('By keyboard?');
  await expect(form.getByText(/ of at most /)).toBeHidden();
  // Another new record starts empty.
  await page.getByRole('button', { name: 'New FAQ' }).click();
  await expect(page.getByRole('dialog', { name: 'Create New FAQ' })).toBeVisible();
  await expect(question).toHaveValue('');
  await page.keyboard.press('Escape');
  await rowOf(page, 'Older').getByRole('button', { name: /^Edit/ }).click();
  await expect(question).toHaveValue('Older');
  await page.goBack();
  await expect(form).toBeHidden();
  await expect(page).toHaveURL(/\/admin\/faqs$/);
  const stored = site.db.selectFrom('faqs').select(['question', 'answer', 'sortOrder']);
  expect(await stored.orderBy('sortOrder').execute()).toMatchObject([
    { question: 'By keyboard?', answer: 'Yes.', sortOrder: 4 },
    { question: 'Older' },
  ]);
});

test('clients and testimonials are shown in short @full', async ({ admin: page, site }) => {
  const websiteUrl = 'https://hisar.example';
  await buildClient(site.db, { name: 'Hisar', websiteUrl, createdAt: '2026-01-05T12:00:00Z' });
  await buildClient(site.db, { name: 'çelik', isFeatured: false });
  await openList(page, 'clients');
  const [hisar, celik] = [rowOf(page, 'Hisar'), rowOf(page, 'çelik')];
  await expect(hisar.getByRole('cell').nth(1)).toHaveText('H');
  await expect(celik.getByRole('cell').nth(1)).toHaveText('Ç');
  await expect(hisar.getByRole('link')).toHaveAttribute('href', websiteUrl);
  await expect(hisar.getByRole('link')).toHaveAttribute('target', '_blank');
  await expect(celik).toContainText('N/A');
  await expect(hisar).toContainText('Jan 05, 2026');

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
  await form.getByRole('button', { name: 'Save changes' }).click();
  await expect(row).toContainText('No rating');
  await expect(row).toContainText('N/A');
});
