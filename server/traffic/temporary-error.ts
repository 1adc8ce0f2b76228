import { isDatabaseUnavailable } from '../errors.ts';

// SQLSTATE classes: rolled back, out of resources, locked, ended from outside (statement_timeout too), system.
const TEMPORARY = /^(?:40|53|55|57|58)/;

/** Whether the same write may succeed later; the database has not refused what it was given. */
export function isTemporaryError(error: unknown): boolean {
  if (isDatabaseUnavailable(error)) return true;
  return error instanceof Error && 'code' in error && TEMPORARY.test(String(error.code));
}
