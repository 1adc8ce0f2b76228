import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const FORMER_BUILDS = 5;

/**
 * Moves the scripts of the build that is about to be replaced aside: a page that is open while the site is updated goes on asking for the
 * files of its own build.
 *
 * @param {string} root
 */
export function keepFormerAssets(root) {
  const assets = join(root, 'build', 'client', 'assets');
  if (!existsSync(assets)) return;
  const former = join(root, '.cache', 'former-assets');
  mkdirSync(former, { recursive: true });
  renameSync(assets, join(former, String(Date.now())));
  const outdated = readdirSync(former).toSorted().slice(0, -FORMER_BUILDS);
  for (const name of outdated) rmSync(join(former, name), { recursive: true });
}
