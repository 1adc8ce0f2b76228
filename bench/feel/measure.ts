import type { BrowserContext, Page } from '@playwright/test';

const SLOWDOWN = 4;
// What an interaction sets going is painted by then, at a quarter of the speed.
const SETTLE_MS = 700;
// Hydrated, with its lists; the stream of events never lets the network be idle.
const IDLE_MS = 1_500;
// Event Timing reports nothing shorter.
const MIN_MS = 16;

export type Interaction = {
  name: string;
  path: string;
  /** Brings the page to where the interaction begins; not measured. */
  prepare?: (page: Page) => Promise<unknown>;
  act: (page: Page) => Promise<unknown>;
};

type Visit = Interaction & { signIn?: ((page: Page) => Promise<unknown>) | undefined };

/** From the event until the next paint, in milliseconds, by the Event Timing API; the longest of the events that `act` makes. */
export async function timeInteraction(
  context: BrowserContext,
  url: string,
  { path, signIn, prepare, act }: Visit,
): Promise<number> {
  const page = await context.newPage();
  try {
    await page.addInitScript((shortest) => {
      const state = { longest: 0 };
      Reflect.set(window, 'interactions', state);
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          if (Reflect.get(entry, 'interactionId')) {
            state.longest = Math.max(state.longest, entry.duration);
          }
        }
      }).observe({ type: 'event', durationThreshold: shortest } as PerformanceObserverInit);
    }, MIN_MS);
    await signIn?.(page);
    const devTools = await context.newCDPSession(page);
    await page.goto(`${url}${path}`, { waitUntil: 'load' });
    await page.locator('main h1').waitFor();
    await page.waitForTimeout(IDLE_MS);
    await devTools.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
    await prepare?.(page);
    await page.waitForTimeout(SETTLE_MS);
    await page.evaluate(() => Object.assign(Reflect.get(window, 'interactions'), { longest: 0 }));
    await act(page);
    await page.waitForTimeout(SETTLE_MS);
    return await page.evaluate(() => Reflect.get(window, 'interactions').longest as number);
  } finally {
    await page.close();
  }
}
