import { type ServiceContext, withTransaction } from '#server/context.ts';
import { ServiceError } from '#server/errors.ts';
import {
  recordSuccess,
  type SignedIn,
  startSession,
} from '#server/services/admin-sessions/index.ts';
import { PASSKEY_MESSAGES } from '#shared/passkeys/messages.ts';
import type { PasskeyAssertion } from '#shared/passkeys/schema.ts';
import { checkAssertion, createAssertionOptions, recordUse, type RelyingParty } from './verify.ts';

const SIGN_IN = { purpose: 'sign-in', adminUserId: null } as const;

export function startPasskeySignIn(ctx: ServiceContext, party: RelyingParty): Promise<string> {
  return createAssertionOptions(ctx, party, SIGN_IN);
}

/**
 * Signs in with a passkey whose authenticator has verified its person: something they have and something they know or are, so no
 * second factor is asked for. It cannot be guessed, so failed tries of the address do not stand in its way.
 */
export async function signInWithPasskey(
  ctx: ServiceContext,
  party: RelyingParty,
  assertion: PasskeyAssertion,
): Promise<SignedIn> {
  const passkey = await checkAssertion(ctx, party, assertion, SIGN_IN);
  if (!passkey) throw new ServiceError('UNAUTHORIZED', PASSKEY_MESSAGES.rejected);
  return withTransaction(ctx, async (tx) => {
    // The order of a removal: the administrator's row first.
    const signedIn = await startSession(ctx, tx, { id: passkey.adminUserId });
    if (!(await recordUse({ db: tx, now: ctx.now }, passkey))) {
      throw new ServiceError('UNAUTHORIZED', PASSKEY_MESSAGES.rejected);
    }
    await recordSuccess(ctx, tx, signedIn.adminUser.username);
    return signedIn;
  });
}
