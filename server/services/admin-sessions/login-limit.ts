import { sql } from 'kysely';
import { type ServiceContext, withTransaction } from '#server/context.ts';
import { ServiceError } from '#server/errors.ts';
import { LOGIN_ATTEMPTS_PER_HOUR, LOGIN_MESSAGES } from '#shared/admin.ts';

const WINDOW_MS = 60 * 60 * 1_000;
const NOBODY = '0.0.0.0';

/**
 * Takes one of the address's attempts of the hour, as failed, before any work is done for it; `settleLoginAttempt` makes it a
 * success. IPv6 is counted per /64, what one household has. The lock makes parallel tries and several processes share one count.
 */
export async function takeLoginAttempt(ctx: ServiceContext, username: string): Promise<number> {
  const address = ctx.client.address ?? NOBODY;
  return withTransaction(ctx, async (tx) => {
    const counted = sql`network(set_masklen(${address}::inet, case family(${address}::inet) when 4 then 32 else 64 end))`;
    await sql`select pg_advisory_xact_lock(hashtextextended('login:' || ${counted}::text, 0))`.execute(
      tx,
    );
    const since = new Date(ctx.now().getTime() - WINDOW_MS);
    const { count } = await tx
      .selectFrom('adminLoginAttempts')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where(sql<boolean>`ip_address <<= ${counted}`)
      .where('success', '=', false)
      .where('createdAt', '>', since)
      .executeTakeFirstOrThrow();
    if (count >= LOGIN_ATTEMPTS_PER_HOUR) {
      throw new ServiceError('RATE_LIMITED', LOGIN_MESSAGES.tooMany);
    }
    const { id } = await tx
      .insertInto('adminLoginAttempts')
      .values({
        username: username.slice(0, 200),
        ipAddress: address,
        success: false,
        createdAt: ctx.now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  });
}

export async function settleLoginAttempt(ctx: ServiceContext, id: number): Promise<void> {
  await ctx.db
    .updateTable('adminLoginAttempts')
    .set({ success: true })
    .where('id', '=', id)
    .execute();
}
