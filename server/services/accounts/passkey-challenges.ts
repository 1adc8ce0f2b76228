import { createHmac, hash, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { v7 as uuidV7 } from 'uuid';
import type { ServiceContext } from '#server/context/context.ts';

export type Use =
  | { purpose: 'sign-in'; adminUserId: null }
  | { purpose: 'register' | 'prove'; adminUserId: string };

const KEY_BYTES = 32;
const RANDOM_BYTES = 16;
const EXPIRY_BYTES = 6;
const LIFETIME_MS = 5 * 60 * 1_000;
const NOBODY = '0.0.0.0';

/** An open challenge is sealed, so that it takes no room in the database. */
function sealChallenge({ totpKey }: ServiceContext, head: Buffer, use: Use): Buffer {
  const key = Buffer.from(hkdfSync('sha256', totpKey, '', 'passkey-challenges', KEY_BYTES));
  return createHmac('sha256', key)
    .update(head)
    .update(`${use.purpose}:${use.adminUserId ?? ''}`)
    .digest();
}

export function createPasskeyChallenge(ctx: ServiceContext, use: Use): Uint8Array<ArrayBuffer> {
  const expiry = Buffer.alloc(EXPIRY_BYTES);
  expiry.writeUIntBE(ctx.now().getTime() + LIFETIME_MS, 0, EXPIRY_BYTES);
  const head = Buffer.concat([randomBytes(RANDOM_BYTES), expiry]);
  return new Uint8Array(Buffer.concat([head, sealChallenge(ctx, head, use)]));
}

function readChallenge(clientDataJson: string): string | null {
  try {
    const data: unknown = JSON.parse(Buffer.from(clientDataJson, 'base64url').toString('utf8'));
    const challenge = (data as { challenge?: unknown } | null)?.challenge;
    return typeof challenge === 'string' ? challenge : null;
  } catch {
    return null;
  }
}

/** Returns null when the challenge was made for another use or has expired. */
export function findPasskeyChallenge(
  ctx: ServiceContext,
  clientDataJson: string,
  use: Use,
): string | null {
  const challenge = readChallenge(clientDataJson);
  const bytes = Buffer.from(challenge ?? '', 'base64url');
  const head = bytes.subarray(0, RANDOM_BYTES + EXPIRY_BYTES);
  const seal = bytes.subarray(RANDOM_BYTES + EXPIRY_BYTES);
  const expected = sealChallenge(ctx, head, use);
  if (seal.length !== expected.length || !timingSafeEqual(seal, expected)) return null;
  return head.readUIntBE(RANDOM_BYTES, EXPIRY_BYTES) > ctx.now().getTime() ? challenge : null;
}

/** Call it after verifying the signature: only then may a request take room in the database. */
export async function takePasskeyChallenge(
  ctx: ServiceContext,
  challenge: string,
  { purpose, adminUserId }: Use,
): Promise<boolean> {
  const now = ctx.now();
  const taken = await ctx.db
    .insertInto('adminPasskeyChallenges')
    .values({
      id: uuidV7(),
      // Version 1.2.0 takes a row for an open challenge, and must not find this one.
      challengeHash: hash('sha256', `used:${challenge}`, 'buffer'),
      purpose,
      adminUserId,
      source: ctx.client.aggregationKey ?? NOBODY,
      site: ctx.client.wideKey ?? NOBODY,
      createdAt: now,
      expiresAt: new Date(now.getTime() + LIFETIME_MS),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return taken !== undefined;
}
