import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import type { Browser } from '@playwright/test';

const INSTALLED = [
  // The same engine without the browser's own window: journeys take two thirds of the time.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

export const BROWSER_ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Else texts are as wide as the hinting of this version makes them.
  '--font-render-hinting=none',
];

// Without a locale, as in a bare container, Chromium gives a download with letters like ş no name.
export const BROWSER_ENVIRONMENT = { ...process.env, LC_ALL: 'C.UTF-8' };

function findInstalled(): string | null {
  const given = process.env.CHROMIUM_PATH;
  if (given) {
    if (!existsSync(given)) throw new Error(`CHROMIUM_PATH names no file: ${given}`);
    return given;
  }
  return INSTALLED.find((path) => existsSync(path)) ?? null;
}

async function findPlaywrights(): Promise<string | null> {
  const { chromium } = await import('@playwright/test');
  const path = chromium.executablePath();
  return existsSync(path) ? path : null;
}

function installOnDebian(): string | null {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return null;
  const apt = (...args: string[]) =>
    execFileSync('apt-get', args, {
      stdio: 'ignore',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
  apt('update');
  for (const name of ['chromium-headless-shell', 'chromium']) {
    console.log(`Installing ${name} for the browser tests …`);
    try {
      apt('install', '-y', '--no-install-recommends', name);
      break;
    } catch {
      // Older Debian has no package of the headless shell.
    }
  }
  return findInstalled();
}

/** Starts the browser for tests. */
export async function launchBrowser(): Promise<Browser> {
  const executablePath = await findBrowser();
  const { chromium } = await import('@playwright/test');
  return chromium.launch({ executablePath, args: BROWSER_ARGUMENTS });
}

/**
 * The browser for tests: `CHROMIUM_PATH`, else an installed Chromium or Chrome, else Playwright's own, else Debian's package when
 * root on Debian.
 */
export async function findBrowser(): Promise<string> {
  const path = findInstalled() ?? (await findPlaywrights()) ?? installOnDebian();
  if (path) return path;
  throw new Error(
    'No browser for the tests: install Chromium or Google Chrome, or set CHROMIUM_PATH to one.',
  );
}
