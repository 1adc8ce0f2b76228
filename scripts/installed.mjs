import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';

/** Paths that only people who change the program need. */
const LEFT_OUT = /^(?:bench|tests|docs\/screenshots|\.github|\.ci)\//;

/**
 * The paths that a release consists of: what is tracked and built.
 *
 * @param {string} root
 * @returns {string[]}
 */
export function listReleased(root) {
  const tracked = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' })
    .split('\0')
    .filter((path) => path && !LEFT_OUT.test(path));
  return [...tracked, 'build'].filter((path) => existsSync(join(root, path)));
}

/**
 * Whether a release runs without this part of an installed package: types, source maps, C headers, TypeScript (an optional peer) and domino (Turndown
 * without a browser). Together they are a third of the install. Read-me files stay, since some contain the package's only licence text.
 *
 * @param {string} path
 * @returns {boolean}
 */
export function isDeadWeight(path) {
  return /^(?:typescript|domino)$|\.(?:map|h|a|[cm]?ts)$/.test(basename(path));
}
