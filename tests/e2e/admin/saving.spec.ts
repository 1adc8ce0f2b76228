import type { Page } from '@playwright/test';
import { FORM_MESSAGES } from '#shared/admin-sessions/messages.ts';
import { SITE_SETTINGS_ID } from '#shared/site-settings/values.ts';
import {
  DRAWING,
  openList,
  problemsOf,
  rowOf,
  uniqueTitle,
} from '#tests/support/browser/admin-content.ts';
import { expect, type Site, test } from '#tests/support/browser/e2e.ts';
import { buildBlogPost, buildFaq, buildProject } from '#tests/support/factories.ts';
import { expectToast } from '#tests/support/browser/toasts.ts';

/** Holds the next calls of a method up until they are released. */
async function holdCalls(page: Page, address: string, method: string) {
  const held = Promise.withResolvers<void>();
  const reached = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    if (route.request().method() !== method) return route.fallback();
    reached.resolve();
    await held.promise;
    return route.fallback();
  });
  return { reached: reached.promise, release: held.resolve };
}

function editDialog(page: Page) {
  return page.getByRole('dialog', { name: 'Edit Blog Post' });
}

async function editPost(page: Page, site: Site) {
  const post = await buildBlogPost(site.db, { title: uniqueTitle('Saved slowly') });
  await openList(page, 'blog');
  await rowOf(page, post.title).getByRole('button', { name: /Edit/ }).click();
  await expect(editDialog(page).getByLabel('Excerpt')).toBeVisible();
  const stored = () =>
    site.db
      .selectFrom('blogPosts')
      .select(['excerpt', 'author', 'featuredImageUrl'])
      .where('id', '=', post.id)
      .executeTakeFirstOrThrow();
  return { form: editDialog(page), stored };
}

test('what is typed while a post is being saved stays, unsaved, and is saved next @full', async ({
  admin: page,
  site,
}) => {
  const { form, stored } = await editPost(page, site);
  const calls = await holdCalls(page, '**/api/admin/blog-posts/*', 'PUT');
  await form.getByLabel('Excerpt').fill('Early');
  await form.getByRole('button', { name: 'Save Changes' }).click();
  await calls.reached;
  await form.getByLabel('Author').fill('Typed late');
  calls.release();
  await expect(form.getByText(FORM_MESSAGES.partlySaved)).toBeVisible();
  await expect(form.getByLabel('Author')).toHaveValue('Typed late');
  expect(await stored()).toMatchObject({ excerpt: 'Early', author: 'Selin Kaya' });

  await page.keyboard.press('Escape');
  const question = page.getByRole('dialog', { name: 'Discard your changes?' });
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await form.getByRole('button', { name: 'Save Changes' }).click();
  await expect(form).toBeHidden();
  expect(await stored()).toMatchObject({ excerpt: 'Early', author: 'Typed late' });
});

test('a draft that Ctrl+S publishes stays open and leads to its page @full', async ({
  admin: page,
  site,
}) => {
  const post = await buildBlogPost(site.db, { title: uniqueTitle('Draft'), isPublished: false });
  const project = await buildProject(site.db, { isPublished: false });
  const pages = [
    { screen: `blog?edit=${post.id}`, preview: `blog/${post.id}`, path: `/blog/${post.slug}` },
    {
      screen: `projects?edit=${project.id}`,
      preview: `project/${project.id}`,
      path: `/project/${project.id}`,
    },
  ];
  for (const { screen, preview, path } of pages) {
    await openList(page, screen);
    const form = page.getByRole('dialog', { name: /^Edit/ });
    const draft = form.getByRole('link', { name: /^Preview/ });
    await expect(draft).toHaveAttribute('href', `/admin/preview/${preview}`);
    await form.getByRole('switch', { name: 'Published' }).check();
    await page.keyboard.press('Control+s');
    await expect(form.getByRole('link', { name: /^View/ })).toHaveAttribute('href', path);
    expect((await page.request.get(path)).status(), path).toBe(200);
  }
});

test('what is typed while a new question is being created changes that question next @full', async ({
  admin: page,
  site,
}) => {
  await buildFaq(site.db);
  await openList(page, 'faqs');
  await page.getByRole('button', { name: 'New FAQ' }).click();
  const form = page.getByRole('dialog');
  const question = uniqueTitle('Is it kept?');
  await form.getByLabel('Question').fill(question);
  await form.getByLabel('Answer').fill('Early');
  await form.getByLabel('Category').fill('General');
  const calls = await holdCalls(page, '**/api/admin/faqs', 'POST');
  await form.getByRole('button', { name: 'Create FAQ' }).click();
  await calls.reached;
  await form.getByLabel('Answer').fill('Typed late');
  calls.release();
  await expect(form.getByText(FORM_MESSAGES.partlySaved)).toBeVisible();
  await form.getByRole('button', { name: 'Save changes' }).click();
  await expect(form).toBeHidden();
  const stored = await site.db
    .selectFrom('faqs')
    .select('answer')
    .where('question', '=', question)
    .execute();
  expect(stored).toEqual([{ answer: 'Typed late' }]);
});

test('creating again after a lost response makes no second question, and loses nothing typed since @full', async ({
  admin: page,
  site,
  problems,
}) => {
  problems.allow(/ERR_FAILED|422/);
  await openList(page, 'faqs');
  await page.getByRole('button', { name: 'New FAQ' }).click();
  const form = page.getByRole('dialog');
  const question = uniqueTitle('Is it there once?');
  await form.getByLabel('Question').fill(question);
  await form.getByLabel('Answer').fill('Early');
  await form.getByLabel('Category').fill('General');
  const create = form.getByRole('button', { name: 'Create FAQ' });
  let isLost = true;
  await page.route('**/api/admin/faqs', async (route) => {
    if (route.request().method() !== 'POST' || !isLost) return route.fallback();
    await route.fetch();
    return route.abort();
  });
  for (const answer of ['Early', 'Typed since']) {
    await form.getByLabel('Answer').fill(answer);
    await create.click();
    await expect(form.getByText('The server was not reached.')).toBeVisible();
  }
  isLost = false;
  await create.click();
  await expectToast(page, 'FAQ created successfully');
  await expect(form).toBeHidden();
  const stored = await site.db
    .selectFrom('faqs')
    .select('answer')
    .where('question', '=', question)
    .execute();
  expect(stored).toEqual([{ answer: 'Typed since' }]);
});

test('a save from the error summary hands the focus to the title when that goes @full', async ({
  admin: page,
  problems,
}) => {
  problems.allow(/ERR_FAILED/);
  await openList(page, 'faqs?new=1');
  const form = page.getByRole('dialog');
  await form.getByLabel('Question').fill(uniqueTitle('Where is the focus?'));
  await form.getByLabel('Answer').fill('Here');
  await page.route('**/api/admin/faqs', (route) => route.abort(), { times: 1 });
  await form.getByRole('button', { name: 'Create FAQ' }).click();
  await expect(form.getByRole('alert').filter({ hasText: 'not reached' })).toBeFocused();
  await page.keyboard.press('Control+s');
  await expect(form.getByRole('heading', { name: 'Edit FAQ' })).toBeFocused();
});

test('what is typed while the settings are being saved stays, unsaved @full', async ({
  admin: page,
  site,
}) => {
  await page.goto('/admin/settings?tab=copyright');
  const calls = await holdCalls(page, '**/api/admin/site-settings', 'PUT');
  const field = page.getByLabel('Copyright text');
  await field.fill('Early');
  await page.getByRole('button', { name: 'Save Settings' }).click();
  await calls.reached;
  await field.fill('Typed late');
  calls.release();
  await expect(page.getByText(FORM_MESSAGES.partlySaved)).toBeVisible();
  await expect(field).toHaveValue('Typed late');
  await page.getByRole('button', { name: 'Save Settings' }).click();
  await expect
    .poll(() =>
      site.db
        .selectFrom('siteSettings')
        .select('copyrightText')
        .where('id', '=', SITE_SETTINGS_ID)
        .executeTakeFirst(),
    )
    .toEqual({ copyrightText: 'Typed late' });
});

test('a post is saved with the picture that is still on its way @full', async ({
  admin: page,
  site,
}) => {
  const { form, stored } = await editPost(page, site);
  const calls = await holdCalls(page, '**/api/admin/uploads', 'POST');
  await form.locator('input[type="file"]').setInputFiles(DRAWING);
  await calls.reached;
  await page.keyboard.press('Escape');
  const question = page.getByRole('dialog', { name: 'Discard your changes?' });
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await form.getByRole('button', { name: 'Save Changes' }).click();
  await expect(form.getByText(FORM_MESSAGES.waitsForUpload)).toBeVisible();
  calls.release();
  await expectToast(page, 'Blog post updated successfully');
  await expect(form).toBeHidden();
  expect((await stored()).featuredImageUrl).toMatch(/^\/media\/blog-images\//);
});

test('nothing is saved when the picture that it waits for fails @full', async ({
  admin: page,
  site,
  problems,
}) => {
  problems.allow(/ERR_FAILED/);
  const { form, stored } = await editPost(page, site);
  const held = Promise.withResolvers<void>();
  await page.route('**/api/admin/uploads', async (route) => {
    await held.promise;
    await route.abort();
  });
  await form.getByLabel('Excerpt').fill('Goes with the picture');
  await form.locator('input[type="file"]').setInputFiles(DRAWING);
  await form.getByRole('button', { name: 'Save Changes' }).click();
  await expect(form.getByText(FORM_MESSAGES.waitsForUpload)).toBeVisible();
  held.resolve();
  await expect(problemsOf(form)).toContainText(FORM_MESSAGES.uploadFailed);
  expect((await stored()).excerpt).not.toBe('Goes with the picture');
  await form.getByRole('button', { name: 'Save Changes' }).click();
  await expect(form).toBeHidden();
  expect(await stored()).toMatchObject({
    excerpt: 'Goes with the picture',
    featuredImageUrl: null,
  });
});

test('the settings are saved with the logo that is still on its way @full', async ({
  admin: page,
  site,
}) => {
  await page.goto('/admin/settings');
  const calls = await holdCalls(page, '**/api/admin/uploads', 'POST');
  await page.getByLabel('Footer logo: choose a file').setInputFiles(DRAWING);
  await calls.reached;
  await page.getByRole('tab', { name: 'Copyright' }).click();
  await page.getByRole('button', { name: 'Save Settings' }).click();
  await expect(page.getByText(FORM_MESSAGES.waitsForUpload)).toBeVisible();
  calls.release();
  await expectToast(page, 'Settings updated successfully');
  const { footerLogoUrl } = await site.db
    .selectFrom('siteSettings')
    .select('footerLogoUrl')
    .executeTakeFirstOrThrow();
  expect(footerLogoUrl).toMatch(/^\/media\/logos\/footer\//);
});
