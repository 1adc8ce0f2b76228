import { Hono } from 'hono';
import * as z from 'zod';
import { adminUserSchema } from '#shared/admin-account/admin-schema.ts';
import { adminAuthSchema } from '#shared/admin-sessions/schema.ts';
import { invitationOfferSchema } from '#shared/admin-users/schema.ts';
import { identityOf } from '#server/context/context.ts';
import { privateResponse } from '#server/http/api/json-response.ts';
import { contextOf, type HonoEnv } from '#server/http/base/request-context.ts';
import { validateJson } from '#server/http/api/validate.ts';
import {
  acceptInvitation,
  authenticate,
  getInvitationOffer,
  type RelyingParty,
  signIn,
  signInWithPasskey,
  signOut,
  startPasskeySignIn,
  verifyChallenge,
} from '#server/services/accounts/index.ts';
import { BODY_ERRORS, describeEndpoint } from './base/describe.ts';

const success = z.literal(true);

const responseSchema = z.union([
  z.object({ success, sessionToken: z.string(), adminUser: adminUserSchema }),
  z.object({ mfaRequired: z.literal(true), challenge: z.string() }),
  z.object({ options: z.string() }),
  z.object({ invitation: invitationOfferSchema }),
  z.object({ success }),
  z.object({ valid: z.literal(true), adminUser: adminUserSchema }),
  z.object({ valid: z.literal(false) }),
]);

const describeAuth = describeEndpoint({
  part: 'signIn',
  summary: 'Signs an administrator in or out',
  description:
    '`invitation` responds with what the link of an invitation offers, `invitation-accept` makes the account and responds with a session. ' +
    '`login` responds with a session, or with the challenge that `mfa-verify` takes with a code. `passkey-options` responds with what a browser ' +
    'needs to sign in with a passkey (JSON, as text), `passkey-verify` with a session. `verify` says whether there is a session, `logout` ends it.',
  response: { status: 200, description: 'What the action gives', schema: responseSchema },
  errors: [...BODY_ERRORS, 'UNAUTHORIZED', 'CONFLICT', 'INSUFFICIENT_STORAGE'],
});

export function adminAuthApi(party: RelyingParty) {
  return new Hono<HonoEnv>().post('/', describeAuth, validateJson(adminAuthSchema), async (c) => {
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
    if (body.action === 'invitation') {
      return privateResponse({ invitation: await getInvitationOffer(ctx, body.token) });
    }
    if (body.action === 'invitation-accept') {
      return privateResponse({ success: true, ...(await acceptInvitation(ctx, body)) });
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
    // A background check must not extend the session.
    const admin = await authenticate(ctx, body.sessionToken, { isBackground: true });
    if (admin) ctx.recordSignIn?.();
    return privateResponse(
      admin ? { valid: true, adminUser: identityOf(admin) } : { valid: false },
    );
  });
}
