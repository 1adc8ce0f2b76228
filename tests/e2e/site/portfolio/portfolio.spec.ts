import type { Locator, Page } from '@playwright/test';
import { expect, type Site, test, waitUntilInteractive } from '#tests/support/browser/e2e.ts';
import { buildProject } from '#tests/support/factories.ts';

const CLIENT = 'Portfolio Journey';

test.afterEach(async ({ site }) => {
  await site.db.deleteFrom('projects').where('clientName', '=', CLIENT).execute();
});

test('the list has every published project, newest first', async ({ page, site }) => {
  const base = { clientName: CLIENT, createdAt: '2025-01-01T10:00:00Z' };
  const draft = await buildProject(site.db, { ...base, isPublished: false });
  await buildProject(site.db, { ...base, techStack: ['One', 'Two', 'Three'] });
  await buildProject(site.db, { ...base, techStack: [] });
  const projects = await site.db
    .selectFrom('projects')
    .selectAll()
    .where('isPublished', '=', true)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .execute();
  await page.goto('/portfolio');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Portfolio');
  await expect(
    page.getByRole('navigation', { name: 'Filter projects by category' }).getByRole('link'),
  ).toHaveText(['All', 'Logistics', 'Finance', 'Real Estate', 'Mapping', 'Other']);

  const cards = page.getByRole('article');
  await expect(cards.getByRole('heading')).toHaveText(projects.map(({ title }) => title));
  const badgesOf = (technologies: readonly string[]) => [
    ...technologies.slice(0, 3),
    ...(technologies.length > 3 ? [`+${technologies.length - 3} more`] : []),
  ];
  for (const [index, project] of projects.entries()) {
    const card = cards.nth(index);
    await expect(card.locator('p.badge')).toHaveText(project.industryCategory);
    await expect(card).toContainText(project.shortDescription);
    await expect(card.getByRole('listitem')).toHaveText(badgesOf(project.techStack));
    const details = card.getByRole('link', { name: 'View Details' });
    await expect(details).toHaveAttribute('href', `/portfolio/${project.id}`);
    if (project.featuredImageUrl) {
      await expect(card.locator('img')).toHaveAttribute('alt', project.featuredImageAlt);
    } else {
      await expect(card.getByText('No image', { exact: true })).toBeVisible();
    }
  }
  expect(new Set(projects.map(({ techStack }) => Math.min(techStack.length, 4)))).toEqual(
    new Set([4, 3, 0]),
  );
  const source = await page.content();
  expect(source).not.toContain(draft.id);
  const unasked = projects.find(({ challengeText }) => challengeText !== null)?.challengeText;
  expect(unasked).toBeTruthy();
  expect(source).not.toContain(unasked);
  const image = cards.first().locator('img');
  await expect
    .poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth))
    .toBeGreaterThan(0);
});

test('a button filters what is loaded and is part of the address', async ({ page, site }) => {
  const hidden = await site.db
    .updateTable('projects')
    .set({ isPublished: false })
    .where('industryCategory', '=', 'Mapping')
    .where('isPublished', '=', true)
    .returning('id')
    .execute();
  try {
    await page.goto('/portfolio');
    await waitUntilInteractive(page);
    const asked: string[] = [];
    page.on('request', (request) => {
      if (new URL(request.url()).pathname === '/portfolio.data') asked.push(request.url());
    });
    const cards = page.getByRole('article');
    const all = await cards.count();
    const filter = page.getByRole('navigation', { name: 'Filter projects by category' });
    await expect(filter.locator('[aria-current]')).toHaveText('All');

    await filter.getByRole('link', { name: 'Real Estate' }).click();
    await expect(page).toHaveURL(/\/portfolio\?category=Real\+Estate$/);
    await expect(cards).toHaveCount(2);
    await expect(cards.locator('p.badge')).toHaveText(['Real Estate', 'Real Estate']);
    await expect(filter.locator('[aria-current]')).toHaveText('Real Estate');
    await expect
      .poll(async () => {
        const text = await page.locator('script[type="application/ld+json"]').textContent();
        return JSON.parse(text ?? '')[0].mainEntity.numberOfItems;
      })
      .toBe(2);

    await filter.getByRole('link', { name: 'Mapping' }).click();
    await expect(cards).toHaveCount(0);
    await expect(
      page.getByText('No projects found for the selected category', { exact: true }),
    ).toBeVisible();
    await page.goBack();
    await expect(cards).toHaveCount(2);
    await filter.getByRole('link', { name: 'All', exact: true }).click();
    await expect(cards).toHaveCount(all);
    expect(asked).toEqual([]);
  } finally {
    const ids = hidden.map(({ id }) => id);
    await site.db
      .updateTable('projects')
      .set({ isPublished: true })
      .where('id', 'in', ids)
      .execute();
  }
});

function findProject({ db }: Site) {
  return db
    .selectFrom('projects')
    .selectAll()
    .where('title', '=', 'Shipment Desk for Road Freight')
    .executeTakeFirstOrThrow();
}

function metaOf(page: Page, name: string): Locator {
  return page.locator(`meta[name="${name}"], meta[property="${name}"]`);
}

test('a project with everything', async ({ page, site }) => {
  const project = await findProject(site);
  await page.goto('/portfolio');
  const card = page.getByRole('article').filter({ hasText: project.title });
  await card.getByRole('link', { name: 'View Details' }).click();
  await expect(page).toHaveURL(new RegExp(`/portfolio/${project.id}$`));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(project.title);
  const main = page.getByRole('main');
  await expect(main.getByRole('link', { name: 'Back to Portfolio' })).toHaveAttribute(
    'href',
    '/portfolio',
  );
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
  for (const [heading, text] of Object.entries(chapters)) {
    const section = main.locator('section', {
      has: page.getByRole('heading', { name: heading, exact: true }),
    });
    await expect(section.locator('p')).toHaveText(text ?? '');
  }
  await expect(main.locator('figure blockquote')).toHaveText(project.clientQuote ?? '');
  await expect(main.locator('figcaption')).toHaveText(project.clientName ?? '');
  await expect(
    page.getByRole('region', { name: 'Technology Stack' }).getByRole('listitem'),
  ).toHaveText(project.techStack);
  await expect(
    page
      .getByRole('region', { name: 'Need a Similar Solution' })
      .getByRole('link', { name: 'Request Similar Project' }),
  ).toHaveAttribute('href', '/order');
});

test('what a project has changed is set as figures, in words for those who hear it @full', async ({
  page,
  site,
}) => {
  const project = await findProject(site);
  await page.goto(`/portfolio/${project.id}`);
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

test('the end of a project leads to the next one, and the last one to the first @full', async ({
  page,
  site,
}) => {
  const listed = await site.db
    .selectFrom('projects')
    .select(['id', 'title'])
    .where('isPublished', '=', true)
    .where('deletedAt', 'is', null)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .execute();
  const [first, second, last] = [listed[0], listed[1], listed.at(-1)];
  await page.goto(`/portfolio/${last?.id}`);
  const more = page.getByRole('navigation', { name: 'More projects' });
  const next = more.getByRole('link', { name: 'Next project' });
  await expect(next).toContainText(first?.title ?? '');
  await next.click();
  await expect(page).toHaveURL(new RegExp(`/portfolio/${first?.id}$`));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(first?.title ?? '');
  await expect(next).toContainText(second?.title ?? '');
  const previous = more.getByRole('link', { name: 'Previous project' });
  await expect(previous).toHaveAttribute('href', `/portfolio/${last?.id}`);
});

test('the same image moves from the list to its page and back, and on to the next project @full', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const moves: unknown[] = [];
    Object.assign(globalThis, { moves });
    const start = document.startViewTransition.bind(document);
    document.startViewTransition = (update) => {
      // Two elements of one name would end the transition before it begins.
      const shared = () =>
        [...document.querySelectorAll('.opened-image')]
          .map((image) => (image.closest('nav, header')?.tagName ?? 'list').toLowerCase())
          .join();
      const before = shared();
      const transition = start(update);
      void transition.ready.then(
        () => moves.push(`${before} to ${shared()}`),
        (error: unknown) => moves.push(String(error)),
      );
      return transition;
    };
  });
  const moves = () => page.evaluate(() => Reflect.get(globalThis, 'moves'));
  await page.goto('/portfolio');
  await waitUntilInteractive(page);
  const heading = page.getByRole('heading', { level: 1 });
  const link = page.getByRole('article').nth(2).getByRole('link', { name: 'View Details' });
  await link.scrollIntoViewIfNeeded();
  const position = await page.evaluate(() => scrollY);
  await link.click();
  await expect(heading).not.toHaveText('Portfolio');
  const expected = ['list to header'];
  await expect.poll(moves).toEqual(expected);
  const title = (await heading.textContent()) ?? '';
  await page.getByRole('link', { name: 'Next project' }).click();
  await expect(heading).not.toHaveText(title);
  expected.push('nav to header');
  await expect.poll(moves).toEqual(expected);
  await page.goBack();
  await expect(heading).toHaveText(title);
  expected.push('header to header');
  await expect.poll(moves).toEqual(expected);
  const tab = page.context().waitForEvent('page');
  await page.getByRole('link', { name: 'Next project' }).click({ modifiers: ['ControlOrMeta'] });
  await (await tab).close();
  await page.goBack();
  await expect(heading).toHaveText('Portfolio');
  expected.push('header to list');
  await expect.poll(moves).toEqual(expected);
  expect(await page.evaluate(() => scrollY)).toBe(position);
});

test('an odd number of projects leaves no hole, and the list ends with a way on @full', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const cards = page.getByRole('article');
  for (const [category, count] of [
    ['Real+Estate', 2],
    ['Mapping', 1],
  ] as const) {
    await page.goto(`/portfolio?category=${category}`);
    await expect(cards).toHaveCount(count);
    const boxes = await Promise.all((await cards.all()).map((card) => card.boundingBox()));
    const width = boxes.reduce((sum, box) => sum + (box?.width ?? 0), 0);
    expect(width, category).toBeGreaterThan(1_000);
  }
  const closing = page.getByRole('region', { name: 'Something like this for your company?' });
  await expect(closing.getByRole('link', { name: 'Start Your Project' })).toHaveAttribute(
    'href',
    '/order',
  );
});

test('a project has its metadata, with an image to share @full', async ({ page, site }) => {
  const project = await findProject(site);
  await page.goto(`/portfolio/${project.id}`);
  const url = `${site.url}/portfolio/${project.id}`;
  const title = `${project.title} | Vitrin Software`;
  await expect(page).toHaveTitle(title);
  await expect(metaOf(page, 'description')).toHaveAttribute('content', project.shortDescription);
  await expect(metaOf(page, 'keywords')).toHaveAttribute('content', /^logistics, .*PostgreSQL/);
  await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', url);
  await expect(metaOf(page, 'og:title')).toHaveAttribute('content', title);
  await expect(metaOf(page, 'og:description')).toHaveAttribute('content', project.shortDescription);
  await expect(metaOf(page, 'og:url')).toHaveAttribute('content', url);
  const text = await page.locator('script[type="application/ld+json"]').textContent();
  expect(JSON.parse(text ?? '')).toMatchObject([
    {
      '@type': 'CreativeWork',
      name: project.title,
      url,
      genre: 'Logistics',
      abstract: project.fullDescription,
      mentions: project.results.map(({ metric, after }) => ({ name: metric, value: after })),
      hasPart: { '@type': 'Quotation', text: project.clientQuote },
    },
    { '@type': 'BreadcrumbList' },
  ]);
  const featured = `${site.url}${project.featuredImageUrl}`;
  await expect(metaOf(page, 'og:image')).toHaveAttribute('content', featured);
  const gallery = project.galleryImages.map((url) => `${site.url}${url}`);
  expect(gallery.length).toBeGreaterThan(1);
  expect(JSON.parse(text ?? '')[0].image).toEqual([featured, ...gallery]);
  await expect(metaOf(page, 'twitter:image')).toHaveAttribute('content', featured);
});

test('a project with only what is required has no empty parts @full', async ({ page, site }) => {
  const project = await buildProject(site.db, {
    clientName: CLIENT,
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
  await expect(page.locator('meta[property="og:image"]')).toHaveAttribute(
    'content',
    `${site.url}/share.png`,
  );
});

test('a missing, an unpublished, a deleted and an invalid project answer 404 @full', async ({
  page,
  site,
  problems,
}) => {
  problems.allow(/404/);
  const draft = await buildProject(site.db, { clientName: CLIENT, isPublished: false });
  const deleted = await buildProject(site.db, {
    clientName: CLIENT,
    deletedAt: '2026-01-01T00:00:00Z',
  });
  const missing = '0199f7a2-0000-7000-8000-000000000000';
  for (const id of [missing, draft.id, deleted.id, 'not-an-id', `${draft.id}x`]) {
    const response = await page.request.get(`/portfolio/${id}`);
    expect(response.status(), id).toBe(404);
    expect(await response.text(), id).toContain('Project Not Found');
  }
  await page.goto(`/portfolio/${draft.id}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Project Not Found');
  await expect(page.getByRole('main')).not.toContainText(draft.title);
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex');
  await page.getByRole('link', { name: 'Back to Portfolio' }).click();
  await expect(page).toHaveURL(/\/portfolio$/);
});
