import type { Page } from '@playwright/test';
import {
  expect,
  type Site,
  test,
  waitUntilInteractive,
  keepOfficeOpen,
} from '#tests/support/browser/e2e.ts';
import { buildBlogPost, buildProject, buildTestimonial } from '#tests/support/factories.ts';
import { COMPANY } from '#shared/company/values.ts';

keepOfficeOpen();

const AUTHOR = 'Home Journey';

test.afterEach(async ({ site }) => {
  await site.db.deleteFrom('blogPosts').where('author', '=', AUTHOR).execute();
  await site.db.deleteFrom('projects').where('clientName', '=', AUTHOR).execute();
  await site.db.deleteFrom('testimonials').where('clientCompany', '=', AUTHOR).execute();
});

test('the sections stand in their order and have their anchors', async ({ page }) => {
  await page.goto('/');
  const sections = await page
    .locator('main section')
    .evaluateAll((all) =>
      all.map(
        (section) =>
          section.id ||
          section.getAttribute('aria-label') ||
          section.querySelector('h1, h2')?.textContent,
      ),
    );
  expect(sections).toEqual([
    'Custom-Built Software Solutions for Smarter Business Growth',
    'about',
    'services',
    'process',
    'demo',
    'case-studies',
    'Client testimonials',
    'From our notebook',
    'Ready to Build Your App?',
  ]);
  await page.goto('about:blank');
  await page.goto('/#process');
  await expect(page.locator('#process h2')).toBeInViewport();
});

test('every button leads where it says', async ({ page }) => {
  await page.goto('/');
  await waitUntilInteractive(page);
  const hrefOf = (section: string, name: string) =>
    page.locator(section).getByRole('link', { name, exact: true }).getAttribute('href');
  const hero = 'main section:has(h1)';
  const closing = 'main section:has-text("Ready to Build Your App?")';
  expect(await hrefOf(hero, 'Order Now')).toBe('/order');
  expect(await hrefOf(hero, 'Watch Demo')).toBe('/#demo');
  expect(await hrefOf('#process', 'Start Your Project')).toBe('/order');
  expect(await hrefOf('#process', 'Schedule Consultation')).toBe('/contact');
  expect(await hrefOf('#case-studies', 'Start Your Project')).toBe('/order');
  expect(await hrefOf('main', 'View All Blogs')).toBe('/blog');
  expect(await hrefOf(closing, 'Order Now')).toBe('/order');
  expect(await hrefOf(closing, COMPANY.email)).toBe(`mailto:${COMPANY.email}`);
  await expect(page.locator(closing)).toContainText('Response within 1 hour');
  await page.locator(closing).getByRole('link', { name: 'Schedule Free Consultation' }).click();
  await expect(page).toHaveURL(/\/contact$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Get in Touch');
});

test('the services say what they should @full', async ({ page }) => {
  await page.goto('/');
  const cards = page.locator('#services li:has(h3)');
  await expect(cards.getByRole('heading', { level: 3 })).toHaveText([
    'Shipment Systems',
    'Invoicing Tools',
    'Dashboards',
    'Real Estate Apps',
    'Mapping Applications',
    'Custom Apps',
  ]);
  for (const card of await cards.all()) {
    await expect(card.locator('p')).toHaveText(/.{30,}/);
    await expect(card.locator('li')).toHaveText([/.{10,}/, /.{10,}/, /.{10,}/]);
  }
});

test('the company says what it should @full', async ({ page }) => {
  await page.goto('/');
  const about = page.locator('#about');
  await expect(about).toContainText('custom software agency');
  await expect(about).toContainText('data-analytics and dashboard-development consultancy');
  const statisticOf = (label: string) =>
    about.locator('dl > div', { has: page.getByText(label, { exact: true }) }).locator('dd');
  await expect(statisticOf('Projects delivered')).toHaveText('15+');
  await expect(statisticOf('Client satisfaction')).toHaveText('98%');
  await expect(statisticOf('Founded')).toHaveText('2023');
  for (const value of ['Scalable Solutions', 'Security First', 'User-Centric Design']) {
    await expect(statisticOf(value)).toHaveText(/.{30,}/);
  }
  await expect(
    about.locator('div:has(> h3:text("What you can count on"))').getByRole('listitem'),
  ).toHaveText([
    'Free initial consultation and project assessment',
    'Transparent pricing with no hidden costs',
    'Agile development with regular updates',
    'Post-launch support and maintenance',
    'Scalable solutions',
  ]);
  const stack = about.locator('div:has(> h3:text("What we build with"))');
  expect(await stack.getByRole('listitem').count()).toBeGreaterThanOrEqual(12);
  await expect(stack.getByText('PostgreSQL', { exact: true })).toBeVisible();
});

test('the process and the case studies say what they should @full', async ({ page }) => {
  await page.goto('/');
  const steps = page.locator('#process ol > li');
  const read = await steps.evaluateAll((all) =>
    all.map((step) => [
      step.querySelector('[aria-hidden]')?.textContent,
      step.querySelector('h3')?.textContent,
      step.querySelector('h3 + p')?.textContent,
    ]),
  );
  expect(read).toEqual([
    ['1', 'Discovery', '1 week'],
    ['2', 'Analysis', '1 week'],
    ['3', 'Design', '1-2 weeks'],
    ['4', 'Development', '2-3 weeks'],
    ['5', 'Launch', '1 week'],
  ]);

  const section = page.locator('#case-studies');
  await expect(section.locator('article header p')).toHaveText([
    'Logistics',
    'Real Estate',
    'Manufacturing',
  ]);
  const statistics = await section
    .locator('dl')
    .last()
    .locator('> div')
    .evaluateAll((all) =>
      all.map((statistic) => [
        statistic.querySelector('dd')?.textContent,
        statistic.querySelector('dt')?.textContent,
      ]),
    );
  expect(statistics).toEqual([
    ['95%', 'Efficiency improvement'],
    ['60%', 'Time reduction'],
    ['98%', 'Client satisfaction'],
    ['15+', 'Projects delivered'],
    ['100%', 'On time and within budget'],
    ['1h', 'Average response time'],
  ]);
});

test('the structured data names the company and the site @full', async ({ page, site }) => {
  await page.goto('/');
  const text = await page.locator('script[type="application/ld+json"]').textContent();
  expect(JSON.parse(text ?? '')).toMatchObject([
    {
      '@type': 'ProfessionalService',
      name: COMPANY.name,
      url: `${site.url}/`,
      email: COMPANY.email,
      foundingDate: '2023',
      address: { addressLocality: 'Ankara', addressCountry: 'TR' },
    },
    { '@type': 'WebSite', name: COMPANY.name, url: `${site.url}/` },
  ]);
});

test('the drawings stand in the document once, and are there again when the page was left @full', async ({
  page,
}) => {
  const response = await page.goto('/');
  expect((await response?.text())?.match(/One order on its way/g)).toHaveLength(1);
  const drawing = page.getByRole('img', { name: /^One order on its way/ });
  const markup = await drawing.innerHTML();
  await waitUntilInteractive(page);
  expect(await drawing.innerHTML()).toBe(markup);

  await page.locator('footer a[href="/blog"]').click();
  await expect(page).toHaveURL(/\/blog$/);
  await expect(drawing).toHaveCount(0);
  await page.goBack();
  await expect(drawing).toBeVisible();
  expect(await drawing.innerHTML()).toBe(markup);
  await expect(page.locator('#services li:has(h3)')).toHaveCount(6);
});

function carouselOf(page: Page) {
  const carousel = page.getByRole('region', { name: 'Client testimonials' });
  return { carousel, slide: carousel.getByRole('group') };
}

function countFilledStars(page: Page): Promise<number> {
  return carouselOf(page).slide.evaluate(
    (slide) =>
      [...slide.querySelectorAll('svg')].filter(
        (star) => !/rgba\(.*, 0\)|transparent|none/.test(getComputedStyle(star).fill),
      ).length,
  );
}

/** Opens the carousel of the featured testimonials, the newest first. */
async function openCarousel(page: Page, site: Site) {
  const rows = await site.db
    .selectFrom('testimonials')
    .selectAll()
    .where('isFeatured', '=', true)
    .orderBy('createdAt', 'desc')
    .execute();
  expect(rows.length).toBeGreaterThan(3);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/');
  await waitUntilInteractive(page);
  const { carousel, slide } = carouselOf(page);

  async function expectShown(index: number) {
    const row = rows[index];
    await expect(slide).toHaveCount(1);
    await expect(slide).toHaveAccessibleName(`${index + 1} of ${rows.length}`);
    await expect(slide).toContainText(row?.quote ?? '');
    for (const text of [row?.clientName, row?.clientTitle, row?.clientCompany]) {
      await expect(slide.getByText(text ?? '', { exact: true })).toBeVisible();
    }
    await expect(slide).toContainText(`Rated ${row?.rating} out of 5`);
    await expect(slide.locator('svg')).toHaveCount(5);
    expect(await countFilledStars(page)).toBe(row?.rating);
    await expect(carousel.locator('button[aria-label][aria-current]')).toHaveAccessibleName(
      `Show testimonial ${index + 1} of ${rows.length}`,
    );
  }

  return { rows, carousel, slide, expectShown };
}

test('the carousel goes on and back by its arrows, round and round', async ({ page, site }) => {
  await buildTestimonial(site.db, {
    clientName: 'Nil Aksu',
    clientTitle: 'Partner',
    rating: 4,
    clientCompany: AUTHOR,
    createdAt: '2020-01-01T10:00:00Z',
  });
  const { rows, carousel, slide, expectShown } = await openCarousel(page, site);
  const last = rows.length - 1;
  await expectShown(0);
  await expect(slide.locator('img')).toHaveAttribute('src', rows[0]?.photoUrl ?? '');
  await carousel.scrollIntoViewIfNeeded();
  await expect
    .poll(() => slide.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);

  const previous = carousel.getByRole('button', { name: 'Previous testimonial' });
  const next = carousel.getByRole('button', { name: 'Next testimonial' });
  await previous.click();
  await expectShown(last);
  await next.click();
  await expectShown(0);
  for (let index = 1; index <= last; index += 1) {
    await next.click();
    await expectShown(index);
    await expect(carousel.getByRole('status')).toContainText(rows[index]?.clientName ?? '');
  }
  await expect(slide.locator('img')).toHaveCount(0);
  await expect(slide.getByText('NA', { exact: true })).toBeVisible();
});

test('the dots and the previews of the carousel lead to their testimonial @full', async ({
  page,
  site,
}) => {
  const { rows, carousel, expectShown } = await openCarousel(page, site);
  const dots = carousel.getByRole('button', { name: /^Show testimonial/ });
  await expect(dots).toHaveCount(rows.length);
  await dots.nth(2).click();
  await expectShown(2);

  const previews = carousel.getByRole('list').last().getByRole('button');
  await expect(previews).toHaveCount(3);
  for (const [index, row] of rows.slice(0, 3).entries()) {
    await expect(previews.nth(index)).toContainText(row.clientName);
  }
  await previews.nth(1).click();
  await expectShown(1);
  await expect(previews.nth(1)).toHaveAttribute('aria-current', 'true');

  const hidden = await site.db
    .selectFrom('testimonials')
    .select('clientName')
    .where('isFeatured', '=', false)
    .execute();
  expect(hidden.length).toBeGreaterThan(0);
  for (const { clientName } of hidden) {
    expect(await page.content()).not.toContain(clientName);
  }
});

async function withoutFeatured(db: Site['db'], check: () => Promise<void>) {
  const rows = await db
    .updateTable('testimonials')
    .set({ isFeatured: false })
    .where('isFeatured', '=', true)
    .returning('id')
    .execute();
  try {
    await check();
  } finally {
    const ids = rows.map(({ id }) => id);
    await db.updateTable('testimonials').set({ isFeatured: true }).where('id', 'in', ids).execute();
  }
}

test('without a featured testimonial there is no section @full', async ({ page, site }) => {
  await withoutFeatured(site.db, async () => {
    await page.goto('/');
    await expect(page.locator('#case-studies')).toBeVisible();
    await expect(carouselOf(page).carousel).toHaveCount(0);
    await expect(page.getByText('What clients say')).toHaveCount(0);
  });
});

test('one testimonial has no arrows and dots, two initials, and no stars without a rating @full', async ({
  page,
  site,
}) => {
  await withoutFeatured(site.db, async () => {
    await buildTestimonial(site.db, {
      clientName: 'özlem de la cruz',
      clientCompany: AUTHOR,
      rating: null,
    });
    await page.goto('/');
    await waitUntilInteractive(page);
    const { carousel, slide } = carouselOf(page);
    await expect(slide).toContainText('It works.');
    await expect(slide.getByText('ÖD', { exact: true })).toBeVisible();
    await expect(carousel.getByRole('button')).toHaveCount(0);
    await expect(carousel.locator('svg')).toHaveCount(0);
    await expect(carousel).not.toContainText('Rated');
  });
});

test('the three newest posts with all their facts @full', async ({ page, site }) => {
  const posts = await site.db
    .selectFrom('blogPosts')
    .selectAll()
    .where('isPublished', '=', true)
    .orderBy('createdAt', 'desc')
    .limit(3)
    .execute();
  await page.goto('/');
  const cards = page.getByRole('region', { name: 'From our notebook' }).getByRole('article');
  await expect(cards).toHaveCount(3);
  const dates = ['Nov 3, 2026', 'Oct 13, 2026', 'Sep 15, 2026'];
  for (const [index, post] of posts.entries()) {
    const card = cards.nth(index);
    await expect(card.getByRole('heading', { level: 3 })).toHaveText(post.title);
    await expect(card.locator('.badge')).toHaveText(post.category);
    await expect(card.locator('time')).toHaveText(dates[index] ?? '');
    await expect(card.getByText(`${post.readingTime} min read`)).toBeVisible();
    await expect(card.getByText(post.excerpt)).toBeVisible();
    await expect(card.getByText(`By ${post.author}`)).toBeVisible();
    await expect(card.getByRole('link', { name: 'Read More' })).toHaveAttribute(
      'href',
      `/blog/${post.slug}`,
    );
    const image = card.locator('img');
    await expect(image).toHaveAttribute('alt', post.featuredImageAlt);
    await image.scrollIntoViewIfNeeded();
    await expect
      .poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth))
      .toBeGreaterThan(0);
  }
});

test('a newer post comes first, drafts and deleted posts never @full', async ({ page, site }) => {
  const base = { author: AUTHOR, createdAt: '2030-01-02T10:00:00Z' };
  const shown = await buildBlogPost(site.db, base);
  const draft = await buildBlogPost(site.db, { ...base, isPublished: false });
  const deleted = await buildBlogPost(site.db, { ...base, deletedAt: '2030-01-03T10:00:00Z' });
  await page.goto('/');
  const cards = page.getByRole('region', { name: 'From our notebook' }).getByRole('article');
  await expect(cards).toHaveCount(3);
  await expect(cards.first().getByRole('heading')).toHaveText(shown.title);
  await expect(cards.first().locator('time')).toHaveText('Jan 2, 2030');
  await expect(cards.first().locator('img')).toHaveCount(0);
  const source = await page.content();
  expect(source).not.toContain(draft.slug);
  expect(source).not.toContain(deleted.slug);
});

/** Holds every request for page data until the returned function is called. */
async function holdPageData(page: Page): Promise<() => Promise<void>> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/*.data*', async (route) => {
    await promise;
    await route.continue();
  });
  return async () => {
    resolve();
    await page.unrouteAll({ behavior: 'wait' });
  };
}

const SPINNER_STEPS = [
  { link: 'footer a[href="/blog"]', url: /\/blog$/, heading: /^Blog$/ },
  { link: 'main article a[href^="/blog/"]', url: /\/blog\/.+/, heading: /.{15,}/ },
  { link: 'footer a[href="/faq"]', url: /\/faq$/, heading: /Asked Questions$/ },
  { link: 'header a[href="/portfolio"]', url: /\/portfolio$/, heading: /^Portfolio$/ },
];

test('while a page is on its way there is a spinner, for the home page a skeleton @full', async ({
  page,
}) => {
  await page.goto('/pricing');
  await waitUntilInteractive(page);
  const heading = page.getByRole('heading', { level: 1 });
  const spinner = page.getByRole('status').filter({ hasText: /^Loading$/ });
  for (const step of SPINNER_STEPS) {
    await expect(spinner).toHaveCount(0);
    const release = await holdPageData(page);
    await page.locator(step.link).first().click();
    await expect(spinner).toBeVisible();
    await expect(spinner.locator('svg')).toBeVisible();
    await release();
    await expect(page).toHaveURL(step.url);
    await expect(heading).toHaveText(step.heading);
    await expect(spinner).toHaveCount(0);
  }
  const release = await holdPageData(page);
  await page
    .getByRole('banner')
    .getByRole('link', { name: `${COMPANY.name}, home` })
    .click();
  const skeleton = page.getByRole('status').filter({ hasText: 'Loading the home page' });
  await expect(skeleton).toBeVisible();
  await expect(heading).toHaveCount(0);
  await release();
  await expect(heading).toContainText('Custom-Built Software');
  await expect(skeleton).toHaveCount(0);
  await expect(carouselOf(page).slide).toHaveCount(1);
});

test('the drawings are still there when the home page is asked for again and that is given up @full', async ({
  page,
}) => {
  await page.goto('/#about');
  await waitUntilInteractive(page);
  await page.locator('header a[href="/#services"]').first().click();
  await expect(page).toHaveURL(/#services$/);
  const release = await holdPageData(page);
  await page
    .getByRole('banner')
    .getByRole('link', { name: `${COMPANY.name}, home` })
    .click();
  await expect(page.getByRole('status').filter({ hasText: 'Loading the home page' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('img', { name: /^One order on its way/ })).toBeVisible();
  await expect(page.locator('#services li:has(h3)')).toHaveCount(6);
  await release();
});

test('the skeleton ends when the home page cannot be reached @full', async ({ page, problems }) => {
  problems.allow(/ERR_FAILED|Failed to (fetch|load)|Error/);
  await page.goto('/pricing');
  await waitUntilInteractive(page);
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/*.data*', async (route) => {
    await promise;
    await route.abort();
  });
  await page
    .getByRole('banner')
    .getByRole('link', { name: `${COMPANY.name}, home` })
    .click();
  const skeleton = page.getByRole('status').filter({ hasText: 'Loading the home page' });
  await expect(skeleton).toBeVisible();
  resolve();
  await expect(skeleton).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
});

/** The public paths with the dates of their last change. */
async function readPublicPaths({ db }: Site): Promise<Record<string, string | null>> {
  const posts = await db
    .selectFrom('blogPosts')
    .select(['slug', 'updatedAt'])
    .where('isPublished', '=', true)
    .execute();
  const projects = await db
    .selectFrom('projects')
    .select(['id', 'updatedAt'])
    .where('isPublished', '=', true)
    .execute();
  const faqs = await db
    .selectFrom('faqs')
    .select('updatedAt')
    .where('isPublished', '=', true)
    .execute();
  const newest = (rows: { updatedAt: Date }[]) =>
    new Date(Math.max(...rows.map(({ updatedAt }) => updatedAt.getTime()))).toISOString();
  return {
    '/': null,
    '/order': null,
    '/pricing': null,
    '/contact': null,
    '/terms-of-service': null,
    '/privacy-policy': null,
    '/faq': newest(faqs),
    '/blog': newest(posts),
    '/portfolio': newest(projects),
    ...Object.fromEntries(
      posts.map(({ slug, updatedAt }) => [`/blog/${slug}`, updatedAt.toISOString()]),
    ),
    ...Object.fromEntries(
      projects.map(({ id, updatedAt }) => [`/portfolio/${id}`, updatedAt.toISOString()]),
    ),
  };
}

test('the sitemap names every published page with its true date and no draft', async ({
  page,
  request,
  site,
}) => {
  const draft = await buildBlogPost(site.db, { author: AUTHOR, isPublished: false });
  const hidden = await buildProject(site.db, { clientName: AUTHOR, isPublished: false });
  const post = await buildBlogPost(site.db, { author: AUTHOR });
  await site.db
    .updateTable('blogPosts')
    .set({ excerpt: 'Changed after the first day.' })
    .where('id', '=', post.id)
    .execute();
  const expected = await readPublicPaths(site);

  const response = await request.get('/sitemap.xml');
  expect(response.headers()['content-type']).toContain('xml');
  await page.goto('about:blank');
  const entries = await page.evaluate(
    (xml) =>
      [...new DOMParser().parseFromString(xml, 'application/xml').querySelectorAll('url')].map(
        (url) => [
          url.querySelector('loc')?.textContent ?? '',
          url.querySelector('lastmod')?.textContent ?? null,
        ],
      ),
    await response.text(),
  );
  const found = entries.map(([loc, date]) => [new URL(loc ?? '').pathname, date]);
  expect(Object.fromEntries(found)).toEqual(expected);
  expect(entries.every(([loc]) => loc?.startsWith(`${site.url}/`))).toBe(true);
  const updatedAt = new Date(expected[`/blog/${post.slug}`] ?? 0).getTime();
  expect(updatedAt).toBeGreaterThanOrEqual(post.updatedAt.getTime());
  expect(await response.text()).not.toContain(draft.slug);
  expect(await response.text()).not.toContain(hidden.id);
});

test('robots.txt keeps search engines out of the back office and names the sitemap @full', async ({
  request,
  site,
}) => {
  const lines = (await (await request.get('/robots.txt')).text()).split('\n');
  expect(lines).toEqual(
    expect.arrayContaining([
      'User-agent: *',
      'Disallow: /admin',
      'Disallow: /adminloginpage',
      'Disallow: /api/',
      `Sitemap: ${site.url}/sitemap.xml`,
    ]),
  );
});

test('the pages have a share image of 1200 by 630 @full', async ({ request }) => {
  for (const path of ['/', '/blog', '/pricing', '/terms']) {
    const html = await (await request.get(path)).text();
    const url = /<meta property="og:image" content="([^"]+)"/.exec(html)?.[1] ?? '';
    const response = await request.get(url);
    expect(response.status(), path).toBe(200);
    expect(response.headers()['content-type'], path).toBe('image/png');
    const bytes = await response.body();
    expect(bytes.subarray(1, 4).toString(), path).toBe('PNG');
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)], path).toEqual([1200, 630]);
  }
});
