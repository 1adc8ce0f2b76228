import { randomUUID } from 'node:crypto';
import { v7 as uuidV7 } from 'uuid';
import { describe, expect } from 'vitest';
import type { ServiceContext } from '#server/context/context.ts';
import { ServiceError } from '#server/core/errors.ts';
import { purgeExpiredRecords } from '#server/services/privacy/index.ts';
import { messages } from '#server/services/messages/index.ts';
import { orders, removeExpiredUploads } from '#server/services/orders/index.ts';
import { DEFAULT_OFFICE_HOURS } from '#shared/office-hours/values.ts';
import { buildAdmin } from '#tests/support/admin.ts';
import { buildAttachment } from '#tests/support/browser/admin-leads.ts';
import { it } from '#tests/support/fixtures.ts';
import { addNote, assign, recordInbound, setNextStep, snooze } from './index.ts';
import { readRow, readRows, updateRows } from '#tests/support/database/rows.ts';
import { asOwner, sendMessage, sendOrder } from '#tests/support/privacy/sent-enquiries.ts';

/** A Friday, 17:30 in Ankara. */
const FRIDAY_EVENING = new Date('2026-06-12T14:30:00Z');
const MONDAY_MORNING = new Date('2026-06-15T06:30:00Z');
const SINCE_FRIDAY = { waitingSince: FRIDAY_EVENING, dueAt: MONDAY_MORNING };

function at(ctx: ServiceContext, now: Date): ServiceContext {
  return { ...ctx, now: () => now, officeHours: () => DEFAULT_OFFICE_HOURS };
}

function readConversation(
  { db }: ServiceContext,
  ref: Partial<Record<'orderId' | 'messageId', string>>,
) {
  return readRow(db, 'conversations', '*', ref);
}

async function readEntries(ctx: ServiceContext, ref: Parameters<typeof readConversation>[1]) {
  const { id } = await readConversation(ctx, ref);
  return readRows(ctx.db, 'conversationEntries', '*', { conversationId: id }, 'createdAt');
}

describe('a new lead', () => {
  it('has a conversation that waits by the calendar, with its mails', async ({ ctx }) => {
    const friday = at(ctx, FRIDAY_EVENING);
    const { id: messageId } = await sendMessage(friday);
    const { id: orderId } = await sendOrder(friday);
    for (const ref of [{ messageId }, { orderId }]) {
      const conversation = await readConversation(ctx, ref);
      expect(conversation).toMatchObject({
        ...ref,
        ...SINCE_FRIDAY,
        promisedDueAt: MONDAY_MORNING,
        nextAlertAt: new Date('2026-06-12T15:00:00Z'),
        alertLevel: 0,
        lastWord: 'visitor',
        firstResponseAt: null,
      });
      const mails = { conversationId: conversation.id };
      expect(await readRows(ctx.db, 'outboxMails', ['kind'], mails)).toHaveLength(2);
    }
  });

  it('waits for nobody as a suspect, and since it came once it is genuine', async ({ ctx }) => {
    const friday = at(ctx, FRIDAY_EVENING);
    const { id: messageId } = await sendMessage(friday, undefined, { homepage: 'x' });
    const noDeadline = { waitingSince: null, dueAt: null, promisedDueAt: null };
    expect(await readConversation(ctx, { messageId })).toMatchObject(noDeadline);
    await updateRows(ctx.db, 'conversations', { messageId }, { lastWordAt: FRIDAY_EVENING });
    const admin = await asOwner(at(ctx, MONDAY_MORNING));
    await messages.update(admin, messageId, { status: 'responded' });
    await messages.update(admin, messageId, { status: 'read' });
    expect(await readConversation(ctx, { messageId })).toMatchObject(noDeadline);
    await messages.update(admin, messageId, { isSuspect: false });
    const waits = { ...SINCE_FRIDAY, promisedDueAt: MONDAY_MORNING };
    expect(await readConversation(ctx, { messageId })).toMatchObject(waits);
  });
});

it('a status set by hand ends the waiting, which begins again when it is reverted', async ({
  ctx,
}) => {
  const { id: messageId } = await sendMessage(at(ctx, FRIDAY_EVENING));
  const { id: orderId } = await sendOrder(at(ctx, FRIDAY_EVENING));
  const admin = await asOwner(at(ctx, MONDAY_MORNING));
  const { lastWordAt } = await readConversation(ctx, { messageId });
  await messages.update(admin, messageId, { status: 'responded' });
  await orders.updateStatuses(admin, { ids: [orderId], status: 'completed' });
  const ended = { waitingSince: null, dueAt: null, nextAlertAt: null };
  for (const ref of [{ messageId }, { orderId }]) {
    const conversation = await readConversation(ctx, ref);
    expect(conversation).toMatchObject({ ...ended, promisedDueAt: MONDAY_MORNING });
  }
  await messages.update(admin, messageId, { status: 'read' });
  const reopened = await readConversation(ctx, { messageId });
  expect(reopened).toMatchObject({ waitingSince: lastWordAt, dueAt: expect.any(Date) });
});

it('a follow-up starts a deadline where none runs, moves no other, and is recorded once', async ({
  ctx,
}) => {
  const { id: messageId } = await sendMessage(at(ctx, FRIDAY_EVENING));
  const ref = { messageId };
  const monday = at(ctx, new Date(Date.now() + 60_000));
  await recordInbound(monday, ref, { via: 'page', body: 'And in Turkish, please.' });
  const waits = { ...SINCE_FRIDAY, lastWordAt: monday.now() };
  expect(await readConversation(ctx, ref)).toMatchObject(waits);
  const admin = await asOwner(monday);
  await messages.update(admin, messageId, { status: 'responded' });
  await snooze(admin, ref, new Date(monday.now().getTime() + 1_000));
  await recordInbound(monday, ref, { via: 'page', body: 'One thing more.' });
  const after = await readConversation(ctx, ref);
  expect(after).toMatchObject({ lastWord: 'visitor', snoozedUntil: null });
  expect(after.waitingSince?.getTime()).toBe(monday.now().getTime() + 1);
  const mail = { via: 'mail', body: 'Yes.', mailMessageId: `<${randomUUID()}@example.com>` };
  expect(await recordInbound(monday, ref, mail as never)).not.toBeNull();
  expect(await recordInbound(monday, ref, mail as never)).toBeNull();
  const bodies = (await readEntries(ctx, ref)).map(({ body }) => body);
  expect(bodies).toEqual(['And in Turkish, please.', 'One thing more.', 'Yes.']);
});

const UNANSWERED = {
  ...SINCE_FRIDAY,
  lastWord: 'visitor',
  firstResponseAt: null,
  firstRespondedBy: null,
};

describe('a reply that is undone', () => {
  it('leaves a visitor who wrote meanwhile waiting since they first wrote', async ({ ctx }) => {
    const { id: messageId } = await sendMessage(at(ctx, FRIDAY_EVENING));
    const ref = { messageId };
    const admin = await asOwner(ctx);
    const { lastWordAt } = await messages.getConversation(admin, messageId);
    const reply = { id: randomUUID(), body: 'Yes.', filePaths: [], lastWordAt };
    const { nextAlertAt } = await readConversation(ctx, ref);
    await messages.reply(admin, messageId, reply);
    await recordInbound(ctx, ref, { via: 'page', body: 'Are you there?' });
    await messages.undoReply(admin, messageId, reply.id);
    expect(await readConversation(ctx, ref)).toMatchObject({ ...UNANSWERED, nextAlertAt });
    expect((await messages.get(admin, messageId)).status).not.toBe('responded');
  });

  it('leaves the reply that came after it as the first one', async ({ ctx }) => {
    const { id: orderId } = await sendOrder(at(ctx, FRIDAY_EVENING));
    const [selin, murat] = [await asOwner(ctx), await asOwner(ctx)];
    const ids = [randomUUID(), randomUUID()] as const;
    for (const [index, admin] of [selin, murat].entries()) {
      const { lastWordAt } = await orders.getConversation(admin, orderId);
      const id = ids[index] ?? '';
      await orders.reply(admin, orderId, { id, body: 'Yes.', filePaths: [], lastWordAt });
    }
    await orders.undoReply(selin, orderId, ids[0]);
    const conversation = await readConversation(ctx, { orderId });
    const { adminUserId: firstRespondedBy } = murat.actor;
    expect(conversation).toMatchObject({ dueAt: null, lastWord: 'team', firstRespondedBy });
    expect(conversation.firstResponseAt).toEqual(conversation.lastWordAt);
    expect((await orders.get(murat, orderId)).status).toBe('in-progress');
    await orders.undoReply(murat, orderId, ids[1]);
    expect(await readConversation(ctx, { orderId })).toMatchObject(UNANSWERED);
    expect((await orders.get(murat, orderId)).status).not.toBe('in-progress');
  });
});

it('what administrators do is recorded, and rejected where it makes no sense', async ({ ctx }) => {
  const { id: orderId } = await sendOrder(ctx);
  const ref = { orderId };
  const admin = await asOwner(ctx);
  const colleague = await buildAdmin(ctx.db);
  await assign(admin, ref, colleague.id);
  await assign(admin, ref, colleague.id);
  await addNote(admin, ref, { body: 'Calls back on Tuesday.' });
  await setNextStep(admin, ref, { nextStep: 'Send the offer', nextStepOn: '2026-07-01' });
  const until = new Date(Date.now() + 3_600_000);
  await snooze(admin, ref, until);
  expect(await readConversation(ctx, ref)).toMatchObject({
    assigneeId: colleague.id,
    nextStep: 'Send the offer',
    nextStepOn: '2026-07-01',
    snoozedUntil: until,
  });
  const { adminUserId } = admin.actor;
  expect(await readEntries(ctx, ref)).toMatchObject([
    { kind: 'assigned', adminUserId, detail: { assigneeUsername: colleague.username } },
    { kind: 'note', adminUserId, body: 'Calls back on Tuesday.' },
  ]);
  const audit = await readRows(
    ctx.db,
    'contactMessageAudit',
    ['accessedFields'],
    { orderId },
    'sequence',
  );
  const fields = audit.flatMap(({ accessedFields }) => accessedFields);
  expect(fields).toEqual(['assignee_id', 'assignee_id', 'notes', 'next_step', 'snoozed_until']);
  for (const wrong of [new Date(0), new Date('9999-12-31')]) {
    await expect(snooze(admin, ref, wrong)).rejects.toMatchObject({ code: 'UNPROCESSABLE' });
  }
  await expect(assign(admin, ref, uuidV7())).rejects.toMatchObject({ code: 'CONFLICT' });
  const missing = assign(admin, { id: uuidV7() }, null);
  await expect(missing).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(addNote(ctx, ref, { body: 'x' })).rejects.toThrow(ServiceError);
});

describe('a purge', () => {
  it('takes along the conversation, entries, mails and files of a message', async ({ ctx }) => {
    const { id: messageId, conversationId } = await sendMessage(ctx);
    const recorded = await recordInbound(ctx, { messageId }, { via: 'page', body: 'More.' });
    const createdAt = new Date(Date.now() - 7_200_000);
    const file = { entryId: recorded?.entryId ?? '', status: 'claimed', createdAt } as const;
    await buildAttachment(ctx.db, file);
    const over = { retentionExpiresAt: new Date(Date.now() - 1_000) };
    await updateRows(ctx.db, 'contactMessages', { id: messageId }, over);
    expect(await purgeExpiredRecords(ctx)).toMatchObject({ contact_messages: 1 });
    expect(await readRows(ctx.db, 'conversations', ['id'], { id: conversationId })).toEqual([]);
    for (const table of ['conversationEntries', 'outboxMails'] as const) {
      expect(await readRows(ctx.db, table, ['id'], { conversationId })).toEqual([]);
    }
    expect(await removeExpiredUploads(ctx)).toEqual({ removed: 1, failed: 0 });
  });

  it('leaves a conversation that belongs to an order too', async ({ ctx }) => {
    const { id: messageId } = await sendMessage(ctx);
    const { id: orderId } = await sendOrder(ctx);
    await ctx.db.deleteFrom('conversations').where('orderId', '=', orderId).execute();
    await updateRows(ctx.db, 'conversations', { messageId }, { orderId });
    await addNote(await asOwner(ctx), { messageId }, { body: 'Stays.' });
    await ctx.db.deleteFrom('contactMessages').where('id', '=', messageId).execute();
    expect(await readConversation(ctx, { orderId })).toMatchObject({ messageId: null });
    expect(await readEntries(ctx, { orderId })).toHaveLength(1);
  });
});
