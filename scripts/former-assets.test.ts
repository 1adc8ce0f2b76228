import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { keepFormerAssets } from './former-assets.mjs';

function makeRoot(): string {
  const root = mkdtempSync(join(tmpdir(), 'vitrin-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  return root;
}

it('keeps the scripts of the last five builds, the newest ones', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const root = makeRoot();
  const assets = join(root, 'build', 'client', 'assets');
  for (let build = 1; build <= 7; build += 1) {
    mkdirSync(assets, { recursive: true });
    writeFileSync(join(assets, `entry-${build}.js`), '');
    keepFormerAssets(root);
    vi.advanceTimersByTime(1_000);
  }
  expect(existsSync(assets)).toBe(false);
  const former = join(root, '.cache', 'former-assets');
  const scripts = readdirSync(former).map((build) => readdirSync(join(former, build)));
  expect(scripts.flat().toSorted()).toEqual([3, 4, 5, 6, 7].map((build) => `entry-${build}.js`));
});

it('does nothing before the first build', () => {
  const root = makeRoot();
  keepFormerAssets(root);
  expect(readdirSync(root)).toEqual([]);
});
