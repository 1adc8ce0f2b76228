import { type Kysely, sql } from 'kysely';
import type { DB } from './types.ts';

/** The time of the database, which all machines of an installation share: whoever sets the clock of one of them ends no session and no lease. */
export type DatabaseClock = {
  now: () => Date;
  /** Follows the time that the database has said since `askedAt`, a moment of `performance.now()`. */
  follow: (time: Date, askedAt: number) => void;
};

/** Goes by the time of its start until the database has said its own, and on by itself while the database says nothing. */
export function createDatabaseClock(): DatabaseClock {
  let ahead = Date.now() - performance.now();
  return {
    now: () => new Date(ahead + performance.now()),
    follow(time, askedAt) {
      // It was read at some moment between the question and the response: nothing moves that fits.
      const [least, most] = [time.getTime() - performance.now(), time.getTime() - askedAt];
      ahead = Math.min(Math.max(ahead, least), most);
    },
  };
}

export async function askTime(clock: DatabaseClock, db: Kysely<DB>): Promise<void> {
  const askedAt = performance.now();
  const { rows } = await sql<{ time: Date }>`select clock_timestamp() as time`.execute(db);
  if (rows[0]) clock.follow(rows[0].time, askedAt);
}
