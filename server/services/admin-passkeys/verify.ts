import type { ServiceContext } from '#server/context.ts';
import type { PasskeyAssertion } from '#shared/passkeys/schema.ts';
import { type Purpose, createPasskeyChallenge, takePasskeyChallenge } from './challenges.ts';

/** The site as browsers know it: passkeys are bound to it. */
export type RelyingParty = { origin: string; id: string };

/** Browsers know a site by its origin, and bind passkeys to its host name. */
export function relyingPartyOf(publicUrl: string): RelyingParty {
  const { origin, hostname } = new URL(publicUrl);
  return { origin, id: hostname };
}

export type CheckedPasskey = {
  id: string;
  adminUserId: string;
  counter: number;
  newCounter: number;
};

/** The settings with which a browser asks for a passkey of any administrator, or of this one, as JSON. */
export async function createAssertionOptions(
  ctx: ServiceContext,
  party: RelyingParty,
  { purpose, adminUserId }: { purpose: Purpose; adminUserId: string | null },
): Promise<string> {
  const { generateAuthenticationOptions } = await import('@simplewebauthn/server');
  const known =
    adminUserId === null
      ? []
      : await ctx.db
          .selectFrom('adminPasskeys')
          .select(['credentialId', 'transports'])
          .where('adminUserId', '=', adminUserId)
          .execute();
  const options = await generateAuthenticationOptions({
    rpID: party.id,
    challenge: await createPasskeyChallenge(ctx, { purpose, adminUserId }),
    userVerification: 'required',
    allowCredentials: known.map(({ credentialId, transports }) => ({
      id: credentialId.toString('base64url'),
      transports,
    })),
  });
  return JSON.stringify(options);
}

function findPasskey(ctx: ServiceContext, credentialId: string) {
  return ctx.db
    .selectFrom('adminPasskeys')
    .select(['id', 'adminUserId', 'publicKey', 'counter'])
    .where('credentialId', '=', Buffer.from(credentialId, 'base64url'))
    .executeTakeFirst();
}

/** The passkey that has signed a challenge of ours for this purpose, its person verified; null when anything about that is wrong. */
export async function checkAssertion(
  ctx: ServiceContext,
  party: RelyingParty,
  {
    assertion,
    purpose,
    adminUserId,
  }: { assertion: PasskeyAssertion; purpose: Purpose; adminUserId: string | null },
): Promise<CheckedPasskey | null> {
  const expectedChallenge = await takePasskeyChallenge(ctx, {
    clientDataJson: assertion.response.clientDataJSON,
    purpose,
    adminUserId,
  });
  const passkey = expectedChallenge === null ? undefined : await findPasskey(ctx, assertion.id);
  if (!passkey || expectedChallenge === null) return null;
  if (adminUserId !== null && passkey.adminUserId !== adminUserId) return null;
  const { userHandle } = assertion.response;
  if (userHandle && userHandle !== userHandleOf(passkey.adminUserId)) return null;
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...assertion, clientExtensionResults: {} },
      expectedChallenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      credential: {
        id: assertion.id,
        publicKey: new Uint8Array(passkey.publicKey),
        counter: passkey.counter,
      },
    });
    if (!verified) return null;
    const { id, adminUserId: owner, counter } = passkey;
    return { id, adminUserId: owner, counter, newCounter: authenticationInfo.newCounter };
  } catch (error) {
    // The library throws for whatever is wrong with a response, a counter that went back included.
    ctx.log.warn({ error, passkeyId: passkey.id }, 'a passkey was rejected');
    return null;
  }
}

/** What an authenticator keeps for whom a passkey is. */
export function userHandleOf(adminUserId: string): string {
  return Buffer.from(adminUserId.replaceAll('-', ''), 'hex').toString('base64url');
}

/** Records the use of a checked passkey; false when it was removed, or used elsewhere, meanwhile. */
export async function recordUse(
  ctx: Pick<ServiceContext, 'db' | 'now'>,
  { id, counter, newCounter }: CheckedPasskey,
): Promise<boolean> {
  const used = await ctx.db
    .updateTable('adminPasskeys')
    .set({ counter: newCounter, lastUsedAt: ctx.now() })
    .where('id', '=', id)
    .where('counter', '=', counter)
    .returning('id')
    .executeTakeFirst();
  return used !== undefined;
}
