// Runs the program named first, else the table. Programs read their own options.
import { join } from 'node:path';

const PROGRAMS = ['fairness', 'feel', 'lighthouse', 'screenshots', 'table', 'visual'];
const CONFIG = ['test', '--config', join(import.meta.dirname, 'visual/playwright.config.ts')];
const PLAYWRIGHT: Record<string, string[]> = {
  screenshots: [...CONFIG, '--grep=@readme'],
  visual: [...CONFIG, '--grep-invert=@readme'],
};

const [first = ''] = process.argv.slice(2);
const isNamed = first !== '' && !first.startsWith('-');
const name = isNamed ? first : 'table';
if (!PROGRAMS.includes(name)) {
  console.error(`No program is called ${name}. There are: ${PROGRAMS.join(', ')}`);
  process.exit(1);
}
const test = PLAYWRIGHT[name];
process.argv.splice(2, isNamed ? 1 : 0, ...(test ?? []));
await import(test ? '@playwright/test/cli' : `./${name}.ts`);
