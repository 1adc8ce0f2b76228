import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import type { ServiceContext } from '#server/context/context.ts';
import { logContactAccess, verifyAudit } from '#server/services/contact-audit/index.ts';
import { purgeExpiredRecords } from './purge.ts';
import { composeContent } from '#server/services/mails/compose-mail.ts';
import { readTracking } from '#server/services/tracking/index.ts';
import { writeHeldData } from './held-data.ts';
import { hashAddress } from '#server/services/conversations/index.ts';
import { RETENTION_MESSAGES } from '#shared/retention/messages.ts';
import { collect } from '#tests/support/privacy/collect.ts';
import { it } from '#tests/support/fixtures.ts';
import { recordStatements } from '#tests/support/privacy/record-statements.ts';
import {
  asOwner,
  eraseByVisitor,
  sendMessage,
  sendOrder,
} from '#tests/support/privacy/sent-enquiries.ts';
import { type ErasureLine, exportErasures, replayErasures } from './erasure-ledger.ts';
import { holdEnquiry, releaseEnquiry } from './legal-hold.ts';
import { readRow, readRows, updateRows } from '#tests/support/database/rows.ts';

async function isThere(ctx: ServiceContext, id: string): Promise<boolean> {
  return (await readRows(ctx.db, 'orders', ['id'], { id })).length > 0;
}

/** The ids of those mails that are still there. */
async function findLeft(ctx: ServiceContext, mails: readonly { id: string }[]) {
  const ids = new Set((await readRows(ctx.db, 'outboxMails', ['id'])).map(({ id }) => id));
  return new Set(mails.map(({ id }) => id).filter((id) => ids.has(id)));
}

async function* linesOf(lines: readonly ErasureLine[]) {
  yield* lines;
}

describe('a legal hold', () => {
  it('keeps an enquiry that its visitor wants erased, until it is lifted', async ({ ctx }) => {
    const owner = await asOwner(ctx);
    const order = await sendOrder(ctx);
    await holdEnquiry(owner, { orderId: order.id }, 'Dispute about an invoice');
    expect(await eraseByVisitor(ctx, order)).toBe('held');
    expect(await isThere(ctx, order.id)).toBe(true);
    const page = await readTracking(ctx, order.token);
    expect(page?.pending.heldErasureAt).not.toBeNull();
    expect(page?.retainedUntil).toBeNull();
    expect(JSON.stringify(page)).not.toContain('Dispute');
    const held = await text(Readable.from(writeHeldData(ctx, order.token)));
    expect(JSON.parse(held)).toMatchObject({ order: { retainedUntil: null } });

    const mail = await readRow(ctx.db, 'outboxMails', ['kind', 'recipient', 'payload'], {
      conversationId: order.conversationId,
      kind: 'tracking.erasure-held',
    });
    expect(mail.recipient).toBe('team');
    const content = await composeContent({ ...ctx, siteUrl: 'https://site.example' }, mail);
    expect(JSON.stringify(content)).toContain('Dispute about an invoice');

    const release = (isErasureAsked: boolean) =>
      releaseEnquiry(owner, { orderId: order.id }, { isErasureAsked });
    await expect(release(false)).rejects.toThrow(RETENTION_MESSAGES.changed);
    expect(await isThere(ctx, order.id)).toBe(true);
    expect(await release(true)).toEqual({ isErased: true });
    expect(await isThere(ctx, order.id)).toBe(false);
    expect(await verifyAudit(ctx.db, ctx.auditKey)).toMatchObject({ isIntact: true });
  });

  it('is in the conversation and in the audit, and is placed and ended once', async ({ ctx }) => {
    const owner = await asOwner(ctx);
    const { id, conversationId } = await sendMessage(ctx);
    const ref = { messageId: id };
    await holdEnquiry(owner, ref, 'A reason');
    await expect(holdEnquiry(owner, ref, 'Another')).rejects.toThrow(RETENTION_MESSAGES.isHeld);
    const release = (isErasureAsked: boolean) => releaseEnquiry(owner, ref, { isErasureAsked });
    await expect(release(true)).rejects.toThrow(RETENTION_MESSAGES.changed);
    expect(await release(false)).toEqual({ isErased: false });
    await expect(release(false)).rejects.toThrow(RETENTION_MESSAGES.isNotHeld);
    const entries = await ctx.db
      .selectFrom('conversationEntries')
      .select(['kind', 'body'])
      .where('conversationId', '=', conversationId)
      .orderBy('createdAt')
      .orderBy('id')
      .execute();
    expect(entries).toEqual([
      { kind: 'held', body: 'A reason' },
      { kind: 'released', body: null },
    ]);
    const audit = await readRows(ctx.db, 'contactMessageAudit', ['action', 'accessedFields'], {
      messageId: id,
    });
    expect(audit).toEqual([
      { action: 'update', accessedFields: ['legal_hold'] },
      { action: 'update', accessedFields: ['legal_hold'] },
    ]);
  });

  it('writes the audit last, of a message that goes when it ends as well', async ({ ctx }) => {
    const { ctx: owner, statements } = recordStatements(await asOwner(ctx));
    const message = await sendMessage(ctx);
    await holdEnquiry(owner, { messageId: message.id }, 'A reason');
    expect(statements.at(-1)).toContain('log_contact_message_access');
    await eraseByVisitor(ctx, message);
    expect(
      await releaseEnquiry(owner, { messageId: message.id }, { isErasureAsked: true }),
    ).toEqual({ isErased: true });
    expect(statements.at(-1)).toContain('log_contact_message_access');
    const audit = await readRows(ctx.db, 'contactMessageAudit', ['accessedFields'], {
      messageId: message.id,
    });
    expect(audit).toEqual([{ accessedFields: ['legal_hold'] }, { accessedFields: ['legal_hold'] }]);
  });

  it('keeps mails that name the enquiry among others', async ({ ctx }) => {
    const owner = await asOwner(ctx);
    const [held, gone] = [await sendOrder(ctx), await sendMessage(ctx)];
    const other = await sendMessage(ctx);
    await holdEnquiry(owner, { orderId: held.id }, 'A dispute');
    const write = (...sent: { conversationId: string }[]) => ({
      id: randomUUID(),
      kind: 'tracking.link',
      recipient: held.email,
      payload: JSON.stringify({ conversationIds: sent.map((each) => each.conversationId) }),
    });
    const old = { createdAt: new Date('2020-01-01') };
    const stay = [write(held, gone), { ...write(held, other), ...old }, write(other)];
    const mails = [write(gone, other), { ...write(other), ...old }, ...stay];
    await ctx.db.insertInto('outboxMails').values(mails).execute();
    await eraseByVisitor(ctx, gone);
    await purgeExpiredRecords(ctx);
    expect(await findLeft(ctx, mails)).toEqual(new Set(stay.map(({ id }) => id)));
  });

  it('holds against whoever deletes past the services', async ({ ctx }) => {
    const owner = await asOwner(ctx);
    const order = await sendOrder(ctx);
    await holdEnquiry(owner, { orderId: order.id }, 'A reason');
    await expect(ctx.db.deleteFrom('orders').where('id', '=', order.id).execute()).rejects.toThrow(
      'legal hold',
    );
  });
});

describe('the ledger', () => {
  const buildLine = (kind: ErasureLine['kind']): ErasureLine => ({
    id: randomUUID(),
    erasedAt: '2026-11-24T12:00:00.000Z',
    kind,
    by: 'visitor',
    adminUserId: null,
    conversationIds: [],
    orderIds: [],
    messageIds: [],
    addressHash: null,
  });

  async function readLedger(ctx: ServiceContext) {
    return collect(exportErasures(ctx.db));
  }

  it('holds nothing of what was erased, in the order of the erasures', async ({ ctx }) => {
    const [first, second] = [await sendOrder(ctx), await sendMessage(ctx)];
    await eraseByVisitor(ctx, first);
    await eraseByVisitor(ctx, second);
    const lines = await readLedger(ctx);
    expect(lines.slice(-2)).toEqual([
      expect.objectContaining({ kind: 'enquiry', by: 'visitor', orderIds: [first.id] }),
      expect.objectContaining({ messageIds: [second.id], orderIds: [] }),
    ]);
    const { rows } = await sql<{ row: string }>`select erasures::text as row from erasures`.execute(
      ctx.db,
    );
    const whole = JSON.stringify([lines, rows]);
    for (const said of [first.email, second.email, 'Özlem', 'Gökçe', 'Çetin', 'dashboard']) {
      expect(whole).not.toContain(said);
    }
  });

  it('erases again what a backup brought back, with its hold, repeatedly', async ({ ctx }) => {
    const [gone, other] = [await sendOrder(ctx), await sendOrder(ctx)];
    const table = sql.table(`kept_${randomUUID().replaceAll('-', '')}`);
    const conversations = sql.table(`kept_${randomUUID().replaceAll('-', '')}`);
    await sql`create table ${table} as select * from orders where id = ${gone.id}`.execute(ctx.db);
    await sql`
      create table ${conversations} as select * from conversations where id = ${gone.conversationId}
    `.execute(ctx.db);
    await eraseByVisitor(ctx, gone);
    const lines = await readLedger(ctx);
    await ctx.db.deleteFrom('erasures').execute();

    // As a restore does that knows nothing of the erasure.
    const { rows } = await sql<{ columns: string }>`
      select string_agg(quote_ident(attname), ', ') as columns from pg_attribute
      where attrelid = 'orders'::regclass and attnum > 0 and attgenerated = '' and not attisdropped
    `.execute(ctx.db);
    const columns = sql.raw(rows[0]?.columns ?? '');
    await sql`insert into orders (${columns}) select ${columns} from ${table}`.execute(ctx.db);
    await sql`insert into conversations select * from ${conversations}`.execute(ctx.db);
    await sql`drop table ${table}, ${conversations}`.execute(ctx.db);
    const owner = await asOwner(ctx);
    await holdEnquiry(owner, { orderId: gone.id }, 'Of before the erasure');
    for (const { email } of [gone, other]) {
      const search = { action: 'search', fields: [], searchQuery: email } as const;
      await ctx.db.transaction().execute((tx) => logContactAccess(owner, tx, search));
    }

    expect(await replayErasures(ctx.db, linesOf(lines), ctx.trackKey)).toEqual({
      lines: lines.length,
      erased: 1,
    });
    expect(await isThere(ctx, gone.id)).toBe(false);
    expect(await isThere(ctx, other.id)).toBe(true);
    const audit = await readRows(ctx.db, 'contactMessageAudit', ['searchQuery']);
    const searches = audit.map(({ searchQuery }) => searchQuery);
    expect(searches).toContain(other.email);
    expect(searches).not.toContain(gone.email);
    expect(await readLedger(ctx)).toEqual(lines);
    expect(await replayErasures(ctx.db, linesOf(lines), ctx.trackKey)).toMatchObject({ erased: 0 });
    expect(await readLedger(ctx)).toEqual(lines);
  });

  it('erases again the whole of an enquiry of which a part was gone by then', async ({ ctx }) => {
    const [order, message] = [await sendOrder(ctx), await sendMessage(ctx)];
    await ctx.db.deleteFrom('conversations').where('id', '=', order.conversationId).execute();
    await updateRows(
      ctx.db,
      'conversations',
      { id: message.conversationId },
      { orderId: order.id },
    );
    const erased = { conversationIds: [message.conversationId], orderIds: [order.id] };
    const line: ErasureLine = { ...buildLine('enquiry'), ...erased };
    await replayErasures(ctx.db, linesOf([line]), ctx.trackKey);
    const left = await readRows(ctx.db, 'conversations', ['id'], { id: message.conversationId });
    expect(left).toEqual([]);
  });

  it('erases again mails to a person about the enquiry of another', async ({ ctx }) => {
    const [other, held] = [await sendOrder(ctx), await sendOrder(ctx)];
    const earlier = new Date('2026-11-24T11:00:00Z');
    const buildLedgerLine = (kind: ErasureLine['kind'], email: string): ErasureLine => {
      const addressHash = hashAddress(ctx.trackKey, email).toString('hex');
      return { ...buildLine(kind), addressHash };
    };
    const [gone, one] = [`A-${randomUUID()}@Example.com`, `${randomUUID()}@example.com`];
    const write = (recipient: string, createdAt: Date) => ({
      id: randomUUID(),
      kind: 'orders.confirmation',
      recipient,
      payload: JSON.stringify({ orderId: other.id }),
      conversationId: other.conversationId,
      createdAt,
    });
    const stay = [
      write(gone, new Date('2026-11-24T12:00:01Z')),
      write(one, earlier),
      write(held.email, earlier),
    ];
    const mails = [write(gone, earlier), write(gone.toUpperCase(), earlier), ...stay];
    await ctx.db.insertInto('outboxMails').values(mails).execute();
    const lines = [
      buildLedgerLine('person', gone.toLowerCase()),
      buildLedgerLine('enquiry', one),
      buildLedgerLine('person', held.email),
    ];
    const replayed = () => replayErasures(ctx.db, linesOf(lines), ctx.trackKey);
    expect(await replayed()).toEqual({ lines: 3, erased: 1 });
    expect(await findLeft(ctx, mails)).toEqual(new Set(stay.map(({ id }) => id)));
    expect(await replayed()).toEqual({ lines: 3, erased: 0 });
  });
});
