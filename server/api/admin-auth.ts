import { Hono } from 'hono';
import { adminAuthSchema } from '#shared/admin-sessions/schema.ts';
import { privateResponse } from '#server/http/api/json-response.ts';
import { contextOf, type HonoEnv } from '#server/http/request-context.ts';
import { validateJson } from '#server/http/api/validate.ts';
import {
  type RelyingParty,
  signInWithPasskey,
  startPasskeySignIn,
} from '#server/services/admin-passkeys/index.ts';
import {
  authenticate,
  signIn,
  signOut,
  verifyChallenge,
} from '#server/services/admin-sessions/index.ts';

/** Signing in and out of the back office; not part of the documented public API. */
export function adminAuthApi(party: RelyingParty) {
  return new Hono<HonoEnv>().post('/', validateJson(adminAuthSchema), async (c) => {
    const ctx = contextOf(c);
    const body = c.req.valid('json');
    if (body.action === 'login') {
      const result = await signIn(ctx, body);
      return privateResponse(
        'challenge' in result ? { mfaRequired: true, ...result } : { success: true, ...result },
      );
    }
    if (body.action === 'mfa-verify') {
      return privateResponse({ success: true, ...(await verifyChallenge(ctx, body)) });
    }
    if (body.action === 'passkey-options') {
      return privateResponse({ options: await startPasskeySignIn(ctx, party) });
    }
    if (body.action === 'passkey-verify') {
      const signedIn = await signInWithPasskey(ctx, party, body.assertion);
      return privateResponse({ success: true, ...signedIn });
    }
    if (body.action === 'logout') {
      await signOut(ctx, body.sessionToken);
      return privateResponse({ success: true });
    }
    // A page that asks automatically whether it is still signed in must not thereby stay so.
    const admin = await authenticate(ctx, body.sessionToken, { isBackground: true });
    if (admin) ctx.recordSignIn?.();
    return privateResponse(
      admin
        ? { valid: true, adminUser: { id: admin.adminUserId, username: admin.username } }
        : { valid: false },
    );
  });
}
