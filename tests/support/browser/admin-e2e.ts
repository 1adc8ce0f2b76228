import type { Page } from '@playwright/test';
import type { Kysely } from 'kysely';
import type { DB } from '#server/db/types.ts';
import { buildAdmin, signInForTest, type TestSession } from '#tests/support/admin.ts';

export type TestAccount = TestSession & { id: string };

/** Inserts a new administrator with a session. */
export async function buildAccount(db: Kysely<DB>): Promise<TestAccount> {
  const { id, username } = await buildAdmin(db);
  return { ...(await signInForTest(db, { id, username })), id };
}

/** Opens every further page of this tab with the session, without typing a password. */
export async function signInAs(page: Page, session: TestSession): Promise<void> {
  await page.addInitScript(({ token, adminUserId, username }) => {
    if (sessionStorage.getItem('signed-in-once')) return;
    sessionStorage.setItem('signed-in-once', '1');
    localStorage.setItem('adminSessionToken', token);
    localStorage.setItem('adminUser', JSON.stringify({ id: adminUserId, username }));
  }, session);
}
