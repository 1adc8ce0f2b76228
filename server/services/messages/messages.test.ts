import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import type { ServiceContext } from '#server/context/context.ts';
import { ServiceError } from '#server/core/errors.ts';
import { TEAM_RECIPIENT } from '#server/mail/outbox/outbox.ts';
import { createTextMemory } from '#server/services/leads/index.ts';
import { buildMessageInput } from '#tests/support/leads.ts';
import { createMessage } from './index.ts';
import { it } from '#tests/support/fixtures.ts';

function messagesFrom(ctx: ServiceContext, email: string) {
  return ctx.db.selectFrom('contactMessages').selectAll().where('email', '=', email).execute();
}

function mailsOf(ctx: ServiceContext, messageId: string) {
  return ctx.db
    .selectFrom('outboxMails')
    .select(['kind', 'recipient', 'payload', 'status'])
    .where(sql<string>`payload ->> 'messageId'`, '=', messageId)
    .orderBy('kind')
    .execute();
}

function uniqueEmail(): string {
  return `${randomUUID()}@example.com`;
}

describe('accepting a message', () => {
  it('stores it as new, with a mail to the team and a confirmation', async ({ ctx }) => {
    const input = buildMessageInput({ email: uniqueEmail() });
    const { id, isReplay } = await createMessage(ctx, { input, idempotencyKey: randomUUID() });
    expect(isReplay).toBe(false);
    expect(await messagesFrom(ctx, input.email)).toMatchObject([
      { ...input, id, status: 'new', isSuspect: false },
    ]);
    const payload = { messageId: id };
    expect(await mailsOf(ctx, id)).toEqual([
      { kind: 'messages.confirmation', recipient: input.email, payload, status: 'pending' },
      { kind: 'messages.notify-team', recipient: TEAM_RECIPIENT, payload, status: 'pending' },
    ]);
  });

  it('marks a suspect message and writes nothing to the given address', async ({ ctx }) => {
    const input = buildMessageInput({ email: uniqueEmail() });
    const { id } = await createMessage(ctx, {
      input,
      idempotencyKey: null,
      signals: { homepage: 'x' },
    });
    expect(await messagesFrom(ctx, input.email)).toMatchObject([
      { isSuspect: true, suspectReasons: ['trap'] },
    ]);
    expect(await mailsOf(ctx, id)).toMatchObject([{ kind: 'messages.notify-team' }]);
  });

  it('marks a text from its third submission on, from whatever address', async ({ ctx }) => {
    const strings = createTextMemory();
    const watched: ServiceContext = {
      ...ctx,
      countText: (text, submission) => strings.count(text, submission),
    };
    const senders = [uniqueEmail(), uniqueEmail(), uniqueEmail(), uniqueEmail()];
    for (const [index, email] of senders.entries()) {
      const input = buildMessageInput({ email });
      const idempotencyKey = index === 3 ? null : randomUUID();
      await createMessage(watched, { input, idempotencyKey });
      // Sent again by an impatient person.
      if (idempotencyKey) await createMessage(watched, { input, idempotencyKey });
    }
    const reasons = [];
    for (const email of senders) reasons.push((await messagesFrom(ctx, email))[0]?.suspectReasons);
    expect(reasons).toEqual([[], [], ['repeated'], ['repeated']]);
  });

  it('takes every call without a key as a message of its own', async ({ ctx }) => {
    const input = buildMessageInput({ email: uniqueEmail() });
    await createMessage(ctx, { input, idempotencyKey: null });
    await createMessage(ctx, { input, idempotencyKey: null });
    expect(await messagesFrom(ctx, input.email)).toHaveLength(2);
  });

  it('writes those that arrive while one is written in one transaction', async ({ ctx }) => {
    const inputs = Array.from({ length: 20 }, () => buildMessageInput({ email: uniqueEmail() }));
    await Promise.all(
      inputs.map((input) => createMessage(ctx, { input, idempotencyKey: randomUUID() })),
    );
    const { rows } = await sql<{ messages: number; transactions: number }>`
      select count(*) as messages, count(distinct xmin::text) as transactions
      from contact_messages where email = any(${inputs.map(({ email }) => email)})
    `.execute(ctx.db);
    expect(rows).toEqual([{ messages: 20, transactions: 2 }]);
  });

  it('gives each of a batch its own row and mails, also beside a rejected one', async ({ ctx }) => {
    const inputs = Array.from({ length: 20 }, (_, index) =>
      buildMessageInput({ email: uniqueEmail(), ...(index === 7 ? { name: 'x' } : {}) }),
    );
    const outcomes = await Promise.allSettled(
      inputs.map((input) => createMessage(ctx, { input, idempotencyKey: randomUUID() })),
    );
    for (const [index, outcome] of outcomes.entries()) {
      const input = inputs[index];
      const rows = await messagesFrom(ctx, input?.email ?? '');
      if (index === 7) {
        expect(outcome).toMatchObject({ status: 'rejected', reason: { code: '23514' } });
        expect(rows).toEqual([]);
      } else if (outcome.status === 'fulfilled') {
        const { id } = outcome.value;
        expect(rows).toMatchObject([{ ...input, id }]);
        expect((await mailsOf(ctx, id)).map(({ recipient }) => recipient)).toEqual([
          input?.email,
          TEAM_RECIPIENT,
        ]);
      } else throw outcome.reason;
    }
  });

  it('keeps neither message nor mail when the transaction fails', async ({ ctx }) => {
    const input = buildMessageInput({ email: uniqueEmail() });
    let id = '';
    await expect(
      ctx.db.transaction().execute(async (tx) => {
        ({ id } = await createMessage({ ...ctx, db: tx }, { input, idempotencyKey: randomUUID() }));
        throw new Error('the process died');
      }),
    ).rejects.toThrow('the process died');
    expect(await messagesFrom(ctx, input.email)).toEqual([]);
    expect(await mailsOf(ctx, id)).toEqual([]);
  });
});

describe('the same message sent again', () => {
  it('gets the same answer, and nothing is written', async ({ ctx }) => {
    const input = buildMessageInput({ email: uniqueEmail() });
    const idempotencyKey = randomUUID();
    const first = await createMessage(ctx, { input, idempotencyKey });
    const again = { ...first, isReplay: true };
    expect(await createMessage(ctx, { input, idempotencyKey })).toEqual(again);
    expect(await messagesFrom(ctx, input.email)).toHaveLength(1);
    expect(await mailsOf(ctx, first.id)).toHaveLength(2);
  });

  it('is refused with another text', async ({ ctx }) => {
    const input = buildMessageInput({ email: uniqueEmail() });
    const idempotencyKey = randomUUID();
    await createMessage(ctx, { input, idempotencyKey });
    await expect(
      createMessage(ctx, { input: { ...input, message: `${input.message}!` }, idempotencyKey }),
    ).rejects.toMatchObject({ code: 'UNPROCESSABLE' });
    expect(await messagesFrom(ctx, input.email)).toMatchObject([{ message: input.message }]);
  });

  it('is one message and two mails when 20 arrive together', async ({ ctx }) => {
    const input = buildMessageInput({ email: uniqueEmail() });
    const idempotencyKey = randomUUID();
    const outcomes = await Promise.allSettled(
      Array.from({ length: 20 }, () => createMessage(ctx, { input, idempotencyKey })),
    );
    const [message, ...others] = await messagesFrom(ctx, input.email);
    expect(others).toEqual([]);
    expect(await mailsOf(ctx, message?.id ?? '')).toHaveLength(2);
    for (const outcome of outcomes) {
      if (outcome.status === 'fulfilled') expect(outcome.value.id).toBe(message?.id);
      else expect(outcome.reason).toMatchObject({ code: 'CONFLICT' });
    }
    expect(outcomes.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(0);
  });

  it('answers CONFLICT while the first still runs', async ({ ctx }) => {
    const input = buildMessageInput({ email: uniqueEmail() });
    const idempotencyKey = randomUUID();
    await ctx.db.transaction().execute(async (tx) => {
      await createMessage({ ...ctx, db: tx }, { input, idempotencyKey });
      const error = await createMessage(ctx, { input, idempotencyKey }).catch(
        (reason: unknown) => reason,
      );
      expect(error).toBeInstanceOf(ServiceError);
      expect(error).toMatchObject({ code: 'CONFLICT' });
    });
    expect(await createMessage(ctx, { input, idempotencyKey })).toMatchObject({ isReplay: true });
  });
});
