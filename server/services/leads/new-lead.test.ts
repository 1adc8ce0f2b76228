import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import type { ServiceContext } from '#server/context/context.ts';
import { TEAM_RECIPIENT } from '#server/mail/outbox/outbox.ts';
import { createMessage } from '#server/services/messages/index.ts';
import { createOrder } from '#server/services/orders/index.ts';
import { buildAttachment } from '#tests/support/browser/admin-leads.ts';
import { readRows } from '#tests/support/database/rows.ts';
import { it } from '#tests/support/fixtures.ts';
import { buildMessageInput, buildOrderInput } from '#tests/support/leads.ts';
import { createTextMemory } from './index.ts';

type Sending = { by?: ServiceContext; text?: string; signals?: object };

/** Prepares an order with a file; the result sends it, each time with the same key. */
async function prepareOrder(ctx: ServiceContext, email: string, name?: string) {
  const idempotencyKey = randomUUID();
  const { path } = await buildAttachment(ctx.db, { formKey: idempotencyKey });
  const form = { filePaths: [path], idempotencyKey };
  return ({ by = ctx, text, signals }: Sending = {}) => {
    const entries = { ...(name && { fullName: name }), ...(text && { projectDescription: text }) };
    return createOrder(by, { ...form, input: buildOrderInput({ email, ...entries }), signals });
  };
}

async function prepareMessage(ctx: ServiceContext, email: string, name?: string) {
  const idempotencyKey = randomUUID();
  return ({ by = ctx, text, signals }: Sending = {}) => {
    const entries = { ...(name && { name }), ...(text && { message: text }) };
    const input = buildMessageInput({ email, ...entries });
    return createMessage(by, { idempotencyKey, input, signals });
  };
}

const uniqueEmail = () => `${randomUUID()}@example.com`;

function send20<T>(work: (index: number) => Promise<T>) {
  return Promise.allSettled(Array.from({ length: 20 }, (_, index) => work(index)));
}

describe.each([
  { kind: 'orders', table: 'orders', column: 'orderId', prepare: prepareOrder },
  { kind: 'messages', table: 'contactMessages', column: 'messageId', prepare: prepareMessage },
] as const)('one of the $kind', ({ kind, table, column, prepare }) => {
  const readLeads = ({ db }: ServiceContext, email: string) => readRows(db, table, '*', { email });

  async function readMails({ db }: ServiceContext, id: string) {
    const mails = db.selectFrom('outboxMails').select(['kind', 'recipient', 'payload', 'status']);
    const ofLead = mails.where(sql<string>`payload ->> ${column}`, '=', id).orderBy('kind');
    return ofLead.execute();
  }

  /** Expects that the enquiry was stored once, with its mails and its file. */
  async function expectStored(ctx: ServiceContext, email: string) {
    const [lead, ...others] = await readLeads(ctx, email);
    expect(others).toEqual([]);
    const { id = '', idempotencyKey } = lead ?? {};
    expect(lead).toMatchObject({ id, email, status: 'new', isSuspect: false, suspectReasons: [] });
    const payload = { [column]: id };
    expect(await readMails(ctx, id)).toEqual([
      { kind: `${kind}.confirmation`, recipient: email, payload, status: 'pending' },
      { kind: `${kind}.notify-team`, recipient: TEAM_RECIPIENT, payload, status: 'pending' },
    ]);
    const form = { formKey: idempotencyKey ?? '' };
    const files = await readRows(ctx.db, 'orderAttachments', ['status', 'orderId'], form);
    expect(files).toEqual(kind === 'orders' ? [{ status: 'claimed', orderId: id }] : []);
    return id;
  }

  it('is stored once, however often it is sent, and rejected with another text', async ({
    ctx,
  }) => {
    const email = uniqueEmail();
    const send = await prepare(ctx, email);
    const first = await send();
    expect(first).toMatchObject({ isReplay: false });
    expect(await send()).toEqual({ ...first, isReplay: true });
    const other = send({ text: 'A text that is longer than it must be, and that is another one.' });
    await expect(other).rejects.toMatchObject({ code: 'UNPROCESSABLE' });
    expect(await expectStored(ctx, email)).toBe(first.id);
  });

  it('is marked where it is suspect, with a mail to the team only, and counted once', async ({
    ctx,
  }) => {
    let count = 0;
    const by = { ...ctx, recordSpam: () => void (count += 1) };
    const email = uniqueEmail();
    const send = await prepare(ctx, email);
    const { id } = await send({ by, signals: { homepage: 'x', formAge: 10 } });
    expect(await send({ by, signals: { homepage: 'x' } })).toMatchObject({ id, isReplay: true });
    expect(count).toBe(1);
    const marked = { id, isSuspect: true, suspectReasons: ['trap'] };
    expect(await readLeads(ctx, email)).toMatchObject([marked]);
    expect(await readMails(ctx, id)).toMatchObject([{ kind: `${kind}.notify-team` }]);
    const other = await prepare(ctx, uniqueEmail());
    await other({ by });
    expect(count).toBe(1);
  });

  it('is marked from the third submission of its text on, from whatever address', async ({
    ctx,
  }) => {
    const memory = createTextMemory();
    const by = { ...ctx, countText: (text: string, sent: string) => memory.count(text, sent) };
    const reasons = [];
    for (const email of [uniqueEmail(), uniqueEmail(), uniqueEmail()]) {
      const send = await prepare(ctx, email);
      await send({ by });
      // Sent again by an impatient person.
      await send({ by });
      reasons.push((await readLeads(ctx, email))[0]?.suspectReasons);
    }
    expect(reasons).toEqual([[], [], ['repeated']]);
  });

  it('is written with those that arrive meanwhile, which one rejected does not fail', async ({
    ctx,
  }) => {
    const emails = Array.from({ length: 20 }, uniqueEmail);
    const sends = await Promise.all(emails.map((email) => prepare(ctx, email)));
    for (const { status } of await send20(async (index) => sends[index]?.())) {
      expect(status).toBe('fulfilled');
    }
    for (const email of emails) await expectStored(ctx, email);
    const name = sql.table(kind === 'orders' ? 'orders' : 'contact_messages');
    const { rows } = await sql<{ count: number }>`
      select count(distinct xmin::text) from ${name} where email = any(${emails})
    `.execute(ctx.db);
    expect(rows).toEqual([{ count: 2 }]);

    const next = Array.from({ length: 20 }, uniqueEmail);
    const mixed = next.map((email, index) => prepare(ctx, email, index === 7 ? 'x' : undefined));
    const prepared = await Promise.all(mixed);
    const outcomes = await send20(async (index) => prepared[index]?.());
    for (const [index, email] of next.entries()) {
      if (index !== 7) await expectStored(ctx, email);
    }
    expect(outcomes[7]).toMatchObject({ status: 'rejected', reason: { code: '23514' } });
    expect(await readLeads(ctx, next[7] ?? '')).toEqual([]);
  });

  it('is not stored, nor are its mails, when the transaction fails', async ({ ctx }) => {
    const email = uniqueEmail();
    const send = await prepare(ctx, email);
    let id = '';
    const failed = ctx.db.transaction().execute(async (tx) => {
      ({ id } = await send({ by: { ...ctx, db: tx } }));
      throw new Error('the process died');
    });
    await expect(failed).rejects.toThrow('the process died');
    expect(await readLeads(ctx, email)).toEqual([]);
    expect(await readMails(ctx, id)).toEqual([]);
    await send();
    await expectStored(ctx, email);
  });

  it('is one when 20 arrive together; those that are too early hear so', async ({ ctx }) => {
    const email = uniqueEmail();
    const send = await prepare(ctx, email);
    const outcomes = await send20(() => send());
    const id = await expectStored(ctx, email);
    for (const outcome of outcomes) {
      if (outcome.status === 'fulfilled') expect(outcome.value.id).toBe(id);
      else expect(outcome.reason).toMatchObject({ code: 'CONFLICT' });
    }
    const stored = outcomes.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
    expect(stored.filter(({ isReplay }) => !isReplay)).toHaveLength(1);
  });

  it('is answered CONFLICT at once while the first still runs', async ({ ctx }) => {
    const send = await prepare(ctx, uniqueEmail());
    const first = await ctx.db.transaction().execute(async (tx) => {
      const response = await send({ by: { ...ctx, db: tx } });
      const started = performance.now();
      await expect(send()).rejects.toMatchObject({ code: 'CONFLICT' });
      expect(performance.now() - started).toBeLessThan(1_000);
      return response;
    });
    expect(await send()).toEqual({ ...first, isReplay: true });
  });
});

it('every message without a key is one of its own', async ({ ctx }) => {
  const input = buildMessageInput({ email: uniqueEmail() });
  const memory = createTextMemory();
  const by = { ...ctx, countText: (text: string, sent: string) => memory.count(text, sent) };
  for (let count = 0; count < 3; count += 1) {
    await createMessage(by, { input, idempotencyKey: null });
  }
  const where = { email: input.email };
  const rows = await readRows(ctx.db, 'contactMessages', ['suspectReasons'], where, 'createdAt');
  expect(rows.map(({ suspectReasons }) => suspectReasons)).toEqual([[], [], ['repeated']]);
});
