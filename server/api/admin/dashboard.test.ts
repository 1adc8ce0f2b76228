import { appendFile, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { v7 as uuidV7 } from 'uuid';
import { describe, expect, vi } from 'vitest';
import { WEBHOOK_RECIPIENT } from '#server/mail/outbox/outbox.ts';
import { localDate } from '#shared/lib/local-dates.ts';
import { messageReference } from '#shared/messages/reference.ts';
import { ENDLESS_SESSION, signInForTest } from '#tests/support/admin.ts';
import { buildMessage, buildOrder } from '#tests/support/browser/admin-leads.ts';
import { createFailedSubmissions } from '#server/services/leads/index.ts';
import { buildMessageInput, buildOrderInput } from '#tests/support/leads.ts';
import { buildEnquiry, clearOverview } from '#tests/support/enquiries.ts';
import type { TestApp } from '#tests/support/test-app.ts';
import { postJson } from '#tests/support/admin-requests.ts';
import { it as base } from '#tests/support/fixtures.ts';
import { insertRows, updateRows } from '#tests/support/database/rows.ts';

const it = base.extend({});
it.override('session', ({ api }) => signInForTest(api.db, undefined, ENDLESS_SESSION));

const HOUR_MS = 3_600_000;

it.beforeEach(async ({ api }) => {
  api.clock.stop();
  await clearOverview(api.db);
});

it('counts pending orders as new, and messages by their status', async ({ api, admin }) => {
  const none = { total_orders: 0, new_orders: 0, total_messages: 0, new_messages: 0 };
  expect((await admin.get('dashboard')).body).toEqual(none);
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

describe('GET dashboard/reports', () => {
  const value = (list: { value: string; count: number }[], name: string) =>
    list.find((share) => share.value === name)?.count;

  it('counts by week on the calendar of the zone', async ({ api, admin }) => {
    api.clock.now = new Date('2026-11-19T12:00:00Z');
    // Monday, 16 November, begins in Istanbul three hours before it does in UTC.
    await buildOrder(api.db, { createdAt: '2026-11-15T20:59:59.999Z', status: 'completed' });
    const estimatedBudget = 'over-50k';
    await buildOrder(api.db, { createdAt: '2026-11-15T21:00:00.000Z', estimatedBudget });
    await buildMessage(api.db, { createdAt: '2026-11-15T23:00:00Z', status: 'read' });
    // The last instant that belongs to none of the twelve weeks, and the first that does.
    await buildOrder(api.db, { createdAt: '2026-08-30T20:59:59.999Z' });
    const serviceType = 'Mapping & Location Apps';
    await buildOrder(api.db, { createdAt: '2026-08-30T21:00:00.000Z', serviceType });

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
    expect(value(istanbul.body.order_services, serviceType)).toBe(1);
    expect(istanbul.body.message_statuses).toEqual([{ value: 'read', count: 1 }]);

    const utc = await admin.get('dashboard/reports?time_zone=UTC');
    expect(utc.body.periods.slice(-2)).toEqual([
      { starts_on: '2026-11-09', orders: 2, messages: 1 },
      { starts_on: '2026-11-16', orders: 0, messages: 0 },
    ]);
  });

  it('has the totals of the rows by month, and refuses other ranges', async ({ api, admin }) => {
    api.clock.now = new Date('2026-03-31T23:30:00Z');
    const zone = 'America/New_York';
    const week = 7 * 24 * HOUR_MS + 3_700_000;
    const now = api.clock.now.getTime();
    const dates = Array.from({ length: 60 }, (_, index) => new Date(now - index * week));
    for (const createdAt of dates) await buildOrder(api.db, { createdAt: createdAt.toISOString() });
    const { body } = await admin.get(`dashboard/reports?range=12m&time_zone=${zone}`);
    expect(body.periods.at(-1).starts_on).toBe('2026-03-01');
    expect(body.periods[0].starts_on).toBe('2025-04-01');
    for (const { starts_on: month, orders } of body.periods) {
      const ofMonth = dates.filter((date) => `${localDate(date, zone).slice(0, 7)}-01` === month);
      expect([month, orders]).toEqual([month, ofMonth.length]);
    }
    for (const query of ['range=1y', 'time_zone=Mars/Olympus', 'time_zone=%2B03:00']) {
      const refused = await admin.get(`dashboard/reports?${query}`);
      expect(refused.status).toBe(400);
      expect(Object.keys(refused.body.error.fields)).toEqual(query.split('=').slice(0, 1));
    }
  });
});

describe('GET dashboard/unanswered', () => {
  const since = (api: TestApp, hours: number) =>
    new Date(api.clock.now.getTime() + hours * HOUR_MS);

  it('has the first five of the queue, and writes nothing to the audit', async ({ api, admin }) => {
    const { db } = api;
    const createdAt = since(api, -3);
    const ids: string[] = [];
    for (let hours = -1; hours <= 5; hours += 1) {
      const kind = hours % 2 === 0 ? 'order' : 'message';
      const waits = { createdAt, alertLevel: hours === 1 ? 80 : 0, dueAt: since(api, hours) };
      ids.push(await buildEnquiry(db, kind, { ...waits, waitingSince: since(api, -hours - 2) }));
    }
    await buildEnquiry(db, 'order', { createdAt, respondedAt: since(api, -2) });
    await buildEnquiry(db, 'message', { createdAt, isSuspect: true });
    const snoozedUntil = since(api, 1);
    await buildEnquiry(db, 'order', { createdAt, snoozedUntil, dueAt: since(api, -9) });
    const entries = () => db.selectFrom('contactMessageAudit').select('sequence').execute();
    const before = await entries();
    const { body } = await admin.get('dashboard/unanswered');
    const oldest = since(api, -7).toISOString();
    expect(body).toMatchObject({ total: 7, overdue: 2, oldest_since: oldest });
    expect(body.items.map(({ id }: { id: string }) => id)).toEqual(ids.slice(0, 5));
    expect(body.items[1]).toEqual({
      kind: 'order',
      id: ids[1],
      status: 'new',
      reference: ids[1]?.slice(-12),
      service_type: 'Business Dashboards',
      estimated_budget: '15k-50k',
      created_at: since(api, -2).toISOString(),
      due_at: api.clock.now.toISOString(),
      alert_level: 0,
    });
    const reference = messageReference(ids[2] ?? '');
    expect(body.items[2]).toMatchObject({ kind: 'message', reference, alert_level: 80 });
    expect(JSON.stringify(body)).not.toMatch(/Selin|Murat|example\.com/);
    expect(await entries()).toEqual(before);
  });

  it('says how the promise was kept in two weeks', async ({ api, admin }) => {
    const enquire = async (days: number, hours: number | null, promised: number) => {
      const createdAt = since(api, -24 * days);
      const respondedAt = hours === null ? null : since(api, -24 * days + hours);
      const promisedDueAt = since(api, -24 * days + promised);
      return buildEnquiry(api.db, 'message', { createdAt, respondedAt, promisedDueAt });
    };
    await enquire(1, 1, 2);
    await enquire(2, 3, 2);
    await enquire(3, null, 2);
    const id = await enquire(4, null, 2);
    await updateRows(api.db, 'contactMessages', { id }, { respondedAt: since(api, -95) });
    await enquire(0.04, null, 2);
    await enquire(8, 1, 2);
    await enquire(13, 2, 2);
    await enquire(15, 9, 2);
    const trend = { due: 4, in_time: 2, due_before: 2, in_time_before: 2 };
    expect((await admin.get('dashboard/unanswered')).body.trend).toEqual(trend);
  });
});

it('lists who changed what, without the events of the guard', async ({ api, admin }) => {
  await admin.post('clients', { name: 'Ege Freight', is_featured: true });
  await insertRows(api.db, 'securityEvents', [
    { ipAddress: '203.0.113.1', threatScore: 85, eventType: 'ddos_block' },
    {
      ipAddress: '0.0.0.0',
      threatScore: 0,
      eventType: 'protection_mode_changed',
      reasons: JSON.stringify(['Changed from on to off on the command line']),
      createdAt: new Date(api.clock.now.getTime() - HOUR_MS),
    },
  ]);
  const { body } = await admin.get('dashboard/changes');
  expect(body.items).toEqual([
    expect.objectContaining({
      type: 'content_published',
      username: admin.username,
      subject: 'client "Ege Freight"',
      details: expect.arrayContaining(['name: nothing → "Ege Freight"']),
    }),
    expect.objectContaining({
      type: 'protection_mode_changed',
      username: null,
      subject: null,
      details: ['Changed from on to off on the command line'],
    }),
  ]);
});

describe('GET dashboard/system', () => {
  it('knows what it stands on', async ({ admin }) => {
    const { body } = await admin.get('dashboard/system');
    expect(body).toMatchObject({
      is_writable: true,
      is_disk_low: false,
      has_files: true,
      failing_jobs: null,
      webhook_error: null,
      has_late_jobs: false,
      public_defaults: [],
      mails: { transport: 'file', pending: 0, is_overdue: false, failed: 0, last_error: null },
      alerts: 0,
    });
    expect(body.database_bytes).toBeGreaterThan(1_000_000);
    expect(body.free_bytes).toBeGreaterThan(1_000_000);
  });

  it('says that the disk is low and that the files are out of reach', async ({ api, admin }) => {
    const size = vi.spyOn(api.storage, 'sizeOf').mockRejectedValue(new Error('no store'));
    const free = vi.spyOn(api.storage, 'freeBytes').mockResolvedValue(1);
    const { body } = await admin.get('dashboard/system');
    for (const spy of [size, free]) spy.mockRestore();
    expect(body).toMatchObject({ is_disk_low: true, free_bytes: 1, has_files: false });
  });

  it('counts pending mails and events that need attention', async ({ api, admin }) => {
    const now = api.clock.now.getTime();
    const mail = { kind: 'orders.notify-team', recipient: 'team' };
    await insertRows(api.db, 'outboxMails', [
      { ...mail, id: uuidV7(), createdAt: new Date(now - 16 * 60_000), lastError: 'no server' },
      { ...mail, id: uuidV7(), status: 'sent', sentAt: new Date(now) },
      { ...mail, id: uuidV7(), status: 'failed' },
      { ...mail, id: uuidV7(), status: 'failed', createdAt: new Date(now - 8 * 24 * HOUR_MS) },
    ]);
    const event = { ipAddress: '203.0.113.1', eventType: 'high_threat' };
    await insertRows(api.db, 'securityEvents', [
      { ...event, threatScore: 70 },
      { ...event, threatScore: 69 },
      { ...event, threatScore: 90, acknowledgedAt: new Date() },
    ]);
    const { body } = await admin.get('dashboard/system');
    expect(body.mails).toEqual({
      transport: 'file',
      pending: 1,
      oldest_minutes: 16,
      is_overdue: true,
      failed: 1,
      last_sent_at: new Date(now).toISOString(),
      last_error: 'no server',
      inbox: null,
    });
    expect(body.alerts).toBe(1);
  });

  it('counts failed submissions, also those before a restart', async ({ api, admin }) => {
    const send = (path: string, body: object) =>
      postJson(api, path, body, { 'idempotency-key': uuidV7() });
    const count = async () => (await admin.get('dashboard/system')).body.failed_submissions;
    const order = { ...buildOrderInput(), fileUrls: [] };
    expect((await send('/api/contact-messages', buildMessageInput({ name: '' }))).status).toBe(400);
    expect(await count()).toBe(0);
    await sql`alter table outbox_mails rename to away`.execute(api.db);
    try {
      expect((await send('/api/submit-order', order)).status).toBe(503);
      expect((await send('/api/contact-messages', buildMessageInput())).status).toBe(503);
    } finally {
      await sql`alter table away rename to outbox_mails`.execute(api.db);
    }
    await expect.poll(count).toBe(2);
    const later = (ms: number) =>
      createFailedSubmissions(api.folder, () => new Date(api.clock.now.getTime() + ms));
    expect(await later(0).countLastDay()).toBe(1);
    expect(await later(25 * HOUR_MS).countLastDay()).toBe(0);
    // A full disk cuts lines off.
    const file = join(api.folder, 'failed-submissions.log');
    await appendFile(file, `${api.clock.now.toISOString()} 1${api.clock.now.toISOString()} 1\n`);
    expect(await later(0).countLastDay()).toBe(2);
    await rm(file);
    await symlink(file, file);
    expect(await count()).toBe(1);
    await rm(file);
  });

  it('names jobs that fail, and says when nobody runs them', async ({ api, admin }) => {
    const jobs = [
      { name: 'files.remove-temporary', dueAt: api.clock.now, lastError: 'no disk' },
      { name: 'reports.weekly', dueAt: api.clock.now },
    ];
    await api.db.insertInto('periodicJobs').values(jobs).execute();
    const failing = { failing_jobs: ['files.remove-temporary'], webhook_error: null };
    const { body: before } = await admin.get('dashboard/system');
    expect(before).toMatchObject({ ...failing, has_late_jobs: false });
    const createdAt = new Date(api.clock.now.getTime() - HOUR_MS);
    await updateRows(api.db, 'periodicJobs', {}, { dueAt: createdAt, lastError: null });
    const webhook = { kind: 'promise.webhook', recipient: WEBHOOK_RECIPIENT, createdAt };
    const lastError = 'responded with 500';
    await insertRows(api.db, 'outboxMails', { id: uuidV7(), ...webhook, lastError });
    const { body } = await admin.get('dashboard/system');
    expect(body).toMatchObject({
      failing_jobs: [],
      webhook_error: 'responded with 500',
      has_late_jobs: true,
      mails: { is_overdue: false, pending: 0, last_error: null },
    });
  });
});
