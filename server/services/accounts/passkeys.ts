import {
  requireAdmin,
  requireRecentProof,
  type ServiceContext,
  withTransaction,
} from '#server/context/context.ts';
import { readContent } from '#server/services/site-content/index.ts';
import { columnsOf, presentRow } from '#server/db/present-row.ts';
import { ServiceError } from '#server/core/errors.ts';
import { v7 as uuidV7 } from 'uuid';
import { replaceSessions } from './sign-in.ts';
import { lockAdmin } from './rights.ts';
import { MAX_PASSKEYS } from '#shared/passkeys/values.ts';
import { PASSKEY_MESSAGES } from '#shared/passkeys/messages.ts';
import {
  type Passkey,
  type PasskeyAttestation,
  passkeySchema,
} from '#shared/passkeys/admin-schema.ts';
import {
  createPasskeyChallenge,
  findPasskeyChallenge,
  takePasskeyChallenge,
} from './passkey-challenges.ts';
import {
  expectationsOf,
  listCredentials,
  type RelyingParty,
  userHandleOf,
} from './verify-passkey.ts';

export async function listPasskeys(ctx: ServiceContext): Promise<Passkey[]> {
  const { adminUserId } = requireAdmin(ctx);
  const rows = await ctx.db
    .selectFrom('adminPasskeys')
    .select(columnsOf(passkeySchema))
    .where('adminUserId', '=', adminUserId)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.map(presentRow);
}

export async function startPasskeyRegistration(
  ctx: ServiceContext,
  party: RelyingParty,
): Promise<string> {
  const { adminUserId, username } = requireRecentProof(ctx, 'own');
  const { generateRegistrationOptions } = await import('@simplewebauthn/server');
  const known = await listCredentials(ctx, adminUserId);
  if (known.length >= MAX_PASSKEYS) throw new ServiceError('CONFLICT', PASSKEY_MESSAGES.tooMany);
  const { name } = await readContent(ctx.db, 'company');
  const options = await generateRegistrationOptions({
    rpName: name || party.id,
    rpID: party.id,
    userName: username,
    userDisplayName: username,
    userID: new Uint8Array(Buffer.from(userHandleOf(adminUserId), 'base64url')),
    challenge: createPasskeyChallenge(ctx, { purpose: 'register', adminUserId }),
    attestationType: 'none',
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    excludeCredentials: known,
  });
  return JSON.stringify(options);
}

async function verifyAttestation(
  ctx: ServiceContext,
  party: RelyingParty,
  attestation: PasskeyAttestation,
  challenge: string,
) {
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { ...attestation, clientExtensionResults: {} },
      ...expectationsOf(party, challenge),
    });
    return verified ? registrationInfo : null;
  } catch (error) {
    ctx.log.warn({ error }, 'a new passkey was rejected');
    return null;
  }
}

async function checkAttestation(
  ctx: ServiceContext,
  party: RelyingParty,
  attestation: PasskeyAttestation,
) {
  const use = { purpose: 'register', adminUserId: requireAdmin(ctx).adminUserId } as const;
  const challenge = findPasskeyChallenge(ctx, attestation.response.clientDataJSON, use);
  if (challenge === null) return null;
  const made = await verifyAttestation(ctx, party, attestation, challenge);
  return made && (await takePasskeyChallenge(ctx, challenge, use)) ? made : null;
}

export async function createPasskey(
  ctx: ServiceContext,
  party: RelyingParty,
  { name, attestation }: { name: string; attestation: PasskeyAttestation },
): Promise<string> {
  const { adminUserId } = requireRecentProof(ctx, 'own');
  const made = await checkAttestation(ctx, party, attestation);
  if (!made) throw new ServiceError('BAD_REQUEST', PASSKEY_MESSAGES.notMade);
  return withTransaction(ctx, async (tx) => {
    await lockAdmin(tx, adminUserId);
    const { count } = await tx
      .selectFrom('adminPasskeys')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('adminUserId', '=', adminUserId)
      .executeTakeFirstOrThrow();
    if (count >= MAX_PASSKEYS) throw new ServiceError('CONFLICT', PASSKEY_MESSAGES.tooMany);
    await tx
      .insertInto('adminPasskeys')
      .values({
        id: uuidV7(),
        adminUserId,
        credentialId: Buffer.from(made.credential.id, 'base64url'),
        publicKey: Buffer.from(made.credential.publicKey),
        counter: made.credential.counter,
        transports: attestation.response.transports ?? [],
        name,
        isSynced: made.credentialBackedUp,
        createdAt: ctx.now(),
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirstOrThrow(() => new ServiceError('CONFLICT', PASSKEY_MESSAGES.known));
    return replaceSessions(ctx, tx);
  });
}

export async function deletePasskey(ctx: ServiceContext, id: string): Promise<string> {
  const { adminUserId } = requireRecentProof(ctx, 'own');
  return withTransaction(ctx, async (tx) => {
    await lockAdmin(tx, adminUserId);
    await tx
      .deleteFrom('adminPasskeys')
      .where('id', '=', id)
      .where('adminUserId', '=', adminUserId)
      .returning('id')
      .executeTakeFirstOrThrow(() => new ServiceError('NOT_FOUND', PASSKEY_MESSAGES.notFound));
    return replaceSessions(ctx, tx);
  });
}
