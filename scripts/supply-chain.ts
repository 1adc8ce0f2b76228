// Holds what is installed against the policy: part of `npm run check`.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { NPM_SETTINGS } from './supply-chain/policy.ts';
import {
  compareComponents,
  findInstallScripts,
  findLicences,
  findMissingBuilds,
  findOldVersions,
  findYoungVersions,
  type LockedPackages,
} from './supply-chain/rules.ts';

const root = join(import.meta.dirname, '..');

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(join(root, file), 'utf8'));
}

function findInexactVersions(dependencies: Record<string, string>): string[] {
  return Object.entries(dependencies).flatMap(([name, version]) =>
    /^\d+\.\d+\.\d+/.test(version) ? [] : [`package.json asks for ${name} ${version}: name one`],
  );
}

function findMissingSettings(): string[] {
  const lines = new Set(readFileSync(join(root, '.npmrc'), 'utf8').split('\n'));
  return NPM_SETTINGS.filter((setting) => !lines.has(setting)).map(
    (setting) => `.npmrc does not say ${setting}`,
  );
}

type Bom = { components?: { name: string; version: string }[] };

function readComponents(): Bom['components'] {
  const { status, stdout, stderr } = spawnSync('npm', ['run', '--silent', 'sbom'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    shell: process.platform === 'win32',
  });
  if (status !== 0) throw new Error(`npm sbom ended with ${status}: ${stderr}`);
  return (JSON.parse(stdout) as Bom).components;
}

const { packages } = readJson('package-lock.json') as { packages: LockedPackages };
const manifest = readJson('package.json') as {
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
  allowScripts: Record<string, boolean>;
};

const problems = [
  ...findInexactVersions({ ...manifest.dependencies, ...manifest.devDependencies }),
  ...findOldVersions(packages),
  ...findYoungVersions(
    packages,
    readJson('scripts/supply-chain/publication-dates.json') as Record<string, string>,
    new Date(),
  ),
  ...findLicences(packages),
  ...findInstallScripts(packages, manifest.allowScripts),
  ...findMissingBuilds(packages),
  ...findMissingSettings(),
  ...compareComponents(packages, readComponents() ?? []),
];
for (const problem of problems) console.log(problem);
process.exit(problems.length === 0 ? 0 : 1);
