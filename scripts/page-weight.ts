import { get } from 'node:http';
import { chromium } from '@playwright/test';
import { BROWSER_ARGUMENTS, findBrowser } from '#tests/support/browser/browser.ts';

type Weights = { script: number; font: number; total: number; foreign: string[] };

/** What a first visit loads, each response weighed as sent with gzip. */
export async function weighPage(
  url: string,
  { mayInstall = true }: { mayInstall?: boolean } = {},
): Promise<Weights> {
  const { origin } = new URL(url);
  const browser = await chromium.launch({
    executablePath: await findBrowser({ mayInstall }),
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

function gzipBytes(address: string): Promise<number> {
  return new Promise((resolve, reject) => {
    get(address, { headers: { 'accept-encoding': 'gzip' } }, (response) => {
      let bytes = 0;
      response.on('data', (chunk: Buffer) => (bytes += chunk.length));
      response.on('end', () => resolve(bytes));
    }).on('error', reject);
  });
}
