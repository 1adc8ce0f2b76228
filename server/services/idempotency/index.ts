import { createHash } from 'node:crypto';
import { type RawBuilder, sql, type Transaction } from 'kysely';
import { type ServiceContext, withTransaction } from '#server/context.ts';
import type { DB } from '#server/db/types.ts';
import { ServiceError } from '#server/errors.ts';

const STILL_RUNNING_MESSAGE = 'This form is already being sent. Please wait a moment.';
const OTHER_BODY_MESSAGE =
  'This form was already sent with other content. Please reload the page and try again.';

type Acceptance<Row extends object> = {
  /** Keeps the keys of different forms apart. */
  scope: 'orders' | 'messages';
  key: string;
  body: unknown;
  find: (tx: Transaction<DB>) => Promise<(Row & { requestHash: Buffer | null }) | undefined>;
  /** Writes everything; answers null, with nothing written, when the unique index already knows the key. */
  accept: (tx: Transaction<DB>, requestHash: Buffer) => Promise<Row | null>;
};

/**
 * Accepts a request once per key, in one transaction. The same key with the same body gets the first answer again,
 * with another body UNPROCESSABLE, and CONFLICT while the first request still runs.
 */
export async function acceptOnce<Row extends object>(
  ctx: ServiceContext,
  { scope, key, body, find, accept }: Acceptance<Row>,
): Promise<{ accepted: Row; isReplay: boolean }> {
  const requestHash = hashBody(body);

  return withTransaction(ctx, async (tx) => {
    const { rows } = await sql<{ locked: boolean }>`
      select ${locksKey(scope, key)} as locked
    `.execute(tx);
    const accepted = rows[0]?.locked ? await accept(tx, requestHash) : null;
    if (accepted) return { accepted, isReplay: false };
    // Without the lock as well: its holder may be a repetition of what was accepted long ago.
    return { accepted: replayOf(await find(tx), requestHash), isReplay: true };
  });
}

/** Whether the transaction of this statement gets the lock of a key, which it keeps to its end. */
export function locksKey(scope: Acceptance<object>['scope'], key: string): RawBuilder<boolean> {
  const name = `${scope}:${key.toLowerCase()}`;
  return sql<boolean>`pg_try_advisory_xact_lock(hashtextextended(${name}, 0))`;
}

/** What was accepted under this key before; CONFLICT when it is not there yet, UNPROCESSABLE when it was something else. */
export function replayOf<Row extends { requestHash: Buffer | null }>(
  earlier: Row | undefined,
  requestHash: Buffer,
): Row {
  if (!earlier) throw new ServiceError('CONFLICT', STILL_RUNNING_MESSAGE);
  if (!earlier.requestHash?.equals(requestHash)) {
    throw new ServiceError('UNPROCESSABLE', OTHER_BODY_MESSAGE);
  }
  return earlier;
}

/** SHA-256 of a JSON value that does not depend on the order of its properties. */
export function hashBody(body: unknown): Buffer {
  return createHash('sha256').update(JSON.stringify(body, sortProperties)).digest();
}

function sortProperties(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
