import type { Page } from '@playwright/test';
import { expect, test } from '#tests/support/browser/e2e.ts';
import { hide, listShown, restoreAfterEach, showHidden } from '#tests/support/browser/site.ts';
import {
  buildBlogPost,
  buildClient,
  buildFaq,
  buildProject,
  buildTeamMember,
  buildTestimonial,
} from '#tests/support/factories.ts';

const MAX_PHONE_HEIGHT = 10_100;
const MAX_MARKUP_BYTES = 130_000;

restoreAfterEach();

test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: 'reduce' }));

async function openAt(page: Page, width: number, height = 800, path = '/') {
  await page.setViewportSize({ width, height });
  await page.goto(path);
}

test('the home page is short, small and begins well @full', async ({ page, request }) => {
  await openAt(page, 360, 640);
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  expect(height).toBeLessThanOrEqual(MAX_PHONE_HEIGHT);
  const drawing = page.getByRole('img', { name: /^One order on its way/ });
  expect((await drawing.boundingBox())?.y).toBeLessThan(560);
  expect((await (await request.get('/')).body()).length).toBeLessThan(MAX_MARKUP_BYTES);
});

test('neither long words nor categories widen a page @full', async ({ page, site: { db } }) => {
  const word = 'w'.repeat(90);
  const categories = [word, 'Notes '.repeat(15).trim()];
  const posts = [];
  for (const category of [...categories, ...categories]) {
    const text = { title: word, excerpt: word, author: word };
    posts.push(await buildBlogPost(db, { ...text, category }));
  }
  const project = await buildProject(db, {
    title: word,
    shortDescription: word,
    results: JSON.stringify([{ metric: word, before: word, after: word, howMeasured: word }]),
    clientQuote: word,
    clientName: word,
    isFeatured: true,
  });
  await buildClient(db, { name: word });
  await buildTestimonial(db, { clientName: word, clientTitle: word, quote: word });
  await buildTeamMember(db, { name: word, role: word });
  for (const category of categories) await buildFaq(db, { category });
  for (const path of [
    '/',
    '/blog',
    `/blog?category=${word}`,
    '/faq',
    `/portfolio/${project.id}`,
    ...posts.slice(0, 2).map(({ slug }) => `/blog/${slug}`),
  ]) {
    await openAt(page, 360, 740, path);
    await expect(page.getByText(word).first(), path).toBeAttached();
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect.soft(width, path).toBe(360);
    for (const category of categories) {
      const shown = page.getByText(category, { exact: true }).filter({ visible: true });
      for (const { x, width: own } of await shown.evaluateAll((all) =>
        all.map((each) => each.getBoundingClientRect()),
      )) {
        expect.soft(x + own, `${path} ${category}`).toBeLessThanOrEqual(360);
      }
    }
  }
});

test('text and drawing of the hero begin and end together @full', async ({ page }) => {
  for (const width of [1024, 1280, 1440, 1920]) {
    await openAt(page, width, 900);
    const distances = await page.locator('main section:has(h1)').evaluate((hero) => {
      const heading = hero.querySelector('h1');
      const boxes = [
        heading,
        heading?.parentElement?.lastElementChild,
        hero.querySelector('svg[role="img"]'),
      ];
      const [first, last, drawing] = boxes.map((element) => element?.getBoundingClientRect());
      return [
        (first?.top ?? NaN) - (drawing?.top ?? NaN),
        (last?.bottom ?? NaN) - (drawing?.bottom ?? NaN),
      ].map(Math.abs);
    });
    expect(Math.max(...distances), `${width} px`).toBeLessThan(2);
  }
});

/** Rows that leave room at their end, unless they are centred. */
function listHoles(page: Page, selector: string): Promise<number[]> {
  return page.locator(selector).evaluate((list) => {
    const box = list.getBoundingClientRect();
    const items = [...list.children].map((item) => item.getBoundingClientRect());
    // Logos differ in height, and are centred in their row.
    const isOfLogos = list.matches('.client-logos');
    const rows = Map.groupBy(items, ({ top, bottom }) =>
      Math.round(isOfLogos ? (top + bottom) / 2 : top),
    );
    return [...rows].flatMap(([y, row]) => {
      const left = Math.min(...row.map((item) => item.left)) - box.left;
      const right = box.right - Math.max(...row.map((item) => item.right));
      return right < 2 || Math.abs(left - right) < 2 ? [] : [y];
    });
  });
}

const PREVIEWS = '[aria-label="Client testimonials"] ul:has(.card)';

test('rows of cards and of logos have no hole @full', async ({ page, site }) => {
  for (const { list, table, counts } of [
    { list: '.posts', table: 'blogPosts', counts: [1, 2, 3] },
    { list: PREVIEWS, table: 'testimonials', counts: [2, 3] },
  ] as const) {
    const ids = (await listShown(site, table)).map(({ id }) => id);
    for (const count of counts) {
      await hide(site, table, ids.slice(0, count));
      for (const width of [360, 768, 1440]) {
        const which = `${count} of ${list} at ${width} px`;
        // The cached page is replaced a moment after the change.
        await expect(async () => {
          await openAt(page, width);
          await expect(page.locator(`${list} > *`), which).toHaveCount(count, { timeout: 500 });
        }).toPass();
        expect(await listHoles(page, list), which).toEqual([]);
      }
      await showHidden(site);
    }
  }
  for (let count = 0; count < 3; count += 1) await buildClient(site.db);
  for (const width of [360, 768]) {
    await openAt(page, width);
    expect(await listHoles(page, '.client-logos'), `logos at ${width} px`).toEqual([]);
  }
});
