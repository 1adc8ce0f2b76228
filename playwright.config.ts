import { defineConfig } from '@playwright/test';
import {
  BROWSER_ARGUMENTS,
  BROWSER_ENVIRONMENT,
  findBrowser,
} from '#tests/support/browser/browser.ts';

const OF_ADMINISTRATORS = /\/e2e\/admin\//;
const INJECTIONS = /script-injection/;

export default defineConfig({
  testDir: 'tests/e2e',
  globalSetup: './tests/support/global-setup.ts',
  workers: 2,
  fullyParallel: false,
  // On a machine that is busy with something else a browser may miss a moment; the report names what needed a second try.
  retries: 1,
  timeout: 60_000,
  expect: { timeout: 5_000 },
  // Workers, and with them databases, belong to one project: what administrators change is not what visitors' journeys read.
  projects: [
    // First, because it needs a worker of its own: at the end, the other worker would wait for it.
    { name: 'injections', testMatch: INJECTIONS },
    { name: 'site', testIgnore: OF_ADMINISTRATORS },
    { name: 'admin', testMatch: OF_ADMINISTRATORS, testIgnore: INJECTIONS },
  ],
  reporter: 'line',
  use: {
    launchOptions: {
      executablePath: await findBrowser(),
      args: BROWSER_ARGUMENTS,
      env: BROWSER_ENVIRONMENT,
    },
    // A trace of every journey costs a quarter of the suite's time: `npx playwright test --trace on <file>` records one when needed.
    screenshot: 'only-on-failure',
    viewport: { width: 1280, height: 800 },
  },
});
