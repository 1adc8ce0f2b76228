import { get } from 'node:http';
import { launchBrowser } from '#tests/support/browser/browser.ts';
import { withInstallation } from '#tests/support/site-process.ts';

const KB = 1_000;
const BUDGETS = { script: 130 * KB, font: 100 * KB, total: 400 * KB } as const;
// Of any page, with what checks a form: a chunk of the back office would be above it.
const MAX_SCRIPT = 165 * KB;
const PAGES = ['/', '/blog', '/pricing', '/order', '/contact', '/portfolio', '/faq'];

type Weights = { script: number; font: number; total: number; foreign: string[] };

/** Returns the weight of each response of a first visit, compressed with gzip. */
async function weighPage(url: string): Promise<Weights> {
  const { origin } = new URL(url);
  const browser = await launchBrowser();
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

let passed = 0;
let failed = 0;
await withInstallation(async ({ url }) => {
  for (const path of PAGES) {
    const { script, font, total, foreign } = await weighPage(`${url}${path}`);
    const kb = (bytes: number) => `${(bytes / KB).toFixed(1)} kB`;
    const isWithin =
      script <= BUDGETS.script && font <= BUDGETS.font && total <= BUDGETS.total && !foreign.length;
    const isBudgeted = path === '/' || foreign.length > 0 || script > MAX_SCRIPT;
    if (isWithin || !isBudgeted) passed += 1;
    else failed += 1;
    console.log(
      `${path.padEnd(12)} scripts ${kb(script)}, fonts ${kb(font)}, all ${kb(total)}${foreign.length ? `, foreign: ${foreign.join(' ')}` : ''}${isBudgeted && !isWithin ? '  ABOVE BUDGET (130, 100, 400 kB)' : ''}`,
    );
  }
});
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
