import type { Page } from '@playwright/test';
import { expect, test } from '#tests/support/browser/e2e.ts';
import { openPage, restoreAfterEach } from '#tests/support/browser/site.ts';
import { buildBlogPost } from '#tests/support/factories.ts';

restoreAfterEach();

const HOSTILE = `# Heading of the text

before <script>window.ran = 'script'</script>after

<img src="/nothing.png" onerror="window.ran = 'onerror'">picture text

[script link](javascript:window.ran='markdown') and <a href="javascript:window.ran='anchor'" onclick="window.ran = 'click'">anchor text</a>
[data link](data:text/html,<script>window.ran=1</script>)

<a href="https://other.example/" target="_blank" id="gone" class="gone" title="gone">other site</a> and [own page](/contact)

<style>main { display: none }</style>

<iframe src="https://frame.example/" srcdoc="<script>parent.ran = 'frame'</script>">frame text</iframe>

<svg onload="window.ran = 'svg'"><text>drawing text</text></svg>

<p class="lead fixed inset-0" id="gone" style="color: red" onclick="window.ran = 'click'">paragraph text</p>

<form action="https://form.example/"><button formaction="javascript:window.ran=1">form text</button></form>

![image text](https://image.example/pixel.png)

first line
second line

> quoted text

- item with **strong** and *emphasis*

1. first

\`code text\` and ~~struck text~~

| Column |
| ------ |
| cell text |

\`\`\`js
const fence = 1;
\`\`\``;

const SHOWN = [
  'Heading of the text',
  'before after',
  'picture text',
  'script link and anchor text',
  'data link',
  'other site and own page',
  'frame text',
  'drawing text',
  'paragraph text',
  'form text',
  'quoted text',
  'item with strong and emphasis',
  'code text and struck text',
  'Column',
  'cell text',
  'const fence = 1;',
];

const POLICY_TAGS = ['h1', 'p', 'br', 'a', 'ul', 'ol', 'li', 'strong', 'em'];
const POST_TAGS = [...POLICY_TAGS.filter((tag) => tag !== 'a'), 'blockquote', 'code', 'pre'];

/** Expects every word of the text, these tags with these attributes only, and that nothing ran. */
async function expectHarmless(
  page: Page,
  tags: string[],
  allowed: Record<string, string[]>,
): Promise<void> {
  const prose = page.locator('.prose');
  for (const text of SHOWN) await expect(prose).toContainText(text);
  await expect(prose).not.toContainText('window.ran');
  await expect(prose).not.toContainText('display: none');
  const found = await prose.evaluate((element) =>
    [...element.querySelectorAll('*')].map((child) => ({
      tag: child.localName,
      attributes: child.getAttributeNames(),
    })),
  );
  expect(new Set(found.map(({ tag }) => tag))).toEqual(new Set(tags));
  for (const { tag, attributes } of found) {
    const rest = attributes.filter((name) => !(allowed[tag] ?? allowed['*'])?.includes(name));
    expect(rest, tag).toEqual([]);
  }
  await expect(prose.locator('p:has(br)').last()).toHaveText('first line\nsecond line');
  for (const text of ['paragraph text', 'anchor text', 'script link']) {
    await prose.getByText(text).click();
  }
  expect(await page.evaluate(() => 'ran' in window)).toBe(false);
}

test('hostile text of a post shows its words and runs nothing @full', async ({ page, site }) => {
  const post = await buildBlogPost(site.db, {
    title: 'Title </script><script>window.ran = "title"</script>',
    excerpt: '"><img src=x onerror="window.ran = 1">',
    category: '<b>Bold</b>',
    content: HOSTILE,
    contentHtml: '<script>window.ran = "stored"</script><p id="stored">stored</p>',
    contentHtmlVersion: 'of an earlier sanitiser',
  });
  await openPage(page, `/blog/${post.slug}`);
  await expect(page.getByRole('heading', { level: 1 }).first()).toHaveText(post.title);
  await expect(page.locator('.badge').first()).toHaveText('<b>Bold</b>');
  await expectHarmless(page, POST_TAGS, { '*': ['class'] });
  await expect(page.locator('.prose p[class="lead"]')).toHaveText('paragraph text');

  await openPage(page, '/blog');
  await page.getByRole('article').filter({ hasText: post.excerpt }).getByRole('link').click();
  await expect(page.locator('.prose')).toContainText('anchor text');
  expect(await page.evaluate(() => 'ran' in window)).toBe(false);
});

test('hostile text of a policy keeps safe links and runs nothing @full', async ({ page, site }) => {
  const policies = { termsOfService: HOSTILE, privacyPolicy: HOSTILE };
  await site.db.updateTable('siteSettings').set(policies).execute();
  for (const path of ['/terms', '/privacy']) {
    await page.goto(path);
    await expectHarmless(page, POLICY_TAGS, { a: ['href', 'target', 'rel'] });
    const links = await page
      .locator('.prose a[href]')
      .evaluateAll((all) => all.map((link) => link.getAttribute('href')));
    expect(links).toEqual(['https://other.example/', '/contact']);
    const other = page.locator('.prose').getByText('other site');
    await expect(other).toHaveAttribute('target', '_blank');
    await expect(other).toHaveAttribute('rel', /noopener/);
  }
});
