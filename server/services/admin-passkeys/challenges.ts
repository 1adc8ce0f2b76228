import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { v7 as uuidV7 } from 'uuid';
import { type ServiceContext, withTransaction } from '#server/context.ts';
import { ServiceError } from '#server/errors.ts';
import { LOGIN_MESSAGES } from '#shared/admin.ts';

/** What a signed challenge is good for. */
export type Purpose = 'register' | 'sign-in' | 'prove';

const CHALLENGE_BYTES = 32;
const LIFETIME_MS = 5 * 60 * 1_000;
const RETRY_AFTER_SECONDS = 60;
/** Of those not yet used: the newest ones of a source and of a site (see server/traffic/source.ts), and of everybody together. */
const MAX_OF_SOURCE = 5;
const MAX_OF_SITE = 50;
const MAX_OPEN = 5_000;
const NOBODY = '0.0.0.0';

function hashChallenge(challenge: string): Buffer {
  return createHash('sha256').update(challenge).digest();
}

/** Makes a challenge for an authenticator to sign, once and within five minutes; one of a source too many ends its oldest. */
export async function createPasskeyChallenge(
  ctx: ServiceContext,
  { purpose, adminUserId }: { purpose: Purpose; adminUserId: string | null },
): Promise<Uint8Array<ArrayBuffer>> {
  const challenge = randomBytes(CHALLENGE_BYTES);
  const now = ctx.now();
  const source = ctx.client.aggregationKey ?? NOBODY;
  const site = ctx.client.wideKey ?? NOBODY;
  await withTransaction(ctx, async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('passkey-challenges:' || ${site}, 0))`.execute(
      tx,
    );
    await tx
      .deleteFrom('adminPasskeyChallenges')
      .where('site', '=', site)
      .where((eb) =>
        eb.or([
          eb('expiresAt', '<=', now),
          ...(
            [
              ['source', source, MAX_OF_SOURCE],
              ['site', site, MAX_OF_SITE],
            ] as const
          ).map(([column, value, max]) =>
            eb(
              'id',
              'in',
              eb
                .selectFrom('adminPasskeyChallenges')
                .select('id')
                .where(column, '=', value)
                .orderBy('createdAt', 'desc')
                .orderBy('id', 'desc')
                .offset(max - 1),
            ),
          ),
        ]),
      )
      .execute();
    const { count } = await tx
      .selectFrom('adminPasskeyChallenges')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('expiresAt', '>', now)
      .executeTakeFirstOrThrow();
    if (count >= MAX_OPEN) {
      throw new ServiceError('UNAVAILABLE', LOGIN_MESSAGES.busy, undefined, {
        retryAfterSeconds: RETRY_AFTER_SECONDS,
      });
    }
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
  {
    clientDataJson,
    purpose,
    adminUserId,
  }: { clientDataJson: string; purpose: Purpose; adminUserId: string | null },
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
