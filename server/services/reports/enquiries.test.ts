import fc from 'fast-check';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { dueAt, openMinutesBetween } from '#shared/office-hours/due-at.ts';
import { DEFAULT_OFFICE_HOURS, type OfficeHours } from '#shared/office-hours/values.ts';
import { buildEnquiry } from '#tests/support/enquiries.ts';
import { it } from '#tests/support/fixtures.ts';
import { enquiries } from './enquiries.ts';

const NOW = new Date('2026-06-15T12:00:00Z');
const SINCE = new Date('2026-05-01T00:00:00Z');
/** With a lunch, a closure, and a zone whose clocks have changed. */
const HOURS: OfficeHours = {
  ...DEFAULT_OFFICE_HOURS,
  timeZone: 'Europe/Berlin',
  week: {
    ...DEFAULT_OFFICE_HOURS.week,
    tue: [
      { from: '08:30', to: '12:15' },
      { from: '13:00', to: '24:00' },
    ],
  },
  exceptions: [{ from: '2026-05-27', to: '2026-05-30', name: 'Kurban Bayramı', open: [] }],
};

it.beforeEach(async ({ db }) => {
  for (const table of ['conversations', 'orders', 'contactMessages'] as const) {
    await db.deleteFrom(table).execute();
  }
});

it('counts in the database the open minutes that the calendar counts', async ({ db }) => {
  const instant = fc.date({ min: SINCE, max: NOW, noInvalidDate: true });
  const pairs = fc
    .sample(fc.tuple(instant, instant), { numRuns: 200, seed: 7 })
    .map(([one, other]): [Date, Date] => (one < other ? [one, other] : [other, one]));
  for (const [createdAt, respondedAt] of pairs) {
    await buildEnquiry(db, 'message', { createdAt, respondedAt });
  }
  const filter = { since: SINCE, until: NOW, now: NOW, hours: HOURS };
  const { rows } = await sql<{ from: Date; to: Date; open: number; plain: number }>`
    with ${enquiries(filter)}
    select created_at as "from", responded_at as "to", open_minutes as open, plain_minutes as plain
    from enquiry
  `.execute(db);
  expect(rows).toHaveLength(pairs.length);
  for (const { from, to, open, plain } of rows) {
    expect(open).toBeCloseTo(openMinutesBetween(from, to, HOURS), 4);
    expect(plain).toBeCloseTo((to.getTime() - from.getTime()) / 60_000, 4);
  }
  expect(rows.some(({ open }) => open > 0)).toBe(true);
});

it('says whether each promise was met, and how long the overdue ones wait', async ({ db }) => {
  const createdAt = new Date('2026-06-15T07:00:00Z');
  const late = new Date('2026-06-15T08:30:00Z');
  const fresh = new Date('2026-06-15T11:30:00Z');
  const due = dueAt(createdAt, DEFAULT_OFFICE_HOURS);
  const ended = { waitingSince: null, dueAt: null };
  for (const [referrer, changes] of Object.entries({
    met: { respondedAt: due },
    late: { respondedAt: late },
    overdue: {},
    pending: { createdAt: fresh },
    closed: ended,
    withdrawn: { ...ended, withdrawnAt: due },
    'withdrawn late': { ...ended, withdrawnAt: late },
    suspect: { isSuspect: true },
  })) {
    await buildEnquiry(db, 'order', { createdAt, referrer, ...changes });
  }
  await buildEnquiry(db, 'message', { createdAt: SINCE, referrer: 'not in the period' });
  const filter = { since: createdAt, until: NOW, now: NOW, hours: DEFAULT_OFFICE_HOURS };
  const { rows } = await sql<Record<string, unknown>>`
    with ${enquiries(filter)}
    select referrer, is_in_time, open_minutes from enquiry order by referrer
  `.execute(db);
  expect(rows).toEqual([
    { referrer: 'closed', isInTime: false, openMinutes: null },
    { referrer: 'late', isInTime: false, openMinutes: 90 },
    { referrer: 'met', isInTime: true, openMinutes: 60 },
    { referrer: 'overdue', isInTime: false, openMinutes: 300 },
    { referrer: 'pending', isInTime: null, openMinutes: null },
    { referrer: 'withdrawn', isInTime: null, openMinutes: null },
    { referrer: 'withdrawn late', isInTime: false, openMinutes: null },
  ]);
});
