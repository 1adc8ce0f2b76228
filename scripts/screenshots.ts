import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { BROWSER_ARGUMENTS, findBrowser } from '../tests/support/browser.ts';
import { makeDataDir } from '../tests/support/data-dir.ts';
import { freePort } from '../tests/support/free-port.ts';
import { startSite } from '../tests/support/site-process.ts';

// The README shows the first set; `--all --to FOLDER` makes every page at three widths and in both themes, to look at.
const { values } = parseArgs({
  options: {
    all: { type: 'boolean', default: false },
    to: { type: 'string', default: 'docs/screenshots' },
  },
});

const work = await makeDataDir();
const site = await startSite({ port: await freePort(), dataDir: work });
const browser = await chromium.launch({
  executablePath: await findBrowser(),
  args: BROWSER_ARGUMENTS,
});

type Shot = {
  name: string;
  path: string;
  width: number;
  theme: 'light' | 'dark';
  isWhole: boolean;
};

async function shoot({ name, path, width, theme, isWhole }: Shot): Promise<void> {
  const context = await browser.newContext({
    viewport: { width, height: width < 600 ? 780 : 900 },
    colorScheme: theme,
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  await page.goto(`${site.url}${path}`, { waitUntil: 'load' });
  // Pictures below the fold load when they come near.
  await page.evaluate(async () => {
    for (let y = 0; y < document.body.scrollHeight; y += 600) {
      window.scrollTo(0, y);
      await new Promise((done) => setTimeout(done, 60));
    }
    window.scrollTo(0, 0);
  });
  await page.screenshot({ path: join(values.to, `${name}.png`), fullPage: isWhole });
  await context.close();
}

try {
  await mkdir(values.to, { recursive: true });
  const posts = (await (await fetch(`${site.url}/api/blog-posts?limit=1`)).json()) as {
    slug: string;
  }[];
  const projects = (await (await fetch(`${site.url}/api/projects`)).json()) as { id: string }[];
  const pages: Record<string, string> = {
    home: '/',
    order: '/order',
    pricing: '/pricing',
    portfolio: '/portfolio',
    project: `/portfolio/${projects[0]?.id ?? ''}`,
    blog: '/blog',
    post: `/blog/${posts[0]?.slug ?? ''}`,
    faq: '/faq',
    contact: '/contact',
    terms: '/terms-of-service',
    'not-found': '/nowhere',
  };
  if (values.all) {
    for (const [page, path] of Object.entries(pages)) {
      for (const width of [360, 768, 1440]) {
        for (const theme of ['light', 'dark'] as const) {
          await shoot({ name: `${page}-${width}-${theme}`, path, width, theme, isWhole: true });
        }
      }
    }
  } else {
    await shoot({ name: 'home-light', path: '/', width: 1440, theme: 'light', isWhole: false });
    await shoot({ name: 'home-dark', path: '/', width: 1440, theme: 'dark', isWhole: false });
    await shoot({ name: 'order', path: '/order', width: 1440, theme: 'light', isWhole: false });
    await shoot({ name: 'home-phone', path: '/', width: 360, theme: 'light', isWhole: false });
  }
} finally {
  await browser.close();
  await site.end('SIGTERM');
  await rm(work, { recursive: true, force: true });
}
