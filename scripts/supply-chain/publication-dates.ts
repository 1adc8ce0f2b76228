// Asks the registry when each locked version was published: `npm run publication-dates` after a package was added or updated.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { listVersions, type LockedPackages } from './rules.ts';

const root = join(import.meta.dirname, '../..');
const datesFile = join(root, 'scripts/supply-chain/publication-dates.json');
const CONCURRENCY = 8;

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8'));
}

const { packages } = readJson(join(root, 'package-lock.json')) as { packages: LockedPackages };
const known = (existsSync(datesFile) ? readJson(datesFile) : {}) as Record<string, string>;
const registry = execFileSync('npm', ['config', 'get', 'registry'], {
  encoding: 'utf8',
  shell: process.platform === 'win32',
}).trim();

async function askDate(version: string): Promise<string> {
  const at = version.lastIndexOf('@');
  const response = await fetch(new URL(version.slice(0, at).replace('/', '%2f'), registry));
  if (!response.ok) throw new Error(`${version}: the registry answers ${response.status}`);
  const { time } = (await response.json()) as { time?: Record<string, string> };
  const date = time?.[version.slice(at + 1)];
  if (date === undefined) throw new Error(`${version}: the registry names no date`);
  return date;
}

const dates = new Map<string, string>();
const versions = listVersions(packages);
const next = versions.values();
await Promise.all(
  Array.from({ length: CONCURRENCY }, async () => {
    for (const version of next) dates.set(version, known[version] ?? (await askDate(version)));
  }),
);
const sorted = versions.map((version) => [version, dates.get(version)]);
writeFileSync(datesFile, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`);
