import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { migrateDown, migrateToLatest } from '#server/db/migrate.ts';
import { migrations } from '#server/db/migrations/index.ts';
import { TEAM_RECIPIENT } from '#server/mail/outbox/outbox.ts';
import { sendDueAlerts } from '#server/services/escalation/index.ts';
import { buildMessage, buildOrder } from '#tests/support/browser/admin-leads.ts';
import { buildServiceContext, createTestStorage } from '#tests/support/leads.ts';
import { createEmptyTestDatabase } from '#tests/support/test-database.ts';

const CAME = new Date('2026-01-05T08:00:00Z');
const DUE = new Date('2026-01-05T09:00:00Z');
const RESPONDED = new Date('2026-01-05T08:30:00Z');

it('gives leads of before a conversation, in which those wait whom nobody has replied to, and reminds of the newest once', async () => {
  const database = await createEmptyTestDatabase();
  const { db } = database;
  try {
    await migrateToLatest(db);
    const names = Object.keys(migrations);
    await migrateDown(db, names.length - names.indexOf('0022-conversations'));
    const suspect = { isSuspect: true };
    for (const changes of [{ status: 'pending' }, { status: 'completed' }, suspect] as const) {
      await buildOrder(db, { createdAt: CAME, ...changes });
    }
    const responded = { status: 'responded', respondedAt: RESPONDED } as const;
    for (const changes of [{ status: 'read' }, responded, suspect] as const) {
      await buildMessage(db, { createdAt: CAME, ...changes });
    }
    for (let day = 1; day <= 20; day += 1) {
      await buildMessage(db, { createdAt: new Date(Date.UTC(2025, 11, day)), status: 'read' });
    }
    await migrateToLatest(db);
    const { rows } = await sql`
      select coalesce(orders.status, contact_messages.status) as status, waiting_since, due_at,
        first_response_at, last_word, promised_due_at
      from conversations left join orders on orders.id = order_id
      left join contact_messages on contact_messages.id = message_id
      where conversations.created_at >= ${CAME}
      order by orders.status, contact_messages.status
    `.execute(db);
    const nobody = { waitingSince: null, dueAt: null, lastWord: 'visitor', promisedDueAt: null };
    const waits = { waitingSince: CAME, dueAt: DUE, lastWord: 'visitor', promisedDueAt: null };
    expect(rows).toMatchObject([
      { status: 'completed', ...nobody },
      { status: 'new', ...nobody },
      { status: 'pending', ...waits },
      { status: 'new', ...nobody },
      { status: 'read', ...waits },
      { status: 'responded', ...nobody, lastWord: 'team', firstResponseAt: RESPONDED },
    ]);
    const files = await createTestStorage();
    const ctx = buildServiceContext(db, files.storage);
    while ((await sendDueAlerts(ctx, { hasWebhook: false })) > 0);
    await files.destroy();
    const { rows: reminders } = await sql`
      select recipient, payload -> 'level' as level, waiting_since
      from outbox_mails join conversations on conversations.id = conversation_id
      order by waiting_since
    `.execute(db);
    expect(reminders).toHaveLength(20);
    // Of those who wait the two oldest are left out.
    const oldest = { recipient: TEAM_RECIPIENT, level: 100, waitingSince: new Date('2025-12-03') };
    expect(reminders[0]).toEqual(oldest);
    expect(reminders.at(-1)).toEqual({ ...oldest, waitingSince: CAME });
  } finally {
    await database.destroy();
  }
});
