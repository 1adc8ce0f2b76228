import { buildAccount, signInAs } from '#tests/support/browser/admin-e2e.ts';
import { writeFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from '#tests/support/browser/accessibility.ts';
import {
  breakCalls,
  conflictOf,
  deleteAndRestore,
  DRAWING,
  expectAccessibleState,
  expectBlankForm,
  expectLoadAndDeleteFail,
  openList,
  problemsOf,
  rowOf,
  uniqueTitle,
  uploadDrawing,
} from '#tests/support/browser/admin-content.ts';
import { expect, tabTo, test } from '#tests/support/browser/e2e.ts';
import { buildBlogPost } from '#tests/support/factories.ts';
import { expectToast } from '#tests/support/browser/toasts.ts';

function newDialog(page: Page): Locator {
  return page.getByRole('dialog', { name: 'Create New Blog Post' });
}

function editDialog(page: Page): Locator {
  return page.getByRole('dialog', { name: 'Edit Blog Post' });
}

test('a post is written as a draft', async ({ admin: page }) => {
  await openList(page, 'blog');
  await expect(page.getByRole('columnheader')).toHaveText([
    '',
    'Title',
    'Category',
    'Author',
    'Status',
    'Created',
    'Actions',
  ]);

  await page.getByRole('button', { name: 'New Post' }).click();
  const form = newDialog(page);
  await expect(form.getByLabel('Author')).toHaveValue('Vitrin Software');
  await expect(form.getByLabel('Category')).toHaveValue('General');
  await expect(form.getByLabel('Reading time (minutes)')).toHaveValue('5');
  await expect(form.getByRole('switch', { name: 'Published' })).not.toBeChecked();

  const title = uniqueTitle('Öz Işık ve Gölge');
  await form.getByLabel('Title').fill(title);
  await expect(form.getByLabel('Slug')).toHaveValue(/^oz-isik-ve-golge-[a-z0-9]+$/);
  await form.getByLabel('Excerpt').fill('What light does.');
  const content = form.getByLabel('Content', { exact: true });
  await content.fill(`## First\n\n${'word '.repeat(450)}`);
  await expect(form.getByLabel('Reading time (minutes)')).toHaveValue('3');

  await form.locator('input[type="file"]').setInputFiles(DRAWING);
  await expectToast(page, 'Image uploaded successfully');
  const image = form.getByRole('img');
  await expect(image).toHaveAttribute('src', /^\/media\/blog-images\/\d{13}-\w+\.svg$/);
  await form.getByLabel('Alternative text').fill('A teal rectangle');

  await form.getByRole('button', { name: 'Create Post' }).press('Enter');
  await expect(form).toBeHidden();
  await expectToast(page, 'Blog post created successfully');
  const row = rowOf(page, title);
  await expect(row.getByText('Draft')).toBeVisible();
  await expect(page.getByRole('row').nth(1)).toContainText(title);
  await expectBlankForm(page, {
    button: 'New Post',
    dialog: form,
    values: { Title: '', Slug: '', Excerpt: '', Content: '', Category: 'General' },
  });
});

test('a draft is previewed, published and read', async ({
  admin: page,
  context,
  site,
  account,
}) => {
  const post = await buildBlogPost(site.db, {
    title: uniqueTitle('Draft'),
    content: '## First\n\nSome words.',
    readingTime: 3,
    featuredImageUrl: await uploadDrawing(page, account.token, 'blog-images'),
    featuredImageAlt: 'A teal rectangle',
    isPublished: false,
  });
  await openList(page, 'blog');
  const row = rowOf(page, post.title);
  const preview = context.waitForEvent('page');
  await row.getByRole('link', { name: /Preview/ }).click();
  const draft = await preview;
  await expect(draft).toHaveURL(/\/admin\/preview\/blog\//);
  await expect(draft.getByRole('heading', { level: 1, name: post.title })).toBeVisible();
  await expect(draft.getByRole('heading', { level: 2, name: 'First' })).toBeVisible();
  await expect(draft.getByRole('img', { name: 'A teal rectangle' })).toBeVisible();
  expect((await page.request.get(`/blog/${post.slug}`)).status()).toBe(404);

  await row.getByRole('button', { name: /Edit/ }).click();
  await editDialog(page).getByRole('switch', { name: 'Published' }).check();
  await editDialog(page).getByRole('button', { name: 'Save Changes' }).press('Enter');
  await expectToast(page, 'Blog post updated successfully');
  await expect(row.getByText('Published')).toBeVisible();
  // The other tab learns of it automatically.
  await expect(draft.getByRole('link', { name: 'Open the public page' })).toBeVisible();
  await expectAccessible(draft);

  const view = context.waitForEvent('page');
  await row.getByRole('link', { name: /View/ }).click();
  const published = await view;
  await expect(published).toHaveURL(new RegExp(`/blog/${post.slug}$`));
  await expect(published.getByRole('heading', { level: 1, name: post.title })).toBeVisible();
  await expect(published.getByRole('img', { name: 'A teal rectangle' })).toBeVisible();
  await expect(published.getByText('3 min read')).toBeVisible();
});

async function fillPost(form: Locator): Promise<void> {
  for (const [label, value] of [
    ['Title', uniqueTitle('Messages')],
    ['Excerpt', 'Short'],
    ['Content', 'Text'],
    ['Author', 'Selin Kaya'],
    ['Category', 'Notes'],
    ['Reading time (minutes)', '2'],
  ] as const) {
    await form.getByLabel(label, { exact: true }).fill(value);
  }
}

test('every message of the form appears, and goes when its field is corrected @full', async ({
  admin: page,
}) => {
  await openList(page, 'blog?new=1');
  const form = newDialog(page);
  await form.getByLabel('Author').fill('');
  await form.getByLabel('Category').fill('  ');
  await form.getByLabel('Reading time (minutes)').fill('0');
  await form.getByRole('button', { name: 'Create Post' }).click();
  const summary = problemsOf(form);
  await expect(summary).toBeFocused();
  await expect(summary.getByRole('link')).toHaveText([
    'Title is required',
    'Slug is required',
    'Excerpt is required',
    'Content is required',
    'Author is required',
    'Category is required',
    'Reading time must be at least 1 minute',
  ]);
  await summary.getByRole('link', { name: 'Content is required' }).click();
  await expect(form.getByLabel('Content', { exact: true })).toBeFocused();

  await form.locator('input[type="file"]').setInputFiles(DRAWING);
  await expect(form.getByRole('img')).toBeVisible();
  await expectAccessibleState(page);

  await fillPost(form);
  await expect(summary).toBeHidden();
  await form.getByLabel('Excerpt').press('Control+s');
  await expect(form).toBeHidden();
});

test('a slug is proposed, checked by the form, and taken only once @full', async ({
  admin: page,
  site,
  problems,
}) => {
  problems.allow(/status of 409/);
  const other = await buildBlogPost(site.db);
  await openList(page, 'blog?new=1');
  const form = newDialog(page);
  const summary = problemsOf(form);
  await fillPost(form);
  await form.getByLabel('Slug').fill('Not a Slug');
  await form.getByRole('button', { name: 'Create Post' }).click();
  await expect(summary.getByRole('link')).toHaveText([
    'Use lower-case letters, digits and single hyphens only',
  ]);

  await form.getByLabel('Slug').fill(other.slug);
  await form.getByRole('button', { name: 'Create Post' }).click();
  await expectToast(page, 'Failed to save blog post', 'Error');
  await expect(summary.getByRole('link')).toHaveText([
    'Another post has this slug already. Please choose another one.',
  ]);
  await form.getByLabel('Title').fill('x'.repeat(201));
  await form.getByLabel('Slug').fill('');
  await form.getByLabel('Title').fill(uniqueTitle('Proposed again'));
  await expect(form.getByLabel('Slug')).toHaveValue(/^proposed-again-/);
  await form.getByLabel('Excerpt').fill('x'.repeat(501));
  await form.getByRole('button', { name: 'Create Post' }).press('Enter');
  await expect(summary.getByRole('link')).toHaveText(['Please use at most 500 characters']);
  await form.getByLabel('Excerpt').fill('Short');
  await expect(summary).toBeHidden();
  await form.getByRole('button', { name: 'Create Post' }).click();
  await expect(form).toBeHidden();
});

/** Opens the form of a new post by its key, and its field for the text. */
async function openEditor(page: Page) {
  await openList(page, 'blog');
  await page.getByRole('heading', { level: 1 }).focus();
  await page.keyboard.press('n');
  const form = newDialog(page);
  return {
    form,
    content: form.getByLabel('Content', { exact: true }),
    preview: form.getByRole('tabpanel', { name: 'Preview' }),
  };
}

test('the editor formats by button and by key, and can be undone', async ({ admin: page }) => {
  const { form, content } = await openEditor(page);
  const select = (start: number, end: number) =>
    content.evaluate((area, range) => (area as HTMLTextAreaElement).setSelectionRange(...range), [
      start,
      end,
    ] as [number, number]);
  await content.fill('one two three');
  await select(4, 7);
  await content.press('Control+b');
  await expect(content).toHaveValue('one **two** three');
  await expect(content).toBeFocused();
  await content.press('Control+b');
  await expect(content).toHaveValue('one two three');
  await content.press('Control+i');
  await expect(content).toHaveValue('one *two* three');
  await form.getByRole('button', { name: 'Italic' }).click();
  await form.getByRole('button', { name: 'Bold' }).click();
  await form.getByRole('button', { name: 'Bullet list', exact: true }).click();
  await expect(content).toHaveValue('- one **two** three');
  await form.getByRole('button', { name: 'Numbered list' }).click();
  await expect(content).toHaveValue('1. one **two** three');
  await form.getByRole('button', { name: 'Numbered list' }).click();
  await select(0, 3);
  await content.press('Control+k');
  await expect(content).toHaveValue('[one](https://) **two** three');
  await expect(page.getByRole('dialog', { name: 'Find' })).toBeHidden();
  await form.getByRole('button', { name: 'Link' }).click();
  await expect(content).toHaveValue('one **two** three');

  const steps = [];
  for (let step = 0; step < 12; step += 1) {
    await content.press('Control+z');
    steps.push(await content.inputValue());
  }
  expect(steps).toContain('[one](https://) **two** three');
  expect(steps).toContain('- one **two** three');
  expect(steps).toContain('one *two* three');
  expect(steps).toContain('one two three');
  await content.press('Control+Shift+z');
  await content.press('Control+Shift+z');
  expect(await content.inputValue()).toContain('two');
});

test('the editor continues lists, moves their items, and lets the focus go @full', async ({
  admin: page,
}) => {
  const { form, content } = await openEditor(page);
  await content.focus();
  await page.keyboard.type('1. one');
  await page.keyboard.press('Enter');
  await page.keyboard.type('two');
  await page.keyboard.press('Tab');
  await expect(content).toHaveValue('1. one\n   1. two');
  await page.keyboard.press('Shift+Tab');
  await expect(content).toHaveValue('1. one\n2. two');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await page.keyboard.type('text');
  await expect(content).toHaveValue('1. one\n2. two\ntext');

  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Tab');
  await expect(content).toHaveValue('1. one\n   1. two\ntext');
  await page.keyboard.press('Control+z');
  await expect(content).toHaveValue('1. one\n2. two\ntext');
  await page.keyboard.press('Escape');
  await expect(form).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(content).not.toBeFocused();
  await expect(content).toHaveValue('1. one\n2. two\ntext');
  await page.keyboard.press('Shift+Tab');
  await expect(content).toBeFocused();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Shift+Tab');
  await expect(content).not.toBeFocused();
  await expect(content).toHaveValue('1. one\n2. two\ntext');
});

test('the editor previews without attributes, and keeps the history of the text meanwhile @full', async ({
  admin: page,
}) => {
  const { form, content, preview } = await openEditor(page);
  await content.fill(
    '# Heading\n\n**bold** [link](https://example.com)\n\n<b onclick="alert(1)" class="x">raw</b><img src=x onerror=alert(1)><script>alert(1)</script>\n\n- item\n\n`code`',
  );
  await form.getByRole('tab', { name: 'Edit' }).click();
  await form.getByRole('tab', { name: 'Edit' }).press('ArrowRight');
  await expect(preview.getByText('raw')).toBeVisible();
  await expect(preview.locator('strong')).toHaveText('bold');
  await expect(preview.locator('li')).toHaveText('item');
  expect(await preview.locator('a, img, script, [onclick]').count()).toBe(0);
  expect(
    await preview.evaluate(
      (panel) =>
        [...panel.querySelectorAll('.prose *')].flatMap(({ attributes }) => [...attributes]).length,
    ),
  ).toBe(0);

  await expectAccessibleState(page);

  // The history of the text outlives a look at the preview.
  await form.getByRole('tab', { name: 'Edit' }).click();
  await content.press('End');
  await content.pressSequentially('!');
  await content.press('Control+z');
  await expect(content).not.toHaveValue(/!$/);
});

test('the editor counts words and names what will be removed, once the typing rests @full', async ({
  admin: page,
}) => {
  const { form, content } = await openEditor(page);
  const facts = form.getByRole('status').filter({ hasText: 'min read' });
  await expect(facts).toHaveText('0 words · 1 min read');
  await content.fill(
    `one [two](https://example.com)\n\n| a | b |\n| - | - |\n| c | d |\n\n![](x.png) <!-- -->`,
  );
  await expect(facts).toContainText(
    'Will be removed, but not the text inside: 1 link (line 1), 1 table (line 3).',
  );
  await expect(facts).toContainText('Will be removed: 1 picture (line 7), 1 comment (line 7).');
  await expectAccessibleState(page);
  await content.fill('word '.repeat(401));
  await expect(facts).toHaveText('401 words · 3 min read');
});

test('the preview stands beside the text where there is room, and stays where it is read @full', async ({
  admin: page,
}) => {
  const { form, content } = await openEditor(page);
  const both = form.getByRole('tabpanel', { name: 'Side by side' });
  const preview = both.getByRole('group', { name: 'Preview' });
  await content.fill(Array.from({ length: 80 }, (_, index) => `word ${index}`).join('\n\n'));
  await expect(preview.getByText('word 79')).toBeAttached();
  await preview.evaluate((panel) => panel.scrollTo({ top: 500 }));
  await content.press('Control+End');
  await content.pressSequentially(' and more');
  await expect(preview.getByText('word 79 and more')).toBeAttached();
  expect(await preview.evaluate(({ scrollTop }) => scrollTop)).toBe(500);
  const [left, right] = await Promise.all([content.boundingBox(), preview.boundingBox()]);
  expect(right?.x).toBeGreaterThanOrEqual((left?.x ?? 0) + (left?.width ?? 0));
  expect(right?.height).toBeCloseTo(left?.height ?? 0, 0);
  await expectAccessibleState(page);

  await page.setViewportSize({ width: 1279, height: 800 });
  await expect(form.getByRole('tab', { name: 'Side by side' })).toBeHidden();
  await expect(form.getByRole('tab', { name: 'Edit' })).toHaveAttribute('aria-selected', 'true');
  await expect(content).toHaveValue(/and more$/);
});

test('rich text is pasted as Markdown, plainly on demand, and undone in one step @full', async ({
  admin: page,
}) => {
  const { form, content } = await openEditor(page);
  await content.fill('# Title\n\n**bold** *slanted*\n\n- one\n- two');
  await form.getByRole('tab', { name: 'Preview' }).click();
  const prose = form.locator('.prose');
  await expect(prose.locator('li')).toHaveCount(2);
  await prose.evaluate((element) => getSelection()?.selectAllChildren(element));
  await page.keyboard.press('Control+c');
  await form.getByRole('tab', { name: 'Edit' }).click();
  await content.fill('');
  await content.press('Control+v');
  await expect(content).toHaveValue('# Title\n\n**bold** *slanted*\n\n- one\n- two');
  await content.press('Control+z');
  await expect(content).toHaveValue('');
  await content.press('Control+Shift+v');
  await expect(content).toHaveValue(/^Title\s+bold slanted\s+one\s+two\s*$/);
});

test('rich text of a stranger runs, loads and reports nothing @full', async ({ admin: page }) => {
  const { content } = await openEditor(page);
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  page.on('dialog', () => {
    throw new Error('a script ran');
  });
  await content.evaluate((area) => {
    const data = new DataTransfer();
    data.setData('text/plain', 'a b');
    data.setData(
      'text/html',
      `<style>@import "/evil.css"</style><link rel="stylesheet" href="/evil.css"><p style="color:red" onclick="alert(1)">a
        <b style='font-weight:700'>b</b><img src="/evil.png" onerror="alert(2)"><script>alert(3)</script>
        <a href="javascript:alert(4)">c</a></p><svg onload="alert(5)"></svg><iframe src="/evil"></iframe>`,
    );
    area.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    );
  });
  await expect(content).toHaveValue('a **b** c');
  expect(requests.filter((url) => url.includes('evil'))).toEqual([]);
});

test('a picture for the text is offered as the featured image @full', async ({ admin: page }) => {
  const { form, content } = await openEditor(page);
  const give = (type: 'drop' | 'paste') =>
    content.evaluate(
      (area, { kind, svg }) => {
        const data = new DataTransfer();
        data.items.add(new File([svg], 'drawing.svg', { type: 'image/svg+xml' }));
        const options = { bubbles: true, cancelable: true };
        area.dispatchEvent(
          kind === 'drop'
            ? new DragEvent('drop', { dataTransfer: data, ...options })
            : new ClipboardEvent('paste', { clipboardData: data, ...options }),
        );
      },
      { kind: type, svg: DRAWING.buffer.toString() },
    );
  await give('drop');
  const question = page.getByRole('dialog', { name: 'Use this picture as the featured image?' });
  await expect(question).toContainText('The text of a post cannot hold pictures.');
  await expectAccessibleState(page);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(form.getByRole('img')).toBeHidden();
  await give('paste');
  await question.getByRole('button', { name: 'Use as featured image' }).click();
  await expectToast(page, 'Image uploaded successfully');
  await expect(form.getByRole('img')).toHaveAttribute('src', /^\/media\/blog-images\//);
  await expect(content).toHaveValue('');
  await give('paste');
  await expect(
    page.getByRole('dialog', { name: 'Replace the featured image by this picture?' }),
  ).toBeVisible();
});

test('a text that cannot be previewed says so @full', async ({ admin: page, problems }) => {
  problems.allow(/status of (?:422|500)/);
  const { form, content, preview } = await openEditor(page);
  await content.fill('> '.repeat(300));
  await form.getByRole('tab', { name: 'Preview' }).click();
  await expect(preview.getByText('Error rendering content')).toBeVisible();
  await page.route('**/api/admin/blog-posts/preview', (route) =>
    route.fulfill({ status: 500, body: 'x' }),
  );
  await form.getByRole('tab', { name: 'Edit' }).click();
  await content.fill('fine');
  await form.getByRole('tab', { name: 'Preview' }).click();
  await expect(preview.getByText('Error rendering content')).toBeVisible();
});

test('the editor asks before it closes, and has its keys for itself @full', async ({
  admin: page,
}) => {
  const { form, content } = await openEditor(page);
  await content.fill('fine');
  await content.press('Control+b');
  await page.keyboard.press('Escape');
  const question = page.getByRole('dialog', { name: 'Discard your changes?' });
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect(content).toHaveValue(/fine/);
  await form.getByRole('button', { name: 'Close', exact: true }).click();
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(form).toBeHidden();
  // Ctrl+B was the editor's.
  await expect(page.getByRole('button', { name: 'Collapse the sidebar' })).toBeVisible();
});

test('two administrators edit one post: the slower one sees both versions @full', async ({
  admin: page,
  browser,
  site,
  problems,
}) => {
  problems.allow(/status of 409/);
  const post = await buildBlogPost(site.db, { title: uniqueTitle('Shared') });
  await openList(page, 'blog');
  await rowOf(page, post.title).getByRole('button', { name: /Edit/ }).click();
  const mine = editDialog(page);
  await mine.getByLabel('Excerpt').fill('My excerpt');

  const context = await browser.newContext({ baseURL: site.url });
  const otherPage = await context.newPage();
  await signInAs(otherPage, await buildAccount(site.db));
  await openList(otherPage, 'blog');
  await rowOf(otherPage, post.title).getByRole('button', { name: /Edit/ }).click();
  const changedTitle = uniqueTitle('Changed by the other');
  await editDialog(otherPage).getByLabel('Title').fill(changedTitle);
  await editDialog(otherPage).getByLabel('Excerpt').fill('Their excerpt');
  await editDialog(otherPage).getByLabel('Title').press('Control+s');
  await expectToast(otherPage, 'Blog post updated successfully');
  await context.close();

  // What the other one saved is in the list behind the dialog.
  await expect(page.locator('tbody')).toContainText(changedTitle);
  await expect(mine.getByLabel('Excerpt')).toHaveValue('My excerpt');
  await mine.getByLabel('Excerpt').press('Control+s');
  const conflict = conflictOf(mine);
  await expect(conflict).toBeVisible();
  await expect(conflict).toContainText('My excerpt');
  await expect(conflict).toContainText('Their excerpt');
  await expectAccessibleState(page);

  await conflict.getByRole('button', { name: 'Reload' }).click();
  await expect(mine.getByLabel('Title')).toHaveValue(changedTitle);
  await expect(mine.getByLabel('Excerpt')).toHaveValue('Their excerpt');

  await site.db
    .updateTable('blogPosts')
    .set({ author: 'Murat Çetin', excerpt: 'Their next excerpt' })
    .where('id', '=', post.id)
    .execute();
  await mine.getByLabel('Excerpt').fill('My excerpt again');
  await mine.getByLabel('Excerpt').press('Control+s');
  await expect(conflict).toContainText('Their next excerpt');
  await conflict.getByRole('button', { name: 'Overwrite' }).press('Enter');
  await expect(mine).toBeHidden();
  const saved = await site.db
    .selectFrom('blogPosts')
    .select(['title', 'excerpt', 'author'])
    .where('id', '=', post.id)
    .executeTakeFirstOrThrow();
  expect(saved).toEqual({
    title: changedTitle,
    excerpt: 'My excerpt again',
    author: 'Murat Çetin',
  });
});

test('a deleted post whose slug was given away is restored under another, and the notice says so @full', async ({
  admin: page,
  site,
}) => {
  const deletedAt = new Date();
  const title = uniqueTitle('Given away');
  const { slug } = await buildBlogPost(site.db, { title, deletedAt });
  await buildBlogPost(site.db, { slug });
  await openList(page, 'blog?status=deleted');
  await rowOf(page, title).getByRole('button', { name: 'Restore' }).click();
  await expectToast(page, `so it has a new one: ${slug}-2`);
});

test('a post is deleted after a question, found among the deleted ones and restored @full', async ({
  admin: page,
  site,
}) => {
  const post = await buildBlogPost(site.db, { title: uniqueTitle('To delete') });
  await buildBlogPost(site.db, { title: uniqueTitle('Draft'), isPublished: false });
  await openList(page, 'blog');
  await expectAccessibleState(page);
  const row = rowOf(page, post.title);
  await row.getByRole('button', { name: /Delete/ }).click();
  const question = page.getByRole('dialog', { name: 'Delete blog post' });
  await expect(question).toContainText('Are you sure you want to delete this blog post?');
  await expect(question).toContainText(post.title);
  await expectAccessibleState(page);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toBeHidden();
  await expect(row).toBeVisible();

  const statusOfPage = async () => (await page.request.get(`/blog/${post.slug}`)).status();
  await deleteAndRestore(page, {
    name: post.title,
    question,
    kind: 'Blog post',
    filter: 'Status',
    whileDeleted: () => expect.poll(statusOfPage).toBe(404),
  });
  await expect(page).toHaveURL(/status=deleted/);
  await page.getByLabel('Status').selectOption('All Status');
  await expect(row).toBeVisible();
  await expect.poll(statusOfPage).toBe(200);
});

test('the list is searched and filtered, and the address holds it', async ({
  admin: page,
  site,
}) => {
  const word = uniqueTitle('Süzgeç');
  await buildBlogPost(site.db, { title: `${word} A`, category: 'Filter X' });
  await buildBlogPost(site.db, { title: `${word} B`, category: 'Filter Y', isPublished: false });
  await openList(page, 'blog');
  await page.getByRole('heading', { level: 1 }).focus();
  await page.keyboard.press('/');
  const search = page.getByLabel('Search blog posts');
  await expect(search).toBeFocused();
  await search.pressSequentially(word.toLocaleUpperCase('tr'));
  await expect(page.getByRole('rowheader')).toHaveText([`${word} B`, `${word} A`]);
  await expect(page.getByText('Showing 2 of 2')).toBeVisible();
  await page.getByLabel('Status').selectOption('Draft');
  await expect(page.getByRole('rowheader')).toHaveText([`${word} B`]);
  await page.reload();
  await expect(page.getByRole('rowheader')).toHaveText([`${word} B`]);
  await page.getByLabel('Category').selectOption('Filter X');
  await expect(page.getByText('No blog posts found')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(page.getByLabel('Status')).toHaveValue('all');
  await expect(search).toHaveValue('');
  await page.goBack();
  await expect(page.getByText('No blog posts found')).toBeVisible();
});

test('a server that fails is told by toast and on the screen, and nothing typed is lost @full', async ({
  admin: page,
  site,
  problems,
}) => {
  problems.allow(/status of 500/);
  const post = await buildBlogPost(site.db, { title: uniqueTitle('Failing') });
  const address = /\/api\/admin\/(?:blog-posts|uploads)/;
  const calls = await breakCalls(page, address, 500, 'It broke.');
  await expectLoadAndDeleteFail(page, {
    calls,
    message: 'It broke.',
    screen: 'blog',
    kind: 'blog post',
    name: post.title,
  });

  calls.failing = 'PUT';
  await rowOf(page, post.title).getByRole('button', { name: /Edit/ }).click();
  const form = editDialog(page);
  await form.getByLabel('Excerpt').fill('Typed and kept');
  await form.getByLabel('Excerpt').press('Control+s');
  await expectToast(page, 'Failed to save blog post', 'Error');
  await expect(form.getByRole('alert').filter({ hasText: 'It broke.' }).first()).toBeVisible();
  await expect(form.getByLabel('Excerpt')).toHaveValue('Typed and kept');

  calls.failing = 'POST';
  await form.locator('input[type="file"]').setInputFiles(DRAWING);
  await expectToast(page, 'Failed to upload image', 'Error');
  await expect(form.locator('form').getByText('Failed to upload image')).toBeVisible();
});

test('pictures are checked, dropped, pasted, replaced and removed @full', async ({
  admin: page,
  problems,
}) => {
  problems.allow(/status of 4\d\d/);
  await openList(page, 'blog?new=1');
  const form = newDialog(page);
  const input = form.locator('input[type="file"]');
  await input.setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('x') });
  const fields = form.locator('form');
  await expect(fields.getByText('Please select an image file (PNG, JPG, SVG, etc.)')).toBeVisible();
  const large = test.info().outputPath('large.png');
  await writeFile(large, Buffer.alloc(10 * 1024 * 1024 + 1));
  await input.setInputFiles(large);
  await expect(fields.getByText('File size must be less than 10MB')).toBeVisible();
  // Named like an image, but none: the server says so.
  await input.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('MZ') });
  await expectToast(page, 'Failed to upload image', 'Error');
  await expect(fields.getByText('Please select an image file (PNG, JPG, SVG, etc.)')).toBeVisible();

  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/api/admin/uploads', async (route) => {
    await released;
    await route.continue();
  });
  const give = (type: 'drop' | 'paste') =>
    form.getByRole('button', { name: /^(?:Upload|Replace) image$/ }).evaluate(
      (button, { kind, svg }) => {
        const data = new DataTransfer();
        data.items.add(new File([svg], 'drawing.svg', { type: 'image/svg+xml' }));
        const event =
          kind === 'drop'
            ? new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true })
            : new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true });
        button.dispatchEvent(event);
      },
      { kind: type, svg: DRAWING.buffer.toString() },
    );
  await give('drop');
  await expect(form.getByRole('button', { name: 'Uploading...' })).toBeVisible();
  await expect(form.getByRole('progressbar')).toBeVisible();
  release();
  const image = form.getByRole('img');
  await expect(image).toBeVisible();
  await expect(fields.getByText('Please select an image file')).toBeHidden();
  const first = await image.getAttribute('src');
  await page.unroute('**/api/admin/uploads');
  await give('paste');
  await expect(image).not.toHaveAttribute('src', first ?? '');
  const stored = await page.request.get((await image.getAttribute('src')) ?? '');
  expect(await stored.text()).not.toContain('script');

  await form.getByRole('button', { name: 'Remove Featured image' }).press('Enter');
  await expect(image).toBeHidden();
  await expect(form.getByRole('button', { name: 'Upload image' })).toBeFocused();
});

test('hostile texts are shown as they were typed @full', async ({
  admin: page,
  site,
  problems,
}) => {
  problems.allow(/status of 404/);
  const hostile = `<img src=x onerror="alert(1)"><script>alert(2)</script>'"--> ${uniqueTitle('x')}`;
  const post = await buildBlogPost(site.db, {
    title: hostile,
    category: '<svg onload=alert(3)>',
    author: '"><iframe src=javascript:alert(4)>',
    excerpt: '<a href="javascript:alert(5)">x</a>',
    content: '<img src=x onerror=alert(6)> **b** <script>alert(7)</script>',
    contentHtml: null,
    contentHtmlVersion: 'old',
    isPublished: false,
  });
  page.on('dialog', () => {
    throw new Error('a script ran');
  });
  await openList(page, 'blog');
  await expect(page.getByRole('rowheader', { name: hostile })).toBeVisible();
  await page.getByRole('button', { name: `Edit ${hostile}` }).click();
  await expect(editDialog(page).getByLabel('Title')).toHaveValue(hostile);
  await editDialog(page).getByRole('tab', { name: 'Preview' }).click();
  await expect(editDialog(page).locator('.prose strong')).toHaveText('b');
  await page.goto(`/admin/preview/blog/${post.id}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(hostile);
  await expect(page.locator('article')).toContainText('<a href="javascript:alert(5)">x</a>');
  expect(await page.locator('article img, article script, article iframe').count()).toBe(0);

  await page.goto('/admin/preview/blog/00000000-0000-0000-0000-000000000000');
  await expect(page.getByText('This blog post does not exist any more.')).toBeVisible();
});

test('the keyboard alone writes a post @full', async ({ admin: page }) => {
  await openList(page, 'blog');
  const title = uniqueTitle('By keyboard');
  await tabTo(page, page.getByRole('button', { name: 'New Post' }));
  await page.keyboard.press('Enter');
  const form = newDialog(page);
  await expect(form.getByLabel('Title')).toBeFocused();
  await page.keyboard.type(title);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.type('An excerpt');
  await tabTo(page, form.getByLabel('Content', { exact: true }));
  await page.keyboard.type('Plain text');
  await tabTo(page, form.getByRole('switch', { name: 'Published' }));
  await page.keyboard.press('Space');
  await tabTo(page, form.getByRole('button', { name: 'Create Post' }));
  await page.keyboard.press('Enter');
  await expect(form).toBeHidden();
  await expect(page.getByRole('button', { name: 'New Post' })).toBeFocused();
  await expect(rowOf(page, title).getByText('Published')).toBeVisible();
});

test('a long category fits on a phone @full', async ({ admin: page, site }) => {
  const category = 'w'.repeat(90);
  const { id, title } = await buildBlogPost(site.db, { title: uniqueTitle('Long'), category });
  await page.setViewportSize({ width: 360, height: 740 });
  for (const path of ['blog', `preview/blog/${id}`]) {
    await page.goto(`/admin/${path}`);
    await expect(page.getByText(title).filter({ visible: true }).first()).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(360);
    for (const each of await page.getByText(category).filter({ visible: true }).all()) {
      const box = await each.boundingBox();
      expect((box?.x ?? 0) + (box?.width ?? 0), path).toBeLessThanOrEqual(360);
    }
  }
});

test('a search that is too long is not cut, but said to be so @full', async ({
  admin: page,
  problems,
}) => {
  problems.allow(/status of 400/);
  await openList(page, 'blog');
  const long = 'ş'.repeat(201);
  const search = page.getByRole('searchbox');
  await search.fill(long);
  await expect(page.getByText('The search is too long')).toBeVisible();
  await expect(search).toHaveValue(long);
});
