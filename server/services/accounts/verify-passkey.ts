import { type ServiceContext, withTransaction } from '#server/context/context.ts';
import type { PasskeyAssertion } from '#shared/passkeys/schema.ts';
import {
  createPasskeyChallenge,
  findPasskeyChallenge,
  takePasskeyChallenge,
  type Use,
} from './passkey-challenges.ts';
import { ServiceError } from '#server/core/errors.ts';
import { recordSuccess } from './login-limit.ts';
import { type SignedIn, startSession } from './sign-in.ts';
import { PASSKEY_MESSAGES } from '#shared/passkeys/messages.ts';

export type RelyingParty = { origin: string; id: string };

/** Browsers bind passkeys to the host name. */
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

export async function listCredentials({ db }: ServiceContext, adminUserId: string) {
  const known = await db
    .selectFrom('adminPasskeys')
    .select(['credentialId', 'transports'])
    .where('adminUserId', '=', adminUserId)
    .execute();
  return known.map(({ credentialId, transports }) => ({
    id: credentialId.toString('base64url'),
    transports,
  }));
}

export function expectationsOf({ origin, id }: RelyingParty, expectedChallenge: string) {
  return {
    expectedChallenge,
    expectedOrigin: origin,
    expectedRPID: id,
    requireUserVerification: true,
  };
}

export async function createAssertionOptions(
  ctx: ServiceContext,
  party: RelyingParty,
  use: Use,
): Promise<string> {
  const { generateAuthenticationOptions } = await import('@simplewebauthn/server');
  const options = await generateAuthenticationOptions({
    rpID: party.id,
    allowCredentials: use.adminUserId === null ? [] : await listCredentials(ctx, use.adminUserId),
    challenge: createPasskeyChallenge(ctx, use),
    userVerification: 'required',
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

type StoredPasskey = NonNullable<Awaited<ReturnType<typeof findPasskey>>>;

async function verifySignature(
  ctx: ServiceContext,
  party: RelyingParty,
  assertion: PasskeyAssertion,
  { passkey, challenge }: { passkey: StoredPasskey; challenge: string },
): Promise<CheckedPasskey | null> {
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...assertion, clientExtensionResults: {} },
      ...expectationsOf(party, challenge),
      credential: {
        id: assertion.id,
        publicKey: new Uint8Array(passkey.publicKey),
        counter: passkey.counter,
      },
    });
    if (!verified) return null;
    const { id, adminUserId, counter } = passkey;
    return { id, adminUserId, counter, newCounter: authenticationInfo.newCounter };
  } catch (error) {
    // The library throws for every invalid response, including a counter that went back.
    ctx.log.warn({ error, passkeyId: passkey.id }, 'a passkey was rejected');
    return null;
  }
}

export async function checkAssertion(
  ctx: ServiceContext,
  party: RelyingParty,
  assertion: PasskeyAssertion,
  use: Use,
): Promise<CheckedPasskey | null> {
  const { clientDataJSON, userHandle } = assertion.response;
  const challenge = findPasskeyChallenge(ctx, clientDataJSON, use);
  const passkey = challenge === null ? undefined : await findPasskey(ctx, assertion.id);
  if (!passkey || challenge === null) return null;
  if (use.adminUserId !== null && passkey.adminUserId !== use.adminUserId) return null;
  if (userHandle && userHandle !== userHandleOf(passkey.adminUserId)) return null;
  const checked = await verifySignature(ctx, party, assertion, { passkey, challenge });
  return checked && (await takePasskeyChallenge(ctx, challenge, use)) ? checked : null;
}

export function userHandleOf(adminUserId: string): string {
  return Buffer.from(adminUserId.replaceAll('-', ''), 'hex').toString('base64url');
}

/** Returns false when the passkey was removed or used elsewhere meanwhile. */
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

const SIGN_IN = { purpose: 'sign-in', adminUserId: null } as const;

export function startPasskeySignIn(ctx: ServiceContext, party: RelyingParty): Promise<string> {
  return createAssertionOptions(ctx, party, SIGN_IN);
}

/** User verification makes a passkey two factors. It cannot be guessed, so failed attempts do not block it. */
export async function signInWithPasskey(
  ctx: ServiceContext,
  party: RelyingParty,
  assertion: PasskeyAssertion,
): Promise<SignedIn> {
  const passkey = await checkAssertion(ctx, party, assertion, SIGN_IN);
  if (!passkey) throw new ServiceError('UNAUTHORIZED', PASSKEY_MESSAGES.rejected);
  return withTransaction(ctx, async (tx) => {
    // Removing a passkey locks the administrator's row first too.
    const signedIn = await startSession(ctx, tx, { id: passkey.adminUserId });
    if (!(await recordUse({ db: tx, now: ctx.now }, passkey))) {
      throw new ServiceError('UNAUTHORIZED', PASSKEY_MESSAGES.rejected);
    }
    await recordSuccess(ctx, tx, signedIn.adminUser.username);
    return signedIn;
  });
}
