import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { BROWSER_ARGUMENTS, findBrowser } from '../../tests/support/browser/browser.ts';

/** Images of the site and the back office, compared pixel by pixel: `npm run bench visual`. */
export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results/visual',
  globalSetup: '../../tests/support/global-setup.ts',
  snapshotPathTemplate: 'screens/{arg}{ext}',
  workers: 1,
  timeout: 60_000,
  expect: {
    timeout: 15_000,
    // One browser draws the same each time but for the last bit of a blended edge: a shade is a difference.
    toHaveScreenshot: {
      stylePath: join(import.meta.dirname, 'pinned.css'),
      scale: 'css',
      threshold: 0.01,
    },
  },
  reporter: 'line',
  use: {
    launchOptions: {
      executablePath: await findBrowser(),
      args: [...BROWSER_ARGUMENTS, '--disable-lcd-text', '--force-color-profile=srgb'],
    },
    // Playwright stops animations and the caret by a style of its own, which the site's policy forbids.
    bypassCSP: true,
    contextOptions: { reducedMotion: 'reduce' },
    locale: 'en-GB',
    timezoneId: 'Europe/Istanbul',
  },
});
