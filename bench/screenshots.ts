import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import type { OrderInput } from '../shared/orders/schema.ts';
import { BROWSER_ARGUMENTS, findBrowser } from '../tests/support/browser/browser.ts';
import { DESK_SCREENS, SITE_PAGES } from '../tests/support/browser/pages.ts';
import { makeDataDir } from '../tests/support/data-dir.ts';
import { freePort } from '../tests/support/free-port.ts';
import { buildMessageInput, buildOrderInput } from '../tests/support/leads.ts';
import { SITE_PASSWORD, startSite } from '../tests/support/site-process.ts';

// The README shows the first set; `--all --to FOLDER` makes every page at three widths and in both themes, to look at.
const { values } = parseArgs({
  options: {
    all: { type: 'boolean', default: false },
    to: { type: 'string', default: 'docs/screenshots' },
  },
});

/** What screens show at another URL of theirs. */
const MORE_VIEWS = ['/admin?tab=security', '/admin?tab=ddos', '/admin/blog?new=1'];

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

type Session = { sessionToken: string; adminUser: { id: string; username: string } };
let session: Session | null = null;

/** Each in its own words: what is sent again and again is suspected of being spam. */
const ENQUIRIES: Partial<OrderInput>[] = [
  { company: 'Çetin Lojistik' },
  {
    fullName: 'Murat Çetin',
    email: 'murat@demir.example',
    company: 'Demir Makine',
    serviceType: 'Shipment & Logistics Systems',
    projectDescription:
      'Drivers report by phone and nobody sees which of our forty loads are late until noon.',
    estimatedBudget: 'over-50k',
  },
  {
    fullName: 'Selin Kaya',
    email: 'selin.kaya@example.com',
    company: null,
    serviceType: 'Real Estate Applications',
    projectDescription:
      'Our listings stand in four portals with four prices. We want to type each flat once.',
    estimatedBudget: '5k-15k',
  },
  {
    fullName: 'Gökçe Demir',
    email: 'gokce@hukuk.example',
    company: 'Öztürk Hukuk',
    serviceType: 'Invoicing & Finance Tools',
    projectDescription:
      'Invoices leave two days late, because the hours of our lawyers come in by e-mail.',
  },
  {
    fullName: 'Ali Yaman',
    email: 'ali@yaman.example',
    company: 'Yaman Nakliyat',
    serviceType: 'Mapping & Location Apps',
    projectDescription:
      'A map of our depots with the routes of the day, also where there is no signal.',
    estimatedBudget: 'under-5k',
  },
];

async function post(path: string, body: object, headers: Record<string, string> = {}) {
  const response = await fetch(`${site.url}/api/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as Record<string, unknown>;
}

/** Enquiries to look at, and an administrator who looks. */
async function prepareBackOffice(): Promise<void> {
  for (const enquiry of ENQUIRIES) {
    const order = buildOrderInput(enquiry);
    await post(
      'submit-order',
      { ...order, fileUrls: [] },
      { 'idempotency-key': crypto.randomUUID() },
    );
  }
  await post('contact-messages', buildMessageInput());
  await post('contact-messages', buildMessageInput({ name: 'Murat Çetin' }));
  session = (await post('admin-auth', {
    action: 'login',
    username: 'admin',
    password: SITE_PASSWORD,
  })) as Session;
  const headers = { 'x-admin-session': session.sessionToken };
  const list = await fetch(`${site.url}/api/admin/orders`, { headers });
  const { items } = (await list.json()) as { items: { id: string }[] };
  const statuses = ['in-progress', 'completed'];
  for (const [index, status] of statuses.entries()) {
    const ids = [items[items.length - 1 - index]?.id];
    await post('admin/orders/bulk-status', { ids, status }, headers);
  }
}

async function shoot({ name, path, width, theme, isWhole }: Shot): Promise<void> {
  const context = await browser.newContext({
    viewport: { width, height: width < 600 ? 780 : 900 },
    colorScheme: theme,
    reducedMotion: 'reduce',
    // The office's own, so that deadlines are shown on one clock.
    timezoneId: 'Europe/Istanbul',
  });
  const isBackOffice = /^\/admin(?:[/?]|$)/.test(path);
  if (isBackOffice) {
    await context.addInitScript((stored) => {
      localStorage.setItem('adminSessionToken', stored?.sessionToken ?? '');
      localStorage.setItem('adminUser', JSON.stringify(stored?.adminUser));
    }, session);
  }
  const page = await context.newPage();
  await page.goto(`${site.url}${path}`, { waitUntil: 'load' });
  // Browser-only screens load their data after the page.
  if (isBackOffice) await page.waitForTimeout(1_500);
  // Images below the fold load when they come near.
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
  await prepareBackOffice();
  if (values.all) {
    const posts = (await (await fetch(`${site.url}/api/blog-posts?limit=1`)).json()) as {
      slug: string;
    }[];
    const projects = (await (await fetch(`${site.url}/api/projects`)).json()) as { id: string }[];
    const pages = SITE_PAGES.map((path) =>
      path.replace(':slug', posts[0]?.slug ?? '').replace(':id', projects[0]?.id ?? ''),
    );
    for (const path of [...pages, ...DESK_SCREENS, ...MORE_VIEWS]) {
      const page = path.replaceAll(/[^a-z0-9]+/g, '-').replace(/^-/, '') || 'home';
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
    await shoot({
      name: 'orders',
      path: '/admin/orders',
      width: 1440,
      theme: 'light',
      isWhole: false,
    });
    await shoot({ name: 'home-phone', path: '/', width: 360, theme: 'light', isWhole: false });
  }
} finally {
  await browser.close();
  await site.end('SIGTERM');
  await rm(work, { recursive: true, force: true });
}
