import type { Page } from '@playwright/test';
import { CONTENT } from '#app/admin/data/content.ts';
import { contentMessages } from '#app/admin/data/messages.ts';
import type { ContentTable } from '#server/services/content/index.ts';
import {
  breakCalls,
  conflictOf,
  deleteAndRestore,
  DRAWING,
  expectAccessibleState,
  expectBlankForm,
  openList,
  problemsOf,
  rowOf,
  uniqueTitle,
} from '#tests/support/browser/admin-content.ts';
import { expect, type Site, test, WITHIN_A_SECOND } from '#tests/support/browser/e2e.ts';
import { expectToast } from '#tests/support/browser/toasts.ts';
import { buildContent } from '#tests/support/factories.ts';
import { changeRow, readRow } from '#tests/support/browser/rows.ts';

type ContentType = {
  heads: string[];
  nameLabel: string;
  /** The other fields that a new record needs, by label. */
  fields: Record<string, string>;
  defaults: Record<string, string>;
  errors: string[];
  switchLabel: 'Published' | 'Featured';
  off: 'Draft' | 'Not Featured';
  /** A text that two administrators change, as label and column. */
  edited: [label: string, column: string];
  image?: { isInRow: boolean; folder: string };
  publicPath?: string;
};

const TYPES: Record<ContentTable, ContentType> = {
  blogPosts: {
    heads: ['Title', 'Category', 'Author', 'Status', 'Created', 'Actions'],
    nameLabel: 'Title',
    fields: { Excerpt: 'What light does.', Content: '## First\n\nSome words.' },
    defaults: { Slug: '', Author: 'Vitrin Software', Category: 'General' },
    errors: ['Title is required', 'Slug is required', 'Excerpt is required', 'Content is required'],
    switchLabel: 'Published',
    off: 'Draft',
    edited: ['Excerpt', 'excerpt'],
    image: { isInRow: false, folder: 'blog-images' },
    publicPath: '/blog',
  },
  projects: {
    heads: ['Title', 'Industry', 'Client', 'Status', 'Created', 'Actions'],
    nameLabel: 'Title',
    fields: { 'Short description': 'Where every pallet is.' },
    defaults: { 'Industry category': 'Other', 'Gallery images': '' },
    errors: ['Title is required', 'Short description is required'],
    switchLabel: 'Published',
    off: 'Draft',
    edited: ['Client name', 'clientName'],
    image: { isInRow: false, folder: 'project-images' },
    publicPath: '/portfolio',
  },
  faqs: {
    heads: ['Order', 'Question', 'Category', 'Status', 'Actions'],
    nameLabel: 'Question',
    fields: { Answer: 'Three weeks.' },
    defaults: { Category: 'General' },
    errors: ['Question is required', 'Answer is required'],
    switchLabel: 'Published',
    off: 'Draft',
    edited: ['Answer', 'answer'],
    publicPath: '/faq',
  },
  clients: {
    heads: ['Logo', 'Name', 'Website', 'Status', 'Created', 'Actions'],
    nameLabel: 'Name',
    fields: { 'Website (optional)': 'https://karasu.example' },
    defaults: {},
    errors: ['Name is required'],
    switchLabel: 'Featured',
    off: 'Not Featured',
    edited: ['Name', 'name'],
    image: { isInRow: true, folder: 'client-logos' },
  },
  testimonials: {
    heads: ['Photo', 'Client', 'Company', 'Quote', 'Rating', 'Status', 'Actions'],
    nameLabel: 'Client name',
    fields: { Quote: 'They answer the phone.' },
    defaults: { 'Client title (optional)': '', Rating: '5' },
    errors: ['Client name is required', 'Quote is required'],
    switchLabel: 'Featured',
    off: 'Not Featured',
    edited: ['Quote', 'quote'],
    image: { isInRow: true, folder: 'testimonial-photos' },
    publicPath: '/',
  },
  teamMembers: {
    heads: ['Order', 'Portrait', 'Name', 'Role', 'Status', 'Actions'],
    nameLabel: 'Name',
    fields: { Role: 'Founder' },
    defaults: {},
    errors: ['Name is required', 'Role is required'],
    switchLabel: 'Published',
    off: 'Draft',
    edited: ['Role', 'role'],
    image: { isInRow: true, folder: 'team-photos' },
    publicPath: '/',
  },
};

for (const [key, type] of Object.entries(TYPES)) {
  const table = key as ContentTable;
  const entity = CONTENT[table];
  const { noun } = entity;
  const messages = contentMessages(entity);
  const hasPages = table === 'blogPosts' || table === 'projects';
  const screen = entity.screen.replace('/admin/', '');
  /** The variant of one type stands for all in the gate, as they share their screen. */
  const tag = table === 'faqs' ? '' : ' @full';

  const buildRecord = (site: Site, name: string, changes: object = {}) =>
    buildContent(site.db, table, { [entity.nameField]: name, ...changes });
  const createForm = (page: Page) => page.getByRole('dialog', { name: messages.createTitle });
  const editForm = (page: Page) => page.getByRole('dialog', { name: messages.editTitle });
  const newButton = (page: Page) =>
    page.getByRole('button', { name: messages.newButton, exact: true });

  test.describe(noun, () => {
    test.beforeEach(async ({ site }) => {
      if (!hasPages) await site.db.deleteFrom(table).execute();
    });

    test(`a ${noun} is written, hidden, deleted and restored`, async ({ admin: page, site }) => {
      await buildContent(site.db, table);
      await openList(page, screen);
      const heads = await page.getByRole('columnheader').allInnerTexts();
      // The first one is that of the boxes.
      expect(heads.slice(1)).toEqual(type.heads);

      await newButton(page).click();
      const form = createForm(page);
      const create = form.getByRole('button', { name: messages.createButton });
      await create.click();
      const problems = problemsOf(form);
      await expect(problems).toBeFocused();
      await expect(problems.getByRole('link')).toHaveText(type.errors);
      await problems.getByRole('link').first().click();
      const nameField = form.getByLabel(type.nameLabel, { exact: true });
      await expect(nameField).toBeFocused();
      await expect(nameField).toHaveAttribute('aria-invalid', 'true');
      await expect(nameField).toHaveAccessibleDescription(new RegExp(type.errors[0] ?? ''));
      if (tag === '') await expectAccessibleState(page);
      const name = uniqueTitle(`Written ${noun}`);
      await nameField.fill(name);
      for (const [label, value] of Object.entries(type.fields)) {
        await form.getByLabel(label, { exact: true }).fill(value);
      }
      await expect(problems).toBeHidden();
      if (type.image) {
        await form.locator('input[type="file"]').first().setInputFiles(DRAWING);
        await expectToast(page, 'Image uploaded successfully');
        const source = new RegExp(`^/media/${type.image.folder}/\\d{13}-\\w+\\.svg`);
        await expect(form.getByRole('img').first()).toHaveAttribute('src', source);
      }
      await form.getByRole('switch', { name: type.switchLabel }).check();
      await create.press('Enter');
      await expect(form).toBeHidden();
      await expectToast(page, messages.created);
      await expect(newButton(page)).toBeFocused();
      const row = rowOf(page, name);
      await expect(row.getByText(type.switchLabel, { exact: true })).toBeVisible();
      if (type.image?.isInRow) {
        const image = row.locator('img');
        await expect(image).toHaveAttribute('src', new RegExp(`^/media/${type.image.folder}/`));
      }
      await expectBlankForm(page, {
        button: messages.newButton,
        dialog: form,
        values: {
          [type.nameLabel]: '',
          ...Object.fromEntries(Object.keys(type.fields).map((label) => [label, ''])),
          ...type.defaults,
        },
      });

      const isPublic = async () =>
        (await (await page.request.get(type.publicPath ?? '/')).text()).includes(name);
      if (type.publicPath) await expect.poll(isPublic).toBe(true);
      await row.getByRole('button', { name: /^Edit/ }).click();
      await editForm(page).getByRole('switch', { name: type.switchLabel }).uncheck();
      await editForm(page).getByRole('button', { name: 'Save changes' }).click();
      await expectToast(page, messages.updated);
      await expect(row).toContainText(type.off);
      if (type.publicPath) await expect.poll(isPublic).toBe(false);

      await row.getByRole('button', { name: /^Delete/ }).click();
      const question = page.getByRole('dialog', {
        name: hasPages ? messages.deleteTitle : messages.deleteQuestion,
      });
      await expect(question).toContainText(name);
      if (tag === '') await expectAccessibleState(page);
      await question.getByRole('button', { name: 'Cancel' }).click();
      await expect(row.getByRole('button', { name: /^Delete/ })).toBeFocused();
      const filter = hasPages ? 'Status' : 'Show';
      await deleteAndRestore(page, { name, question, kind: messages.subject, filter });
      await page.getByLabel(filter, { exact: true }).selectOption({ index: 0 });
      await expect(row).toBeVisible();
    });

    test(`both versions of a ${noun} are shown${tag}`, async ({ admin: page, site, problems }) => {
      problems.allow(/status of 409/);
      const [label, column] = type.edited;
      const { id } = await buildRecord(site, uniqueTitle('Shared'));
      const events = page.waitForResponse('**/api/admin/events');
      await openList(page, screen);
      await events;
      const elsewhere = uniqueTitle('Added elsewhere');
      await buildRecord(site, elsewhere);
      await expect(rowOf(page, elsewhere)).toBeVisible(WITHIN_A_SECOND);

      const saveElsewhere = (text: string) => changeRow(site.db, table, id, { [column]: text });
      await page.locator(`[data-row="${id}"]`).getByRole('button', { name: /^Edit/ }).click();
      const form = editForm(page);
      const field = form.getByLabel(label, { exact: true });
      await field.fill('Mine');
      await saveElsewhere('Theirs');
      await field.press('Control+s');
      const versions = conflictOf(form).getByRole('row').filter({ hasText: label });
      await expect(versions).toContainText('Mine');
      await expect(versions).toContainText('Theirs');
      await expectAccessibleState(page);
      await form.getByRole('button', { name: 'Reload' }).click();
      await expect(field).toHaveValue('Theirs');

      await field.fill('Mine again');
      await saveElsewhere('Theirs again');
      await form.getByRole('button', { name: 'Save changes' }).click();
      await form.getByRole('button', { name: 'Overwrite' }).click();
      await expect(form).toBeHidden();
      await expectToast(page, messages.updated);
      expect(await readRow(site.db, table, id)).toMatchObject({ [column]: 'Mine again' });
    });

    test(`a ${noun} that cannot be saved is kept @full`, async ({
      admin: page,
      site,
      problems: expected,
    }) => {
      expected.allow(/status of 500/);
      const name = uniqueTitle('Failing');
      await buildRecord(site, name);
      const calls = await breakCalls(page, new RegExp(`/api/admin/${entity.path}`), 500, 'Broken.');
      const alert = page.getByRole('main').getByRole('alert').filter({ hasText: 'Broken.' });
      calls.failing = 'GET';
      await page.goto(entity.screen);
      await expectToast(page, messages.loadFailed, 'Error');
      await expect(alert).toBeVisible();
      calls.failing = null;
      await page.getByRole('button', { name: 'Retry' }).click();
      const row = rowOf(page, name);
      await expect(row).toBeVisible();

      calls.failing = 'DELETE';
      await row.getByRole('button', { name: /^Delete/ }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
      await expectToast(page, messages.deleteFailed, 'Error');
      await expect(alert).toBeVisible();
      await expect(row).toBeVisible();

      calls.failing = 'PUT';
      await row.getByRole('button', { name: /^Edit/ }).click();
      const form = editForm(page);
      const field = form.getByLabel(type.edited[0], { exact: true });
      await field.fill('Typed and kept');
      await field.press('Control+s');
      await expectToast(page, messages.saveFailed, 'Error');
      await expect(form.getByRole('alert').filter({ hasText: 'Broken.' }).first()).toBeVisible();
      await expect(field).toHaveValue('Typed and kept');
      calls.failing = null;
      await form.getByRole('button', { name: 'Save changes' }).click();
      await expect(form).toBeHidden();
    });

    test(`the list of ${noun}s is searched @full`, async ({ admin: page, site }) => {
      const word = uniqueTitle('Süzgeç');
      await buildRecord(site, `${word} A`);
      await buildRecord(site, uniqueTitle('Another'));
      await openList(page, screen);
      await expectAccessibleState(page);
      await page.keyboard.press('/');
      const search = page.getByLabel(messages.search);
      await expect(search).toBeFocused();
      await search.pressSequentially(word.toLocaleUpperCase('tr'));
      const found = page.getByRole('rowheader');
      await expect(found).toHaveText([`${word} A`]);
      await expect(page).toHaveURL(/search=/);
      await page.reload();
      await expect(found).toHaveText([`${word} A`]);
      await search.fill('nothing like this');
      await expect(page.getByText('Nothing matches the search and the filters.')).toBeVisible();
      await page.getByRole('button', { name: 'Clear filters' }).click();
      await expect(found.filter({ hasText: 'Another' }).first()).toBeVisible();
    });

    if (!hasPages) {
      test(`an empty list of ${noun}s leads to its first record @full`, async ({ admin: page }) => {
        await page.goto(entity.screen);
        await expect(page.getByText(messages.empty)).toBeVisible();
        await page.getByRole('button', { name: messages.writeFirst }).click();
        await expect(createForm(page)).toBeVisible();
      });
    }
  });
}
