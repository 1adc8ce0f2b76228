import { mkdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Page } from '@playwright/test';
import type { Kysely } from 'kysely';
import sharp from 'sharp';
import type { DB } from '#server/db/types.ts';
import { listSideways, settle } from '#tests/support/browser/accessibility.ts';
import { expect, type Site, test as base } from '#tests/support/browser/e2e.ts';
import { fillPath, SITE_PAGES } from '#tests/support/browser/pages.ts';
import { listCutControls } from '#tests/support/browser/targets.ts';
import { buildContent } from '#tests/support/factories.ts';
import {
  buildText,
  EXTENTS,
  type Extent,
  saveExtremeContent,
} from '#tests/support/samples/extreme-content.ts';

/** Runs in a worker of its own, because other journeys read the sample content. */
const test = base.extend<object, { site: Site }>({
  site: [async ({ site }, use) => use(site), { scope: 'worker' }],
});

/** In pixels: with a menu in three rows. */
const MAX_HEADER = 140;

const LOGO = '/media/logos/1700000000000-0a1b2c3d.png';

/** White, 21 to 9: on white it is only visible where a page has a ground of its own. */
async function saveLogo({ db, dataDir }: Site): Promise<void> {
  const folder = join(dataDir, 'files', 'public', 'media', 'logos');
  await mkdir(folder, { recursive: true });
  const logo = sharp({ create: { width: 1_680, height: 720, channels: 3, background: '#fff' } });
  await logo.png().toFile(join(folder, basename(LOGO)));
  const [headerLogoWidth, headerLogoHeight] = [500, 214];
  const size = { headerLogoUrl: LOGO, headerLogoWidth, headerLogoHeight, footerLogoUrl: LOGO };
  await db.updateTable('siteSettings').set(size).execute();
}

/** Replaces the records of the sample by those of another agency. */
async function saveRecords(db: Kysely<DB>, extent: Extent): Promise<void> {
  const { share } = EXTENTS[extent];
  const count = extent === 'longest' ? 20 : 1;
  const line = buildText(200, share);
  const text = buildText(500, share);
  const records = {
    blogPosts: { title: line, excerpt: text, category: buildText(60, share), author: line },
    projects: { title: line, shortDescription: text, clientName: line, isFeatured: true },
    faqs: { question: text, answer: text, category: buildText(60, share) },
    clients: { name: line },
    testimonials: { clientName: line, clientTitle: line, clientCompany: line, quote: text },
    teamMembers: { name: line, role: line },
  } as const;
  for (const [name, changes] of Object.entries(records)) {
    const table = name as keyof typeof records;
    await db.deleteFrom(table).execute();
    for (let index = 0; index < count; index += 1) await buildContent(db, table, changes);
  }
}

const VARIANTS = [
  ['light', 360],
  ['dark', 360],
  ['light', 768],
  ['dark', 1_440],
] as const;

async function listOverflow(page: Page, path: string): Promise<string[]> {
  const found: string[] = [];
  for (const [colorScheme, width] of VARIANTS) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.setViewportSize({ width, height: 900 });
    await settle(page);
    const findings = [...(await listSideways(page)), ...(await listCutControls(page))];
    const [header = 0] = await page
      .getByRole('banner')
      .evaluateAll((all: HTMLElement[]) => all.map(({ offsetHeight }) => offsetHeight));
    if (header > MAX_HEADER) findings.push(`the header is ${header} px high`);
    found.push(...findings.map((finding) => `${path}, ${width} px, ${colorScheme}: ${finding}`));
  }
  return found;
}

for (const [extent, tag] of [
  ['longest', ''],
  ['middle', ' @full'],
  ['short', ' @full'],
] as const) {
  test(`no page overflows with ${extent} texts of an owner${tag}`, async ({ page, site }) => {
    test.setTimeout(180_000);
    await saveLogo(site);
    await saveRecords(site.db, extent);
    await saveExtremeContent(site.db, extent);
    for (const path of SITE_PAGES.filter((it) => it !== '/no-such-page')) {
      await page.goto(await fillPath(path, site.db));
      await expect(page.locator('h1')).toHaveCount(1);
      expect.soft(await listOverflow(page, path)).toEqual([]);
    }
  });
}
