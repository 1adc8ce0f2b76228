import { sql } from 'kysely';
import { v7 as uuidV7 } from 'uuid';
import { expect } from 'vitest';
import type { ServiceContext } from '#server/context/context.ts';
import { purgeDeletedContent } from '#server/services/all-content/index.ts';
import { holdEnquiry } from './legal-hold.ts';
import { previewPurge, purgeExpiredRecords } from './purge.ts';
import { pruneTrafficHistory } from '#server/services/traffic-history/index.ts';
import { removeExpiredUploads } from '#server/services/orders/index.ts';
import { retainedUntil } from '#shared/retention/period.ts';
import { RETENTION } from '#shared/retention/values.ts';
import { buildFaq } from '#tests/support/factories.ts';
import { it } from '#tests/support/fixtures.ts';
import { asOwner, sendMessage, sendOrder } from '#tests/support/privacy/sent-enquiries.ts';
import { insertRows, readRow, readRows, updateRows } from '#tests/support/database/rows.ts';

/** Tables without a word about a person. */
const NOBODYS = [
  'backup_runs',
  'connections',
  'installation',
  'kysely_migration',
  'kysely_migration_lock',
  'mail_inboxes',
  'periodic_jobs',
  'policy_versions',
  'public_claims',
  'reply_templates',
  'secret_keys',
  'site_content',
  'site_settings',
  'table_versions',
  'traffic_protection',
];

it('has a row for every table that holds personal data', async ({ db }) => {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
  `.execute(db);
  const known = new Set<string>(RETENTION.flatMap(({ tables }) => [...tables]));
  const unknown = rows.map(({ name }) => name).filter((name) => !known.has(name));
  expect(unknown.filter((name) => !NOBODYS.includes(name))).toEqual([]);
  const names = new Set(rows.map(({ name }) => name));
  expect([...known].filter((name) => !names.has(name))).toEqual([]);
});

it('gives a message the end that the table says', async ({ ctx }) => {
  const { id } = await sendMessage(ctx);
  const row = await readRow(ctx.db, 'contactMessages', '*', { id });
  expect(row.retentionExpiresAt).toEqual(retainedUntil('messages', row.createdAt));
});

/** An order of eleven years ago without any later entry. */
async function buildOldOrder(ctx: ServiceContext) {
  const order = await sendOrder(ctx);
  const old = new Date(Date.now() - 11 * 366 * 24 * 3_600_000);
  await ctx.db.connection().execute(async (db) => {
    await sql`alter table orders disable trigger orders_updated_at`.execute(db);
    await updateRows(db, 'orders', { id: order.id }, { createdAt: old, updatedAt: old });
    await sql`alter table orders enable trigger orders_updated_at`.execute(db);
  });
  await updateRows(ctx.db, 'conversations', { id: order.conversationId }, { lastWordAt: old });
  await updateRows(ctx.db, 'orderAttachments', { orderId: order.id }, { sources: [] });
  return order;
}

async function buildOldMessage(ctx: ServiceContext) {
  const { id } = await sendMessage(ctx);
  await updateRows(ctx.db, 'contactMessages', { id }, { retentionExpiresAt: LONG_AGO });
  return { id };
}

const LONG_AGO = new Date('2020-01-01');

async function buildOldRecords({ db }: ServiceContext): Promise<void> {
  const from = { ipAddress: '203.0.113.1', createdAt: LONG_AGO };
  await insertRows(db, 'adminLoginAttempts', { username: 'x', success: false, ...from });
  const mail = { id: uuidV7(), kind: 'tracking.link', recipient: 'a@example.com' };
  await insertRows(db, 'outboxMails', { ...mail, createdAt: LONG_AGO });
  await buildFaq(db, { deletedAt: LONG_AGO });
  await insertRows(db, 'ddosRequestLogs', { endpoint: '/', responseStatus: 200, ...from });
}

it('the preview counts what the next run removes, and what a hold keeps', async ({ ctx }) => {
  const owner = await asOwner(ctx);
  await buildOldMessage(ctx);
  await buildOldOrder(ctx);
  const heldOrder = await buildOldOrder(ctx);
  const heldMessage = await buildOldMessage(ctx);
  await holdEnquiry(owner, { orderId: heldOrder.id }, 'A dispute');
  await holdEnquiry(owner, { messageId: heldMessage.id }, 'A dispute');
  const { conversationId: id } = await buildOldOrder(ctx);
  await updateRows(ctx.db, 'conversations', { id }, { lastWordAt: new Date() });
  const { id: noted } = await buildOldOrder(ctx);
  await updateRows(ctx.db, 'orders', { id: noted }, { notes: 'Called' });
  await buildOldRecords(ctx);
  const { rules, runsAt } = await previewPurge(owner);
  const due = rules.filter((rule) => (rule.due ?? 0) > 0);
  const counted = Object.fromEntries(due.map((rule) => [rule.kind, rule.due]));
  expect(counted).toEqual({
    messages: 1,
    orders: 1,
    mails: 1,
    'login-attempts': 1,
    'deleted-content': 1,
    'request-logs': 1,
  });
  const onHold = rules.filter(({ held }) => (held ?? 0) > 0);
  expect(onHold.map(({ kind, held }) => `${kind} ${held}`)).toEqual(['messages 1', 'orders 1']);

  const then = { ...ctx, now: () => new Date(runsAt) };
  expect(await purgeExpiredRecords(then)).toEqual({
    contact_messages: 1,
    orders: 1,
    outbox_mails: 1,
    admin_login_attempts: 1,
  });
  expect(await purgeDeletedContent(then)).toBe(1);
  await pruneTrafficHistory(ctx.db, then.now());
  const after = await previewPurge({ ...owner, now: then.now });
  expect(after.rules.filter(({ due }) => (due ?? 0) > 0)).toEqual([]);
  expect(await purgeExpiredRecords(then)).toEqual({});
  const { id: purged, path } = await buildOldOrder(ctx);
  await purgeExpiredRecords(ctx);
  expect(await readRows(ctx.db, 'orders', ['id'], { id: purged })).toEqual([]);
  const inTwoHours = { ...ctx, now: () => new Date(Date.now() + 2 * 3_600_000) };
  expect(await removeExpiredUploads(inTwoHours)).toMatchObject({ failed: 0 });
  expect(await ctx.storage.sizeOf(path)).toBeNull();
});
