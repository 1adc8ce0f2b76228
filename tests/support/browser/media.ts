import type { Page } from '@playwright/test';
import { listAccessFindings, listSideways, settle } from './accessibility.ts';
import { listHiddenStates } from './forced-colours.ts';
import { listLostOnPaper, PAPER_WIDTH } from './paper.ts';
import { listCutControls, listCutLines, listSmallTargets } from './targets.ts';

type List = (page: Page) => Promise<string[]>;

const listOverflow: List = async (page) => [
  ...(await listSideways(page)),
  ...(await listCutControls(page)),
  // Tables of the back office are scrolled. Words in bold stand within the box of the lines around them, and are not over them.
  ...(await listCutLines(page, 'main:not(.admin, .admin *)')).filter((it) => it.startsWith('cut')),
];

/** With a large font header and footer of the site are where texts come to lie over each other. */
const listLargeTextFindings: List = async (page) => [
  ...(await listOverflow(page)),
  ...(await listCutLines(page, 'body:not(:has(.admin)) header')),
  ...(await listCutLines(page, 'body:not(:has(.admin)) footer')),
];

const listTouchFindings: List = async (page) => [
  ...(await listSmallTargets(page)),
  ...(await listCutControls(page)),
];

/** Everything of WCAG 2.2: on a page that is not scrolled, nothing that sticks to an edge covers a target by chance. */
const listAllAccessFindings: List = async (page) => {
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }));
  return listAccessFindings(page, { rules: { 'target-size': { enabled: true } } });
};

/** What lies behind a press is open while `inspect` runs. */
async function withOpenDetails(page: Page, inspect: () => Promise<void>): Promise<void> {
  const toggle = (selector: string) =>
    page.evaluate((which) => {
      for (const details of document.querySelectorAll(which)) {
        details.toggleAttribute('open');
        details.toggleAttribute('data-was-closed');
      }
    }, selector);
  await toggle('main details:not([open], [data-menu])');
  await inspect();
  await toggle('[data-was-closed]');
}

/** The findings in one state of a page: both themes, all widths, twice the font, a finger, forced colours, paper. It is loaded once. */
export async function listFindings(page: Page): Promise<string[]> {
  const browser = await page.context().newCDPSession(page);
  const size = page.viewportSize();
  const found: string[] = [];
  async function inspect(how: string, width: number, list: List, query = 'all'): Promise<void> {
    await page.setViewportSize({ width, height: 900 });
    await settle(page);
    const isSo = await page.evaluate((media) => matchMedia(media).matches, query);
    if (!isSo) found.push(`${how}: nothing of it is true here`);
    found.push(...(await list(page)).map((finding) => `${how}, ${width} px: ${finding}`));
  }

  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await inspect('light', 1440, listAllAccessFindings, '(prefers-color-scheme: light)');
  await inspect('light', 360, listOverflow);
  await page.emulateMedia({ colorScheme: 'dark' });
  await inspect('dark', 360, listAllAccessFindings, '(prefers-color-scheme: dark)');
  await inspect('dark', 768, listOverflow);

  await browser.send('Page.setFontSizes', { fontSizes: { standard: 32 } });
  for (const width of [360, 768, 1440]) {
    await inspect('font of 32 px', width, listLargeTextFindings, `(width: ${width / 32}rem)`);
  }
  await browser.send('Page.setFontSizes', { fontSizes: { standard: 16 } });

  await browser.send('Emulation.setTouchEmulationEnabled', { enabled: true });
  await withOpenDetails(page, async () => {
    for (const width of [360, 1024]) {
      await inspect('touch', width, listTouchFindings, '(pointer: coarse)');
    }
  });
  await browser.send('Emulation.setTouchEmulationEnabled', { enabled: false });

  await page.emulateMedia({ forcedColors: 'active' });
  await inspect('forced colours', 1280, listHiddenStates, '(forced-colors: active)');
  await page.emulateMedia({ forcedColors: null, media: 'print' });
  await inspect('paper', PAPER_WIDTH, listLostOnPaper, 'print');

  await page.emulateMedia({ colorScheme: null, media: null });
  if (size) await page.setViewportSize(size);
  await browser.detach();
  return found;
}
