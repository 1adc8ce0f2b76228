import { expect, type Locator, type Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';

const FIRST_LOAD = { timeout: 20_000 };

let serial = 0;

/** A title that no other test has. */
export function uniqueTitle(words: string): string {
  serial += 1;
  return `${words} ${Date.now().toString(36)}${serial}`;
}

export const DRAWING = {
  name: 'drawing.svg',
  mimeType: 'image/svg+xml',
  buffer: Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 60"><script>alert(1)</script><rect width="90" height="60" fill="teal"/></svg>',
  ),
};

/** Stores the drawing as an image of this folder; returns its URL. */
export async function uploadDrawing(page: Page, token: string, folder: string): Promise<string> {
  const response = await page.request.post('/api/admin/uploads', {
    headers: { 'x-admin-session': token },
    multipart: { folder, file: DRAWING },
  });
  const { url } = (await response.json()) as { url: string };
  return url;
}

/** Waits until everything is there that a page asks for after it was loaded. */
export async function waitUntilLoaded(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeAttached(FIRST_LOAD);
  const pending = page.locator('[aria-busy="true"], .skeleton, [class*="animate-spin"]');
  await expect(pending).toHaveCount(0, FIRST_LOAD);
}

/** Opens a page as its reader sees it. */
export async function openScreen(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await waitUntilLoaded(page);
}

/** Opens a list of the back office. */
export async function openList(page: Page, screen: string): Promise<void> {
  await page.goto(`/admin/${screen}`);
  await expect(page.getByRole('table')).toBeVisible(FIRST_LOAD);
}

/** Opens the screen of the signed-in administrator's own account. */
export async function openSecurity(page: Page): Promise<void> {
  await page.goto('/admin/security');
  await expect(page.getByRole('heading', { level: 1, name: 'Security' })).toBeVisible();
}

/** The card under a heading. */
export function card(page: Page, label: string): Locator {
  return page
    .getByRole('heading', { name: label, exact: true })
    .locator('xpath=ancestor::*[contains(@class, "card")]');
}

/** The row with this text in its head. */
export function rowOf(page: Page, name: string): Locator {
  return page.getByRole('row').filter({ has: page.getByRole('rowheader', { name }) });
}

/** The summary of what a form rejects. */
export function problemsOf(form: Locator): Locator {
  return form.getByRole('alert').filter({ hasText: 'There is a problem' });
}

/** Both versions of what somebody else has changed in the meantime. */
export function conflictOf(form: Locator): Locator {
  return form.getByRole('alert').filter({ hasText: 'Somebody else has changed this' });
}

/** Looks at the state that a journey has reached, and brings the size back so that it can go on. */
export async function expectAccessibleState(page: Page): Promise<void> {
  const size = page.viewportSize();
  await expectAccessible(page);
  if (size) await page.setViewportSize(size);
}
