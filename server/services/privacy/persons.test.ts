import { createHash, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import type { ServiceContext } from '#server/context/context.ts';
import { verifyAudit } from '#server/services/contact-audit/index.ts';
import { exportErasures, replayErasures } from './erasure-ledger.ts';
import { holdEnquiry, releaseEnquiry } from './legal-hold.ts';
import { convertMessage } from '#server/services/orders/index.ts';
import { createSavedFilter } from '#server/services/saved-filters/index.ts';
import { addWord, readTracking } from '#server/services/tracking/index.ts';
import {
  askForEmailChange,
  askForErasure,
  askForPerson,
  confirmRequest,
} from './confirm-request.ts';
import { messageReference } from '#shared/messages/reference.ts';
import { TRACKING_MESSAGES } from '#shared/tracking/messages.ts';
import { RETENTION_MESSAGES } from '#shared/retention/messages.ts';
import { buildOrderInput } from '#tests/support/leads.ts';
import { collect } from '#tests/support/privacy/collect.ts';
import { it } from '#tests/support/fixtures.ts';
import {
  askForCode,
  asOwner,
  changeEmail,
  codeOfRequest,
  eraseByVisitor,
  PDF,
  sendMessage,
  sendOrder,
} from '#tests/support/privacy/sent-enquiries.ts';
import { recordStatements } from '#tests/support/privacy/record-statements.ts';
import { logAccess } from '#tests/support/privacy/tamper-audit.ts';
import { readTar } from '#tests/support/privacy/tar.ts';
import { confirmPersonErasure, exportConfirmedPerson } from './erase-person.ts';
import { erasePerson, exportPerson, findPerson } from './persons.ts';
import { insertRows, readRow, readRows, updateRows } from '#tests/support/database/rows.ts';

async function buildPerson(ctx: ServiceContext) {
  const owner = await asOwner(ctx);
  const email = `${randomUUID()}@example.com`;
  const order = await sendOrder(ctx, email);
  // An equal address in another spelling.
  const message = await sendMessage(ctx, email.toUpperCase());
  const hold = () => holdEnquiry(owner, { orderId: order.id }, 'A dispute');
  return { owner, email, order, message, hold, other: await sendMessage(ctx) };
}

async function searchFor(ctx: ServiceContext, email: string) {
  const search = { searchQuery: `from ${email.toUpperCase()}` };
  await logAccess(ctx, { action: 'search', fields: [], ...search });
  return async () => (await readRows(ctx.db, 'contactMessageAudit', ['id'], search)).length > 0;
}

function release(owner: ServiceContext, orderId: string, isErasureAsked = false) {
  return releaseEnquiry(owner, { orderId }, { isErasureAsked });
}

/** The conversations of the mails to an address, in both spellings of `buildPerson`. */
function readRecipients({ db }: ServiceContext, email: string) {
  const mails = db.selectFrom('outboxMails').select('conversationId').distinct();
  return mails.where('recipient', 'in', [email, email.toUpperCase()]).execute();
}

/** Erases a person with the fingerprint of a look-up right before. */
async function eraseNow(owner: ServiceContext, email: string) {
  const { fingerprint } = await findPerson(owner, email);
  return erasePerson(owner, { email, fingerprint });
}

async function unpack(parts: AsyncGenerator<Uint8Array>) {
  return readTar(Buffer.concat(await collect(parts)));
}

it('an export holds all enquiries of an address, and goes to it by code', async ({ ctx }) => {
  const { owner, email, order, message, other } = await buildPerson(ctx);
  const files = await unpack(await exportPerson(owner, email));
  expect([...files.keys()]).toEqual([
    'enquiry-001/data.json',
    'enquiry-001/files/001.pdf',
    'enquiry-002/data.json',
    'summary.json',
  ]);
  expect(files.get('enquiry-001/files/001.pdf')).toEqual(PDF);
  const json = (name: string) => JSON.parse(String(files.get(name))) as Record<string, unknown>;
  expect(json('enquiry-001/data.json')).toMatchObject({ format: 1, order: { email } });
  const sent = { message: { email: email.toUpperCase() } };
  expect(json('enquiry-002/data.json')).toMatchObject(sent);
  const sha256 = createHash('sha256').update(PDF).digest('hex');
  expect(json('summary.json')).toMatchObject({
    address: email,
    enquiries: 2,
    files: { 'enquiry-001/files/001.pdf': { name: 'Plan für Özlem.pdf', sha256 } },
    accesses: [{ action: 'export' }, { action: 'export' }],
  });
  const whole = [...files.values()].join('');
  for (const secret of [other.email, order.token, message.token, 'requestHash']) {
    expect(whole).not.toContain(secret);
  }
  const code = await askForCode(ctx, order, 'person-export');
  const { conversationId } = order;
  const asked = { kind: 'tracking.confirm-person-export', conversationId };
  const { recipient } = await readRow(ctx.db, 'outboxMails', ['recipient'], asked);
  expect(recipient).toBe(email);
  expect((await unpack(await exportConfirmedPerson(ctx, code))).size).toBe(4);
  // No one has proved that a suspect enquiry is theirs.
  await updateRows(ctx.db, 'contactMessages', { id: message.id }, { isSuspect: true });
  expect((await unpack(await exportConfirmedPerson(ctx, code))).size).toBe(3);
  const erasure = await askForCode(ctx, order, 'person-erasure');
  const tomorrow = { ...ctx, now: () => new Date(Date.now() + 25 * 3_600_000) };
  for (const [by, wrong] of [
    [ctx, ''],
    [ctx, order.token],
    [ctx, `${code}x`],
    [ctx, erasure],
    [tomorrow, code],
  ] as const) {
    await expect(exportConfirmedPerson(by, wrong)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  }
  expect(await confirmRequest(ctx, code)).toBeNull();
  expect(await confirmPersonErasure(ctx, code)).toBeNull();
});

describe('an erasure', () => {
  it('takes two steps, and erases nothing but what was seen', async ({ ctx }) => {
    const { owner, email, order, message, other } = await buildPerson(ctx);
    // To an administrator of the same address.
    const id = randomUUID();
    await insertRows(ctx.db, 'outboxMails', { id, kind: 'audit.head', recipient: email });
    const seen = await findPerson(owner, email);
    expect(seen).toMatchObject({ files: 1, mails: 4 });
    expect(seen.enquiries).toMatchObject([
      { kind: 'order', reference: order.reference },
      { kind: 'message', reference: messageReference(message.id) },
    ]);
    const expectChanged = ({ fingerprint }: typeof seen) =>
      expect(erasePerson(owner, { email, fingerprint })).rejects.toThrow(
        RETENTION_MESSAGES.changed,
      );
    await sendMessage(ctx, email);
    await expectChanged(seen);
    const seenAgain = await findPerson(owner, email);
    const word = { id: randomUUID(), body: 'Here is the signed contract.', filePaths: [] };
    await addWord(ctx, order.token, { ...word, signals: {} });
    await expectChanged(seenAgain);
    expect(await eraseNow(owner, email)).toEqual({ erased: 3, held: 0, skipped: [] });
    expect((await findPerson(owner, email)).enquiries).toEqual([]);
    const left = await readRows(ctx.db, 'outboxMails', ['id'], { recipient: email });
    expect(left).toEqual([{ id }]);
    expect((await findPerson(owner, other.email)).enquiries).toHaveLength(1);
    const again = erasePerson(owner, { email, fingerprint: seen.fingerprint });
    await expect(again).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await verifyAudit(ctx.db, ctx.auditKey)).toMatchObject({ isIntact: true });
  });

  it('leaves what is on legal hold, and what was searched for until nothing is left', async ({
    ctx,
  }) => {
    const { owner, email, order, message, other, hold } = await buildPerson(ctx);
    const isThere = await searchFor(owner, email);
    const isOtherThere = await searchFor(owner, other.email);
    await hold();
    const { reference } = order;
    const skipped = [{ kind: 'order', reference, reason: 'held', erasableFrom: null }];
    expect(await eraseNow(owner, email)).toEqual({ erased: 1, held: 1, skipped });
    const left = await findPerson(owner, email);
    expect(left.enquiries).toEqual([expect.objectContaining({ id: order.id, isHeld: true })]);
    await expect(eraseNow(owner, email)).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await readTracking(ctx, message.token)).toBeNull();
    expect(await isThere()).toBe(true);
    await release(owner, order.id);
    await eraseNow(owner, email);
    expect([await isThere(), await isOtherThere()]).toEqual([false, true]);
    expect(await verifyAudit(ctx.db, ctx.auditKey)).toMatchObject({ isIntact: true });
  });

  it('leaves mails about legal holds, also to a former address', async ({ ctx }) => {
    const { owner, email, order, hold } = await buildPerson(ctx);
    await changeEmail(ctx, order);
    await hold();
    await eraseNow(owner, email);
    const held = [{ conversationId: order.conversationId }];
    expect(await readRecipients(ctx, email)).toEqual(held);
    await release(owner, order.id);
    await sendMessage(ctx, email);
    await eraseNow(owner, email);
    expect(await readRecipients(ctx, email)).toEqual([]);
  });

  it('by the visitor is one of all enquiries, once, after a mail', async ({ ctx }) => {
    const { owner, email, order, message, other } = await buildPerson(ctx);
    await askForPerson(ctx, message.token, 'person-erasure');
    expect(await readTracking(ctx, order.token)).not.toBeNull();
    const isSearchThere = await searchFor(owner, email);
    const code = await codeOfRequest(ctx, message.conversationId, 'person-erasure');
    expect(await confirmRequest(ctx, code)).toBeNull();
    const confirm = () => confirmPersonErasure(ctx, code);
    const both = await Promise.all([confirm(), confirm()]);
    expect(both.filter((done) => done !== null)).toEqual([{ done: 'person-erasure', skipped: [] }]);
    expect(await isSearchThere()).toBe(false);
    expect((await findPerson(owner, email)).enquiries).toEqual([]);
    expect(await readTracking(ctx, other.token)).not.toBeNull();
    expect(await readRecipients(ctx, email)).toEqual([]);
  });

  it('by the visitor waits where there is a hold, and is recorded once', async ({ ctx }) => {
    const { order, message, hold } = await buildPerson(ctx);
    await hold();
    const code = await askForCode(ctx, message, 'person-erasure');
    const confirm = () => confirmPersonErasure(ctx, code);
    const both = await Promise.all([confirm(), confirm()]);
    expect(both.filter((done) => done !== null)).toMatchObject([{ skipped: [{ reason: 'held' }] }]);
    expect(await readTracking(ctx, message.token)).toBeNull();
    const pending = { heldErasureAt: expect.any(String) };
    expect(await readTracking(ctx, order.token)).toMatchObject({ pending });
    const { conversationId } = order;
    const asked = { conversationId, kind: 'erasure-asked' };
    expect(await readRows(ctx.db, 'conversationEntries', ['id'], asked)).toHaveLength(1);
  });

  it.for([
    ['on its own', false],
    ['after that of the enquiry', true],
  ] as const)(
    'by the visitor under a hold, confirmed %s, also takes mails about what has another address',
    async ([, isEnquiryAsked], { ctx }) => {
      const { owner, email, order, message, hold } = await buildPerson(ctx);
      await changeEmail(ctx, message);
      await hold();
      if (isEnquiryAsked) await eraseByVisitor(ctx, order);
      const code = await askForCode(ctx, order, 'person-erasure');
      expect((await confirmPersonErasure(ctx, code))?.skipped).toMatchObject([{ reason: 'held' }]);
      const mails = ctx.db
        .selectFrom('outboxMails')
        .selectAll()
        .where(sql`lower(recipient)`, '=', email)
        .where('conversationId', '=', message.conversationId);
      const before = await mails.execute();
      expect(before).not.toEqual([]);

      expect(await release(owner, order.id, true)).toEqual({ isErased: true });
      expect(await mails.execute()).toEqual([]);
      expect(await readTracking(ctx, message.token)).not.toBeNull();
      const line = (await collect(exportErasures(ctx.db))).at(-1);
      expect(line).toMatchObject({ kind: 'person', by: 'administrator', orderIds: [order.id] });

      // As a restore brings them back.
      const rows = before.map((row) => ({ ...row, payload: JSON.stringify(row.payload) }));
      await insertRows(ctx.db, 'outboxMails', rows);
      await replayErasures(ctx.db, exportErasures(ctx.db), ctx.trackKey);
      expect(await mails.execute()).toEqual([]);
    },
  );

  it('is not of an enquiry that has another address by then', async ({ ctx }) => {
    const { owner, order, message, hold } = await buildPerson(ctx);
    const code = await askForCode(ctx, order, 'person-erasure');
    await changeEmail(ctx, order);
    expect(await confirmPersonErasure(ctx, code)).toMatchObject({ skipped: [] });
    expect(await readTracking(ctx, message.token)).toBeNull();
    await hold();
    const pending = { heldErasureAt: null };
    expect(await readTracking(ctx, order.token)).toMatchObject({ pending });
    expect(await release(owner, order.id)).toEqual({ isErased: false });
  });
});

describe('an address that an enquiry no longer has', () => {
  async function buildFormer(ctx: ServiceContext) {
    const order = await sendOrder(ctx);
    const email = `${randomUUID()}@example.org`;
    await changeEmail(ctx, order, email);
    return { owner: await asOwner(ctx), order: { ...order, email }, former: order.email };
  }

  it('is found, exported and erased by the mails that it was sent', async ({ ctx }) => {
    const { owner, order, former } = await buildFormer(ctx);
    await askForPerson(ctx, order.token, 'person-export');
    const found = await findPerson(owner, former);
    expect(found).toMatchObject({ enquiries: [], files: 0, entries: 0 });
    expect(found.mails).toBeGreaterThan(1);
    const files = await unpack(await exportPerson(owner, former));
    const { mails } = JSON.parse(String(files.get('summary.json'))) as { mails: object[] };
    expect(mails).toHaveLength(found.mails);
    const confirmation = { kind: 'orders.confirmation', recipient: former };
    expect(mails).toContainEqual(expect.objectContaining(confirmation));
    const isThere = await searchFor(owner, former);
    const query = `search=${former}`;
    await createSavedFilter(owner, { screen: 'orders', name: 'One', query });
    const erase = () => erasePerson(owner, { email: former, fingerprint: found.fingerprint });
    expect(await erase()).toEqual({ erased: 0, held: 0, skipped: [] });
    expect(await isThere()).toBe(false);
    expect(await readRows(ctx.db, 'savedFilters', ['id'], { query })).toEqual([]);
    expect(await findPerson(owner, former)).toMatchObject({ mails: 0 });
    await expect(erase()).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect((await findPerson(owner, order.email)).enquiries).toHaveLength(1);
    expect(await readTracking(ctx, order.token)).not.toBeNull();
  });

  it('takes confirmations along, except about legal holds', async ({ ctx }) => {
    const { owner, order } = await buildFormer(ctx);
    const email = `${randomUUID()}@example.net`;
    await askForEmailChange(ctx, order.token, email);
    const readRequests = () => readRows(ctx.db, 'trackingRequests', ['id'], { email });
    await holdEnquiry(owner, { orderId: order.id }, 'A dispute');
    await expect(eraseNow(owner, email)).rejects.toThrow(RETENTION_MESSAGES.held);
    expect(await readRequests()).toHaveLength(1);
    await release(owner, order.id);
    await eraseNow(owner, email);
    expect(await readRequests()).toEqual([]);
  });

  it('no longer confirms an erasure, also beside a legal hold', async ({ ctx }) => {
    const order = await sendOrder(ctx);
    const codeOfPerson = await askForCode(ctx, order, 'person-erasure');
    await askForErasure(ctx, order.token);
    const code = await codeOfRequest(ctx, order.conversationId, 'erasure');
    await changeEmail(ctx, order);
    expect(await confirmRequest(ctx, code)).toBeNull();
    await holdEnquiry(await asOwner(ctx), { orderId: order.id }, 'A dispute');
    expect(await confirmPersonErasure(ctx, codeOfPerson)).toBeNull();
    expect(await readTracking(ctx, order.token)).not.toBeNull();
  });

  it('is that of a message whose order has another one', async ({ ctx }) => {
    const owner = await asOwner(ctx);
    const message = await sendMessage(ctx);
    await askForErasure(ctx, message.token);
    const code = await codeOfRequest(ctx, message.conversationId, 'erasure');
    const email = `${randomUUID()}@example.org`;
    const { id } = await convertMessage(owner, message.id, buildOrderInput({ email }));
    expect((await findPerson(owner, message.email)).enquiries).toEqual([]);
    expect((await findPerson(owner, email)).enquiries).toEqual([expect.objectContaining({ id })]);
    expect(await confirmRequest(ctx, code)).toBeNull();
    await expect(askForErasure(ctx, message.token)).rejects.toThrow(TRACKING_MESSAGES.newEmail);
    const moved = { kind: 'readdressed', body: `E-mail: ${message.email} → ${email}` };
    expect((await readTracking(ctx, message.token))?.items.at(-1)).toMatchObject(moved);
  });
});

describe('the audit', () => {
  it('names an address without an enquiry while there are mails to it', async ({ ctx }) => {
    const owner = await asOwner(ctx);
    const order = await sendOrder(ctx);
    await changeEmail(ctx, order);
    await findPerson(owner, order.email);
    await findPerson(owner, `${randomUUID()}@example.com`);
    const columns = ['action', 'accessedFields', 'searchQuery'] as const;
    const { adminUserId } = owner.actor;
    const audit = await readRows(
      ctx.db,
      'contactMessageAudit',
      columns,
      { adminUserId },
      'sequence',
    );
    const looked = { action: 'search', accessedFields: ['person'] };
    expect(audit).toEqual([
      { ...looked, searchQuery: order.email },
      { ...looked, searchQuery: null },
    ]);
  });

  it('names every enquiry in one statement, also those gone by then', async ({ ctx }) => {
    const { email, order, message, ...person } = await buildPerson(ctx);
    const owner = recordStatements(person.owner);
    const { fingerprint } = await findPerson(owner.ctx, email);
    // Only the watch over unusual readings follows: its lock and its count.
    expect(owner.statements.at(-3)).toContain('log_contact_message_access');
    await exportPerson(owner.ctx, email);
    await erasePerson(owner.ctx, { email, fingerprint });
    expect(owner.statements.at(-1)).toContain('log_contact_message_access');
    const logs = owner.statements.filter((each) => each.includes('log_contact_message_access'));
    expect(logs).toHaveLength(3);
    const columns = ['action', 'accessedFields'] as const;
    const audit = ({ id }: { id: string }, column: 'orderId' | 'messageId') =>
      readRows(ctx.db, 'contactMessageAudit', columns, { [column]: id }, 'sequence');
    const logged = [
      { action: 'view', accessedFields: ['person'] },
      { action: 'export', accessedFields: ['person'] },
      { action: 'update', accessedFields: ['erasure'] },
    ];
    expect(await audit(order, 'orderId')).toEqual(logged);
    expect(await audit(message, 'messageId')).toEqual(logged);
    expect(await verifyAudit(ctx.db, ctx.auditKey)).toMatchObject({ isIntact: true });
  });
});
