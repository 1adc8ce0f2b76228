import { expect, type Page } from '@playwright/test';
import axe from 'axe-core';

// The drawing behind the top of the home page is a pseudo element: because of it, the contrast of nothing in there would be
// judged.
const OPTIONS = {
  resultTypes: ['violations' as const],
  // The frame of a mail lets no script in; mails are inspected as pages of their own.
  iframes: false,
  checks: { 'color-contrast': { options: { ignorePseudo: true } } },
};

/** Waits for what a new size, theme or medium leads to. */
export function settle(page: Page): Promise<void> {
  return page.evaluate(async () => {
    // What scripts make of a new size is there after its first frame.
    await new Promise(requestAnimationFrame);
    // A colour on its way from one theme to the other is none that anybody reads.
    await Promise.allSettled(
      document
        .getAnimations()
        .filter((animation) => animation instanceof CSSTransition)
        .map((animation) => animation.finished),
    );
  });
}

export async function listSideways(page: Page): Promise<string[]> {
  const sideways = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  return sideways > 0 ? [`scrolls sideways by ${sideways} px`] : [];
}

type Rules = { rules?: Record<string, { enabled: boolean }> };

/** The accessibility findings in what the page shows now, and whether it scrolls sideways. */
export async function listAccessFindings(page: Page, more: Rules = {}): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const violations = await page.evaluate(
    async (options) => {
      const { axe: inPage } = window as unknown as { axe: typeof axe };
      const { violations: found } = await inPage.run(options);
      return found.map(
        ({ id, nodes }) =>
          `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join(' ')}`,
      );
    },
    { ...OPTIONS, ...more },
  );
  return [...(await listSideways(page)), ...violations];
}

/** Expects that what the page shows now has no accessibility finding and does not scroll sideways. */
export async function expectNoFinding(page: Page, state: string): Promise<void> {
  await settle(page);
  expect(await listAccessFindings(page), state).toEqual([]);
}

const VARIANTS = [
  { colorScheme: 'light', width: 1440 },
  { colorScheme: 'dark', width: 360 },
] as const;

/** Looks at one state of a page in both themes, wide and narrow; `prepare` brings back what goes automatically. */
export async function expectAccessible(page: Page, prepare: () => Promise<void> = async () => {}) {
  for (const { colorScheme, width } of VARIANTS) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.setViewportSize({ width, height: 900 });
    await prepare();
    await expectNoFinding(page, `${width} px, ${colorScheme}`);
  }
}
