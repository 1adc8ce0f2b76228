import type { Page } from '@playwright/test';
import { FORM_MESSAGES } from '#shared/admin-sessions/messages.ts';
import {
  DRAWING,
  openList,
  problemsOf,
  rowOf,
  uniqueTitle,
} from '#tests/support/browser/admin-content.ts';
import { expect, test } from '#tests/support/browser/e2e.ts';
import { expectToast } from '#tests/support/browser/toasts.ts';
import { buildBlogPost, buildFaq } from '#tests/support/factories.ts';
import { readRow } from '#tests/support/browser/rows.ts';

/** Holds the next calls of a method up until they are released. */
async function holdCalls(page: Page, address: string, method: string) {
  const held = Promise.withResolvers<'sent' | 'lost'>();
  const reached = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    if (route.request().method() !== method) return route.fallback();
    reached.resolve();
    return (await held.promise) === 'sent' ? route.fallback() : route.abort();
  });
  return { reached: reached.promise, release: held.resolve };
}

test('a post is saved with its image or not at all @full', async ({
  admin: page,
  site,
  problems,
}) => {
  problems.allow(/ERR_FAILED/);
  const post = await buildBlogPost(site.db, { title: uniqueTitle('Saved slowly') });
  await openList(page, 'blog');
  await rowOf(page, post.title).getByRole('button', { name: /Edit/ }).click();
  const form = page.getByRole('dialog', { name: 'Edit Blog Post' });
  const save = form.getByRole('button', { name: 'Save Changes' });
  const stored = () => readRow(site.db, 'blogPosts', post.id);

  const lost = await holdCalls(page, '**/api/admin/uploads', 'POST');
  await form.getByLabel('Excerpt').fill('Early');
  await form.locator('input[type="file"]').setInputFiles(DRAWING);
  await lost.reached;
  await page.keyboard.press('Escape');
  const question = page.getByRole('dialog', { name: 'Discard your changes?' });
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await save.click();
  await expect(form.getByText(FORM_MESSAGES.waitsForUpload)).toBeVisible();
  lost.release('lost');
  await expect(problemsOf(form)).toContainText(FORM_MESSAGES.uploadFailed);
  expect((await stored()).excerpt).not.toBe('Early');
  await page.unroute('**/api/admin/uploads');

  const upload = await holdCalls(page, '**/api/admin/uploads', 'POST');
  await form.locator('input[type="file"]').setInputFiles(DRAWING);
  await upload.reached;
  const calls = await holdCalls(page, '**/api/admin/blog-posts/*', 'PUT');
  await save.click();
  await expect(form.getByText(FORM_MESSAGES.waitsForUpload)).toBeVisible();
  upload.release('sent');
  await calls.reached;
  await form.getByLabel('Author').fill('Typed late');
  calls.release('sent');
  await expect(form.getByText(FORM_MESSAGES.partlySaved)).toBeVisible();
  await expect(form.getByLabel('Author')).toHaveValue('Typed late');
  expect(await stored()).toMatchObject({
    excerpt: 'Early',
    author: 'Selin Kaya',
    featuredImageUrl: expect.stringMatching(/^\/media\/blog-images\//),
  });
  await page.keyboard.press('Escape');
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await save.click();
  await expect(form).toBeHidden();
  expect(await stored()).toMatchObject({ excerpt: 'Early', author: 'Typed late' });
});

test('a lost response creates no second FAQ @full', async ({ admin: page, site, problems }) => {
  problems.allow(/ERR_FAILED|422/);
  await buildFaq(site.db);
  await openList(page, 'faqs?new=1');
  const form = page.getByRole('dialog');
  const question = uniqueTitle('Is it there once?');
  await form.getByLabel('Question').fill(question);
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
    await expect(form.getByRole('alert').filter({ hasText: 'not reached' })).toBeFocused();
  }
  isLost = false;
  await page.keyboard.press('Control+s');
  await expectToast(page, 'FAQ created successfully');
  // The error summary that had the focus is gone.
  await expect(form.getByRole('heading', { name: 'Edit FAQ' })).toBeFocused();
  const faqs = site.db.selectFrom('faqs').select('answer').where('question', '=', question);
  expect(await faqs.execute()).toEqual([{ answer: 'Typed since' }]);
});

test('the settings wait for a logo in flight @full', async ({ admin: page, site }) => {
  await page.goto('/admin/settings');
  const upload = await holdCalls(page, '**/api/admin/uploads', 'POST');
  await page.getByLabel('Footer logo: choose a file').setInputFiles(DRAWING);
  await upload.reached;
  await page.getByRole('tab', { name: 'Copyright' }).click();
  const field = page.getByLabel('Copyright text');
  await field.fill('Early');
  const save = page.getByRole('button', { name: 'Save Settings' });
  const calls = await holdCalls(page, '**/api/admin/site-settings', 'PUT');
  await save.click();
  await expect(page.getByText(FORM_MESSAGES.waitsForUpload)).toBeVisible();
  upload.release('sent');
  await calls.reached;
  await expect(page.getByRole('button', { name: 'Saving...' })).toBeVisible();
  await field.fill('Typed late');
  calls.release('sent');
  await expect(page.getByText(FORM_MESSAGES.partlySaved)).toBeVisible();
  await expect(field).toHaveValue('Typed late');
  await save.click();
  const stored = site.db.selectFrom('siteSettings').select(['copyrightText', 'footerLogoUrl']);
  await expect
    .poll(() => stored.executeTakeFirstOrThrow())
    .toEqual({
      copyrightText: 'Typed late',
      footerLogoUrl: expect.stringMatching(/^\/media\/logos\/footer\//),
    });
});
