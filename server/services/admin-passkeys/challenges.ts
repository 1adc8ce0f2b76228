import { hash, randomBytes } from 'node:crypto';
import type { Transaction } from 'kysely';
import { v7 as uuidV7 } from 'uuid';
import type { ServiceContext } from '#server/context.ts';
import type { DB } from '#server/db/types.ts';
import { ServiceError } from '#server/errors.ts';
import { withSharedCount } from '#server/services/admin-sessions/index.ts';
import { LOGIN_MESSAGES } from '#shared/admin-sessions/messages.ts';

/** What a signed challenge is good for, and for whom. */
export type Use =
  | { purpose: 'sign-in'; adminUserId: null }
  | { purpose: 'register' | 'prove'; adminUserId: string };

const CHALLENGE_BYTES = 32;
const LIFETIME_MS = 5 * 60 * 1_000;
const RETRY_AFTER_SECONDS = 60;
/** Of those not yet used. Whoever is signed in has their own. */
const MAX_OF_ADMIN = 5;
/** Of those who sign in: of a source, of a site (see server/traffic/source.ts), and of everybody together. */
const MAX_OF_SOURCE = 20;
const MAX_OF_SITE = 50;
const MAX_OPEN = 5_000;
const NOBODY = '0.0.0.0';

function hashChallenge(challenge: string): Buffer {
  return hash('sha256', challenge, 'buffer');
}

/** Ends the oldest of those that share a value, so that there is room for one more. */
async function makeRoom(
  tx: Transaction<DB>,
  { column, value, max }: { column: 'adminUserId' | 'source' | 'site'; value: string; max: number },
): Promise<void> {
  const isSignIn = column !== 'adminUserId';
  await tx
    .deleteFrom('adminPasskeyChallenges')
    .where('id', 'in', (older) =>
      older
        .selectFrom('adminPasskeyChallenges')
        .select('id')
        .where(column, '=', value)
        .where('purpose', isSignIn ? '=' : '<>', 'sign-in')
        .orderBy('createdAt', 'desc')
        .orderBy('id', 'desc')
        .offset(max - 1),
    )
    .execute();
}

async function requireRoom(ctx: ServiceContext, tx: Transaction<DB>): Promise<void> {
  const { count } = await tx
    .selectFrom('adminPasskeyChallenges')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('expiresAt', '>', ctx.now())
    .executeTakeFirstOrThrow();
  if (count < MAX_OPEN) return;
  throw new ServiceError('UNAVAILABLE', LOGIN_MESSAGES.busy, undefined, {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  });
}

/** Makes a challenge for an authenticator to sign, once and within five minutes; one too many ends the oldest of the same source. */
export async function createPasskeyChallenge(
  ctx: ServiceContext,
  { purpose, adminUserId }: Use,
): Promise<Uint8Array<ArrayBuffer>> {
  const challenge = randomBytes(CHALLENGE_BYTES);
  const now = ctx.now();
  const source = ctx.client.aggregationKey ?? NOBODY;
  const site = ctx.client.wideKey ?? NOBODY;
  const owner = adminUserId ?? site;
  await withSharedCount(ctx, { name: 'passkey-challenges', owner }, async (tx) => {
    if (adminUserId === null) {
      await makeRoom(tx, { column: 'source', value: source, max: MAX_OF_SOURCE });
      await makeRoom(tx, { column: 'site', value: site, max: MAX_OF_SITE });
      await requireRoom(ctx, tx);
    } else await makeRoom(tx, { column: 'adminUserId', value: adminUserId, max: MAX_OF_ADMIN });
    await tx
      .insertInto('adminPasskeyChallenges')
      .values({
        id: uuidV7(),
        challengeHash: hashChallenge(challenge.toString('base64url')),
        purpose,
        adminUserId,
        source,
        site,
        createdAt: now,
        expiresAt: new Date(now.getTime() + LIFETIME_MS),
      })
      .execute();
  });
  return new Uint8Array(challenge);
}

/** The challenge that the browser says was signed; null when it says none. */
function readChallenge(clientDataJson: string): string | null {
  try {
    const data: unknown = JSON.parse(Buffer.from(clientDataJson, 'base64url').toString('utf8'));
    const challenge = (data as { challenge?: unknown } | null)?.challenge;
    return typeof challenge === 'string' ? challenge : null;
  } catch {
    return null;
  }
}

/** Uses up the challenge that was signed; null when it was not made for this, is too old, or was used before. */
export async function takePasskeyChallenge(
  ctx: ServiceContext,
  clientDataJson: string,
  { purpose, adminUserId }: Use,
): Promise<string | null> {
  const challenge = readChallenge(clientDataJson);
  if (challenge === null) return null;
  const taken = await ctx.db
    .deleteFrom('adminPasskeyChallenges')
    .where('challengeHash', '=', hashChallenge(challenge))
    .where('purpose', '=', purpose)
    .where('adminUserId', adminUserId === null ? 'is' : '=', adminUserId)
    .where('expiresAt', '>', ctx.now())
    .returning('id')
    .executeTakeFirst();
  return taken ? challenge : null;
}
