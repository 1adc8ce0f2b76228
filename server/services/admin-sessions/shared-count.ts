import { sql, type Transaction } from 'kysely';
import { type ServiceContext, withTransaction } from '#server/context.ts';
import type { DB } from '#server/db/types.ts';
import { createFairQueue } from '#server/lib/fair-queue.ts';
import { LOGIN_MESSAGES } from '#shared/admin-sessions/messages.ts';

// Who waits for a lock has a connection to the database: those of one network wait here instead, all but one.
const turns = createFairQueue({
  lanes: { lock: { rank: 0, maxRunning: 2, maxPending: 128 } },
  perSource: { maxRunning: 1, maxPending: 16 },
  messages: { busy: LOGIN_MESSAGES.busy, tooManyOfYours: LOGIN_MESSAGES.busy },
});

/**
 * Runs `work` in a transaction that holds the lock `name` of `owner`, a network or an account: parallel tries, also those of several
 * processes, then share one count. Throws `UNAVAILABLE` or `RATE_LIMITED` when too many wait already.
 */
export function withSharedCount<T>(
  ctx: ServiceContext,
  { name, owner }: { name: string; owner: string },
  work: (tx: Transaction<DB>) => Promise<T>,
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
