import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { listReleased } from './installed.mjs';

const root = join(import.meta.dirname, '..');

function fail(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

/** The section of CHANGELOG.md for a version, without its heading; null where there is none. */
function readChanges(version: string): string | null {
  const text = readFileSync(join(root, 'CHANGELOG.md'), 'utf8');
  const [, ...sections] = text.split(/^## /mu);
  const section = sections.find((each) => each.startsWith(`${version} `));
  return section?.split('\n').slice(1).join('\n').trim() ?? null;
}

// What is built and tracked, in one archive that needs `npm start` alone: the build fits its sources wherever they are unpacked.
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  version: string;
};
if (!readChanges(version)) fail(`CHANGELOG.md has no section for ${version}.`);
const changed = execFileSync('git', ['status', '--porcelain'], { cwd: root, encoding: 'utf8' });
if (changed !== '') fail(`Commit or remove first:\n${changed}`);

const paths = listReleased(root);
const folder = join(root, 'dist');
mkdirSync(folder, { recursive: true });
const name = `vitrin-${version}.tar.gz`;
const list = join(folder, `vitrin-${version}.files`);
writeFileSync(list, paths.join('\n'));
const archive = join(folder, name);
const prefix = `s,^,vitrin-${version}/,`;
execFileSync(
  'tar',
  `--create --gzip --owner=0 --group=0 --transform ${prefix} --file`
    .split(' ')
    .concat(archive, '--directory', root, '--files-from', list),
);
const sha256 = createHash('sha256').update(readFileSync(archive)).digest('hex');
writeFileSync(join(folder, `${name}.sha256`), `${sha256}  ${name}\n`);
process.stdout.write(`dist/${name}  ${sha256}\n`);
