import type { Locator, Page } from '@playwright/test';
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
import { changeRow } from '#tests/support/browser/rows.ts';

type Built = { id: string; title: string; publicPath: string };

type Publication = {
  noun: string;
  screen: string;
  preview: string;
  folder: string;
  build: (site: Site, title: string, imageUrl: string) => Promise<Built>;
  expectText: (shown: Page) => Promise<void>;
  category: { label: string; name: string };
  buildHostile: (site: Site, title: string) => Promise<{ id: string }>;
  expectHostile: (row: Locator, page: Page) => Promise<void>;
};

const HIDDEN = { isPublished: false };

const PUBLICATIONS: Publication[] = [
  {
    noun: 'blog post',
    screen: 'blog',
    preview: 'blog',
    folder: 'blog-images',
    category: { label: 'Category', name: 'Finance' },
    async build({ db }, title, featuredImageUrl) {
      const text = { content: '## First\n\nSome words.', readingTime: 3, category: 'Finance' };
      const image = { featuredImageUrl, featuredImageAlt: 'A teal rectangle' };
      const { id, slug } = await buildBlogPost(db, { title, ...text, ...image, ...HIDDEN });
      return { id, title, publicPath: `/blog/${slug}` };
    },
    async expectText(shown) {
      await expect(shown.getByRole('heading', { level: 2, name: 'First' })).toBeVisible();
      await expect(shown.getByText('3 min read')).toBeVisible();
    },
    buildHostile: ({ db }, title) =>
      buildBlogPost(db, {
        title,
        category: '<svg onload=alert(3)>',
        author: '"><iframe src=javascript:alert(4)>',
        excerpt: '<a href="javascript:alert(5)">x</a>',
        content: '<img src=x onerror=alert(6)> **b** <script>alert(7)</script>',
        contentHtml: null,
        contentHtmlVersion: 'old',
        ...HIDDEN,
      }),
    async expectHostile(row, page) {
      await row.getByRole('button', { name: /^Edit/ }).click();
      const form = page.getByRole('dialog', { name: 'Edit Blog Post' });
      await form.getByRole('tab', { name: 'Preview' }).click();
      await expect(form.locator('.prose strong')).toHaveText('b');
    },
  },
  {
    noun: 'project',
    screen: 'projects',
    preview: 'project',
    folder: 'project-images',
    category: { label: 'Industry', name: 'Finance' },
    async build({ db }, title, featuredImageUrl) {
      const { id } = await buildProject(db, {
        title,
        industryCategory: 'Finance',
        challengeText: 'Nobody knew.',
        featuredImageUrl,
        featuredImageAlt: 'A teal rectangle',
        ...HIDDEN,
      });
      return { id, title, publicPath: `/portfolio/${id}` };
    },
    async expectText(shown) {
      await expect(shown.getByText('Nobody knew.')).toBeVisible();
      await expect(shown.getByText('TypeScript').first()).toBeVisible();
    },
    buildHostile: ({ db }, title) =>
      buildProject(db, {
        title,
        clientName: '<script>alert(2)</script>',
        clientQuote: '<iframe src=javascript:alert(3)>',
        fullDescription: '<svg onload=alert(4)>',
        challengeText: '<b onclick=alert(5)>x</b>',
        techStack: ['<img src=x onerror=alert(6)>'],
        ...HIDDEN,
      }),
    expectHostile: (row) => expect(row).toContainText('<script>alert(2)</script>'),
  },
];

for (const [index, publication] of PUBLICATIONS.entries()) {
  const { noun, screen, preview, folder, category } = publication;
  const tag = index === 0 ? '' : ' @full';

  test(`a ${noun} is previewed and published${tag}`, async ({
    admin: page,
    context,
    site,
    account,
  }) => {
    const imageUrl = await uploadDrawing(page, account.token, folder);
    const { title, publicPath } = await publication.build(site, uniqueTitle('Draft'), imageUrl);
    await openList(page, screen);
    const row = rowOf(page, title);
    async function expectShown(tab: Page): Promise<void> {
      await expect(tab.getByRole('heading', { level: 1, name: title })).toBeVisible();
      await expect(tab.getByRole('img', { name: 'A teal rectangle' })).toBeVisible();
      await publication.expectText(tab);
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

  test(`the list of ${noun}s is filtered${tag}`, async ({ admin: page, site }) => {
    const word = uniqueTitle('Filter');
    const { title } = await publication.build(site, `${word} A`, '');
    await publication.build(site, `${word} B`, '');
    const { id } = await publication.build(site, `${word} C`, '');
    const table = screen === 'blog' ? 'blogPosts' : 'projects';
    await changeRow(site.db, table, id, { isPublished: true });
    await openList(page, `${screen}?search=${encodeURIComponent(word)}`);
    const found = page.getByRole('rowheader');
    await expect(found).toHaveText([`${word} C`, `${word} B`, title]);
    await expect(page.getByText('Showing 3 of 3')).toBeVisible();
    await page.getByLabel('Status').selectOption('Draft');
    await expect(found).toHaveText([`${word} B`, title]);
    await page.getByLabel(category.label).selectOption(category.name);
    await page.reload();
    await expect(found).toHaveText([`${word} B`, title]);
    await page.getByLabel('Status').selectOption('Deleted');
    await expect(page.getByText(`No ${noun}s found`)).toBeVisible();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect(page.getByLabel('Status')).toHaveValue('all');
    await expect(page.getByRole('searchbox')).toHaveValue('');
    await page.goBack();
    await expect(page.getByText(`No ${noun}s found`)).toBeVisible();
  });

  test(`hostile texts of a ${noun} are shown @full`, async ({ admin: page, site, problems }) => {
    problems.allow(/status of 404/);
    const hostile = `<img src=x onerror="alert(1)"><script>alert(2)</script>'"--> ${uniqueTitle('x')}`;
    const { id } = await publication.buildHostile(site, hostile);
    page.on('dialog', () => {
      throw new Error('a script ran');
    });
    await openList(page, screen);
    await expect(page.getByRole('rowheader', { name: hostile })).toBeVisible();
    await publication.expectHostile(rowOf(page, hostile), page);
    await page.goto(`/admin/preview/${preview}/${id}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(hostile);
    await expect(page.locator('article')).toContainText(/<(?:a href|svg onload)=/);
    expect(await page.locator('article img, article script, article iframe').count()).toBe(0);

    await page.goto(`/admin/preview/${preview}/00000000-0000-0000-0000-000000000000`);
    await expect(page.getByText(`This ${noun} does not exist any more.`)).toBeVisible();
  });
}
