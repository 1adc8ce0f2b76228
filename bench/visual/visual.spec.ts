import type { Page } from '@playwright/test';
import { DEFAULT_OFFICE_HOURS } from '../../shared/office-hours/values.ts';
import { openScreen } from '../../tests/support/browser/admin-content.ts';
import { signInAs } from '../../tests/support/browser/admin-e2e.ts';
import { setOfficeHours } from '../../tests/support/browser/e2e.ts';
import { expect, type Office, test } from '../../tests/support/browser/office-e2e.ts';
import { fillPath, SITE_PAGES } from '../../tests/support/browser/pages.ts';
import { NOW, prepareDesk } from './data.ts';

type Screen = { name: string; path: string };

const SITE_SCREENS = SITE_PAGES.map((path) => ({ name: nameOf(path), path }));

/** Those whose content does not come from the traffic of the moment. */
const DESK_SCREENS = [
  '/admin/orders',
  '/admin/messages',
  '/admin/blog',
  '/admin/projects',
  '/admin/projects?new=1',
  '/admin/testimonials',
  '/admin/settings',
].map((path) => ({ name: nameOf(path), path }));

/** Whole on a phone where that is small; of the others what is seen first. */
const WHOLE = new Set(['home', 'order', 'contact', 'pricing', 'faq']);

/** Every screen in two of the six, so that all of them are seen of each half. */
const VARIANTS = [
  [
    { width: 360, colorScheme: 'light' },
    { width: 1440, colorScheme: 'dark' },
  ],
  [
    { width: 360, colorScheme: 'dark' },
    { width: 1440, colorScheme: 'light' },
  ],
  [
    { width: 768, colorScheme: 'light' },
    { width: 768, colorScheme: 'dark' },
  ],
] as const;

function nameOf(path: string): string {
  return (
    path
      .replaceAll(/[^a-z]+/g, ' ')
      .trim()
      .replaceAll(' ', '-') || 'home'
  );
}

/** Images below the fold load when they come near, and so does the demo. */
async function loadWhole(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let y = 0; y < document.body.scrollHeight; y += window.innerHeight / 2) {
      window.scrollTo({ top: y, behavior: 'instant' });
      await new Promise(requestAnimationFrame);
    }
    window.scrollTo({ top: 0, behavior: 'instant' });
    await document.fonts.ready;
    await Promise.all([...document.images].map((image) => image.decode().catch(() => {})));
  });
}

async function compare(page: Page, { name }: Screen, index: number): Promise<void> {
  for (const { width, colorScheme } of VARIANTS[index % VARIANTS.length] ?? []) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 900 });
    await loadWhole(page);
    const fullPage = width === 360 && WHOLE.has(name);
    await expect.soft(page).toHaveScreenshot(`${name}-${width}-${colorScheme}.png`, { fullPage });
  }
}

// The server words the response time by its own clock, for as long as a response is cached.
test.beforeAll(async ({ office }) => {
  await office.clock.moveTo(NOW);
  await setOfficeHours(office, DEFAULT_OFFICE_HOURS);
});

test.beforeEach(({ page }) => page.clock.setFixedTime(NOW));

for (const [index, screen] of SITE_SCREENS.entries()) {
  test(`${screen.path} looks as it did`, async ({ page, site, problems }) => {
    problems.allow(/404/);
    await openScreen(page, await fillPath(screen.path, site.db));
    await compare(page, screen, index);
  });
}

let session: ReturnType<typeof prepareDesk> | undefined;
/** Once for a site: another worker has its own. */
const readerOf = ({ db }: Office) => (session ??= prepareDesk(db));

for (const [index, screen] of DESK_SCREENS.entries()) {
  test(`${screen.path} looks as it did`, async ({ page, office }) => {
    await signInAs(page, await readerOf(office));
    await openScreen(page, screen.path);
    await compare(page, screen, index);
  });
}
