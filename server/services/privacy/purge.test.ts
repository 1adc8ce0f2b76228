import { type Kysely, sql } from 'kysely';
import { v7 as uuidV7 } from 'uuid';
import { expect } from 'vitest';
import { JOBS } from '#server/jobs/catalog.ts';
import { DAY_MS } from '#server/lib/schedule.ts';
import { buildAdmin, signInForTest } from '#tests/support/admin.ts';
import { buildServiceContext } from '#tests/support/leads.ts';
import { purgeExpiredRecords } from './purge.ts';
import { it } from '#tests/support/fixtures.ts';
import type { DB } from '#server/db/types.ts';
import { insertRows, updateRows } from '#tests/support/database/rows.ts';

const NOW = new Date('2026-06-30T12:00:00Z');

const daysAgo = (days: number) => new Date(NOW.getTime() - days * DAY_MS);

async function insertSession(db: Kysely<DB>, expiresAt: Date): Promise<string> {
  const { sessionId } = await signInForTest(db);
  const createdAt = new Date(expiresAt.getTime() - DAY_MS / 12);
  await updateRows(
    db,
    'adminSessions',
    { id: sessionId },
    { createdAt, lastUsedAt: createdAt, expiresAt },
  );
  return sessionId;
}

async function insertChallenge(db: Kysely<DB>, expiresAt: Date): Promise<string> {
  const { id: adminUserId } = await buildAdmin(db);
  const id = uuidV7();
  const tokenHash = Buffer.from(id.replaceAll('-', '').repeat(2), 'hex');
  await insertRows(db, 'adminLoginChallenges', { id, tokenHash, adminUserId, expiresAt });
  return id;
}

async function insertPasskeyChallenge(db: Kysely<DB>, expiresAt: Date): Promise<string> {
  const id = uuidV7();
  await insertRows(db, 'adminPasskeyChallenges', {
    id,
    challengeHash: Buffer.from(id.replaceAll('-', '').repeat(2), 'hex'),
    purpose: 'sign-in',
    source: '203.0.113.9',
    site: '203.0.113.9',
    createdAt: new Date(expiresAt.getTime() - 1),
    expiresAt,
  });
  return id;
}

async function insertDevice(db: Kysely<DB>, lastSeenAt: Date): Promise<string> {
  const { id: adminUserId } = await buildAdmin(db);
  const { id } = await db
    .insertInto('adminDevices')
    .values({
      id: uuidV7(),
      adminUserId,
      browser: 'Firefox on Linux',
      network: '203.0.113.9',
      ipAddress: '203.0.113.9',
      lastSeenAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

async function insertAttempt(db: Kysely<DB>, createdAt: Date): Promise<string> {
  const { id } = await db
    .insertInto('adminLoginAttempts')
    .values({ username: 'selin', ipAddress: '203.0.113.9', success: false, createdAt })
    .returning('id')
    .executeTakeFirstOrThrow();
  return String(id);
}

async function insertMail(db: Kysely<DB>, createdAt: Date): Promise<string> {
  const id = uuidV7();
  await insertRows(db, 'outboxMails', {
    id,
    kind: 'orders.confirmation',
    recipient: 'ozlem@example.com',
    createdAt,
  });
  return id;
}

async function insertMessage(db: Kysely<DB>, retentionExpiresAt: Date): Promise<string> {
  const id = uuidV7();
  await insertRows(db, 'contactMessages', {
    id,
    name: 'Gökçe Demir',
    email: 'gokce@example.com',
    message: 'A question of long ago.',
    createdAt: daysAgo(800),
    retentionExpiresAt,
  });
  await insertRows(db, 'leadStatusChanges', {
    id: uuidV7(),
    messageId: id,
    oldStatus: 'new',
    newStatus: 'read',
    adminUserId: uuidV7(),
  });
  return id;
}

it.for([
  ['contact_messages', insertMessage, [0, 1], [-1]],
  ['admin_sessions', insertSession, [30, 31], [29, 0, -1]],
  ['admin_login_challenges', insertChallenge, [1, 2], [0, -1]],
  ['admin_passkey_challenges', insertPasskeyChallenge, [0, 1], [-1]],
  ['admin_devices', insertDevice, [180, 181], [179, 0]],
  ['admin_login_attempts', insertAttempt, [90, 91], [89, 1]],
  ['outbox_mails', insertMail, [90, 91], [89, 0]],
] as const)(
  'purges %s that ended long enough ago, and no other',
  async ([table, insert, old, cached], { db, files }) => {
    for (const days of old) await insert(db, daysAgo(days));
    const expected = [];
    for (const days of cached) expected.push(await insert(db, daysAgo(days)));
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

it('is a job of every day', () => {
  expect(JOBS['expired-records.purge'].schedule.every).toBe(DAY_MS);
});
