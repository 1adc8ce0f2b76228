/**
 * The oldest version of a package that may be installed, and the advisory that its predecessors have. The audit endpoint of npm asks a
 * server at each call; this list needs none, and `npm audit` stays the way to learn of new ones.
 */
export const MIN_VERSIONS: Record<string, { version: string; advisory: string }> = {
  '@hono/node-server': { version: '1.19.13', advisory: 'CVE-2026-39406, repeated slashes' },
  braces: { version: '3.0.3', advisory: 'CVE-2024-4068, memory' },
  busboy: { version: '0.3.1', advisory: 'CVE-2022-24434 lies in dicer, which only s3rver loads' },
  hono: { version: '4.12.21', advisory: 'CVE-2026-47676, path of a mounted application' },
  json5: { version: '2.2.2', advisory: 'CVE-2022-46175, prototype' },
  micromatch: { version: '4.0.8', advisory: 'CVE-2024-4067, regular expression' },
  nanoid: { version: '3.3.8', advisory: 'CVE-2024-55565, predictable ids' },
  'path-to-regexp': { version: '6.3.0', advisory: 'CVE-2024-45296, regular expression' },
  postcss: { version: '8.4.31', advisory: 'CVE-2023-44270, line breaks' },
  'react-router': { version: '8.3.0', advisory: 'GHSA-qwww-vcr4-c8h2, forged requests' },
  semver: { version: '6.3.1', advisory: 'CVE-2022-25883, regular expression' },
  sharp: { version: '0.32.6', advisory: 'CVE-2023-4863, libwebp' },
  vite: { version: '7.1.11', advisory: 'CVE-2025-62522, files of the development server' },
  ws: { version: '7.5.10', advisory: 'CVE-2024-37890, many headers' },
};

/** A version must have been public so long before it is installed: most hostile ones are found within the first days. */
export const MIN_AGE_DAYS = 7;

/** Versions that are installed earlier, as `name@version`, and why: the fix of an advisory, say. */
export const YOUNG_VERSIONS: Record<string, string> = {};

/** Licences under which a package may be used here. */
export const LICENCES = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC-BY-3.0',
  'CC-BY-4.0',
  'CC0-1.0',
  'ISC',
  'LGPL-3.0-or-later',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'OFL-1.1',
  'PSF-2.0',
  'Python-2.0',
  'Unlicense',
  'Zlib',
]);

/** Packages whose `package.json` names no licence; each ships the text of the one named here. */
export const LICENCE_BY_FILE: Record<string, string> = {
  busboy: 'MIT',
  dicer: 'MIT',
  'humanize-number': 'MIT',
  only: 'MIT',
  streamsearch: 'MIT',
};

/** What `.npmrc` must say: exact versions, and no install script that nobody has allowed. */
export const NPM_SETTINGS = ['save-exact=true', 'strict-allow-scripts=true'];
