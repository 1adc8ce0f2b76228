import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { ServiceContext } from '#server/context/context.ts';
import { findMessageDeadline } from '#server/services/messages/index.ts';
import { DEFAULT_OFFICE_HOURS } from '#shared/office-hours/values.ts';
import { updateRows } from '#tests/support/database/rows.ts';
import { it } from '#tests/support/fixtures.ts';
import { sendMessage, sendOrder } from '#tests/support/privacy/sent-enquiries.ts';
import { findOrderDeadline } from './index.ts';

/** A Friday, 17:30 in Ankara. */
const SENT_AT = new Date('2026-06-12T14:30:00Z');
const DUE_AT = new Date('2026-06-15T06:30:00Z');
const LATER = { ...DEFAULT_OFFICE_HOURS, promisedMinutes: 600 };

function at(ctx: ServiceContext, officeHours = DEFAULT_OFFICE_HOURS): ServiceContext {
  return { ...ctx, now: () => SENT_AT, officeHours: () => officeHours };
}

it('is what was promised, also to a suspect, and null for what was not sent', async ({ ctx }) => {
  const { reference } = await sendOrder(at(ctx));
  expect(await findOrderDeadline(at(ctx, LATER), reference)).toEqual(DUE_AT);
  const { id } = await sendMessage(at(ctx));
  expect(await findMessageDeadline(at(ctx, LATER), id)).toEqual(DUE_AT);
  const { id: suspect } = await sendMessage(at(ctx), undefined, { homepage: 'x' });
  await updateRows(ctx.db, 'contactMessages', { id: suspect }, { createdAt: SENT_AT });
  expect(await findMessageDeadline(at(ctx), suspect)).toEqual(DUE_AT);
  for (const unknown of ['x', 'VTR-2026-ZZZZZZ', randomUUID()]) {
    expect(await findOrderDeadline(ctx, unknown)).toBeNull();
    expect(await findMessageDeadline(ctx, unknown)).toBeNull();
  }
});
