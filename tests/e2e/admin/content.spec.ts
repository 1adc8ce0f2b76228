import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { expectAccessible } from '#tests/support/browser/accessibility.ts';
import {
  breakCalls,
  deleteAndRestore,
  DRAWING,
  expectAccessibleState,
  expectBlankForm,
  expectBothVersions,
  openList,
  rowOf,
} from '#tests/support/browser/admin-content.ts';
import { FAQ_LIMITS } from '#shared/faqs/values.ts';
import { expect, tabTo, WITHIN_A_SECOND, test } from '#tests/support/browser/e2e.ts';
import { buildClient, buildFaq, buildTestimonial } from '#tests/support/factories.ts';
import { expectToast } from '#tests/support/browser/toasts.ts';

const HOSTILE = '<img src=x onerror=alert(1)>"\'{{7*7}}';

async function headsOf(page: Page): Promise<string[]> {
  // Behind the boxes that select rows.
  return (await page.getByRole('columnheader').allInnerTexts()).slice(1);
}

// Each test starts from its own rows.
test.beforeEach(async ({ site }) => {
  await site.db.deleteFrom('faqs').execute();
  await site.db.deleteFrom('clients').execute();
  await site.db.deleteFrom('testimonials').execute();
});

test.describe('FAQs', () => {
  const questions = (page: Page) => page.getByRole('rowheader').allInnerTexts();

  test('the screen shows its columns in their order @full', async ({ admin: page, site }) => {
    await buildFaq(site.db, { question: 'Second', sortOrder: 5, isPublished: false });
    await buildFaq(site.db, { question: 'First', sortOrder: 2, category: 'Process' });
    await buildFaq(site.db, { question: HOSTILE, sortOrder: 7 });
    await openList(page, 'faqs');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('FAQ Management');
    expect(await headsOf(page)).toEqual(['Order', 'Question', 'Category', 'Status', 'Actions']);
    await expect.poll(() => questions(page)).toEqual(['First', 'Second', HOSTILE]);
    await expect(rowOf(page, 'First')).toContainText('2');
    await expect(rowOf(page, 'First')).toContainText('Process');
    await expect(rowOf(page, 'First')).toContainText('Published');
    await expect(rowOf(page, 'Second')).toContainText('Draft');
    await expectAccessible(page);
  });

  test('a question is written, message by message, and is on the site', async ({
    admin: page,
    site,
  }) => {
    await buildFaq(site.db, { question: 'Older', sortOrder: 6 });
    await openList(page, 'faqs');
    await page.getByRole('button', { name: 'New FAQ' }).click();
    const dialog = page.getByRole('dialog', { name: 'Create New FAQ' });
    await expect(dialog.getByLabel('Category')).toHaveValue('General');
    await expect(dialog.getByRole('switch', { name: 'Published' })).toBeChecked();
    await expect(dialog.getByLabel('Question')).toBeFocused();

    await dialog.getByLabel('Category').fill(' ');
    const save = dialog.getByRole('button', { name: 'Create FAQ' });
    await save.click();
    for (const [label, message] of [
      ['Question', 'Question is required'],
      ['Answer', 'Answer is required'],
      ['Category', 'Category is required'],
    ] as const) {
      await expect(dialog.getByRole('alert')).toContainText(message);
      await expect(dialog.getByLabel(label)).toHaveAccessibleDescription(new RegExp(message));
      await expect(dialog.getByLabel(label)).toHaveAttribute('aria-invalid', 'true');
    }
    await expectAccessibleState(page);
    await dialog.getByLabel('Question').fill('How long does it take?');
    await expect(dialog.getByText('Question is required')).toHaveCount(0);
    await dialog.getByLabel('Answer').fill(`Three weeks.\n${HOSTILE}`);
    await dialog.getByLabel('Category').fill('Process');
    await save.click();

    await expect(dialog).toBeHidden();
    await expectToast(page, 'FAQ created successfully');
    await expect(rowOf(page, 'How long does it take?')).toContainText('7');
    await expect(page.getByRole('button', { name: 'New FAQ' })).toBeFocused();
    await expectBlankForm(page, {
      button: 'New FAQ',
      dialog,
      values: { Question: '', Answer: '', Category: 'General' },
    });

    await page.goto('/faq');
    await page.getByText('How long does it take?').click();
    await expect(page.getByText(HOSTILE)).toBeVisible();
  });

  test('a question is changed with Ctrl+S, and taken off the site by its switch @full', async ({
    admin: page,
    site,
  }) => {
    const { id } = await buildFaq(site.db, { question: 'Old words', sortOrder: 1 });
    await openList(page, 'faqs');
    await rowOf(page, 'Old words').getByRole('button', { name: 'Edit Old words' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit FAQ' });
    await dialog.getByLabel('Sort order').fill('-1');
    await dialog.getByLabel('Question').fill('New words');
    await page.keyboard.press('Control+s');
    await expect(dialog.getByLabel('Sort order')).toHaveAccessibleDescription(
      /Sort order must be 0 or greater/,
    );
    await dialog.getByLabel('Sort order').fill('4');
    await page.keyboard.press('Control+s');
    await expectToast(page, 'FAQ updated successfully');
    await expect(page.locator('tbody')).toContainText('New words');
    await expect(dialog.getByLabel('Sort order')).toBeFocused();
    await dialog.getByRole('switch', { name: 'Published' }).click();
    await dialog.getByRole('button', { name: 'Save changes' }).click();
    await expect(dialog).toBeHidden();
    await expect(rowOf(page, 'New words')).toContainText('Draft');
    await expect(page.getByRole('button', { name: 'Edit New words' })).toBeFocused();
    const row = await site.db
      .selectFrom('faqs')
      .select(['sortOrder', 'isPublished'])
      .where('id', '=', id)
      .executeTakeFirst();
    expect(row).toEqual({ sortOrder: 4, isPublished: false });
    await expect.poll(async () => (await page.request.get('/api/faqs')).json()).toEqual([]);
  });

  test('the arrows move a question, and the focus stays on its arrow', async ({
    admin: page,
    site,
  }) => {
    for (const [index, question] of ['One', 'Two', 'Three', 'Four'].entries()) {
      await buildFaq(site.db, { question, sortOrder: index * 10 });
    }
    await openList(page, 'faqs');
    const up = (question: string) => page.getByRole('button', { name: `Move ${question} up` });
    const down = (question: string) => page.getByRole('button', { name: `Move ${question} down` });
    await expect(up('One')).toBeDisabled();
    await expect(down('One')).toBeEnabled();
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
    await expect(async () => {
      const rows = await site.db
        .selectFrom('faqs')
        .select(['question', 'sortOrder'])
        .orderBy('sortOrder')
        .execute();
      expect(rows).toEqual([
        { question: 'Two', sortOrder: 0 },
        { question: 'Four', sortOrder: 10 },
        { question: 'Three', sortOrder: 20 },
        { question: 'One', sortOrder: 30 },
      ]);
    }).toPass();
    await page.reload();
    await expect.poll(() => questions(page)).toEqual(['Two', 'Four', 'Three', 'One']);
  });

  test('a search finds, says when nothing matches, and is cleared @full', async ({
    admin: page,
    site,
  }) => {
    await buildFaq(site.db, { question: 'İstanbul?' });
    await buildFaq(site.db, { question: 'Ankara?', sortOrder: 1 });
    await openList(page, 'faqs');
    await page.keyboard.press('/');
    await expect(page.getByLabel('Search FAQs')).toBeFocused();
    await page.keyboard.type('ISTANBUL');
    await expect.poll(() => questions(page)).toEqual(['İstanbul?']);
    await expect(page).toHaveURL(/search=ISTANBUL/);
    await expect(page.getByRole('button', { name: 'Move İstanbul? down' })).toBeDisabled();
    await page.getByLabel('Search FAQs').fill('nothing like this');
    await expect(page.getByText('Nothing matches the search and the filters.')).toBeVisible();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect.poll(() => questions(page)).toEqual(['İstanbul?', 'Ankara?']);
  });

  test('deleting asks first, and what was deleted can be restored', async ({
    admin: page,
    site,
  }) => {
    await buildFaq(site.db, { question: 'Goes', sortOrder: 1 });
    await buildFaq(site.db, { question: 'Stays', sortOrder: 2 });
    await openList(page, 'faqs');
    await page.getByRole('button', { name: 'Delete Goes' }).click();
    const question = page.getByRole('dialog', {
      name: 'Are you sure you want to delete this FAQ?',
    });
    await expect(question).toContainText('Goes');
    await expectAccessibleState(page);
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByRole('button', { name: 'Delete Goes' })).toBeFocused();
    await expect.poll(() => questions(page)).toEqual(['Goes', 'Stays']);

    await page.getByRole('button', { name: 'Delete Goes' }).click();
    await question.getByRole('button', { name: 'Delete' }).click();
    await expectToast(page, 'FAQ deleted successfully');
    await expect.poll(() => questions(page)).toEqual(['Stays']);
    await expect(page.getByRole('button', { name: 'Delete Stays' })).toBeFocused();
    await expect.poll(async () => (await page.request.get('/faq')).text()).not.toContain('Goes');

    await page.getByLabel('Show', { exact: true }).selectOption('Deleted');
    await expect.poll(() => questions(page)).toEqual(['Goes']);
    await page.getByRole('button', { name: 'Restore Goes' }).click();
    await expectToast(page, 'FAQ restored successfully');
    await expect(page.getByText('No FAQs found')).toBeVisible();
    await page.getByLabel('Show', { exact: true }).selectOption('Current FAQs');
    await expect.poll(() => questions(page)).toEqual(['Goes', 'Stays']);
  });

  test('every failure says so and loses nothing @full', async ({ admin: page, site, problems }) => {
    problems.allow(/status of 500/);
    await buildFaq(site.db, { question: 'One', sortOrder: 1 });
    await buildFaq(site.db, { question: 'Two', sortOrder: 2 });
    await openList(page, 'faqs');
    const message = 'Something went wrong on our side.';
    const calls = await breakCalls(page, /\/api\/admin\/faqs/, 500, message);

    calls.failing = 'PUT';
    await page.getByRole('button', { name: 'Edit One' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit FAQ' });
    await dialog.getByLabel('Question').fill('One, changed');
    await dialog.getByRole('button', { name: 'Save changes' }).press('Enter');
    await expectToast(page, 'Failed to save FAQ', 'Error');
    await expect(dialog.getByRole('alert').first()).toContainText('Something went wrong');
    await expect(dialog.getByLabel('Question')).toHaveValue('One, changed');
    calls.failing = null;
    await dialog.getByRole('button', { name: 'Save changes' }).press('Enter');
    await expect(dialog).toBeHidden();

    calls.failing = 'POST';
    await page.getByRole('button', { name: 'Move Two up' }).click();
    await expectToast(page, 'Failed to reorder FAQ', 'Error');
    await expect.poll(() => questions(page)).toEqual(['One, changed', 'Two']);
    await page.getByRole('button', { name: 'New FAQ' }).click();
    const creation = page.getByRole('dialog', { name: 'Create New FAQ' });
    await creation.getByLabel('Question').fill('Three');
    await creation.getByLabel('Answer').fill('Answer');
    await creation.getByRole('button', { name: 'Create FAQ' }).press('Enter');
    await expectToast(page, 'Failed to save FAQ', 'Error');
    await expect(creation.getByLabel('Question')).toHaveValue('Three');
    calls.failing = null;
    await creation.getByRole('button', { name: 'Create FAQ' }).press('Enter');
    await expect(creation).toBeHidden();

    calls.failing = 'DELETE';
    await page.getByRole('button', { name: 'Delete Two' }).click();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await expectToast(page, 'Failed to delete FAQ', 'Error');
    await expect(rowOf(page, 'Two')).toBeVisible();

    calls.failing = 'GET';
    await page.reload();
    await expectToast(page, 'Failed to load FAQs', 'Error');
    calls.failing = null;
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(rowOf(page, 'Two')).toBeVisible();
  });

  test('two administrators: what the other one adds is on the list within a second, both versions are shown, and Overwrite or Reload decide', async ({
    admin: page,
    site,
    problems,
  }) => {
    problems.allow(/status of 409/);
    const { id } = await buildFaq(site.db, { question: 'Shared', answer: 'Old' });
    const events = page.waitForResponse('**/api/admin/events');
    await openList(page, 'faqs');
    await events;
    await buildFaq(site.db, { question: 'Added elsewhere', sortOrder: 3 });
    await expect(rowOf(page, 'Added elsewhere')).toBeVisible(WITHIN_A_SECOND);
    const saveAsOther = (response: string) =>
      site.db.updateTable('faqs').set({ answer: response }).where('id', '=', id).execute();

    const dialog = page.getByRole('dialog', { name: 'Edit FAQ' });
    await expectBothVersions(page, {
      edit: page.getByRole('button', { name: 'Edit Shared' }),
      form: dialog,
      label: 'Answer',
      saveElsewhere: async () => void (await saveAsOther('Theirs')),
    });
    await dialog.getByRole('button', { name: 'Reload' }).click();
    await expect(dialog.getByLabel('Answer')).toHaveValue('Theirs');

    await dialog.getByLabel('Answer').fill('Mine again');
    await saveAsOther('Theirs again');
    await dialog.getByRole('button', { name: 'Save changes' }).click();
    await dialog.getByRole('button', { name: 'Overwrite' }).click();
    await expect(dialog).toBeHidden();
    await expectToast(page, 'FAQ updated successfully');
    const saved = await site.db
      .selectFrom('faqs')
      .select('answer')
      .where('id', '=', id)
      .executeTakeFirst();
    expect(saved).toEqual({ answer: 'Mine again' });
  });

  test('the keyboard alone moves and edits, and Escape loses no unsaved words @full', async ({
    admin: page,
    site,
  }) => {
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
    await dialog.getByLabel('Question').fill('Half a question');
    await page.keyboard.press('Escape');
    const guard = page.getByRole('dialog', { name: 'Discard your changes?' });
    await expect(guard).toBeVisible();
    await expectAccessibleState(page);
    await guard.getByRole('button', { name: 'Keep editing' }).click();
    await expect(dialog.getByLabel('Question')).toHaveValue('Half a question');
    await dialog.getByRole('button', { name: 'Close' }).click();
    await guard.getByRole('button', { name: 'Discard' }).click();
    await expect(dialog).toBeHidden();
    await page.getByRole('button', { name: 'New FAQ' }).click();
    await expect(dialog.getByLabel('Question')).toHaveValue('');
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  });
});

test.describe('clients', () => {
  test('the screen shows its columns @full', async ({ admin: page, site }) => {
    await buildClient(site.db, {
      name: 'Hisar',
      websiteUrl: 'https://hisar.example',
      createdAt: '2026-01-05T12:00:00Z',
    });
    await buildClient(site.db, {
      name: 'çelik',
      isFeatured: false,
      createdAt: '2026-01-04T12:00:00Z',
    });
    await buildClient(site.db, { name: HOSTILE, createdAt: '2026-01-03T12:00:00Z' });
    await openList(page, 'clients');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Clients Management');
    expect(await headsOf(page)).toEqual([
      'Logo',
      'Name',
      'Website',
      'Status',
      'Created',
      'Actions',
    ]);
    expect(await page.getByRole('rowheader').allInnerTexts()).toEqual(['Hisar', 'çelik', HOSTILE]);
    await expect(rowOf(page, 'Hisar').getByRole('cell').nth(1)).toHaveText('H');
    await expect(rowOf(page, 'çelik').getByRole('cell').nth(1)).toHaveText('Ç');
    const link = rowOf(page, 'Hisar').getByRole('link');
    await expect(link).toHaveAttribute('href', 'https://hisar.example');
    await expect(link).toHaveAttribute('target', '_blank');
    await expect(rowOf(page, 'çelik')).toContainText('N/A');
    await expect(rowOf(page, 'Hisar')).toContainText('Jan 05, 2026');
    await expect(rowOf(page, 'Hisar').getByText('Featured', { exact: true })).toBeVisible();
    await expect(rowOf(page, 'çelik').getByText('Not Featured')).toBeVisible();

    await expectAccessibleState(page);
    await page.getByRole('button', { name: 'Edit Hisar' }).click();
    await expect(page.getByRole('dialog').getByLabel('Name')).toHaveValue('Hisar');
    await expectAccessible(page);
  });

  test('written with a logo, changed, deleted and restored', async ({ admin: page, site }) => {
    await buildClient(site.db, { name: 'Older' });
    await openList(page, 'clients');
    await page.getByRole('button', { name: 'New Client' }).click();
    const dialog = page.getByRole('dialog', { name: 'Create New Client' });
    await expect(dialog.getByRole('switch', { name: 'Featured' })).toBeChecked();
    await dialog.getByLabel('Website (optional)').fill('javascript:alert(1)');
    await dialog.getByRole('button', { name: 'Create client' }).click();
    await expect(dialog.getByLabel('Name')).toHaveAccessibleDescription(/Name is required/);
    await expect(dialog.getByLabel('Website (optional)')).toHaveAccessibleDescription(
      /Enter a whole web address/,
    );
    await dialog.getByLabel('Name').fill('Karasu');
    await dialog.getByLabel('Website (optional)').fill('https://karasu.example');
    const logo = await sharp({
      create: { width: 80, height: 40, channels: 3, background: '#1d4ed8' },
    })
      .png()
      .toBuffer();
    await dialog
      .getByLabel('Logo: choose a file')
      .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: logo });
    await expectToast(page, 'Image uploaded successfully');
    await expect(dialog.getByAltText('Logo of Karasu')).toBeVisible();
    await dialog.getByRole('button', { name: 'Create client' }).click();
    await expectToast(page, 'Client created successfully');
    const row = rowOf(page, 'Karasu');
    await expectBlankForm(page, {
      button: 'New Client',
      dialog,
      values: { Name: '', 'Website (optional)': '' },
    });
    await expect(row.locator('img')).toHaveAttribute('src', /^\/media\/client-logos\//);
    await expect
      .poll(() => row.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0);

    await page.getByRole('button', { name: 'Edit Karasu' }).click();
    const edit = page.getByRole('dialog', { name: 'Edit Client' });
    await edit.getByRole('button', { name: /^Remove/ }).click();
    await edit.getByRole('switch', { name: 'Featured' }).click();
    await edit.getByLabel('Website (optional)').fill('');
    await edit.getByRole('button', { name: 'Save changes' }).click();
    await expectToast(page, 'Client updated successfully');
    await expect(row.locator('img')).toHaveCount(0);
    await expect(row).toContainText('N/A');
    await expect(row).toContainText('Not Featured');

    await deleteAndRestore(page, {
      name: 'Karasu',
      question: page.getByRole('dialog', { name: 'Are you sure you want to delete this client?' }),
      kind: 'Client',
      filter: 'Show',
    });
  });

  test('two administrators: both versions of a client are shown @full', async ({
    admin: page,
    site,
    problems,
  }) => {
    problems.allow(/status of 409/);
    const { id } = await buildClient(site.db, { name: 'Karasu' });
    await openList(page, 'clients');
    const form = page.getByRole('dialog', { name: 'Edit Client' });
    await expectBothVersions(page, {
      edit: page.getByRole('button', { name: 'Edit Karasu' }),
      form,
      label: 'Name',
      async saveElsewhere() {
        await site.db.updateTable('clients').set({ name: 'Theirs' }).where('id', '=', id).execute();
      },
    });
    await form.getByRole('button', { name: 'Reload' }).click();
    await expect(form.getByLabel('Name')).toHaveValue('Theirs');
  });

  test('every failure says so @full', async ({ admin: page, site, problems }) => {
    problems.allow(/status of 503/);
    await buildClient(site.db, { name: 'Karasu' });
    await openList(page, 'clients');
    const calls = await breakCalls(page, /\/api\/admin\/clients/, 503, 'Not available right now.');
    calls.failing = 'PUT';
    await page.getByRole('button', { name: 'Edit Karasu' }).click();
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expectToast(page, 'Failed to save client', 'Error');
    await expect(page.getByRole('dialog').getByRole('alert').first()).toContainText(
      'Not available right now.',
    );
    await page.keyboard.press('Escape');
    calls.failing = 'DELETE';
    await page.getByRole('button', { name: 'Delete Karasu' }).click();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await expectToast(page, 'Failed to delete client', 'Error');
    calls.failing = 'GET';
    await page.reload();
    await expectToast(page, 'Failed to load clients', 'Error');
    await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible();
  });
});

test.describe('testimonials', () => {
  test('the screen shows its columns @full', async ({ admin: page, site }) => {
    await buildTestimonial(site.db, {
      clientName: 'Leyla',
      clientTitle: 'Director',
      clientCompany: 'Köprü Homes',
      quote: `${'word '.repeat(40)}end`,
      rating: 3,
      createdAt: '2026-01-05T12:00:00Z',
    });
    await buildTestimonial(site.db, {
      clientName: HOSTILE,
      rating: null,
      isFeatured: false,
      createdAt: '2026-01-04T12:00:00Z',
    });
    await openList(page, 'testimonials');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Testimonials Management');
    expect(await headsOf(page)).toEqual([
      'Photo',
      'Client',
      'Company',
      'Quote',
      'Rating',
      'Status',
      'Actions',
    ]);
    const first = page.getByRole('row').nth(1);
    await expect(first.getByRole('cell').nth(1)).toHaveText('L');
    await expect(first.getByRole('rowheader')).toContainText('Director');
    await expect(first).toContainText('Köprü Homes');
    await expect(first).toContainText('word word…');
    await expect(first).not.toContainText('end');
    const stars = first.getByRole('img', { name: '3 of 5 stars' });
    await expect(stars.locator('[data-filled="true"]')).toHaveCount(3);
    await expect(stars.locator('[data-filled="false"]')).toHaveCount(2);
    await expect(first.getByText('Featured', { exact: true })).toBeVisible();
    const second = page.getByRole('row').nth(2);
    await expect(second.getByRole('rowheader')).toHaveText(HOSTILE);
    await expect(second).toContainText('N/A');
    await expect(second).toContainText('No rating');
    await expect(second).toContainText('Not Featured');

    await expectAccessibleState(page);
    await page.getByRole('button', { name: 'Edit testimonial of Leyla' }).click();
    await expect(page.getByRole('dialog').getByLabel('Client name')).toHaveValue('Leyla');
    await expectAccessible(page);
  });

  test('written, rated, shown on the site, deleted and restored', async ({ admin: page, site }) => {
    await buildTestimonial(site.db, { clientName: 'Older', isFeatured: false });
    await openList(page, 'testimonials');
    await page.getByRole('button', { name: 'New Testimonial' }).click();
    const dialog = page.getByRole('dialog', { name: 'Create New Testimonial' });
    await expect(dialog.getByLabel('Rating')).toHaveValue('5');
    await expect(dialog.getByRole('switch', { name: 'Featured' })).toBeChecked();
    await dialog.getByRole('button', { name: 'Create testimonial' }).click();
    await expect(dialog.getByLabel('Client name')).toHaveAccessibleDescription(
      /Client name is required/,
    );
    await expect(dialog.getByLabel('Quote')).toHaveAccessibleDescription(/Quote is required/);
    await dialog.getByLabel('Client name').fill('Gökçe Demir');
    await dialog.getByLabel('Quote').fill('They answer the phone.');
    await dialog.getByLabel('Rating').selectOption('4 stars');
    await dialog.getByLabel('Photo: choose a file').setInputFiles(DRAWING);
    await expect(dialog.getByAltText('Photo of Gökçe Demir')).toBeVisible();
    await dialog.getByRole('button', { name: 'Create testimonial' }).click();
    await expectToast(page, 'Testimonial created successfully');
    const row = rowOf(page, 'Gökçe Demir');
    await expect(row.locator('img')).toHaveAttribute('src', /^\/media\/testimonial-photos\//);
    await expectBlankForm(page, {
      button: 'New Testimonial',
      dialog,
      values: { 'Client name': '', 'Client title (optional)': '', Quote: '', Rating: '5' },
    });
    await expect(row.getByRole('img', { name: '4 of 5 stars' })).toBeVisible();
    const homePage = async () => (await page.request.get('/')).text();
    await expect.poll(homePage).toContain('They answer the phone.');

    await page.getByRole('button', { name: 'Edit testimonial of Gökçe Demir' }).click();
    const edit = page.getByRole('dialog', { name: 'Edit Testimonial' });
    await edit.getByLabel('Rating').selectOption('No rating');
    await edit.getByLabel('Client company (optional)').fill('Karasu Freight');
    await edit.getByRole('switch', { name: 'Featured' }).click();
    await edit.getByRole('button', { name: 'Save changes' }).click();
    await expectToast(page, 'Testimonial updated successfully');
    await expect(row).toContainText('Not Featured');
    await expect.poll(homePage).not.toContain('They answer the phone.');
    await expect(row).toContainText('No rating');
    await expect(row).toContainText('Karasu Freight');

    await deleteAndRestore(page, {
      name: 'Gökçe Demir',
      question: page.getByRole('dialog', {
        name: 'Are you sure you want to delete this testimonial?',
      }),
      kind: 'Testimonial',
      filter: 'Show',
    });
  });

  test('two administrators: both versions of a testimonial are shown @full', async ({
    admin: page,
    site,
    problems,
  }) => {
    problems.allow(/status of 409/);
    const { id } = await buildTestimonial(site.db, { clientName: 'Leyla' });
    await openList(page, 'testimonials');
    const form = page.getByRole('dialog', { name: 'Edit Testimonial' });
    await expectBothVersions(page, {
      edit: page.getByRole('button', { name: 'Edit testimonial of Leyla' }),
      form,
      label: 'Quote',
      async saveElsewhere() {
        const others = site.db.updateTable('testimonials').set({ quote: 'Theirs' });
        await others.where('id', '=', id).execute();
      },
    });
    await form.getByRole('button', { name: 'Reload' }).click();
    await expect(form.getByLabel('Quote')).toHaveValue('Theirs');
  });

  test('every failure says so @full', async ({ admin: page, site, problems }) => {
    problems.allow(/status of 500/);
    await buildTestimonial(site.db, { clientName: 'Leyla' });
    await openList(page, 'testimonials');
    const calls = await breakCalls(
      page,
      /\/api\/admin\/testimonials/,
      500,
      'Something went wrong.',
    );
    calls.failing = 'PUT';
    await page.getByRole('button', { name: /^Edit/ }).click();
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expectToast(page, 'Failed to save testimonial', 'Error');
    await page.keyboard.press('Escape');
    calls.failing = 'DELETE';
    await page.getByRole('button', { name: /^Delete/ }).click();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await expectToast(page, 'Failed to delete testimonial', 'Error');
    calls.failing = 'GET';
    await page.reload();
    await expectToast(page, 'Failed to load testimonials', 'Error');
  });
});

test('a record that is edited has a URL: reloading opens it again, Back leaves it for the list @full', async ({
  admin: page,
  site,
}) => {
  const { id, question } = await buildFaq(site.db);
  await openList(page, 'faqs');
  const row = page.locator(`[data-row="${id}"]`);
  await row.getByRole('button', { name: /^Edit/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit FAQ' });
  await expect(dialog.getByLabel('Question')).toHaveValue(question);
  await expect(page).toHaveURL(`/admin/faqs?edit=${id}`);
  await page.reload();
  await expect(dialog.getByLabel('Question')).toHaveValue(question);
  await page.goBack();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(/\/admin\/faqs$/);
  await expect(row).toBeVisible();
});

test('a new record that Ctrl+S has saved is changed by the next Ctrl+S @full', async ({
  admin: page,
  site,
}) => {
  await buildFaq(site.db);
  await openList(page, 'faqs?new=1');
  const form = page.getByRole('dialog');
  await form.getByLabel('Question').fill('Is it made once?');
  await form.getByLabel('Answer').fill('Yes.');
  await form.getByLabel('Category').fill('Saving');
  await page.keyboard.press('Control+s');
  await expect(page.getByRole('dialog', { name: 'Edit FAQ' })).toBeVisible();
  await expect(page).toHaveURL(/\?edit=[\da-f-]{36}$/);
  await expect(form.getByLabel('Category')).toBeFocused();
  await form.getByLabel('Answer').fill('Only once.');
  await page.keyboard.press('Control+s');
  await expectToast(page, 'FAQ updated successfully');
  await page.reload();
  await expect(form.getByLabel('Answer')).toHaveValue('Only once.');
  await page.keyboard.press('Escape');
  await expect(form).toBeHidden();
  const stored = await site.db
    .selectFrom('faqs')
    .select('answer')
    .where('category', '=', 'Saving')
    .execute();
  expect(stored).toEqual([{ answer: 'Only once.' }]);
});

test('a text that is too long is not cut: the form says by how much, and saves nothing @full', async ({
  admin: page,
  site,
}) => {
  const { id, question } = await buildFaq(site.db);
  await openList(page, `faqs?edit=${id}`);
  const dialog = page.getByRole('dialog', { name: 'Edit FAQ' });
  const field = dialog.getByLabel('Question');
  const long = 'ş'.repeat(FAQ_LIMITS.question + 20);
  await field.fill(long);
  await expect(field).toHaveValue(long);
  await expect(dialog.getByText(/ of at most \d+ characters$/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  const stored = await site.db.selectFrom('faqs').select('question').where('id', '=', id).execute();
  expect(stored).toEqual([{ question }]);
  await field.fill(question);
  await expect(dialog.getByText(/ of at most /)).toBeHidden();
});
