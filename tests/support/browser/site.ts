import { expect, type Locator, type Page } from '@playwright/test';
import { type Selectable, sql, type Updateable } from 'kysely';
import { v7 as uuidV7 } from 'uuid';
import type { DB, SiteSettings } from '#server/db/types.ts';
import { ALL_CONTENT } from '#server/services/all-content/index.ts';
import { type Site, test, waitUntilInteractive } from './e2e.ts';

/** Opens a page and waits until its scripts run. */
export async function openPage(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await waitUntilInteractive(page);
}

export async function readStructuredData<T>(page: Page): Promise<T> {
  const text = await page.locator('script[type="application/ld+json"]').textContent();
  return JSON.parse(text ?? '') as T;
}

/** Holds every request for page data until `release` is called. */
export async function holdPageData(page: Page, outcome: 'continue' | 'abort' = 'continue') {
  const { promise, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/*.data*', async (route) => {
    await promise;
    await (outcome === 'abort' ? route.abort() : route.continue());
  });
  return async () => {
    release();
    await page.unrouteAll({ behavior: 'wait' });
  };
}

export async function expectImageLoaded(image: Locator): Promise<void> {
  await image.scrollIntoViewIfNeeded();
  await expect
    .poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth))
    .toBeGreaterThan(0);
}

/** Reads the records of a table that visitors see, newest first. */
export async function listShown<Name extends 'blogPosts' | 'projects' | 'testimonials'>(
  { db }: Site,
  table: Name,
): Promise<Selectable<DB[Name]>[]> {
  const isShown = sql.ref(table === 'testimonials' ? 'isFeatured' : 'isPublished');
  const { rows } = await sql<Selectable<DB[Name]>>`
    select * from ${sql.table(table)} where ${isShown} and deleted_at is null
    order by created_at desc, id desc
  `.execute(db);
  return rows;
}

type HidingTable = 'blogPosts' | 'projects' | 'testimonials';

const HIDDEN_AT = new Date();

/** Hides the records of a table, except those to keep, until the test ends; needs `restoreAfterEach`. */
export async function hide({ db }: Site, table: HidingTable, keep: readonly string[] = []) {
  const rows = db.updateTable<HidingTable>(table).set({ deletedAt: HIDDEN_AT });
  await rows.where(sql<boolean>`not (id = any(${keep}::uuid[]))`).execute();
}

export async function showHidden({ db }: Site): Promise<void> {
  for (const table of ['blogPosts', 'projects', 'testimonials'] as const) {
    const rows = db.updateTable<HidingTable>(table).set({ deletedAt: null });
    await rows.where('deletedAt', '=', HIDDEN_AT).execute();
  }
}

/** Reverts after each test of a file what it has added, hidden or set in the database. */
export function restoreAfterEach(): void {
  let settings: Updateable<SiteSettings>;
  let start: string;
  test.beforeEach(async ({ site: { db } }) => {
    settings = await db.selectFrom('siteSettings').selectAll().executeTakeFirstOrThrow();
    // Identifiers begin with the time.
    start = uuidV7();
  });
  test.afterEach(async ({ site }) => {
    await showHidden(site);
    for (const { table } of ALL_CONTENT) {
      await site.db.deleteFrom(table).where('id', '>', start).execute();
    }
    await site.db.updateTable('siteSettings').set(settings).execute();
  });
}

/** Records from where to where the image moves in each view transition: 'list to page', or 'enlarged'. */
export async function recordTransitions(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const moves: string[] = [];
    Object.assign(globalThis, { moves });
    const start = document.startViewTransition.bind(document);
    document.startViewTransition = (update) => {
      // Two elements of one name would end the transition before it begins.
      const readPlaces = () =>
        [...document.querySelectorAll('.opened-image')]
          .map((image) =>
            image.closest('nav') ? 'nav' : image.closest('article:has(h1)') ? 'page' : 'list',
          )
          .join(', ');
      const isEnlarging = () =>
        document
          .getAnimations()
          .map(({ effect }) => effect instanceof KeyframeEffect && effect.pseudoElement)
          .includes('::view-transition-group(enlarged-image)');
      const before = readPlaces();
      const transition = start(update);
      void transition.ready.then(
        () => moves.push(isEnlarging() ? 'enlarged' : `${before} to ${readPlaces()}`),
        (error: unknown) => moves.push(String(error)),
      );
      return transition;
    };
  });
  return () => page.evaluate(() => Reflect.get(globalThis, 'moves') as string[]);
}

/** Returns how far the content of each page opened from now on has moved by itself: its cumulative layout shift. */
export async function recordLayoutShift(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    Object.assign(globalThis, { shift: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as unknown as { value: number }[]) {
        Object.assign(globalThis, { shift: Reflect.get(globalThis, 'shift') + entry.value });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return () => page.evaluate(() => Reflect.get(globalThis, 'shift') as number);
}
