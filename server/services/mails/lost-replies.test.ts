import { randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import type { AdminActor, ServiceContext } from '#server/context/context.ts';
import { takeMails } from '#server/mail/delivery.ts';
import { TEAM_RECIPIENT } from '#server/mail/outbox/outbox.ts';
import { recordInbound, trackingTokenOf } from '#server/services/conversations/index.ts';
import { sendDueAlerts } from '#server/services/escalation/index.ts';
import { messages } from '#server/services/messages/index.ts';
import { orders } from '#server/services/orders/index.ts';
import { listQueue } from '#server/services/queue/index.ts';
import { getResponseReport } from '#server/services/reports/index.ts';
import { readTracking, withdraw } from '#server/services/tracking/index.ts';
import { DEFAULT_OFFICE_HOURS } from '#shared/office-hours/values.ts';
import { it as base } from '#tests/support/fixtures.ts';
import { recordDelivery, resendMails } from './index.ts';
import { readRow, readRows, updateRows } from '#tests/support/database/rows.ts';
import { asOwner, sendMessage, sendOrder } from '#tests/support/privacy/sent-enquiries.ts';
import { countBlocked } from '#tests/support/database/blocked-statements.ts';

const it = base.extend('owner', ({ ctx }) => asOwner(ctx));

/** A Tuesday, 10:00 in Ankara; an answer is due at 11:00. */
const CAME = new Date('2026-06-16T07:00:00Z');
const DUE = new Date('2026-06-16T08:00:00Z');
const minutesAfter = (minutes: number) => new Date(CAME.getTime() + minutes * 60_000);

type Office = ServiceContext & { actor: AdminActor };

const LEADS = { messages, orders } as const;
type Kind = keyof typeof LEADS;

function at<Context extends ServiceContext>(ctx: Context, minutes: number): Context {
  return { ...ctx, now: () => minutesAfter(minutes), officeHours: () => DEFAULT_OFFICE_HOURS };
}

async function receive(ctx: ServiceContext, kind: Kind, signals = {}): Promise<string> {
  const sent =
    kind === 'messages'
      ? await sendMessage(at(ctx, 0), undefined, signals)
      : await sendOrder(at(ctx, 0));
  const came = { createdAt: CAME, lastWordAt: CAME };
  await updateRows(ctx.db, 'conversations', { id: sent.conversationId }, came);
  await ctx.db.deleteFrom('outboxMails').execute();
  return sent.id;
}

async function reply(admin: Office, minutes: number, kind: Kind, id: string): Promise<string> {
  const { lastWordAt } = await LEADS[kind].getConversation(admin, id);
  const entryId = randomUUID();
  const words = { id: entryId, body: 'Yes.', filePaths: [], lastWordAt };
  await LEADS[kind].reply(at(admin, minutes), id, words);
  return entryId;
}

async function giveUp(ctx: ServiceContext, minutes: number, entryId: string) {
  const later = at({ ...ctx, actor: { type: 'system', job: 'courier' } }, minutes);
  const due = { now: minutesAfter(minutes), limit: 99, domain: 'x.example' };
  const mail = (await takeMails(ctx.db, due)).find((one) => one.entryId === entryId);
  if (!mail) throw new Error('the mail of this reply is not due');
  await recordDelivery(later, mail, { status: 'failed', lastError: '550 no such user' });
  await updateRows(ctx.db, 'outboxMails', {}, { lockedUntil: null });
  return mail.id;
}

async function tokenOf(ctx: ServiceContext, id: string) {
  const conversation = await readRow(ctx.db, 'conversations', ['id', 'tokenVersion'], { id });
  return trackingTokenOf(ctx, conversation);
}

const readQueue = (admin: Office) => listQueue(at(admin, 75), { filter: 'all' });

const readReport = (admin: Office) =>
  getResponseReport(at(admin, 75), { range: '12w', kind: 'all', time_zone: 'UTC' });

it.beforeEach(async ({ db }) => {
  for (const table of ['conversations', 'outboxMails'] as const) {
    await db.deleteFrom(table).execute();
  }
});

const WAITS = { waitingSince: CAME.toISOString(), dueAt: DUE.toISOString() };
const NO_DEADLINE = { dueAt: null, replyLostAt: null };
const lostAfter = (minutes: number) => ({ replyLostAt: minutesAfter(minutes).toISOString() });
const respondedAfter = (minutes: number) => ({
  firstResponseAt: minutesAfter(minutes).toISOString(),
});

describe.each([
  { kind: 'messages', replied: 'responded', before: 'read' },
  { kind: 'orders', replied: 'in-progress', before: 'new' },
] as const)('a reply to one of $kind that does not arrive', ({ kind, replied, before }) => {
  it('leaves its sender without an answer since they wrote', async ({ ctx, owner }) => {
    const id = await receive(ctx, kind);
    expect((await LEADS[kind].get(at(owner, 5), id)).status).toBe(before);
    const entryId = await reply(owner, 10, kind, id);
    expect((await LEADS[kind].get(owner, id)).status).toBe(replied);
    await giveUp(ctx, 70, entryId);
    const view = await LEADS[kind].getConversation(owner, id);
    expect(view).toMatchObject({ ...WAITS, ...lostAfter(70), firstResponseAt: null });
    const lost = view.items.find((item) => item.kind === 'reply-lost');
    expect(lost).toMatchObject({ body: '550 no such user', adminUsername: null });
    const changed = view.items.find(({ oldStatus }) => oldStatus === replied);
    expect(changed).toMatchObject({ newStatus: before, adminUsername: null });
    expect((await LEADS[kind].get(owner, id)).status).toBe(before);

    const token = await tokenOf(ctx, view.id);
    // On their own page they read it all the same.
    expect(await readTracking(at(ctx, 75), token)).toMatchObject({ status: 'responded' });
    expect((await readQueue(owner)).items).toMatchObject([{ leadId: id, ...lostAfter(70) }]);
    expect(await readReport(owner)).toMatchObject({ inTime: 0, late: 1, overdue: 1 });

    // Somebody is told at once, of the share that has passed.
    expect(await sendDueAlerts(at(ctx, 71), { hasWebhook: false })).toBe(1);
    const payload = expect.objectContaining({ level: 100 });
    const columns = ['recipient', 'payload'] as const;
    const reminders = await readRows(ctx.db, 'outboxMails', columns, { kind: 'promise.reminder' });
    expect(reminders).toEqual([{ recipient: TEAM_RECIPIENT, payload }]);
  });

  it('has been given once it is sent again, or another one is', async ({ ctx, owner }) => {
    const id = await receive(ctx, kind);
    const read = () => LEADS[kind].getConversation(owner, id);
    const entryId = await reply(owner, 10, kind, id);
    const mailId = await giveUp(ctx, 70, entryId);
    await resendMails(at(owner, 72), [mailId]);
    expect((await readQueue(owner)).items).toEqual([]);
    const given = { ...NO_DEADLINE, ...respondedAfter(72), lastWord: 'team' };
    expect(await read()).toMatchObject(given);
    expect((await LEADS[kind].get(owner, id)).status).toBe(replied);
    expect(await readReport(owner)).toMatchObject({ inTime: 0, late: 1, overdue: 0 });

    await giveUp(ctx, 80, entryId);
    expect(await read()).toMatchObject({ ...WAITS, ...lostAfter(80), firstResponseAt: null });
    await reply(owner, 90, kind, id);
    expect(await read()).toMatchObject({ ...NO_DEADLINE, ...respondedAfter(90) });
  });
});

describe('a reply that does not arrive', () => {
  it.for([
    ['the earlier one first', [0, 1]],
    ['the later one first', [1, 0]],
  ] as const)(
    'leaves its sender waiting once all are lost, until all are sent again: %s',
    async ([, [first, last]], { ctx, owner }) => {
      const id = await receive(ctx, 'messages');
      const read = () => messages.getConversation(owner, id);
      const readStatus = async () => (await messages.get(owner, id)).status;
      const earlier = await reply(owner, 10, 'messages', id);
      const later = await reply(owner, 20, 'messages', id);
      const mails = [await giveUp(ctx, 30, earlier)];
      expect(await read()).toMatchObject({ ...NO_DEADLINE, ...respondedAfter(20) });
      expect(await readStatus()).toBe('responded');
      mails.push(await giveUp(ctx, 31, later));
      expect(await read()).toMatchObject({ ...WAITS, ...lostAfter(31), firstResponseAt: null });
      await resendMails(at(owner, 40), mails.slice(first, first + 1));
      expect(await read()).toMatchObject({ ...WAITS, ...lostAfter(31), ...respondedAfter(40) });
      expect((await readQueue(owner)).items).toMatchObject([{ leadId: id }]);
      expect(await readStatus()).toBe('read');
      await resendMails(at(owner, 50), mails.slice(last, last + 1));
      expect((await readQueue(owner)).items).toEqual([]);
      const lastWordAt = minutesAfter(20).toISOString();
      expect(await read()).toMatchObject({ ...NO_DEADLINE, lastWord: 'team', lastWordAt });
      expect(await readStatus()).toBe('responded');
    },
  );

  it('starts no deadline where there is another answer, else a new one', async ({ ctx, owner }) => {
    const responded = { ...NO_DEADLINE, firstResponseAt: expect.any(String) };
    const both = await receive(ctx, 'messages');
    const first = await reply(owner, 10, 'messages', both);
    const second = await reply(owner, 20, 'messages', both);
    const mails = [await giveUp(ctx, 30, first), await giveUp(ctx, 31, second)];
    await resendMails(at(owner, 40), mails);
    expect(await messages.getConversation(owner, both)).toMatchObject(responded);

    const replied = await receive(ctx, 'messages');
    await giveUp(ctx, 30, await reply(owner, 10, 'messages', replied));
    const later = await giveUp(ctx, 50, await reply(owner, 40, 'messages', replied));
    expect(await messages.getConversation(owner, replied)).toMatchObject(WAITS);
    await resendMails(at(owner, 60), [later]);
    expect(await messages.getConversation(owner, replied)).toMatchObject(responded);
    const id = await receive(ctx, 'orders');
    await reply(owner, 10, 'orders', id);
    await giveUp(ctx, 30, await reply(owner, 20, 'orders', id));
    expect(await orders.getConversation(owner, id)).toMatchObject({
      waitingSince: minutesAfter(30).toISOString(),
      dueAt: minutesAfter(90).toISOString(),
      ...lostAfter(30),
      ...respondedAfter(10),
    });
  });

  it('leaves a visitor who wrote again waiting since the first time', async ({ ctx, owner }) => {
    const id = await receive(ctx, 'messages');
    const entryId = await reply(owner, 10, 'messages', id);
    await recordInbound(at(ctx, 40), { messageId: id }, { via: 'page', body: 'Are you there?' });
    const mailId = await giveUp(ctx, 50, entryId);
    const waits = { lastWord: 'visitor', dueAt: DUE.toISOString() };
    const view = await messages.getConversation(owner, id);
    expect(view).toMatchObject({ ...waits, ...lostAfter(50), firstResponseAt: null });
    const page = await readTracking(at(ctx, 51), await tokenOf(ctx, view.id));
    expect(page).toMatchObject({ status: 'due' });
    await resendMails(at(owner, 55), [mailId]);
    const given = { ...waits, replyLostAt: null, ...respondedAfter(55) };
    expect(await messages.getConversation(owner, id)).toMatchObject(given);
  });

  it('starts no deadline of a suspect, or of one who has withdrawn', async ({ ctx, owner }) => {
    const suspect = await receive(ctx, 'messages', { homepage: 'x' });
    const withdrawn = await receive(ctx, 'orders');
    const replies = [
      await reply(owner, 10, 'messages', suspect),
      await reply(owner, 10, 'orders', withdrawn),
    ];
    const { id } = await orders.getConversation(owner, withdrawn);
    await withdraw(at(ctx, 15), await tokenOf(ctx, id));
    for (const entryId of replies) await giveUp(ctx, 20, entryId);
    for (const view of [
      await messages.getConversation(owner, suspect),
      await orders.getConversation(owner, withdrawn),
    ]) {
      expect(view).toMatchObject({ ...NO_DEADLINE, firstResponseAt: null });
      expect(view.items.map((item) => item.kind)).toContain('reply-lost');
    }
  });

  it('is sent again with others in the order in which leads are locked', async ({ ctx, owner }) => {
    const low = await receive(ctx, 'orders');
    const high = await receive(ctx, 'orders');
    expect(low < high).toBe(true);
    const mailIds: string[] = [];
    for (const id of [high, low]) {
      mailIds.push(await giveUp(ctx, 30, await reply(owner, 10, 'orders', id)));
    }
    const { sending } = await ctx.db.transaction().execute(async (tx) => {
      const lock = (id: string) =>
        tx.selectFrom('orders').select('id').where('id', '=', id).forUpdate().skipLocked();
      await lock(low).execute();
      const sending = resendMails(at(owner, 40), mailIds);
      await expect.poll(() => countBlocked(ctx.db)).toBe(1);
      expect(await lock(high).execute()).toEqual([{ id: high }]);
      return { sending };
    });
    await sending;
    expect((await readQueue(owner)).items).toEqual([]);
  });

  it('ends with its enquiry where that is erased meanwhile', async ({ ctx, owner }) => {
    const id = await receive(ctx, 'messages');
    await reply(owner, 10, 'messages', id);
    const due = { now: minutesAfter(20), limit: 1, domain: 'x.example' };
    const [mail] = await takeMails(ctx.db, due);
    await ctx.db.deleteFrom('contactMessages').where('id', '=', id).execute();
    if (!mail) throw new Error('nothing is due');
    const result = { status: 'failed', lastError: 'gone' } as const;
    await expect(recordDelivery(ctx, mail, result)).resolves.toBeUndefined();
  });
});
