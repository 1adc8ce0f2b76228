import { describe, expect } from 'vitest';
import { MIN_COUNTED } from '#shared/reports/values.ts';
import { messageReference } from '#shared/messages/reference.ts';
import { ENDLESS_SESSION, signInForTest } from '#tests/support/admin.ts';
import { buildEnquiry } from '#tests/support/enquiries.ts';
import { it as base } from '#tests/support/fixtures.ts';
import type { TestApp } from '#tests/support/test-app.ts';
import { readRows } from '#tests/support/database/rows.ts';

// A Monday, 15:00 in Ankara.
const NOW = new Date('2026-06-15T12:00:00Z');
const MORNING = new Date('2026-06-15T07:00:00Z');
const LAST_FRIDAY = new Date('2026-06-12T14:30:00Z');

const it = base.extend({});
it.override('session', ({ api }) => signInForTest(api.db, undefined, ENDLESS_SESSION));

it.beforeEach(async ({ api }) => {
  api.clock.stop();
  api.clock.now = NOW;
  for (const table of ['conversations', 'orders', 'contactMessages'] as const) {
    await api.db.deleteFrom(table).execute();
  }
});

type Changes = Partial<Parameters<typeof buildEnquiry>[2]>;

type Kind = 'order' | 'message';

function enquire({ db }: TestApp, kind: Kind, minutes: number | null, changes?: Changes) {
  const createdAt = changes?.createdAt ?? MORNING;
  const respondedAt = minutes === null ? null : new Date(createdAt.getTime() + minutes * 60_000);
  return buildEnquiry(db, kind, { createdAt, respondedAt, ...changes });
}

describe('GET reports/responses', () => {
  it('has no median of none or too few, and rejects unknown filters', async ({ api, admin }) => {
    const empty = (await admin.get('reports/responses')).body;
    expect(empty).toMatchObject({ enquiries: 0, in_time_percent: null, services: [] });
    expect(empty.periods).toHaveLength(12);
    for (let index = 1; index < MIN_COUNTED; index += 1) await enquire(api, 'order', 10);
    const few = { enquiries: MIN_COUNTED - 1, in_time: MIN_COUNTED - 1 };
    const unknown = { in_time_percent: null, median_minutes: null };
    expect((await admin.get('reports/responses')).body).toMatchObject({ ...few, ...unknown });
    await enquire(api, 'order', 10);
    const known = { in_time_percent: 100, median_minutes: 10 };
    expect((await admin.get('reports/responses')).body).toMatchObject(known);
    for (const name of ['range', 'kind', 'time_zone']) {
      expect((await admin.get(`reports/responses?${name}=x`)).status, name).toBe(400);
    }
  });

  it('counts in office hours and by the clock, and overdue as late', async ({ api, admin }) => {
    // 30 minutes before the weekend, and 30 after it.
    const overWeekend = { createdAt: LAST_FRIDAY, respondedAt: new Date('2026-06-15T06:30:00Z') };
    for (let index = 0; index < 6; index += 1) await enquire(api, 'order', null, overWeekend);
    await enquire(api, 'message', 61);
    await enquire(api, 'message', null);
    await enquire(api, 'message', null, { createdAt: new Date('2026-06-15T11:30:00Z') });
    await enquire(api, 'message', 1, { isSuspect: true });
    const { body } = await admin.get('reports/responses?time_zone=Europe/Istanbul');
    expect(body).toMatchObject({
      enquiries: 9,
      in_time: 6,
      late: 2,
      overdue: 1,
      in_time_percent: 75,
      median_minutes: 60,
      median_plain_minutes: 64 * 60,
    });
    // The eighth of eight waits for five hours.
    expect(body.ninetieth_minutes).toBeCloseTo(61 + 0.3 * (300 - 61), 4);
    expect(body.periods.slice(-2)).toMatchObject([
      { starts_on: '2026-06-08', enquiries: 6, median_minutes: 60 },
      { starts_on: '2026-06-15', enquiries: 3, late: 2, median_minutes: null },
    ]);
    const orders = await admin.get('reports/responses?kind=order');
    expect(orders.body).toMatchObject({ enquiries: 6, late: 0, in_time_percent: 100 });
    const messages = await admin.get('reports/responses?kind=message&range=12m');
    expect(messages.body).toMatchObject({ enquiries: 3, late: 2, in_time_percent: null });
  });

  it('shows where they came from, what they ask for and who answers', async ({ api, admin }) => {
    const { adminUserId: assigneeId, username } = admin;
    await enquire(api, 'order', 5, { sourcePage: '/pricing', referrer: 'x.example/a', assigneeId });
    await enquire(api, 'order', 5, { sourcePage: '/pricing', referrer: 'x.example/b' });
    await enquire(api, 'message', 5, { sourcePage: '/faq' });
    const { body } = await admin.get('reports/responses');
    const group = (value: string | null, enquiries: number) => ({ value, enquiries });
    expect(body).toMatchObject({
      services: [group('Business Dashboards', 2), group(null, 1)],
      source_pages: [group('/pricing', 2), group('/faq', 1)],
      referrers: [group('x.example', 2), group(null, 1)],
      assignees: [group(null, 2), group(username, 1)],
    });
  });

  it('lists no more values than fit, whatever visitors send', async ({ api, admin }) => {
    for (let index = 0; index < 25; index += 1) {
      await enquire(api, 'message', 5, { sourcePage: `/blog/${index}` });
    }
    await enquire(api, 'message', 5, { sourcePage: '/blog/7' });
    const { body } = await admin.get('reports/responses');
    expect(body.source_pages).toHaveLength(20);
    expect(body.source_pages[0]).toMatchObject({ value: '/blog/7', enquiries: 2 });
  });
});

it('exports what the report counts, once each, with an audit entry', async ({ api, admin }) => {
  await api.db.updateTable('adminSessions').set({ provedAt: NOW }).execute();
  const source = { sourcePage: '/faq', landingPage: '/', referrer: '=evil' };
  const id = await enquire(api, 'message', 30, { ...source, assigneeId: admin.adminUserId });
  for (let index = 0; index < 3; index += 1) await enquire(api, 'order', null);
  const response = await admin.raw('GET', 'reports/export.csv?time_zone=Europe/Istanbul');
  expect(response.headers.get('content-disposition')).toContain('enquiries_2026-06-15.csv');
  const lines = (await response.text()).trim().split('\r\n');
  expect(lines).toHaveLength(5);
  const { username, adminUserId } = admin;
  const [due, answered] = ['2026-06-15T08:00:00.000Z', '2026-06-15T07:30:00.000Z'];
  const enquiry = [messageReference(id), 'Message', MORNING.toISOString(), due, answered];
  const cells = [...enquiry, '30.0', '30.0', 'Yes', '', '/faq', '/', "'=evil", username];
  expect(lines.find((line) => line.includes(messageReference(id)))).toBe(
    cells.map((cell) => cell && `"${cell}"`).join(';'),
  );
  expect(lines.filter((line) => line.includes('"No"'))).toHaveLength(3);
  const audit = await readRows(api.db, 'contactMessageAudit', ['action'], { adminUserId });
  expect(audit).toEqual([{ action: 'export' }]);
});
