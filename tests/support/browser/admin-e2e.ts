import type { Page } from '@playwright/test';
import { signInForTest } from '#tests/support/admin.ts';
import type { Site } from './e2e.ts';

/** Opens every further page of this tab as a new administrator, without typing a password. */
export async function signInAsAdmin(
  page: Page,
  site: Site,
  admin?: { id: string; username: string },
) {
  const session = await signInForTest(site.db, admin);
  await page.addInitScript(({ token, adminUserId, username }) => {
    if (sessionStorage.getItem('signed-in-once')) return;
    sessionStorage.setItem('signed-in-once', '1');
    localStorage.setItem('adminSessionToken', token);
    localStorage.setItem('adminUser', JSON.stringify({ id: adminUserId, username }));
  }, session);
  return session;
}
