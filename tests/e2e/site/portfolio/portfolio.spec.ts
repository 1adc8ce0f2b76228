import { SAMPLE_CATEGORIES } from '#tests/support/samples/sample-options.ts';
import { expect, test } from '#tests/support/browser/e2e.ts';
import {
  expectImageLoaded,
  listShown,
  openPage,
  recordTransitions,
  restoreAfterEach,
} from '#tests/support/browser/site.ts';
import { readRow } from '#tests/support/database/rows.ts';
import { buildProject } from '#tests/support/factories.ts';

restoreAfterEach();

test('the list has every published project, newest first', async ({ page, site }) => {
  const base = { createdAt: '2025-01-01T10:00:00Z' };
  const draft = await buildProject(site.db, { ...base, isPublished: false });
  const few = await buildProject(site.db, { ...base, techStack: ['One', 'Two', 'Three'] });
  const projects = await listShown(site, 'projects');
  await page.goto('/portfolio');
  const cards = page.getByRole('article');
  await expect(cards.getByRole('heading')).toHaveText(projects.map(({ title }) => title));
  const categories = projects.map(({ industryCategory }) => industryCategory);
  await expect(cards.locator('p.badge')).toHaveText(categories);
  for (const { id, shortDescription, featuredImageAlt, techStack } of projects) {
    const card = cards.filter({ has: page.locator(`[href="/portfolio/${id}"]`) });
    await expect(card).toContainText(shortDescription);
    const more = techStack.length > 3 ? [`+${techStack.length - 3} more`] : [];
    await expect(card.getByRole('listitem')).toHaveText([...techStack.slice(0, 3), ...more]);
    if (id === few.id) await expect(card.getByText('No image', { exact: true })).toBeVisible();
    else await expect(card.locator('img')).toHaveAttribute('alt', featuredImageAlt);
  }
  await expectImageLoaded(cards.first().locator('img'));
  const chips = page.getByRole('navigation', { name: /^Filter/ }).getByRole('link');
  await expect(chips).toHaveText(['All', ...SAMPLE_CATEGORIES]);
  const source = await page.content();
  expect(source).not.toContain(draft.id);
  // A column that the list has no place for.
  expect(source).not.toContain(projects[0]?.challengeText);
});

test('a project with everything', async ({ page, site }) => {
  const title = 'Shipment Desk for Road Freight';
  const project = await readRow(site.db, 'projects', '*', { title });
  await page.goto('/portfolio');
  const card = page.getByRole('article').filter({ hasText: project.title });
  await card.getByRole('link', { name: 'View Details' }).click();
  await expect(page).toHaveURL(new RegExp(`/portfolio/${project.id}$`));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(project.title);
  const main = page.getByRole('main');
  await expect(main.locator('p.badge')).toHaveText('Logistics');
  await expect(main.getByText(project.fullDescription ?? '')).toBeVisible();
  await expect(main).not.toContainText(project.shortDescription);
  await expect(main.locator('header img')).toHaveAttribute('alt', project.featuredImageAlt);
  await expect(main.locator('header img')).toHaveAttribute('src', project.featuredImageUrl ?? '');
  const chapters = {
    'The Challenge': project.challengeText,
    'Our Solution': project.solutionText,
    'Key Results': project.resultsText,
  };
  for (const [name, text] of Object.entries(chapters)) {
    const heading = page.getByRole('heading', { name, exact: true });
    const section = main.locator('section', { has: heading });
    await expect(section.locator('p')).toHaveText(text ?? '');
  }
  await expect(main.locator('figure blockquote')).toHaveText(project.clientQuote ?? '');
  await expect(main.locator('figcaption')).toHaveText(project.clientName ?? '');
  const stack = page.getByRole('region', { name: 'Technology Stack' });
  await expect(stack.getByRole('listitem')).toHaveText(project.techStack);

  const results = page.getByRole('region', { name: 'Key Results' });
  const [first, , last] = project.results;
  await expect(results.locator('dl > div')).toHaveText([
    `${first?.metric}Before: ${first?.before}After: ${first?.after}How it was measured: ${first?.howMeasured}`,
    /^Calls asking for a statusBefore: 60 a dayAfter: 15 a day/,
    `${last?.metric}After: ${last?.after}How it was measured: ${last?.howMeasured}`,
  ]);
  const large = results.locator('dd').filter({ hasText: 'After: 25 minutes' });
  const size = await large.evaluate((element) => getComputedStyle(element).fontSize);
  expect(Number.parseFloat(size)).toBeGreaterThan(32);
});

test('the same image moves between list, page and next page @full', async ({ page }) => {
  const moves = await recordTransitions(page);
  await openPage(page, '/portfolio');
  const heading = page.getByRole('heading', { level: 1 });
  const titles = await page.getByRole('article').getByRole('heading').allTextContents();
  const link = page.getByRole('article').nth(2).getByRole('link', { name: 'View Details' });
  await link.scrollIntoViewIfNeeded();
  const position = await page.evaluate(() => scrollY);
  await link.click();
  await expect(heading).not.toHaveText('Portfolio');
  await expect.poll(moves).toEqual(['list to page']);
  const title = (await heading.textContent()) ?? '';
  const more = page.getByRole('navigation', { name: 'More projects' });
  await more.getByRole('link', { name: 'Next project' }).click();
  await expect(heading).toHaveText(titles[3] ?? '');
  await expect(more.getByRole('link', { name: 'Previous project' })).toContainText(title);
  await page.goBack();
  await expect(heading).toHaveText(title);
  const expected = ['list to page', 'nav to page', 'page to page'];
  await expect.poll(moves).toEqual(expected);
  const tab = page.context().waitForEvent('page');
  await page.getByRole('link', { name: 'Next project' }).click({ modifiers: ['ControlOrMeta'] });
  await (await tab).close();
  await page.goBack();
  await expect(heading).toHaveText('Portfolio');
  await expect.poll(moves).toEqual([...expected, 'page to list']);
  expect(await page.evaluate(() => scrollY)).toBe(position);
});

test('a project with only what is required has no empty parts @full', async ({ page, site }) => {
  const project = await buildProject(site.db, {
    fullDescription: '  \n ',
    challengeText: ' ',
    techStack: [],
  });
  await page.goto(`/portfolio/${project.id}`);
  const main = page.getByRole('main');
  const story = main.getByRole('article');
  await expect(story.getByText(project.shortDescription, { exact: true })).toBeVisible();
  await expect(main.getByRole('heading')).toHaveText([project.title, 'Need a Similar Solution']);
  await expect(story.locator('img')).toHaveCount(0);
  await expect(main.locator('figure')).toHaveCount(0);
  // A narrow ornament holds the place of the image.
  const header = await story.locator('header').boundingBox();
  expect(header?.height).toBeLessThan(500);
});
