import { expect, type Locator, type Page } from '@playwright/test';

export function toast(page: Page, text: string): Locator {
  return page.locator('[data-toast]').filter({ hasText: text });
}

/** Sees a notice and closes it, so that it is not taken for a later one with the same words. */
export async function seeToast(notice: Locator): Promise<void> {
  await expect(notice.first()).toBeVisible();
  await expect(async () => {
    // By script: the focus and the mouse stay where they are.
    await notice.locator('button').evaluateAll((buttons) => {
      for (const button of buttons as HTMLButtonElement[]) button.click();
    });
    await expect(notice).toHaveCount(0, { timeout: 1_000 });
  }).toPass();
}

/** Sees a notice of the back office and closes it. */
export async function expectToast(page: Page, text: string, title = 'Success'): Promise<void> {
  await seeToast(toast(page, text).filter({ hasText: title }));
}
