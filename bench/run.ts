// Runs the program named first, else the table. Programs read their own options.
import { join } from 'node:path';

const PROGRAMS = [
  'admin',
  'backup',
  'fairness',
  'feel',
  'guard',
  'lighthouse',
  'screenshots',
  'table',
  'visual',
];
const VISUAL = ['test', '--config', join(import.meta.dirname, 'visual/playwright.config.ts')];

const [first = ''] = process.argv.slice(2);
const isNamed = first !== '' && !first.startsWith('-');
const name = isNamed ? first : 'table';
if (!PROGRAMS.includes(name)) {
  console.error(`No program is called ${name}. There are: ${PROGRAMS.join(', ')}`);
  process.exit(1);
}
const isVisual = name === 'visual';
process.argv.splice(2, isNamed ? 1 : 0, ...(isVisual ? VISUAL : []));
await import(isVisual ? '@playwright/test/cli' : `./${name}.ts`);
