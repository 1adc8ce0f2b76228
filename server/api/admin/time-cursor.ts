import { cursorQuery } from '../queries.ts';

// What PostgreSQL reads as an instant, too: it knows no year 0 and no 30th of February.
const INSTANT = /^[1-9]\d{3}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

function isInstant(text: string): boolean {
  const time = INSTANT.test(text) ? Date.parse(text) : Number.NaN;
  return !Number.isNaN(time) && new Date(time).toISOString() === text;
}

/** The place in a list that is sorted by a time. */
export const timeCursorQuery = cursorQuery.refine(
  (cursor) => !cursor || isInstant(cursor.value),
  'This is no page of the list',
);
