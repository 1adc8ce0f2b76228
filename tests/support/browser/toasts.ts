import { expect, type Locator, type Page } from '@playwright/test';

/** Sees a notice and closes it, so that it is not taken for a later one with the same words. */
export async function seeToast(toast: Locator): Promise<void> {
  await expect(toast.first()).toBeVisible();
  await expect(async () => {
    // By script: the focus and the mouse stay where they are.
    await toast.locator('button').evaluateAll((buttons) => {
      for (const button of buttons as HTMLButtonElement[]) button.click();
    });
    await expect(toast).toHaveCount(0, { timeout: 1_000 });
  }).toPass();
}

/** Sees a notice of the back office and closes it. */
export async function expectToast(page: Page, text: string, title = 'Success'): Promise<void> {
  const toast = page.locator('[data-toast]').filter({ hasText: text });
  await seeToast(toast.filter({ hasText: title }));
}
