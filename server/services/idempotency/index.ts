import { hash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { ServiceError } from '#server/core/errors.ts';

const STILL_RUNNING_MESSAGE = 'This form is already being sent. Please wait a moment.';
export const OTHER_BODY_MESSAGE =
  'This form was already sent with other content. Please reload the page and try again.';

type Scope = 'orders' | 'messages' | 'content';

/** Takes the lock of an idempotency key until the transaction ends. A retry waits: an earlier try may still be writing. */
export function locksKey(
  scope: Scope,
  key: string | RawBuilder<string>,
  { isRetry = false } = {},
): RawBuilder<boolean> {
  const prefix = sql.lit(`${scope}:`);
  const lock = sql`hashtextextended(${prefix} || (${key}::uuid)::text, 0)`;
  return isRetry
    ? sql<boolean>`pg_advisory_xact_lock(${lock})::text = ''`
    : sql<boolean>`pg_try_advisory_xact_lock(${lock})`;
}

/** CONFLICT while the first request is running, UNPROCESSABLE for another body. */
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

/** Independent of property order. */
export function hashBody(body: unknown): Buffer {
  return hash('sha256', JSON.stringify(body, sortProperties), 'buffer');
}

function sortProperties(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
