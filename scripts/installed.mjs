import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';

/** What only those need who change the program. */
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
 * Whether nothing reads a part of an installed package where nothing is built or debugged, a third of what is installed. TypeScript comes as what
 * another package could use, domino as what Turndown parses HTML with outside browsers.
 *
 * @param {string} path
 * @returns {boolean}
 */
export function isDeadWeight(path) {
  return /^(?:typescript|domino|(?:README|CHANGELOG)\.md)$|\.(?:map|h|a|[cm]?ts)$/.test(
    basename(path),
  );
}
