import { requireAdmin, type ServiceContext, withTransaction } from '#server/context/context.ts';
import { rejectField, ServiceError } from '#server/core/errors.ts';
import {
  checkAssertion,
  createAssertionOptions,
  recordUse,
  type RelyingParty,
} from './verify-passkey.ts';
import { useSecondFactor } from './second-factor.ts';
import { ACCOUNT_MESSAGES } from '#shared/admin-account/messages.ts';
import { PASSKEY_MESSAGES } from '#shared/passkeys/messages.ts';
import type { PasskeyAssertion } from '#shared/passkeys/schema.ts';
import { countGuess, requirePassword } from './guarded.ts';

/** What nobody's password can be: it would be too short. */
const APP_CODE = /^\d{6}$/;

async function recordProof(ctx: ServiceContext): Promise<void> {
  const { sessionId } = requireAdmin(ctx);
  await ctx.db
    .updateTable('adminSessions')
    .set({ provedAt: ctx.now() })
    .where('id', '=', sessionId)
    .execute();
}

async function requireAppCode(ctx: ServiceContext, code: string): Promise<void> {
  const { adminUserId } = requireAdmin(ctx);
  const use = await withTransaction(ctx, (tx) => useSecondFactor(ctx, tx, { adminUserId, code }));
  if (use !== 'used') throw rejectField('secret', ACCOUNT_MESSAGES.wrongSecret);
}

/** Proves with the password, or a code of the authenticator app, that the administrator is at the screen now. */
export async function provePresence(
  ctx: ServiceContext,
  { secret }: { secret: string },
): Promise<void> {
  const code = secret.replaceAll(' ', '');
  await countGuess(ctx, async () => {
    if (APP_CODE.test(code)) await requireAppCode(ctx, code);
    else await requirePassword(ctx, { password: secret, field: 'secret' });
  });
  await recordProof(ctx);
}

export function startPasskeyProof(ctx: ServiceContext, party: RelyingParty): Promise<string> {
  const { adminUserId } = requireAdmin(ctx);
  return createAssertionOptions(ctx, party, { purpose: 'prove', adminUserId });
}

export async function provePresenceByPasskey(
  ctx: ServiceContext,
  party: RelyingParty,
  assertion: PasskeyAssertion,
): Promise<void> {
  const { adminUserId } = requireAdmin(ctx);
  const passkey = await checkAssertion(ctx, party, assertion, {
    purpose: 'prove',
    adminUserId,
  });
  if (!passkey || !(await recordUse(ctx, passkey))) {
    throw new ServiceError('BAD_REQUEST', PASSKEY_MESSAGES.rejected);
  }
  await recordProof(ctx);
}
