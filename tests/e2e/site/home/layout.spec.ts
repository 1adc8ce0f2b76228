import type { Page } from '@playwright/test';
import { expect, test } from '#tests/support/browser/e2e.ts';
import { buildClient } from '#tests/support/factories.ts';

const MAX_PHONE_HEIGHT = 10_500;

test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: 'reduce' }));

async function openAt(page: Page, width: number, height = 800) {
  await page.setViewportSize({ width, height });
  await page.goto('/');
}

test('on a phone the home page is short enough to be scrolled', async ({ page }) => {
  await openAt(page, 360);
  const size = await page.evaluate(() => ({
    height: document.documentElement.scrollHeight,
    width: document.documentElement.scrollWidth,
  }));
  expect(size.height).toBeLessThanOrEqual(MAX_PHONE_HEIGHT);
  expect(size.width).toBe(360);
});

test('the first screen of a phone shows the drawing beside headline and buttons', async ({
  page,
}) => {
  await openAt(page, 360, 640);
  const drawing = page.getByRole('img', { name: /^One order on its way/ });
  const { y } = (await drawing.boundingBox()) ?? { y: 640 };
  expect(y).toBeLessThan(560);
});

for (const width of [1024, 1280, 1440, 1920]) {
  test(`text and drawing of the hero begin and end together at ${width} px`, async ({ page }) => {
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

test('logos of clients stand in rows without a hole, whatever their number', async ({
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
