import { rm } from 'node:fs/promises';
import { chromium } from '@playwright/test';
import { BROWSER_ARGUMENTS, findBrowser } from '../tests/support/browser.ts';
import { makeDataDir } from '../tests/support/data-dir.ts';
import { freePort } from '../tests/support/free-port.ts';
import { startSite } from '../tests/support/site-process.ts';

const KB = 1_000;
const BUDGETS = { script: 130 * KB, font: 100 * KB, total: 400 * KB } as const;
const PAGES = ['/', '/blog', '/pricing', '/order', '/contact', '/portfolio', '/faq'];

type Weights = { script: number; font: number; total: number; foreign: string[] };

/** What a first visit loads, each answer weighed as sent with gzip. */
async function weigh(url: string, origin: string): Promise<Weights> {
  const browser = await chromium.launch({
    executablePath: await findBrowser(),
    args: BROWSER_ARGUMENTS,
  });
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  const loaded = new Map<string, string>();
  page.on('request', (request) => {
    if (request.resourceType() !== 'eventsource') loaded.set(request.url(), request.resourceType());
  });
  await page.goto(url, { waitUntil: 'load' });
  await page.evaluate(() =>
    window.scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }),
  );
  await page.waitForTimeout(1_500);
  await browser.close();
  const weights: Weights = { script: 0, font: 0, total: 0, foreign: [] };
  for (const [address, type] of loaded) {
    if (!address.startsWith(origin)) {
      if (!address.startsWith('data:')) weights.foreign.push(address);
      continue;
    }
    const bytes = await gzipBytes(address);
    weights.total += bytes;
    if (type === 'script') weights.script += bytes;
    if (type === 'font') weights.font += bytes;
  }
  return weights;
}

async function gzipBytes(address: string): Promise<number> {
  const { get } = await import('node:http');
  return new Promise((resolve, reject) => {
    get(address, { headers: { 'accept-encoding': 'gzip' } }, (response) => {
      let bytes = 0;
      response.on('data', (chunk: Buffer) => (bytes += chunk.length));
      response.on('end', () => resolve(bytes));
    }).on('error', reject);
  });
}

const dataDir = await makeDataDir();
const site = await startSite({ port: await freePort(), dataDir });
let passed = 0;
let failed = 0;
try {
  for (const path of PAGES) {
    const { script, font, total, foreign } = await weigh(`${site.url}${path}`, site.url);
    const kb = (bytes: number) => `${(bytes / KB).toFixed(1)} kB`;
    const isWithin =
      script <= BUDGETS.script && font <= BUDGETS.font && total <= BUDGETS.total && !foreign.length;
    const isBudgeted = path === '/' || foreign.length > 0;
    if (isWithin || !isBudgeted) passed += 1;
    else failed += 1;
    console.log(
      `${path.padEnd(12)} scripts ${kb(script)}, fonts ${kb(font)}, all ${kb(total)}${foreign.length ? `, foreign: ${foreign.join(' ')}` : ''}${isBudgeted && !isWithin ? '  ABOVE BUDGET (130, 100, 400 kB)' : ''}`,
    );
  }
} finally {
  await site.end('SIGTERM');
  await rm(dataDir, { recursive: true, force: true });
}
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
