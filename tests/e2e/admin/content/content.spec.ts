import { CONTENT } from '#app/admin/data/content.ts';
import { contentMessages } from '#app/admin/data/messages.ts';
import type { ContentTable } from '#server/services/content/index.ts';
import {
  conflictOf,
  DRAWING,
  expectAccessibleState,
  openList,
  problemsOf,
  rowOf,
  uniqueTitle,
} from '#tests/support/browser/admin-content.ts';
import { expect, test, WITHIN_A_SECOND } from '#tests/support/browser/e2e.ts';
import { expectToast } from '#tests/support/browser/toasts.ts';
import { buildContent, buildFaq } from '#tests/support/factories.ts';
import { changeRow, readRow } from '#tests/support/browser/rows.ts';

type ContentType = {
  heads: string[];
  /** Labels of the fields that a record needs, its name first. */
  required: [string, ...string[]];
  /** Further values to fill in, by label. */
  fields: Record<string, string>;
  /** Initial values of a new form, by label. */
  defaults: Record<string, string>;
  switchLabel: 'Published' | 'Featured';
  /** Folder of the uploaded image. */
  folder?: string;
};

const OFF = { Published: 'Draft', Featured: 'Not Featured' };

const TYPES: Record<ContentTable, ContentType> = {
  blogPosts: {
    heads: ['Title', 'Category', 'Author', 'Status', 'Created', 'Actions'],
    required: ['Title', 'Slug', 'Excerpt', 'Content'],
    fields: { Excerpt: 'What light does.', Content: '## First\n\nSome words.' },
    defaults: { Slug: '', Author: 'Vitrin Software', Category: 'General' },
    switchLabel: 'Published',
    folder: 'blog-images',
  },
  projects: {
    heads: ['Title', 'Industry', 'Client', 'Status', 'Created', 'Actions'],
    required: ['Title', 'Short description'],
    fields: { 'Short description': 'Where every pallet is.' },
    defaults: { 'Industry category': 'Other', 'Gallery images': '' },
    switchLabel: 'Published',
    folder: 'project-images',
  },
  faqs: {
    heads: ['Order', 'Question', 'Category', 'Status', 'Actions'],
    required: ['Question', 'Answer'],
    fields: { Answer: 'Three weeks.' },
    defaults: { Category: 'General' },
    switchLabel: 'Published',
  },
  clients: {
    heads: ['Logo', 'Name', 'Website', 'Status', 'Created', 'Actions'],
    required: ['Name'],
    fields: { 'Website (optional)': 'https://karasu.example' },
    defaults: {},
    switchLabel: 'Featured',
    folder: 'client-logos',
  },
  testimonials: {
    heads: ['Photo', 'Client', 'Company', 'Quote', 'Rating', 'Status', 'Actions'],
    required: ['Client name', 'Quote'],
    fields: { Quote: 'They answer the phone.' },
    defaults: { 'Client title (optional)': '', Rating: '5' },
    switchLabel: 'Featured',
    folder: 'testimonial-photos',
  },
  teamMembers: {
    heads: ['Order', 'Portrait', 'Name', 'Role', 'Status', 'Actions'],
    required: ['Name', 'Role'],
    fields: { Role: 'Founder' },
    defaults: {},
    switchLabel: 'Published',
    folder: 'team-photos',
  },
};

for (const [key, type] of Object.entries(TYPES)) {
  const table = key as ContentTable;
  const entity = CONTENT[table];
  const { noun } = entity;
  const messages = contentMessages(entity);
  const hasPages = table === 'blogPosts' || table === 'projects';

  /** In the gate one type that has pages and one that has none stand for all, as they share their screen. */
  const tag = table === 'blogPosts' || table === 'faqs' ? '' : ' @full';

  test(`a ${noun} is written, hidden, deleted and restored${tag}`, async ({
    admin: page,
    site,
  }) => {
    if (!hasPages) await site.db.deleteFrom(table).execute();
    await buildContent(site.db, table);
    await openList(page, entity.screen.replace('/admin/', ''));
    const heads = await page.getByRole('columnheader').allInnerTexts();
    // The first one is that of the boxes.
    expect(heads.slice(1)).toEqual(type.heads);

    const newButton = page.getByRole('button', { name: messages.newButton, exact: true });
    await newButton.click();
    const form = page.getByRole('dialog', { name: messages.createTitle });
    for (const [label, value] of Object.entries(type.defaults)) {
      await expect(form.getByLabel(label, { exact: true }), label).toHaveValue(value);
    }
    const create = form.getByRole('button', { name: messages.createButton });
    await create.click();
    const problems = problemsOf(form);
    await expect(problems).toBeFocused();
    const errors = type.required.map((label) => `${label} is required`);
    await expect(problems.getByRole('link')).toHaveText(errors);
    await problems.getByRole('link').first().click();
    const nameField = form.getByLabel(type.required[0], { exact: true });
    await expect(nameField).toBeFocused();
    await expect(nameField).toHaveAttribute('aria-invalid', 'true');
    await expect(nameField).toHaveAccessibleDescription(new RegExp(errors[0] ?? ''));
    if (table === 'faqs') await expectAccessibleState(page);
    const name = uniqueTitle(`Written ${noun}`);
    await nameField.fill(name);
    for (const [label, value] of Object.entries(type.fields)) {
      await form.getByLabel(label, { exact: true }).fill(value);
    }
    await expect(problems).toBeHidden();
    const source = new RegExp(`^/media/${type.folder}/\\d{13}-\\w+\\.svg`);
    if (type.folder) {
      await form.locator('input[type="file"]').first().setInputFiles(DRAWING);
      await expectToast(page, 'Image uploaded successfully');
      await expect(form.getByRole('img').first()).toHaveAttribute('src', source);
    }
    await form.getByRole('switch', { name: type.switchLabel }).check();
    await create.press('Enter');
    await expect(form).toBeHidden();
    await expectToast(page, messages.created);
    await expect(newButton).toBeFocused();
    const row = rowOf(page, name);
    await expect(row.getByText(type.switchLabel, { exact: true })).toBeVisible();
    if (type.folder && !hasPages) {
      await expect(row.locator('img')).toHaveAttribute('src', source);
    }

    await row.getByRole('button', { name: /^Edit/ }).click();
    const editForm = page.getByRole('dialog', { name: messages.editTitle });
    await editForm.getByRole('switch', { name: type.switchLabel }).uncheck();
    await editForm.getByRole('button', { name: 'Save changes' }).click();
    await expectToast(page, messages.updated);
    await expect(row).toContainText(OFF[type.switchLabel]);

    const remove = row.getByRole('button', { name: /^Delete/ });
    await remove.click();
    const question = page.getByRole('dialog', {
      name: hasPages ? messages.deleteTitle : messages.deleteQuestion,
    });
    await expect(question).toContainText(name);
    if (table === 'faqs') await expectAccessibleState(page);
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(remove).toBeFocused();
    await remove.click();
    await question.getByRole('button', { name: 'Delete' }).click();
    await expectToast(page, `${messages.subject} deleted successfully`);
    await expect(row).toBeHidden();
    await expect(page.locator('[data-action="delete"]:focus')).toBeVisible();
    const filter = page.getByLabel(hasPages ? 'Status' : 'Show', { exact: true });
    await filter.selectOption('Deleted');
    await row.getByRole('button', { name: `Restore ${name}` }).click();
    await expectToast(page, `${messages.subject} restored successfully`);
    await expect(row).toBeHidden();
    await filter.selectOption({ index: 0 });
    await expect(row).toBeVisible();
  });
}

test('both versions of a FAQ are shown', async ({ admin: page, site, problems }) => {
  problems.allow(/status of 409/);
  const { id } = await buildFaq(site.db, { question: uniqueTitle('Shared') });
  const events = page.waitForResponse('**/api/admin/events');
  await openList(page, 'faqs');
  await events;
  const elsewhere = uniqueTitle('Added elsewhere');
  await buildFaq(site.db, { question: elsewhere });
  await expect(rowOf(page, elsewhere)).toBeVisible(WITHIN_A_SECOND);

  const saveElsewhere = (answer: string) => changeRow(site.db, 'faqs', id, { answer });
  await page.locator(`[data-row="${id}"]`).getByRole('button', { name: /^Edit/ }).click();
  const form = page.getByRole('dialog', { name: 'Edit FAQ' });
  const field = form.getByLabel('Answer', { exact: true });
  await field.fill('Mine');
  await saveElsewhere('Theirs');
  await field.press('Control+s');
  const versions = conflictOf(form).getByRole('row').filter({ hasText: 'Answer' });
  await expect(versions).toContainText('Mine');
  await expect(versions).toContainText('Theirs');
  await expect(page.locator('[data-toast]')).toHaveCount(0);
  await expectAccessibleState(page);
  await form.getByRole('button', { name: 'Reload' }).click();
  await expect(field).toHaveValue('Theirs');

  await field.fill('Mine again');
  await saveElsewhere('Theirs again');
  await form.getByRole('button', { name: 'Save changes' }).click();
  await form.getByRole('button', { name: 'Overwrite' }).click();
  await expect(form).toBeHidden();
  await expectToast(page, 'FAQ updated successfully');
  expect(await readRow(site.db, 'faqs', id)).toMatchObject({ answer: 'Mine again' });
});

test('a FAQ that cannot be saved is kept', async ({ admin: page, site, problems }) => {
  problems.allow(/status of 500/);
  const messages = contentMessages(CONTENT.faqs);
  await site.db.deleteFrom('faqs').execute();
  await page.goto('/admin/faqs');
  await expect(page.getByText(messages.empty)).toBeVisible();
  await page.getByRole('button', { name: messages.writeFirst }).click();
  await expect(page.getByRole('dialog', { name: messages.createTitle })).toBeVisible();

  const { question } = await buildFaq(site.db);
  let failing: string | null = 'GET';
  await page.route(/\/api\/admin\/faqs/, (route) =>
    route.request().method() === failing
      ? route.fulfill({ status: 500, json: { error: { code: 'BROKEN', message: 'Broken.' } } })
      : route.fallback(),
  );
  const alert = page.getByRole('main').getByRole('alert').filter({ hasText: 'Broken.' });
  await page.goto('/admin/faqs');
  await expectToast(page, messages.loadFailed, 'Error');
  await expect(alert).toBeVisible();
  failing = null;
  await page.getByRole('button', { name: 'Retry' }).click();
  const row = rowOf(page, question);
  await expect(row).toBeVisible();

  failing = 'DELETE';
  await row.getByRole('button', { name: /^Delete/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expectToast(page, messages.deleteFailed, 'Error');
  await expect(alert).toBeVisible();
  await expect(row).toBeVisible();

  failing = 'PUT';
  await row.getByRole('button', { name: /^Edit/ }).click();
  const form = page.getByRole('dialog', { name: messages.editTitle });
  const field = form.getByLabel('Answer', { exact: true });
  await field.fill('Typed and kept');
  await field.press('Control+s');
  await expectToast(page, messages.saveFailed, 'Error');
  await expect(form.getByRole('alert').filter({ hasText: 'Broken.' }).first()).toBeVisible();
  await expect(field).toHaveValue('Typed and kept');
  failing = null;
  await form.getByRole('button', { name: 'Save changes' }).click();
  await expect(form).toBeHidden();
});
