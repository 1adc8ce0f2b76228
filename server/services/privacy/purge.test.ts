import type { Database } from '#server/context/context.ts';
import { sql } from 'kysely';
import { v7 as uuidV7 } from 'uuid';
import { expect } from 'vitest';
import { DAY_MS } from '#server/lib/schedule.ts';
import { buildAdmin, signInForTest } from '#tests/support/admin.ts';
import { buildMessage } from '#tests/support/browser/admin-leads.ts';
import { insertRows, updateRows } from '#tests/support/database/rows.ts';
import { it } from '#tests/support/fixtures.ts';
import { buildServiceContext } from '#tests/support/leads.ts';
import { purgeExpiredRecords } from './purge.ts';

const NOW = new Date('2026-06-30T12:00:00Z');

const daysAgo = (days: number) => new Date(NOW.getTime() - days * DAY_MS);

const hashOf = (id: string) => Buffer.from(id.replaceAll('-', '').repeat(2), 'hex');

const ADDRESS = '203.0.113.9';

/** Inserts a row of each table that ended or came at the given time; returns its id. */
const INSERTS = {
  async contact_messages(db: Database, retentionExpiresAt: Date) {
    const { id } = await buildMessage(db, { createdAt: daysAgo(800), retentionExpiresAt });
    const change = { oldStatus: 'new', newStatus: 'read', adminUserId: uuidV7() };
    await insertRows(db, 'leadStatusChanges', { id: uuidV7(), messageId: id, ...change });
    return id;
  },
  async admin_sessions(db: Database, expiresAt: Date) {
    const { sessionId: id } = await signInForTest(db);
    const createdAt = new Date(expiresAt.getTime() - DAY_MS / 12);
    const times = { createdAt, lastUsedAt: createdAt, expiresAt };
    await updateRows(db, 'adminSessions', { id }, times);
    return id;
  },
  async admin_login_challenges(db: Database, expiresAt: Date) {
    const [{ id: adminUserId }, id] = [await buildAdmin(db), uuidV7()];
    const challenge = { id, tokenHash: hashOf(id), adminUserId, expiresAt };
    await insertRows(db, 'adminLoginChallenges', challenge);
    return id;
  },
  async admin_passkey_challenges(db: Database, expiresAt: Date) {
    const id = uuidV7();
    const createdAt = new Date(expiresAt.getTime() - 1);
    const challenge = { id, challengeHash: hashOf(id), createdAt, expiresAt };
    const asked = { purpose: 'sign-in', source: ADDRESS, site: ADDRESS } as const;
    await insertRows(db, 'adminPasskeyChallenges', { ...challenge, ...asked });
    return id;
  },
  async admin_devices(db: Database, lastSeenAt: Date) {
    const [{ id: adminUserId }, id] = [await buildAdmin(db), uuidV7()];
    const device = { browser: 'Firefox on Linux', network: ADDRESS, ipAddress: ADDRESS };
    await insertRows(db, 'adminDevices', { id, adminUserId, ...device, lastSeenAt });
    return id;
  },
  async admin_login_attempts(db: Database, createdAt: Date) {
    const attempt = { username: 'selin', ipAddress: ADDRESS, success: false, createdAt };
    const inserted = db.insertInto('adminLoginAttempts').values(attempt).returning('id');
    return String((await inserted.executeTakeFirstOrThrow()).id);
  },
  async deferred_mails(db: Database, cameAt: Date) {
    const [id, name] = [uuidV7(), uuidV7()];
    await insertRows(db, 'mailInboxes', { name });
    const mail = { id, inbox: name, uid: 1, uidValidity: 1, tries: 1, cameAt };
    await insertRows(db, 'deferredMails', mail);
    return id;
  },
  async tracking_link_requests(db: Database, askedAt: Date) {
    const id = hashOf(uuidV7());
    await insertRows(db, 'trackingLinkRequests', { id, askedAt });
    return String.raw`\x${id.toString('hex')}`;
  },
  async outbox_mails(db: Database, createdAt: Date) {
    const id = uuidV7();
    const mail = { id, kind: 'orders.confirmation', recipient: 'ozlem@example.com', createdAt };
    await insertRows(db, 'outboxMails', mail);
    return id;
  },
};

it.for([
  ['contact_messages', [0, 1], [-1]],
  ['admin_sessions', [30, 31], [29, 0, -1]],
  ['admin_login_challenges', [1, 2], [0, -1]],
  ['admin_passkey_challenges', [0, 1], [-1]],
  ['admin_devices', [180, 181], [179, 0]],
  ['admin_login_attempts', [90, 91], [89, 1]],
  ['outbox_mails', [90, 91], [89, 0]],
  ['deferred_mails', [30, 31], [29, 0]],
  ['tracking_link_requests', [1, 2], [0]],
] as const)(
  'purges %s that ended long enough ago, and no other',
  async ([table, old, cached], { db, files }) => {
    for (const days of old) await INSERTS[table](db, daysAgo(days));
    const expected = [];
    for (const days of cached) expected.push(await INSERTS[table](db, daysAgo(days)));
    const ctx = buildServiceContext(db, files.storage, () => NOW);
    expect(await purgeExpiredRecords(ctx)).toEqual({ [table]: old.length });
    expect(await purgeExpiredRecords(ctx)).toEqual({});
    const { rows } = await sql<{ id: string }>`
      select id::text as id from ${sql.table(table)}
    `.execute(db);
    expect(rows.map(({ id }) => id).toSorted()).toEqual(expected.toSorted());
  },
);

it('goes on until nothing is left, however much there is', async ({ db, files }) => {
  await sql`
    insert into admin_login_attempts (username, ip_address, success, created_at)
    select 'flood', '198.51.100.1', false, ${daysAgo(100)} from generate_series(1, 12000)
  `.execute(db);
  const ctx = buildServiceContext(db, files.storage, () => NOW);
  expect(await purgeExpiredRecords(ctx)).toEqual({ admin_login_attempts: 12_000 });
});
