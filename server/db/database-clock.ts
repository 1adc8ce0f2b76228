import { type Kysely, sql } from 'kysely';
import type { DB } from './types.ts';

/** Time of the database, which all machines share; changing one machine's clock ends no session or lease. */
export type DatabaseClock = {
  now: () => Date;
  /** Adjusts to a database time that was requested at `askedAt`, by `performance.now()`. */
  follow: (time: Date, askedAt: number) => void;
};

export function createDatabaseClock(): DatabaseClock {
  let ahead = Date.now() - performance.now();
  return {
    now: () => new Date(ahead + performance.now()),
    follow(time, askedAt) {
      // The time was read between request and response: a clock within these bounds stays.
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
