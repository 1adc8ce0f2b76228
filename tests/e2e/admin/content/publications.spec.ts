import type { Page } from '@playwright/test';
import { expectAccessible } from '#tests/support/browser/accessibility.ts';
import {
  openList,
  rowOf,
  uniqueTitle,
  uploadDrawing,
} from '#tests/support/browser/admin-content.ts';
import { expect, type Site, test } from '#tests/support/browser/e2e.ts';
import { expectToast } from '#tests/support/browser/toasts.ts';
import { buildBlogPost, buildProject } from '#tests/support/factories.ts';

const DRAFT = { featuredImageAlt: 'A teal rectangle', isPublished: false };

const PUBLICATIONS = [
  {
    noun: 'blog post',
    screen: 'blog',
    preview: 'blog',
    shown: ['First', '3 min read'],
    async build({ db }: Site, title: string, featuredImageUrl: string) {
      const text = { content: '## First\n\nSome words.', readingTime: 3 };
      const { slug } = await buildBlogPost(db, { title, featuredImageUrl, ...text, ...DRAFT });
      return `/blog/${slug}`;
    },
  },
  {
    noun: 'project',
    screen: 'projects',
    preview: 'project',
    shown: ['Nobody knew.', 'TypeScript'],
    async build({ db }: Site, title: string, featuredImageUrl: string) {
      const text = { challengeText: 'Nobody knew.' };
      const { id } = await buildProject(db, { title, featuredImageUrl, ...text, ...DRAFT });
      return `/portfolio/${id}`;
    },
  },
];

for (const [index, { noun, screen, preview, shown, ...publication }] of PUBLICATIONS.entries()) {
  const tag = index === 0 ? '' : ' @full';

  test(`a ${noun} is previewed and published${tag}`, async ({
    admin: page,
    context,
    site,
    account,
  }) => {
    const title = uniqueTitle('Draft');
    const imageUrl = await uploadDrawing(page, account.token, `${preview}-images`);
    const publicPath = await publication.build(site, title, imageUrl);
    await openList(page, screen);
    const row = rowOf(page, title);
    async function expectShown(tab: Page): Promise<void> {
      await expect(tab.getByRole('heading', { level: 1, name: title })).toBeVisible();
      await expect(tab.getByRole('img', { name: 'A teal rectangle' })).toBeVisible();
      for (const text of shown) await expect(tab.getByText(text).first()).toBeVisible();
    }
    const previewed = context.waitForEvent('page');
    await row.getByRole('link', { name: /Preview/ }).click();
    const draft = await previewed;
    await expect(draft).toHaveURL(new RegExp(`/admin/preview/${preview}/`));
    await expectShown(draft);
    expect((await page.request.get(publicPath)).status()).toBe(404);

    await row.getByRole('button', { name: /Edit/ }).click();
    const form = page.getByRole('dialog', { name: /^Edit/ });
    await expect(form.getByRole('link', { name: /^Preview/ })).toBeVisible();
    await form.getByRole('switch', { name: 'Published' }).check();
    await page.keyboard.press('Control+s');
    await expectToast(page, 'updated successfully');
    // A draft that Ctrl+S publishes stays open and leads to its page.
    await expect(form.getByRole('link', { name: /^View/ })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(row.getByText('Published')).toBeVisible();
    // The other tab learns of it automatically.
    await expect(draft.getByRole('link', { name: 'Open the public page' })).toBeVisible();
    await expectAccessible(draft);

    const viewed = context.waitForEvent('page');
    await row.getByRole('link', { name: /View/ }).click();
    const published = await viewed;
    await expect(published).toHaveURL(new RegExp(`${publicPath}$`));
    await expectShown(published);
  });
}

test('the list of posts is filtered', async ({ admin: page, site }) => {
  const word = uniqueTitle('Filter');
  const finance = { category: 'Finance' };
  await buildBlogPost(site.db, { title: `${word} A`, ...finance, isPublished: false });
  await buildBlogPost(site.db, { title: `${word} B`, ...finance, isPublished: false });
  await buildBlogPost(site.db, { title: `${word} C`, ...finance, isPublished: true });
  await openList(page, `blog?search=${encodeURIComponent(word)}`);
  const found = page.getByRole('rowheader');
  await expect(found).toHaveText([`${word} C`, `${word} B`, `${word} A`]);
  await expect(page.getByText('Showing 3 of 3')).toBeVisible();
  const status = page.getByLabel('Status');
  await status.selectOption('Draft');
  await expect(found).toHaveText([`${word} B`, `${word} A`]);
  await page.getByLabel('Category').selectOption('Finance');
  await page.reload();
  await expect(found).toHaveText([`${word} B`, `${word} A`]);
  await status.selectOption('Deleted');
  await expect(page.getByText('No blog posts found')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(status).toHaveValue('all');
  await expect(page.getByRole('searchbox')).toHaveValue('');
  await page.goBack();
  await expect(page.getByText('No blog posts found')).toBeVisible();
});
