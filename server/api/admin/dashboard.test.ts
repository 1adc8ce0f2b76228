import { describe, expect } from 'vitest';
import { localDate } from '#shared/lib/local-dates.ts';
import { ENDLESS_SESSION, signInForTest } from '#tests/support/admin.ts';
import { buildMessage, buildOrder } from '#tests/support/browser/admin-leads.ts';
import { it } from '#tests/support/fixtures.ts';

it.override('session', ({ api }) => signInForTest(api.db, undefined, ENDLESS_SESSION));

it.beforeEach(async ({ api }) => {
  api.clock.stop();
  await api.db.deleteFrom('orders').execute();
  await api.db.deleteFrom('contactMessages').execute();
});

describe('GET dashboard', () => {
  it('counts nothing where there is nothing', async ({ admin }) => {
    expect((await admin.get('dashboard')).body).toEqual({
      total_orders: 0,
      new_orders: 0,
      total_messages: 0,
      new_messages: 0,
    });
  });

  it('counts pending orders as new, and messages by their status', async ({ api, admin }) => {
    for (const status of ['pending', 'new', 'new', 'in-progress', 'completed'] as const) {
      await buildOrder(api.db, { status });
    }
    for (const status of ['new', 'read', 'responded', 'read'] as const) {
      await buildMessage(api.db, { status });
    }
    expect(await admin.get('dashboard')).toEqual({
      status: 200,
      body: { total_orders: 5, new_orders: 3, total_messages: 4, new_messages: 1 },
    });
  });
});

describe('GET dashboard/reports', () => {
  const value = (list: { value: string; count: number }[], name: string) =>
    list.find((share) => share.value === name)?.count;

  it('counts by week on the calendar of the zone', async ({ api, admin }) => {
    api.clock.now = new Date('2026-11-19T12:00:00Z');
    // Monday, 16 November, begins in Istanbul three hours before it does in UTC.
    await buildOrder(api.db, { createdAt: '2026-11-15T20:59:59.999Z', status: 'completed' });
    await buildOrder(api.db, {
      createdAt: '2026-11-15T21:00:00.000Z',
      estimatedBudget: 'over-50k',
    });
    await buildMessage(api.db, { createdAt: '2026-11-15T23:00:00Z', status: 'read' });
    // The last instant that belongs to none of the twelve weeks, and the first that does.
    await buildOrder(api.db, { createdAt: '2026-08-30T20:59:59.999Z' });
    await buildOrder(api.db, {
      createdAt: '2026-08-30T21:00:00.000Z',
      serviceType: 'Mapping & Location Apps',
    });

    const istanbul = await admin.get('dashboard/reports?range=12w&time_zone=Europe/Istanbul');
    expect(istanbul.status).toBe(200);
    expect(istanbul.body.periods).toHaveLength(12);
    expect(istanbul.body.periods[0]).toEqual({ starts_on: '2026-08-31', orders: 1, messages: 0 });
    expect(istanbul.body.periods.slice(-2)).toEqual([
      { starts_on: '2026-11-09', orders: 1, messages: 0 },
      { starts_on: '2026-11-16', orders: 1, messages: 1 },
    ]);
    expect(value(istanbul.body.order_statuses, 'completed')).toBe(1);
    expect(value(istanbul.body.order_statuses, 'new')).toBe(2);
    expect(value(istanbul.body.order_budgets, 'over-50k')).toBe(1);
    expect(value(istanbul.body.order_services, 'Mapping & Location Apps')).toBe(1);
    expect(istanbul.body.message_statuses).toEqual([{ value: 'read', count: 1 }]);

    const utc = await admin.get('dashboard/reports?time_zone=UTC');
    expect(utc.body.periods.slice(-2)).toEqual([
      { starts_on: '2026-11-09', orders: 2, messages: 1 },
      { starts_on: '2026-11-16', orders: 0, messages: 0 },
    ]);
  });

  it('has the same totals as the rows, by month', async ({ api, admin }) => {
    api.clock.now = new Date('2026-03-31T23:30:00Z');
    const zone = 'America/New_York';
    const dates = Array.from(
      { length: 60 },
      (_, index) =>
        new Date(api.clock.now.getTime() - index * 7 * 24 * 3_600_000 - index * 3_700_000),
    );
    for (const createdAt of dates) await buildOrder(api.db, { createdAt: createdAt.toISOString() });
    const { body } = await admin.get(`dashboard/reports?range=12m&time_zone=${zone}`);
    const recounted = new Map<string, number>();
    for (const date of dates) {
      const month = `${localDate(date, zone).slice(0, 7)}-01`;
      recounted.set(month, (recounted.get(month) ?? 0) + 1);
    }
    expect(body.periods.at(-1).starts_on).toBe('2026-03-01');
    expect(body.periods[0].starts_on).toBe('2025-04-01');
    for (const { starts_on: month, orders } of body.periods) {
      expect([month, orders]).toEqual([month, recounted.get(month) ?? 0]);
    }
  });

  it.for([
    ['range=1y', 'range'],
    ['time_zone=Mars/Olympus', 'time_zone'],
    ['time_zone=%2B03:00', 'time_zone'],
  ] as const)('refuses %s', async ([query, field], { admin }) => {
    const { status, body } = await admin.get(`dashboard/reports?${query}`);
    expect(status).toBe(400);
    expect(Object.keys(body.error.fields)).toEqual([field]);
  });

  it('holds nothing that a person wrote', async ({ api, admin }) => {
    await buildOrder(api.db);
    const { body } = await admin.get('dashboard/reports');
    expect(JSON.stringify(body)).not.toContain('Selin');
  });
});
