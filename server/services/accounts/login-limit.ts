import { type RawBuilder, sql } from 'kysely';
import { type ServiceContext, type Transaction, withTransaction } from '#server/context/context.ts';
import { ServiceError } from '#server/core/errors.ts';
import type { HashTurn } from './password.ts';
import { isNamed } from './rights.ts';
import {
  KNOWN_SOURCE_MS,
  LOGIN_ATTEMPTS_PER_HOUR,
  LOGIN_ATTEMPTS_PER_HOUR_OF_SITE,
  SLOWED_LOGIN_MS,
} from '#shared/admin-sessions/values.ts';
import { LOGIN_MESSAGES } from '#shared/admin-sessions/messages.ts';
import { createFairQueue } from '#server/lib/fair-queue.ts';

const WINDOW_MS = 60 * 60 * 1_000;
const NOBODY = '0.0.0.0';

export type LoginAttempt = { id: number; turn: HashTurn };

/** An attempt more than an hour ahead was recorded before the clock was set back. */
function isRecent(ctx: ServiceContext): RawBuilder<boolean> {
  const [from, to] = [-WINDOW_MS, WINDOW_MS].map((ms) => new Date(ctx.now().getTime() + ms));
  return sql<boolean>`created_at > ${from} and created_at <= ${to}`;
}

function selectFailures(ctx: ServiceContext, tx: Transaction, range: string) {
  return tx
    .selectFrom('adminLoginAttempts')
    .select('createdAt')
    .where(sql<boolean>`ip_address <<= ${range}::inet`)
    .where('success', '=', false)
    .where(isRecent(ctx))
    .orderBy('createdAt', 'desc');
}

type Failures = ReturnType<typeof selectFailures>;

/** Returns when the oldest of `limit` failures leaves the window; null when there are fewer. */
async function findEnd(failures: Failures, limit: number): Promise<number | null> {
  const rows = await failures.limit(limit).execute();
  const oldest = rows[limit - 1];
  return oldest ? oldest.createdAt.getTime() + WINDOW_MS : null;
}

async function isKnownSource(
  ctx: ServiceContext,
  tx: Transaction,
  { source, username }: { source: string; username: string },
): Promise<boolean> {
  const session = await tx
    .selectFrom('adminSessions')
    .innerJoin('adminUsers', 'adminUsers.id', 'adminSessions.adminUserId')
    .select('adminSessions.id')
    .where('adminSessions.createdAt', '>', new Date(ctx.now().getTime() - KNOWN_SOURCE_MS))
    .where(sql<boolean>`admin_sessions.ip_address <<= ${source}::inet`)
    .where(isNamed(username, 'admin_users.username'))
    .limit(1)
    .executeTakeFirst();
  return session !== undefined;
}

/** A known administrator is slowed only by failures under their own name. */
async function findSlowedEnd(
  ctx: ServiceContext,
  tx: Transaction,
  { source, username }: { source: string; username: string },
): Promise<number> {
  const failures = selectFailures(ctx, tx, source).where(isNamed(username));
  const last = await failures.limit(1).executeTakeFirst();
  return (last?.createdAt.getTime() ?? -Infinity) + SLOWED_LOGIN_MS;
}

function requirePassed(ctx: ServiceContext, endMs: number, message: string): void {
  const leftMs = endMs - ctx.now().getTime();
  if (leftMs <= 0) return;
  throw new ServiceError('RATE_LIMITED', message, undefined, {
    retryAfterSeconds: Math.ceil(leftMs / 1_000),
  });
}

/** Records a failed attempt before any work; `settleLoginAttempt` turns it into a success. Known clients are slowed instead of blocked. */
export async function takeLoginAttempt(
  ctx: ServiceContext,
  givenName: string,
): Promise<LoginAttempt> {
  const username = givenName.slice(0, 200);
  const { address, aggregationKey, wideKey } = ctx.client;
  const source = aggregationKey ?? NOBODY;
  const site = wideKey ?? NOBODY;
  // Addresses that only a header claims, through an unknown proxy, share one limit.
  const limitOfSite = site.endsWith('/0')
    ? LOGIN_ATTEMPTS_PER_HOUR
    : LOGIN_ATTEMPTS_PER_HOUR_OF_SITE;
  return withSharedCount(ctx, { name: 'login', owner: site }, async (tx) => {
    const isKnown = await isKnownSource(ctx, tx, { source, username });
    const endMs =
      (await findEnd(selectFailures(ctx, tx, source), LOGIN_ATTEMPTS_PER_HOUR)) ??
      (await findEnd(selectFailures(ctx, tx, site), limitOfSite));
    if (endMs !== null && isKnown) {
      requirePassed(ctx, await findSlowedEnd(ctx, tx, { source, username }), LOGIN_MESSAGES.slowed);
    } else if (endMs !== null) requirePassed(ctx, endMs, LOGIN_MESSAGES.tooMany);
    const { id } = await tx
      .insertInto('adminLoginAttempts')
      .values({ username, ipAddress: address ?? NOBODY, success: false, createdAt: ctx.now() })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { id, turn: { source, isKnown } };
  });
}

export async function settleLoginAttempt(ctx: ServiceContext, { id }: LoginAttempt): Promise<void> {
  await ctx.db
    .updateTable('adminLoginAttempts')
    .set({ success: true })
    .where('id', '=', id)
    .execute();
}

export async function deleteLoginAttempt(ctx: ServiceContext, { id }: LoginAttempt): Promise<void> {
  await ctx.db.deleteFrom('adminLoginAttempts').where('id', '=', id).execute();
}

/** A passkey cannot be guessed, so signing in with one takes no attempt. */
export async function recordSuccess(
  ctx: ServiceContext,
  tx: Transaction,
  username: string,
): Promise<void> {
  const ipAddress = ctx.client.address ?? NOBODY;
  await tx
    .insertInto('adminLoginAttempts')
    .values({ username, ipAddress, success: true, createdAt: ctx.now() })
    .execute();
}

// Waiting for the lock holds a database connection, so all but one request per network wait here.
const turns = createFairQueue({
  lanes: { lock: { rank: 0, maxRunning: 2, maxPending: 128 } },
  perSource: { maxRunning: 1, maxPending: 16 },
  messages: { busy: LOGIN_MESSAGES.busy, tooManyOfYours: LOGIN_MESSAGES.busy },
});

/** Holds an advisory lock of a network or account, so that parallel attempts share one count across processes. */
export function withSharedCount<T>(
  ctx: ServiceContext,
  { name, owner }: { name: string; owner: string },
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  return turns.run('lock', owner, () =>
    withTransaction(ctx, async (tx) => {
      await sql`select pg_advisory_xact_lock(hashtextextended(${`${name}:${owner}`}, 0))`.execute(
        tx,
      );
      return work(tx);
    }),
  );
}
