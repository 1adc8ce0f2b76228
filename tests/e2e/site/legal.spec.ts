import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Site, test } from '#tests/support/browser/e2e.ts';
import { fillFacts } from '#shared/policies/facts.ts';
import { SITE_SETTINGS_ID } from '#shared/site-settings/values.ts';

type PolicyMarkdown = { termsOfService?: string; privacyPolicy?: string };

async function setPolicies(db: Site['db'], strings: PolicyMarkdown): Promise<void> {
  await db.updateTable('siteSettings').set(strings).where('id', '=', SITE_SETTINGS_ID).execute();
}

test.afterEach(async ({ site }) => {
  await setPolicies(site.db, { termsOfService: '', privacyPolicy: '' });
});

function readPolicy(name: string): string {
  const file = join(import.meta.dirname, `../../../content/policies/${name}.md`);
  return fillFacts(readFileSync(file, 'utf8'));
}

const PAGES = [
  {
    heading: 'Terms of Service',
    paths: ['/terms-of-service', '/terms'],
    sections: 10,
    text: readPolicy('terms-of-service'),
  },
  {
    heading: 'Privacy Policy',
    paths: ['/privacy-policy', '/privacy'],
    sections: 11,
    text: readPolicy('privacy-policy'),
  },
];

test('both addresses show the same built-in text with all its sections', async ({ page, site }) => {
  for (const { heading, paths, sections, text } of PAGES) {
    const shown: (string | null)[] = [];
    for (const path of paths) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 }), path).toHaveText(heading);
      await expect(page.getByText('Last updated: January 2025', { exact: true })).toBeVisible();
      await expect(page.locator('link[rel="canonical"]'), path).toHaveAttribute(
        'href',
        `${site.url}${paths[0]}`,
      );
      const headings = await page.locator('.prose h2').allTextContents();
      expect(headings, path).toHaveLength(sections);
      expect(
        headings.map((title) => Number.parseInt(title, 10)),
        path,
      ).toEqual(Array.from({ length: sections }, (_, index) => index + 1));
      shown.push(await page.locator('main').innerHTML());
    }
    expect(shown[1]).toBe(shown[0]);
    await expect(page.locator('.prose > p').first()).toHaveText(text.split('\n')[0] ?? '');
  }
});

test('the text of the settings is shown, a blank one leads to the built-in text @full', async ({
  page,
  site,
}) => {
  await setPolicies(site.db, {
    termsOfService: '## Our own terms\n\nShort and **plain**.',
    privacyPolicy: ' \n\t \n',
  });
  await page.goto('/terms');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Terms of Service');
  await expect(page.locator('.prose')).toHaveText('Our own terms\nShort and plain.');
  await expect(page.locator('.prose strong')).toHaveText('plain');
  await page.goto('/privacy');
  await expect(page.locator('.prose h2')).toHaveCount(11);

  await setPolicies(site.db, { termsOfService: '', privacyPolicy: 'Private.' });
  await page.goto('/privacy-policy');
  await expect(page.locator('.prose')).toHaveText('Private.');
  await page.goto('/terms-of-service');
  await expect(page.locator('.prose h2')).toHaveCount(10);
});

const HOSTILE = `## Heading

<script>window.ran = 'script'</script>

<img src="/nothing.png" onerror="window.ran = 'onerror'">picture text

[script link](javascript:window.ran='markdown') <a href="javascript:window.ran='anchor'" onclick="window.ran = 'click'">anchor text</a>
[data link](data:text/html,<script>window.ran=1</script>)

<a href="https://other.example/" target="_blank" id="gone" class="gone" title="gone">other site</a> and [own page](/contact)

<style>main { display: none }</style><iframe src="https://frame.example/">frame text</iframe>

<p style="color: red" class="gone">paragraph text</p>

> quoted text

\`code text\`

| Column |
| ------ |
| cell text |

- item *one*

1. first`;

const POLICY_TAGS = 'p h1 h2 h3 h4 h5 h6 ul ol li strong em br a'.split(' ');

test('hostile text shows its words, keeps the listed tags only and runs nothing @full', async ({
  page,
  site,
}) => {
  await setPolicies(site.db, { termsOfService: HOSTILE, privacyPolicy: HOSTILE });
  for (const path of ['/terms', '/privacy']) {
    await page.goto(path);
    const prose = page.locator('.prose');
    for (const text of [
      'Heading',
      'picture text',
      'script link',
      'anchor text',
      'data link',
      'frame text',
      'paragraph text',
      'quoted text',
      'code text',
      'cell text',
      'item one',
    ]) {
      await expect(prose, path).toContainText(text);
    }
    await expect(prose, path).not.toContainText('window.ran');
    const found = await prose.evaluate((element) =>
      [...element.querySelectorAll('*')].map((child) => ({
        tag: child.localName,
        attributes: child.getAttributeNames(),
      })),
    );
    expect(found.filter(({ tag }) => !POLICY_TAGS.includes(tag))).toEqual([]);
    for (const { tag, attributes } of found) {
      const allowed = tag === 'a' ? ['href', 'target', 'rel'] : [];
      expect(attributes.filter((name) => !allowed.includes(name))).toEqual([]);
    }
    expect(new Set(found.map(({ tag }) => tag))).toEqual(
      new Set(['h2', 'p', 'a', 'ul', 'ol', 'li', 'em', 'br']),
    );
    const links = await prose
      .locator('a[href]')
      .evaluateAll((all) => all.map((link) => link.getAttribute('href')));
    expect(links).toEqual(['https://other.example/', '/contact']);
    await expect(prose.getByText('other site')).toHaveAttribute('target', '_blank');
    await expect(prose.getByText('other site')).toHaveAttribute('rel', /noopener/);
    await prose.getByText('anchor text').click();
    await prose.getByText('script link').click();
    expect(await page.evaluate(() => 'ran' in window)).toBe(false);
  }
});

test('its table of contents leads to every section, beside the text or above it @full', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.goto('/terms');
  const contents = page.getByRole('navigation', { name: 'On this page' });
  const links = contents.getByRole('link');
  await expect(links).toHaveText(await page.locator('.prose h2').allTextContents());
  await expect(contents.locator('summary')).toBeHidden();
  await links.nth(6).click();
  await expect(page).toHaveURL(/\/terms#section-ownership-and-licences$/);
  await expect(page.getByRole('heading', { name: '7. Ownership and licences' })).toBeInViewport();
  await expect(links.first()).toBeInViewport();
  // What the policy says survives is all that stands inside the text: the targets are around it.
  expect(await page.locator('.prose [id]').count()).toBe(0);

  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/privacy');
  await expect(links.first()).toBeHidden();
  await contents.locator('summary').click();
  await expect(links).toHaveCount(11);
  for (const link of await links.all()) {
    expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  }
  await links.last().click();
  await expect(page.locator('.prose h2').last()).toBeInViewport();
});

test('a short text has no table of contents @full', async ({ page, site }) => {
  await setPolicies(site.db, { termsOfService: '## One\n\nText.\n\n## Two\n\nText.' });
  await page.goto('/terms');
  await expect(page.locator('.prose h2')).toHaveCount(2);
  await expect(page.getByRole('navigation', { name: 'On this page' })).toHaveCount(0);
});
