import { writeFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import {
  DRAWING,
  expectAccessibleState,
  openList,
  problemsOf,
  rowOf,
  uniqueTitle,
} from '#tests/support/browser/admin-content.ts';
import { expect, test } from '#tests/support/browser/e2e.ts';
import { expectToast } from '#tests/support/browser/toasts.ts';
import { buildBlogPost } from '#tests/support/factories.ts';

/** Opens the form of a new post by its key, and its field for the text. */
async function openEditor(page: Page) {
  await openList(page, 'blog');
  await page.getByRole('heading', { level: 1 }).focus();
  await page.keyboard.press('n');
  const form = page.getByRole('dialog', { name: 'Create New Blog Post' });
  return {
    form,
    content: form.getByLabel('Content', { exact: true }),
    preview: form.getByRole('tabpanel', { name: 'Preview' }),
  };
}

/** Drops or pastes the drawing. */
function give(target: Locator, kind: 'drop' | 'paste'): Promise<void> {
  return target.evaluate(
    (element, { type, svg }) => {
      const data = new DataTransfer();
      data.items.add(new File([svg], 'drawing.svg', { type: 'image/svg+xml' }));
      const options = { bubbles: true, cancelable: true };
      element.dispatchEvent(
        type === 'drop'
          ? new DragEvent('drop', { dataTransfer: data, ...options })
          : new ClipboardEvent('paste', { clipboardData: data, ...options }),
      );
    },
    { type: kind, svg: DRAWING.buffer.toString() },
  );
}

test('a slug is proposed, and taken only once @full', async ({ admin: page, site, problems }) => {
  problems.allow(/status of 409/);
  const other = await buildBlogPost(site.db);
  const { form, content } = await openEditor(page);
  const slug = form.getByLabel('Slug');
  const create = form.getByRole('button', { name: 'Create Post' });
  await form.getByLabel('Title').fill('Öz Işık ve Gölge');
  await expect(slug).toHaveValue('oz-isik-ve-golge');
  await form.getByLabel('Excerpt').fill('Short');
  await content.fill(`## First\n\n${'word '.repeat(450)}`);
  await expect(form.getByLabel('Reading time (minutes)')).toHaveValue('3');
  await slug.fill(other.slug);
  await create.click();
  await expectToast(page, 'Failed to save blog post', 'Error');
  await expect(problemsOf(form).getByRole('link')).toHaveText([
    'Another post has this slug already. Please choose another one.',
  ]);
  await form.getByLabel('Title').fill('Not proposed over what was typed');
  await expect(slug).toHaveValue(other.slug);
  await slug.fill('');
  await form.getByLabel('Title').fill(uniqueTitle('Proposed again'));
  await expect(slug).toHaveValue(/^proposed-again-/);
  await create.click();
  await expect(form).toBeHidden();
});

test('the editor formats text and lists, and can be undone', async ({ admin: page }) => {
  const { form, content } = await openEditor(page);
  await content.fill('one two three');
  await content.evaluate((area) => (area as HTMLTextAreaElement).setSelectionRange(4, 7));
  await content.press('Control+b');
  await expect(content).toHaveValue('one **two** three');
  await expect(content).toBeFocused();
  // The editor handles these keys itself.
  await expect(page.getByRole('complementary', { name: 'Sidebar' })).toHaveCSS('width', '256px');
  await content.press('Control+k');
  await expect(content).toHaveValue('one **[two](https://)** three');
  await expect(page.getByRole('dialog', { name: 'Find' })).toBeHidden();
  await form.getByRole('button', { name: 'Bullet list', exact: true }).click();
  await expect(content).toHaveValue('- one **[two](https://)** three');
  for (const value of ['one **[two](https://)** three', 'one **two** three', 'one two three']) {
    await content.press('Control+z');
    await expect(content).toHaveValue(value);
  }
  await content.press('Control+Shift+z');
  await expect(content).toHaveValue('one **two** three');

  await content.fill('');
  await page.keyboard.type('1. one\ntwo');
  await page.keyboard.press('Tab');
  await expect(content).toHaveValue('1. one\n   1. two');
  await page.keyboard.press('Shift+Tab');
  await expect(content).toHaveValue('1. one\n2. two');
  for (const key of ['Tab', 'Shift+Tab']) {
    await content.focus();
    await page.keyboard.press('Escape');
    await expect(form).toBeVisible();
    await page.keyboard.press(key);
    await expect(content).not.toBeFocused();
    await expect(content).toHaveValue('1. one\n2. two');
  }
});

test('the editor previews and counts the text @full', async ({ admin: page, problems }) => {
  problems.allow(/status of 422/);
  const { form, content, preview } = await openEditor(page);
  const facts = form.getByRole('status').filter({ hasText: 'min read' });
  await expect(facts).toHaveText('0 words · 1 min read');
  const edit = form.getByRole('tab', { name: 'Edit' });
  await content.fill(
    'one [two](https://example.com)\n\n| a | b |\n| - | - |\n| c | d |\n\n![](x.png) <!-- -->',
  );
  await expect(facts).toContainText(
    'Will be removed, but not the text inside: 1 link (line 1), 1 table (line 3).',
  );
  await expect(facts).toContainText('Will be removed: 1 picture (line 7), 1 comment (line 7).');
  await expectAccessibleState(page);
  await edit.click();
  await content.fill('# Heading\n\n**bold**\n\n- item');
  await edit.press('ArrowRight');
  await expect(preview.locator('strong')).toHaveText('bold');
  await expectAccessibleState(page);
  // The history of the text outlives a look at the preview.
  await edit.click();
  await content.press('End');
  await content.pressSequentially('!');
  await content.press('Control+z');
  await expect(content).not.toHaveValue(/!$/);
  await content.fill('> '.repeat(300));
  await form.getByRole('tab', { name: 'Preview' }).click();
  await expect(preview.getByText('Error rendering content')).toBeVisible();

  await form.getByRole('tab', { name: 'Side by side' }).click();
  const both = form.getByRole('tabpanel', { name: 'Side by side' });
  const beside = both.getByRole('group', { name: 'Preview' });
  await content.fill(Array.from({ length: 80 }, (_, index) => `word ${index}`).join('\n\n'));
  await expect(beside.getByText('word 79')).toBeAttached();
  await beside.evaluate((panel) => panel.scrollTo({ top: 500 }));
  await content.press('Control+End');
  await content.pressSequentially(' and more');
  await expect(beside.getByText('word 79 and more')).toBeAttached();
  expect(await beside.evaluate(({ scrollTop }) => scrollTop)).toBe(500);
  const [left, right] = await Promise.all([content.boundingBox(), beside.boundingBox()]);
  expect(right?.x).toBeGreaterThanOrEqual((left?.x ?? 0) + (left?.width ?? 0));
  expect(right?.height).toBeCloseTo(left?.height ?? 0, 0);
  await expectAccessibleState(page);
  await page.setViewportSize({ width: 1279, height: 800 });
  await expect(form.getByRole('tab', { name: 'Side by side' })).toBeHidden();
  await expect(edit).toHaveAttribute('aria-selected', 'true');
  await expect(content).toHaveValue(/and more$/);
});

test('rich text is pasted as Markdown, and runs, loads and reports nothing @full', async ({
  admin: page,
}) => {
  const { form, content } = await openEditor(page);
  const markdown = '# Title\n\n**bold** *slanted*\n\n- one\n- two';
  await content.fill(markdown);
  await form.getByRole('tab', { name: 'Preview' }).click();
  const prose = form.locator('.prose');
  await expect(prose.locator('li')).toHaveCount(2);
  await prose.evaluate((element) => getSelection()?.selectAllChildren(element));
  await page.keyboard.press('Control+c');
  await form.getByRole('tab', { name: 'Edit' }).click();
  await content.fill('');
  await content.press('Control+v');
  await expect(content).toHaveValue(markdown);
  await content.press('Control+z');
  await expect(content).toHaveValue('');
  await content.press('Control+Shift+v');
  await expect(content).toHaveValue(/^Title\s+bold slanted\s+one\s+two\s*$/);

  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  page.on('dialog', () => {
    throw new Error('a script ran');
  });
  await content.fill('');
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

test('an image is checked, dropped, pasted and removed @full', async ({
  admin: page,
  problems,
}) => {
  problems.allow(/status of 4\d\d/);
  const { form, content } = await openEditor(page);
  const fields = form.locator('form');
  const input = form.locator('input[type="file"]');
  const noImage = fields.getByText('Please select an image file (PNG, JPG, SVG, etc.)');
  const large = test.info().outputPath('large.png');
  await writeFile(large, Buffer.alloc(10 * 1024 * 1024 + 1));
  await input.setInputFiles(large);
  await expect(fields.getByText('File size must be less than 10MB')).toBeVisible();
  // The server rejects a program that is named like an image.
  await input.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('MZ') });
  await expectToast(page, 'Failed to upload image', 'Error');
  await expect(noImage).toBeVisible();

  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/api/admin/uploads', async (route) => {
    await released;
    await route.continue();
  });
  const target = form.getByRole('button', { name: /^(?:Upload|Replace) image$/ });
  await give(target, 'drop');
  await expect(form.getByRole('button', { name: 'Uploading...' })).toBeVisible();
  await expect(form.getByRole('progressbar')).toBeVisible();
  release();
  const image = form.getByRole('img');
  await expect(image).toBeVisible();
  await expect(noImage).toBeHidden();
  const first = await image.getAttribute('src');
  await give(target, 'paste');
  await expect(image).not.toHaveAttribute('src', first ?? '');
  await form.getByRole('button', { name: 'Remove Featured image' }).press('Enter');
  await expect(image).toBeHidden();
  await expect(form.getByRole('button', { name: 'Upload image' })).toBeFocused();

  await give(content, 'drop');
  const question = page.getByRole('dialog', { name: 'Use this picture as the featured image?' });
  await expect(question).toContainText('The text of a post cannot hold pictures.');
  await expectAccessibleState(page);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(image).toBeHidden();
  await give(content, 'paste');
  await question.getByRole('button', { name: 'Use as featured image' }).click();
  await expect(image).toHaveAttribute('src', /^\/media\/blog-images\//);
  await expect(content).toHaveValue('');
  await give(content, 'paste');
  await expect(
    page.getByRole('dialog', { name: 'Replace the featured image by this picture?' }),
  ).toBeVisible();
});

test('a restored post may have another slug @full', async ({ admin: page, site }) => {
  const title = uniqueTitle('Given away');
  const { slug } = await buildBlogPost(site.db, { title, deletedAt: new Date() });
  await buildBlogPost(site.db, { slug });
  await openList(page, 'blog?status=deleted');
  await rowOf(page, title).getByRole('button', { name: 'Restore' }).click();
  await expectToast(page, `so it has a new one: ${slug}-2`);
});

test('a long category fits on a phone @full', async ({ admin: page, site, problems }) => {
  problems.allow(/status of 404/);
  const category = 'w'.repeat(90);
  const { id, title } = await buildBlogPost(site.db, { title: uniqueTitle('Long'), category });
  await page.setViewportSize({ width: 360, height: 740 });
  for (const path of [`preview/blog/${id}`, 'blog']) {
    await page.goto(`/admin/${path}`);
    await expect(page.getByText(title).filter({ visible: true }).first()).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(360);
    for (const each of await page.getByText(category).filter({ visible: true }).all()) {
      const box = await each.boundingBox();
      expect((box?.x ?? 0) + (box?.width ?? 0), path).toBeLessThanOrEqual(360);
    }
  }
  await page.goto('/admin/preview/blog/00000000-0000-0000-0000-000000000000');
  await expect(page.getByText('This blog post does not exist any more.')).toBeVisible();
});
