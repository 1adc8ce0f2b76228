import { v7 as uuidV7 } from 'uuid';
import { describe, expect } from 'vitest';
import type { Insertable } from 'kysely';
import type { Conversations } from '#server/db/types.ts';
import { PRESENCE_MS } from '#shared/queue/values.ts';
import { messageReference } from '#shared/messages/reference.ts';
import { listField, listPages, signedInRequests } from '#tests/support/admin-requests.ts';
import {
  buildMessage,
  buildOrder,
  readAudit,
  withoutAudit,
} from '#tests/support/browser/admin-leads.ts';
import { it } from '#tests/support/fixtures.ts';
import type { TestApp } from '#tests/support/test-app.ts';
import { insertRows } from '#tests/support/database/rows.ts';

const MINUTE_MS = 60_000;

it.beforeEach(async ({ api }) => {
  api.clock.now = new Date();
  await api.db.deleteFrom('conversations').execute();
});

/** Somebody who waits for an answer that is due in so many minutes. */
async function buildConversation(
  { db, clock }: TestApp,
  minutes: number,
  changes: Partial<Insertable<Conversations>> = {},
): Promise<string> {
  const isOrder = changes.orderId !== undefined;
  const lead = isOrder ? {} : { messageId: (await buildMessage(db)).id };
  const dueAt = new Date(clock.now.getTime() + minutes * MINUTE_MS);
  const id = uuidV7();
  const waits = { waitingSince: clock.now, dueAt };
  await insertRows(db, 'conversations', { id, ...lead, ...waits, ...changes });
  return id;
}

function from({ clock }: TestApp, minutes: number): Date {
  return new Date(clock.now.getTime() + minutes * MINUTE_MS);
}

describe('GET queue', () => {
  it('lists who waits, the oldest deadline first, and is in the audit', async ({ api, admin }) => {
    const { db } = api;
    const message = await buildMessage(db, { message: `Merhaba! ${'x'.repeat(500)}` });
    const order = await buildOrder(db);
    const later = await buildConversation(api, 30, { messageId: message.id });
    const first = await buildConversation(api, -5, {
      orderId: order.id,
      assigneeId: admin.adminUserId,
      alertLevel: 100,
      nextStep: 'Call',
      nextStepOn: '2026-11-30',
    });
    await buildConversation(api, 10, { dueAt: null, waitingSince: null });
    await buildConversation(api, 10, { snoozedUntil: from(api, 1) });
    const over = await buildConversation(api, 20, { snoozedUntil: from(api, -1) });
    const { status, body } = await admin.get('queue');
    expect(status).toBe(200);
    expect(body.items.map(({ id }: { id: string }) => id)).toEqual([first, over, later]);
    expect(body.items[0]).toEqual({
      id: first,
      kind: 'order',
      lead_id: order.id,
      name: order.fullName,
      reference: order.reference,
      service_type: 'Business Dashboards',
      estimated_budget: '15k-50k',
      excerpt: null,
      due_at: from(api, -5).toISOString(),
      alert_level: 100,
      assignee_id: admin.adminUserId,
      assignee_username: admin.username,
      last_word: 'visitor',
      last_word_at: expect.any(String),
      snoozed_until: null,
      reply_lost_at: null,
      next_step: 'Call',
      next_step_on: '2026-11-30',
      answering_admin_id: null,
      answering_username: null,
      answering_until: null,
    });
    const reference = messageReference(message.id);
    const excerpt = message.message.slice(0, 160);
    const shown = { kind: 'message', lead_id: message.id, reference, excerpt };
    expect(body.items[2]).toMatchObject(shown);
    const { adminUserId } = admin;
    expect((await readAudit(db)).at(-1)).toMatchObject({ action: 'bulk_view', adminUserId });
  });

  it('shows nothing where the look cannot be recorded', async ({ api, admin }) => {
    await buildConversation(api, 30);
    await withoutAudit(api.db, async () => {
      const error = expect.any(Object);
      expect(await admin.get('queue')).toEqual({ status: 500, body: { error } });
    });
    expect((await admin.get('queue')).body.items).toHaveLength(1);
  });

  it('filters, and rejects what is no filter and no page', async ({ api, admin }) => {
    const other = await signedInRequests(api);
    const mine = await buildConversation(api, 1, { assigneeId: admin.adminUserId });
    const others = await buildConversation(api, 2, { assigneeId: other.adminUserId });
    const nobodys = await buildConversation(api, 3);
    const longer = await buildConversation(api, 0, { snoozedUntil: from(api, 20) });
    const shorter = await buildConversation(api, 9, { snoozedUntil: from(api, 10) });
    const step = { nextStep: 'Call' };
    const settled = { dueAt: null, waitingSince: null };
    const old = await buildConversation(api, 0, { ...step, ...settled, nextStepOn: '2000-01-01' });
    const newer = await buildConversation(api, 9, { ...step, nextStepOn: '2000-01-02' });
    await buildConversation(api, 9, { ...step, nextStepOn: '2999-01-01', ...settled });
    const listIds = (filter: string) => listField(admin, `queue?filter=${filter}`);
    expect(await listIds('mine')).toEqual([mine]);
    expect(await listIds('unassigned')).toEqual([nobodys, newer]);
    expect(await listIds('all')).toEqual([mine, others, nobodys, newer]);
    expect(await listIds('snoozed')).toEqual([shorter, longer]);
    expect(await listIds('steps')).toEqual([old, newer]);
    for (const query of ['filter=x', 'filter=', 'cursor=x', 'limit=0', 'limit=101']) {
      expect((await admin.get(`queue?${query}`)).status, query).toBe(400);
    }
  });

  it.for(['all', 'snoozed', 'steps'])('is paged by %s', async (filter, { api, admin }) => {
    const steps = { nextStep: 'Call', nextStepOn: '2000-01-01' };
    const changes = { all: {}, snoozed: { snoozedUntil: from(api, 60) }, steps }[filter];
    const ids: string[] = [];
    for (let index = 0; index < 5; index += 1) {
      ids.push(await buildConversation(api, 10 - Math.floor(index / 2), changes));
    }
    const read = await listPages(admin, `queue?filter=${filter}&limit=2`);
    expect(read.map(({ id }): string => id).toSorted()).toEqual(ids.toSorted());
    const { body } = await admin.get(`queue?filter=${filter}&limit=2`);
    const elsewhere = `queue?filter=${filter === 'all' ? 'mine' : 'all'}`;
    expect((await admin.get(`${elsewhere}&cursor=${body.next_cursor}`)).status).toBe(400);
  });
});

it('counts what is overdue or nearly so, up to a bound', async ({ api, admin }) => {
  const due = async () => (await admin.get('queue/due')).body;
  expect(await due()).toEqual({ due: 0 });
  await buildConversation(api, -1, { alertLevel: 100 });
  await buildConversation(api, 0, { alertLevel: 80 });
  await buildConversation(api, 5, { alertLevel: 80 });
  await buildConversation(api, 5, { alertLevel: 50 });
  await buildConversation(api, -5, { snoozedUntil: from(api, 1) });
  await buildConversation(api, 5, { alertLevel: 80, snoozedUntil: from(api, 1) });
  expect(await due()).toEqual({ due: 3 });
  for (let index = 0; index < 100; index += 1) await buildConversation(api, -index);
  expect(await due()).toEqual({ due: 100 });
});

it('is answered by one person at a time, until they stop or it expires', async ({ api, admin }) => {
  const other = await signedInRequests(api);
  const id = await buildConversation(api, 10);
  const path = `queue/${id}/answering`;
  const start = api.clock.now;
  const { status, body } = await admin.post(path);
  expect(status).toBe(200);
  const own = {
    answering_admin_id: admin.adminUserId,
    answering_username: admin.username,
    answering_until: new Date(start.getTime() + PRESENCE_MS).toISOString(),
  };
  expect(body).toEqual(own);
  expect((await other.post(path)).body).toEqual(own);
  expect((await other.remove(path)).status).toBe(200);
  expect((await other.get('queue')).body.items[0]).toMatchObject(own);
  api.clock.now = new Date(start.getTime() + PRESENCE_MS);
  expect((await other.post(path)).body.answering_username).toBe(other.username);
  expect((await admin.post(path)).body.answering_username).toBe(other.username);
  await other.remove(path);
  expect((await admin.post(path)).body.answering_username).toBe(admin.username);
  expect((await admin.post(`queue/${uuidV7()}/answering`)).status).toBe(404);
  expect((await admin.post('queue/x/answering')).status).toBe(404);
  expect((await admin.remove(`queue/${uuidV7()}/answering`)).status).toBe(200);
});
