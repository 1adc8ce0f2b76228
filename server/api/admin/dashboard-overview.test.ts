import { appendFile, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { v7 as uuidV7 } from 'uuid';
import { describe, expect } from 'vitest';
import { WEBHOOK_RECIPIENT } from '#server/mail/outbox/outbox.ts';
import { listPublicDefaults } from '#shared/company/public-defaults.ts';
import { messageReference } from '#shared/messages/reference.ts';
import { ENDLESS_SESSION, signInForTest } from '#tests/support/admin.ts';
import { createFailedSubmissions } from '#server/services/leads/index.ts';
import { buildMessageInput, buildOrderInput } from '#tests/support/leads.ts';
import { buildEnquiry, clearOverview } from '#tests/support/enquiries.ts';
import type { TestApp } from '#tests/support/test-app.ts';
import { it } from '#tests/support/fixtures.ts';

it.override('session', ({ api }) => signInForTest(api.db, undefined, ENDLESS_SESSION));

const HOUR_MS = 3_600_000;

it.beforeEach(async ({ api }) => {
  api.clock.stop();
  await clearOverview(api.db);
});

describe('GET dashboard/unanswered', () => {
  const since = (api: TestApp, hours: number) =>
    new Date(api.clock.now.getTime() + hours * HOUR_MS);

  it('has the first five of the queue, and leaves no trace in the audit', async ({
    api,
    admin,
  }) => {
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
    const { status, body } = await admin.get('dashboard/unanswered');
    expect(status).toBe(200);
    expect(body).toMatchObject({ total: 7, overdue: 2 });
    expect(body.oldest_since).toBe(since(api, -7).toISOString());
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
    expect(body.items[2]).toMatchObject({
      kind: 'message',
      reference: messageReference(ids[2] ?? ''),
      alert_level: 80,
    });
    expect(JSON.stringify(body)).not.toMatch(/Selin|Murat|example\.com/);
    expect(await entries()).toEqual(before);
  });

  it('counts the promise as the reports do', async ({ api, admin }) => {
    const [createdAt, promisedDueAt] = [since(api, -24), since(api, -23)];
    const came = { createdAt, promisedDueAt, waitingSince: null, dueAt: null };
    await buildEnquiry(api.db, 'order', { ...came, withdrawnAt: since(api, -23.5) });
    await buildEnquiry(api.db, 'order', { ...came, withdrawnAt: since(api, -22) });
    const responded = await buildEnquiry(api.db, 'message', came);
    await api.db
      .updateTable('contactMessages')
      .set({ respondedAt: since(api, -23.5) })
      .where('id', '=', responded)
      .execute();
    const { body } = await admin.get('dashboard/unanswered');
    expect(body.trend).toMatchObject({ due: 2, in_time: 1 });
  });

  it('says how the promise was kept in two weeks', async ({ api, admin }) => {
    const enquire = async (days: number, hours: number | null, promised: number) => {
      const createdAt = since(api, -24 * days);
      const respondedAt = hours === null ? null : since(api, -24 * days + hours);
      const promisedDueAt = since(api, -24 * days + promised);
      await buildEnquiry(api.db, 'message', { createdAt, respondedAt, promisedDueAt });
    };
    await enquire(1, 1, 2);
    await enquire(2, 3, 2);
    await enquire(3, null, 2);
    await enquire(0, null, 2);
    await enquire(8, 1, 2);
    await enquire(13, 2, 2);
    await enquire(15, 9, 2);
    expect((await admin.get('dashboard/unanswered')).body.trend).toEqual({
      due: 3,
      in_time: 1,
      due_before: 2,
      in_time_before: 2,
    });
  });
});

describe('GET dashboard/changes', () => {
  it('says who changed what, and leaves out what the guard wrote', async ({ api, admin }) => {
    await admin.post('clients', {
      name: 'Ege Freight',
      logo_url: null,
      website_url: null,
      is_featured: true,
    });
    await api.db
      .insertInto('securityEvents')
      .values([
        { ipAddress: '203.0.113.1', threatScore: 85, eventType: 'ddos_block' },
        {
          ipAddress: '0.0.0.0',
          threatScore: 0,
          eventType: 'protection_mode_changed',
          reasons: JSON.stringify(['Changed from on to off on the command line']),
          createdAt: new Date(api.clock.now.getTime() - HOUR_MS),
        },
      ])
      .execute();
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
});

describe('GET dashboard/system', () => {
  it('knows what it stands on', async ({ admin }) => {
    const { status, body } = await admin.get('dashboard/system');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      is_writable: true,
      is_disk_low: false,
      has_files: true,
      failing_jobs: null,
      webhook_error: null,
      has_late_jobs: false,
      public_defaults: listPublicDefaults(),
      mails: { transport: 'file', pending: 0, is_overdue: false, failed: 0, last_error: null },
      alerts: 0,
    });
    expect(body.database_bytes).toBeGreaterThan(1_000_000);
    expect(body.free_bytes).toBeGreaterThan(1_000_000);
  });

  it('counts pending mails and events that need attention', async ({ api, admin }) => {
    const now = api.clock.now.getTime();
    const mail = { kind: 'orders.notify-team', recipient: 'team' };
    await api.db
      .insertInto('outboxMails')
      .values([
        { ...mail, id: uuidV7(), createdAt: new Date(now - 16 * 60_000), lastError: 'no server' },
        { ...mail, id: uuidV7(), status: 'sent', sentAt: new Date(now) },
        { ...mail, id: uuidV7(), status: 'failed' },
        { ...mail, id: uuidV7(), status: 'failed', createdAt: new Date(now - 8 * 24 * HOUR_MS) },
      ])
      .execute();
    const event = { ipAddress: '203.0.113.1', eventType: 'high_threat' };
    await api.db
      .insertInto('securityEvents')
      .values([
        { ...event, threatScore: 70 },
        { ...event, threatScore: 69 },
        { ...event, threatScore: 90, acknowledgedAt: new Date() },
      ])
      .execute();
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

  it('counts submissions that failed for a reason of ours, also after a restart', async ({
    api,
    admin,
  }) => {
    const send = (path: string, body: object) =>
      api.request(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': uuidV7() },
        body: JSON.stringify(body),
      });
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
    const { body: before } = await admin.get('dashboard/system');
    expect(before).toMatchObject({
      failing_jobs: ['files.remove-temporary'],
      webhook_error: null,
      has_late_jobs: false,
    });
    await api.db
      .updateTable('periodicJobs')
      .set({ dueAt: new Date(api.clock.now.getTime() - HOUR_MS), lastError: null })
      .execute();
    await api.db
      .insertInto('outboxMails')
      .values({
        id: uuidV7(),
        kind: 'promise.webhook',
        recipient: WEBHOOK_RECIPIENT,
        lastError: 'responded with 500',
        createdAt: new Date(api.clock.now.getTime() - HOUR_MS),
      })
      .execute();
    const { body } = await admin.get('dashboard/system');
    expect(body).toMatchObject({
      failing_jobs: [],
      webhook_error: 'responded with 500',
      has_late_jobs: true,
      mails: { is_overdue: false, pending: 0, last_error: null },
    });
  });
});
