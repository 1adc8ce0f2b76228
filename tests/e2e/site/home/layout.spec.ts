import type { Page } from '@playwright/test';
import { expect, test } from '#tests/support/browser/e2e.ts';
import {
  buildBlogPost,
  buildClient,
  buildProject,
  buildTeamMember,
  buildTestimonial,
} from '#tests/support/factories.ts';

const MAX_PHONE_HEIGHT = 10_100;
const MAX_MARKUP_BYTES = 120_000;

test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: 'reduce' }));

async function openAt(page: Page, width: number, height = 800, path = '/') {
  await page.setViewportSize({ width, height });
  await page.goto(path);
}

test('on a phone the home page is short enough to be scrolled @full', async ({ page }) => {
  await openAt(page, 360);
  const size = await page.evaluate(() => ({
    height: document.documentElement.scrollHeight,
    width: document.documentElement.scrollWidth,
  }));
  expect(size.height).toBeLessThanOrEqual(MAX_PHONE_HEIGHT);
  expect(size.width).toBe(360);
});

test('a word that is wider than a phone widens no page, whatever it stands in @full', async ({
  page,
  site: { db },
}) => {
  const word = 'w'.repeat(90);
  const added = [
    await buildClient(db, { name: word }),
    await buildTestimonial(db, { clientName: word, clientTitle: word, quote: word }),
    await buildTeamMember(db, { name: word, role: word }),
  ];
  const post = await buildBlogPost(db, { title: word, excerpt: word, author: word });
  const project = await buildProject(db, {
    title: word,
    shortDescription: word,
    results: JSON.stringify([{ metric: word, before: word, after: word, howMeasured: word }]),
    clientQuote: word,
    clientName: word,
    isFeatured: true,
  });
  const ids = [...added, post, project].map(({ id }) => id);
  try {
    for (const path of ['/', `/portfolio/${project.id}`, `/blog/${post.slug}`]) {
      await openAt(page, 360, 800, path);
      await expect(page.getByRole('heading', { name: word }).first(), path).toBeAttached();
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect.soft(width, path).toBe(360);
    }
  } finally {
    for (const table of [
      'clients',
      'testimonials',
      'teamMembers',
      'blogPosts',
      'projects',
    ] as const) {
      await db.deleteFrom(table).where('id', 'in', ids).execute();
    }
  }
});

test('the document stays small @full', async ({ request }) => {
  const { length } = await (await request.get('/')).body();
  expect(length).toBeLessThan(MAX_MARKUP_BYTES);
});

test('the first screen of a phone shows the drawing beside headline and buttons @full', async ({
  page,
}) => {
  await openAt(page, 360, 640);
  const drawing = page.getByRole('img', { name: /^One order on its way/ });
  const { y } = (await drawing.boundingBox()) ?? { y: 640 };
  expect(y).toBeLessThan(560);
});

for (const width of [1024, 1280, 1440, 1920]) {
  test(`text and drawing of the hero begin and end together at ${width} px @full`, async ({
    page,
  }) => {
    await openAt(page, width, 900);
    const edges = await page.locator('main section:has(h1)').evaluate((hero) => {
      const heading = hero.querySelector('h1');
      const boxes = [
        heading,
        heading?.parentElement?.lastElementChild,
        hero.querySelector('svg[role="img"]'),
      ];
      const [first, last, drawing] = boxes.map((element) => element?.getBoundingClientRect());
      return {
        top: (first?.top ?? NaN) - (drawing?.top ?? NaN),
        bottom: (last?.bottom ?? NaN) - (drawing?.bottom ?? NaN),
      };
    });
    expect(Math.abs(edges.top)).toBeLessThan(2);
    expect(Math.abs(edges.bottom)).toBeLessThan(2);
  });
}

test('logos of clients stand in rows without a hole, whatever their number @full', async ({
  page,
  site,
}) => {
  const { rows } = await readLogoRows(page, 768);
  expect(rows).toHaveLength(1);
  const added = [
    await buildClient(site.db),
    await buildClient(site.db),
    await buildClient(site.db),
  ];
  try {
    const { rows: more, middle } = await readLogoRows(page, 360);
    for (const { left, right } of more)
      expect(Math.abs((left + right) / 2 - middle)).toBeLessThan(2);
  } finally {
    const ids = added.map(({ id }) => id);
    await site.db.deleteFrom('clients').where('id', 'in', ids).execute();
  }
});

/** From where to where each row of logos goes. */
async function readLogoRows(page: Page, width: number) {
  await openAt(page, width);
  return page.locator('.client-logos').evaluate((list) => {
    const rows = new Map<number, { left: number; right: number }>();
    for (const item of list.children) {
      const { left, right, top, bottom } = item.getBoundingClientRect();
      const key = Math.round((top + bottom) / 2);
      const row = rows.get(key);
      rows.set(key, {
        left: Math.min(left, row?.left ?? left),
        right: Math.max(right, row?.right ?? right),
      });
    }
    const box = list.getBoundingClientRect();
    return { rows: [...rows.values()], middle: (box.left + box.right) / 2 };
  });
}

for (const count of [1, 2, 3]) {
  test(`with ${count} of the newest posts their cards fill their room @full`, async ({
    page,
    site,
  }) => {
    const hidden = await site.db
      .updateTable('blogPosts')
      .set({ isPublished: false })
      .where('id', 'not in', (query) =>
        query
          .selectFrom('blogPosts')
          .select('id')
          .where('isPublished', '=', true)
          .orderBy('createdAt', 'desc')
          .limit(count),
      )
      .where('isPublished', '=', true)
      .returning('id')
      .execute();
    try {
      for (const width of [360, 768, 1440]) {
        await openAt(page, width);
        const room = await page.locator('.posts').evaluate((list) => {
          const boxes = [...list.children].map((card) => card.getBoundingClientRect());
          const { right, bottom } = list.getBoundingClientRect();
          const last = boxes.at(-1);
          return {
            count: boxes.length,
            atEnd: [right - (last?.right ?? 0), bottom - (last?.bottom ?? 0)].map(Math.round),
            first: Math.round(bottom - (boxes[0]?.bottom ?? 0)),
          };
        });
        expect(room.count).toBe(count);
        expect(room.atEnd).toEqual([0, 0]);
        if (width === 1440) expect(room.first).toBe(0);
      }
    } finally {
      const ids = hidden.map(({ id }) => id);
      await site.db
        .updateTable('blogPosts')
        .set({ isPublished: true })
        .where('id', 'in', ids)
        .execute();
    }
  });
}

test('previews of one to three testimonials share the whole row @full', async ({ page, site }) => {
  const featured = await site.db
    .selectFrom('testimonials')
    .select('id')
    .where('isFeatured', '=', true)
    .execute();
  const ids = featured.map(({ id }) => id);
  const feature = (isFeatured: boolean, some: string[]) =>
    site.db.updateTable('testimonials').set({ isFeatured }).where('id', 'in', some).execute();
  try {
    for (const count of [2, 3]) {
      await feature(true, ids);
      await feature(false, ids.slice(count));
      for (const width of [360, 1440]) {
        await openAt(page, width);
        const previews = page
          .getByRole('region', { name: 'Client testimonials' })
          .getByRole('list')
          .last();
        await expect(previews.getByRole('button')).toHaveCount(count);
        const gaps = await previews.evaluate((list) => {
          const box = list.getBoundingClientRect();
          const cards = [...list.children].map((card) => card.getBoundingClientRect());
          return [(cards[0]?.left ?? 0) - box.left, box.right - (cards.at(-1)?.right ?? 0)];
        });
        expect(gaps.map(Math.round)).toEqual([0, 0]);
      }
    }
  } finally {
    await feature(true, ids);
  }
});
