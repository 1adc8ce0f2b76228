import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

// The drawing behind the top of the home page is a pseudo element: because of it, the contrast of nothing in there would be
// judged.
const OPTIONS = {
  resultTypes: ['violations' as const],
  checks: { 'color-contrast': { options: { ignorePseudo: true } } },
};

/** Expects that what the page shows now has no accessibility finding and does not scroll sideways. */
export async function expectNoFinding(page: Page, state: string): Promise<void> {
  // A colour on its way from one theme to the other is none that anybody reads.
  await page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter((animation) => animation instanceof CSSTransition)
        .map((animation) => animation.finished),
    ),
  );
  const sideways = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(sideways, `${state}: scrolls sideways`).toBe(0);
  const { violations } = await new AxeBuilder({ page }).options(OPTIONS).analyze();
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`),
    state,
  ).toEqual([]);
}

const VARIANTS = [
  { colorScheme: 'light', width: 1440 },
  { colorScheme: 'dark', width: 360 },
] as const;

/** Looks at one state of a page in both themes, wide and narrow; `prepare` brings back what goes automatically. */
export async function expectAccessible(
  page: Page,
  prepare: () => Promise<void> = async () => {},
): Promise<void> {
  for (const { colorScheme, width } of VARIANTS) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.setViewportSize({ width, height: 900 });
    await prepare();
    await expectNoFinding(page, `${width} px, ${colorScheme}`);
  }
}
