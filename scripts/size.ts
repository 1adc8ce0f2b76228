import { rm } from 'node:fs/promises';
import { makeDataDir } from '../tests/support/data-dir.ts';
import { freePort } from '../tests/support/free-port.ts';
import { startSite } from '../tests/support/site-process.ts';
import { weighPage } from './page-weight.ts';

const KB = 1_000;
const BUDGETS = { script: 130 * KB, font: 100 * KB, total: 400 * KB } as const;
// Of any page, with what checks a form: a chunk of the back office would be above it.
const MAX_SCRIPT = 165 * KB;
const PAGES = ['/', '/blog', '/pricing', '/order', '/contact', '/portfolio', '/faq'];

const dataDir = await makeDataDir();
const site = await startSite({ port: await freePort(), dataDir });
let passed = 0;
let failed = 0;
try {
  for (const path of PAGES) {
    const { script, font, total, foreign } = await weighPage(`${site.url}${path}`);
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
} finally {
  await site.end('SIGTERM');
  await rm(dataDir, { recursive: true, force: true });
}
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
