import type { Kysely } from 'kysely';
import { TOTP } from 'otpauth';
import { expect } from 'vitest';
import type { DB } from '#server/db/types.ts';
import { countBlocked } from './database/blocked-statements.ts';
import { TEST_PASSWORD } from './admin.ts';
import { postJson, sendAs } from './admin-requests.ts';
import type { TestApp } from './test-app.ts';

type SignIn = { password?: string; from?: string; userAgent?: string };

/** Sends an action of the sign-in page. */
export function sendSignIn(api: TestApp, body: unknown, headers: Record<string, string> = {}) {
  return postJson(api, '/api/admin-auth', body, headers);
}

/** Signs in with a password, behind a trusted proxy from an address. */
export function logIn(
  api: TestApp,
  username: string,
  { password = TEST_PASSWORD, from, userAgent }: SignIn = {},
) {
  const headers = {
    ...(from && { 'x-forwarded-for': from }),
    ...(userAgent && { 'user-agent': userAgent }),
  };
  return sendSignIn(api, { action: 'login', username, password }, headers);
}

/** Completes a sign-in with a code of the authenticator app or a recovery code. */
export function verifyCode(api: TestApp, challenge: string, code: string) {
  return sendSignIn(api, { action: 'mfa-verify', challenge, code });
}

/** The code that the authenticator app shows at the time of the application. */
export function generateCode({ clock }: TestApp, secret: string): string {
  return new TOTP({ secret }).generate({ timestamp: clock.now.getTime() });
}

export async function isSignedIn(api: TestApp, token: string): Promise<boolean> {
  return (await sendAs(api, token, 'GET', 'session-check')).status === 200;
}

/** Makes the last proof of every session too old for what needs a fresh one. */
export async function expireProofs({ db }: TestApp): Promise<void> {
  const provedAt = new Date(Date.now() - 600_000);
  await db.updateTable('adminSessions').set({ provedAt }).execute();
}

/** Waits until so many statements of the application wait for a lock. */
export async function waitForLocks(db: Kysely<DB>, count = 1): Promise<void> {
  await expect.poll(() => countBlocked(db), { timeout: 20_000 }).toBe(count);
}
