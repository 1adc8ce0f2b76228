import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { ServiceContext } from '#server/context/context.ts';
import { createMessage, findMessageDeadline } from '#server/services/messages/index.ts';
import { DEFAULT_OFFICE_HOURS } from '#shared/office-hours/values.ts';
import { it } from '#tests/support/fixtures.ts';
import { buildMessageInput, buildOrderInput } from '#tests/support/leads.ts';
import { createOrder, findOrderDeadline } from './index.ts';
import { updateRows } from '#tests/support/database/rows.ts';

/** A Friday, 17:30 in Ankara. */
const SENT_AT = new Date('2026-06-12T14:30:00Z');
const DUE_AT = new Date('2026-06-15T06:30:00Z');
const LATER = { ...DEFAULT_OFFICE_HOURS, promisedMinutes: 600 };

function at(ctx: ServiceContext, officeHours = DEFAULT_OFFICE_HOURS): ServiceContext {
  return { ...ctx, now: () => SENT_AT, officeHours: () => officeHours };
}

it('is what was promised, whatever became of the calendar', async ({ ctx }) => {
  const input = buildOrderInput({ email: `${randomUUID()}@example.com` });
  const order = { input, filePaths: [], idempotencyKey: randomUUID() };
  const { reference } = await createOrder(at(ctx), order);
  expect(await findOrderDeadline(at(ctx, LATER), reference)).toEqual(DUE_AT);
  const message = { input: buildMessageInput({ email: `${randomUUID()}@example.com` }) };
  const { id } = await createMessage(at(ctx), { ...message, idempotencyKey: null });
  expect(await findMessageDeadline(at(ctx, LATER), id)).toEqual(DUE_AT);
});

it('tells a suspected sender what it tells others', async ({ ctx }) => {
  const message = { input: buildMessageInput(), idempotencyKey: null };
  const { id } = await createMessage(at(ctx), { ...message, signals: { homepage: 'x' } });
  await updateRows(ctx.db, 'contactMessages', { id }, { createdAt: SENT_AT });
  expect(await findMessageDeadline(at(ctx), id)).toEqual(DUE_AT);
});

it('is unknown for what nobody sent', async ({ ctx }) => {
  expect(await findOrderDeadline(ctx, 'x')).toBeNull();
  expect(await findOrderDeadline(ctx, 'VTR-2026-ZZZZZZ')).toBeNull();
  expect(await findMessageDeadline(ctx, 'x')).toBeNull();
  expect(await findMessageDeadline(ctx, randomUUID())).toBeNull();
});
