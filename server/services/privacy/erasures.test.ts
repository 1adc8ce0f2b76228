import { randomUUID } from 'node:crypto';
import { buildMailSender } from '#tests/support/samples/sample-company.ts';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import type { ServiceContext } from '#server/context/context.ts';
import { verifyAudit } from '#server/services/contact-audit/index.ts';
import { purgeExpiredRecords } from './purge.ts';
import { composeContent } from '#server/services/mails/compose-mail.ts';
import { readTracking } from '#server/services/tracking/index.ts';
import { writeHeldData } from './held-data.ts';
import { hashAddress } from '#server/services/conversations/index.ts';
import { RETENTION_MESSAGES } from '#shared/retention/messages.ts';
import { collect } from '#tests/support/privacy/collect.ts';
import { it } from '#tests/support/fixtures.ts';
import { logAccess } from '#tests/support/privacy/tamper-audit.ts';
import { recordStatements } from '#tests/support/privacy/record-statements.ts';
import {
  asOwner,
  eraseByVisitor,
  sendMessage,
  sendOrder,
} from '#tests/support/privacy/sent-enquiries.ts';
import { type ErasureLine, exportErasures, replayErasures } from './erasure-ledger.ts';
import { holdEnquiry, releaseEnquiry } from './legal-hold.ts';
import { insertRows, readRow, readRows, updateRows } from '#tests/support/database/rows.ts';

async function isThere(ctx: ServiceContext, id: string): Promise<boolean> {
  return (await readRows(ctx.db, 'orders', ['id'], { id })).length > 0;
}

async function findLeft(ctx: ServiceContext, mails: readonly { id: string }[]) {
  const ids = new Set((await readRows(ctx.db, 'outboxMails', ['id'])).map(({ id }) => id));
  return mails.filter(({ id }) => ids.has(id));
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

    const { conversationId } = order;
    const notice = { conversationId, kind: 'tracking.erasure-held' };
    const columns = ['kind', 'recipient', 'payload'] as const;
    const mail = await readRow(ctx.db, 'outboxMails', columns, notice);
    expect(mail.recipient).toBe('team');
    const content = await composeContent(
      { ...ctx, ...buildMailSender('https://site.example') },
      mail,
    );
    expect(JSON.stringify(content)).toContain('Dispute about an invoice');

    const release = (isErasureAsked: boolean) =>
      releaseEnquiry(owner, { orderId: order.id }, { isErasureAsked });
    await expect(release(false)).rejects.toThrow(RETENTION_MESSAGES.changed);
    expect(await isThere(ctx, order.id)).toBe(true);
    expect(await release(true)).toEqual({ isErased: true });
    expect(await isThere(ctx, order.id)).toBe(false);
    expect(await verifyAudit(ctx.db, ctx.auditKey)).toMatchObject({ isIntact: true });
  });

  it('is in the conversation, is placed and ended once, and writes the audit last', async ({
    ctx,
  }) => {
    const { ctx: owner, statements } = recordStatements(await asOwner(ctx));
    const message = await sendMessage(ctx);
    const { id: messageId, conversationId } = message;
    const ref = { messageId };
    const hold = (reason: string) => holdEnquiry(owner, ref, reason);
    const release = (isErasureAsked: boolean) => releaseEnquiry(owner, ref, { isErasureAsked });
    const expectLogged = async (count: number) => {
      expect(statements.at(-1)).toContain('log_contact_message_access');
      const columns = ['action', 'accessedFields'] as const;
      const audit = await readRows(ctx.db, 'contactMessageAudit', columns, { messageId });
      const logged = { action: 'update', accessedFields: ['legal_hold'] };
      expect(audit).toEqual(Array.from({ length: count }, () => logged));
    };
    await hold('A reason');
    await expectLogged(1);
    await expect(hold('Another')).rejects.toThrow(RETENTION_MESSAGES.isHeld);
    await expect(release(true)).rejects.toThrow(RETENTION_MESSAGES.changed);
    expect(await release(false)).toEqual({ isErased: false });
    await expectLogged(2);
    await expect(release(false)).rejects.toThrow(RETENTION_MESSAGES.isNotHeld);
    const columns = ['kind', 'body'] as const;
    const where = { conversationId };
    const entries = await readRows(ctx.db, 'conversationEntries', columns, where, 'createdAt');
    expect(entries).toEqual([
      { kind: 'held', body: 'A reason' },
      { kind: 'released', body: null },
    ]);
    await hold('A dispute');
    await eraseByVisitor(ctx, message);
    expect(await release(true)).toEqual({ isErased: true });
    await expectLogged(4);
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
    await insertRows(ctx.db, 'outboxMails', mails);
    await eraseByVisitor(ctx, gone);
    await purgeExpiredRecords(ctx);
    expect(await findLeft(ctx, mails)).toEqual(stay);
    // Also against a statement that bypasses the services.
    const deletion = ctx.db.deleteFrom('orders').where('id', '=', held.id).execute();
    await expect(deletion).rejects.toThrow('legal hold');
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

  const readLedger = ({ db }: ServiceContext) => collect(exportErasures(db));

  it('holds nothing of what was erased, in the order of the erasures', async ({ ctx }) => {
    const [first, second] = [await sendOrder(ctx), await sendMessage(ctx)];
    await eraseByVisitor(ctx, first);
    await eraseByVisitor(ctx, second);
    const lines = await readLedger(ctx);
    expect(lines.slice(-2)).toEqual([
      expect.objectContaining({ kind: 'enquiry', by: 'visitor', orderIds: [first.id] }),
      expect.objectContaining({ messageIds: [second.id], orderIds: [] }),
    ]);
    const whole = JSON.stringify([lines, await readRows(ctx.db, 'erasures', '*')]);
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
      await logAccess(owner, { action: 'search', fields: [], searchQuery: email });
    }

    const replay = () => replayErasures(ctx.db, Readable.from(lines), ctx.trackKey);
    expect(await replay()).toEqual({ lines: lines.length, erased: 1 });
    expect(await isThere(ctx, gone.id)).toBe(false);
    expect(await isThere(ctx, other.id)).toBe(true);
    const audit = await readRows(ctx.db, 'contactMessageAudit', ['searchQuery']);
    const searches = audit.map(({ searchQuery }) => searchQuery);
    expect(searches).toContain(other.email);
    expect(searches).not.toContain(gone.email);
    expect(await readLedger(ctx)).toEqual(lines);
    expect(await replay()).toMatchObject({ erased: 0 });
    expect(await readLedger(ctx)).toEqual(lines);
  });

  it('erases again the whole of an enquiry of which a part was gone by then', async ({ ctx }) => {
    const { id: orderId, conversationId } = await sendOrder(ctx);
    const { conversationId: id } = await sendMessage(ctx);
    await ctx.db.deleteFrom('conversations').where('id', '=', conversationId).execute();
    await updateRows(ctx.db, 'conversations', { id }, { orderId });
    const line = { ...buildLine('enquiry'), conversationIds: [id], orderIds: [orderId] };
    await replayErasures(ctx.db, Readable.from([line]), ctx.trackKey);
    expect(await readRows(ctx.db, 'conversations', ['id'], { id })).toEqual([]);
  });

  it('erases again mails to a person about the enquiry of another', async ({ ctx }) => {
    const [other, held] = [await sendOrder(ctx), await sendOrder(ctx)];
    const earlier = new Date('2026-11-24T11:00:00Z');
    const buildLineOf = (kind: ErasureLine['kind'], email: string): ErasureLine => {
      const addressHash = hashAddress(ctx.trackKey, email).toString('hex');
      return { ...buildLine(kind), addressHash };
    };
    const [gone, one] = [`A-${randomUUID()}@Example.com`, `${randomUUID()}@example.com`];
    const { id: orderId, conversationId } = other;
    const payload = JSON.stringify({ orderId });
    const mail = { kind: 'orders.confirmation', payload, conversationId };
    const write = (recipient: string, createdAt = earlier) => {
      return { ...mail, id: randomUUID(), recipient, createdAt };
    };
    const stay = [write(gone, new Date('2026-11-24T12:00:01Z')), write(one), write(held.email)];
    const mails = [write(gone), write(gone.toUpperCase()), ...stay];
    await insertRows(ctx.db, 'outboxMails', mails);
    const lines = [
      buildLineOf('person', gone.toLowerCase()),
      buildLineOf('enquiry', one),
      buildLineOf('person', held.email),
    ];
    const replayed = () => replayErasures(ctx.db, Readable.from(lines), ctx.trackKey);
    expect(await replayed()).toEqual({ lines: 3, erased: 1 });
    expect(await findLeft(ctx, mails)).toEqual(stay);
    expect(await replayed()).toEqual({ lines: 3, erased: 0 });
  });
});
