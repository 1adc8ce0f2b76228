import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { expect } from 'vitest';
import { migrateTo } from '#server/db/migrate.ts';
import { migrations } from '#server/db/migrations/index.ts';
import type { DB } from '#server/db/types.ts';
import { buildMessage, buildOrder } from '#tests/support/browser/admin-leads.ts';

export const MIGRATIONS = Object.keys(migrations);

/** The schema of 1.0.0, with which the oldest installations begin. */
const FILLED_SINCE = '0043-converted-suspects';
const ENQUIRIES = 20;

/** Brings a database to the schema before a migration, with enquiries where that one has them all, and has the migration wait at its end. */
export async function prepareUpgrade(db: Kysely<DB>, migration: string): Promise<void> {
  const before = MIGRATIONS[MIGRATIONS.indexOf(migration) - 1];
  if (before !== undefined && before >= FILLED_SINCE) {
    await migrateTo(db, FILLED_SINCE);
    for (let each = 0; each < ENQUIRIES; each += 1) {
      const order = { id: randomUUID(), orderId: (await buildOrder(db)).id };
      const message = { id: randomUUID(), messageId: (await buildMessage(db)).id };
      await db.insertInto('conversations').values([order, message]).execute();
    }
  }
  if (before !== undefined) await migrateTo(db, before);
  await sql`
    create table if not exists kysely_migration (
      name varchar(255) primary key, timestamp varchar(255) not null
    );
    create table held_migrations (name text primary key);
    create function hold_migration() returns trigger language plpgsql as $$
    begin
      while exists (select from held_migrations where name = new.name) loop
        perform pg_sleep(0.02);
      end loop;
      return new;
    end $$;
    create trigger hold_migration before insert on kysely_migration
      for each row execute function hold_migration();
  `.execute(db);
  await sql`insert into held_migrations values (${migration})`.execute(db);
}

/** Waits until a process is in the held migration. */
export async function waitForMigration(db: Kysely<DB>): Promise<void> {
  const readHeld = async () => {
    const sleeping = sql`
      select 1 from pg_stat_activity
      where datname = current_database() and wait_event = 'PgSleep'
    `;
    return (await sleeping.execute(db)).rows;
  };
  await expect.poll(readHeld, { timeout: 60_000, interval: 20 }).toHaveLength(1);
}

export async function releaseMigration(db: Kysely<DB>): Promise<void> {
  await sql`delete from held_migrations`.execute(db);
}

export type Enquiries = { id: string; row: string }[];

/** Orders and messages with what they had before there were conversations. */
export async function readEnquiries(db: Kysely<DB>): Promise<Enquiries> {
  const { rows: tables } = await sql<{ there: string | null }>`
    select to_regclass('contact_messages')::text as there
  `.execute(db);
  if (!tables[0]?.there) return [];
  const { rows } = await sql<Enquiries[number]>`
    select id, jsonb_build_array(reference, idempotency_key, full_name, email, project_description, created_at)::text as row from orders
    union all
    select id, jsonb_build_array(name, email, message, status, created_at)::text as row from contact_messages
    order by 1
  `.execute(db);
  return rows;
}

/** How many enquiries lack their conversation or have another one. */
export async function countHalves(db: Kysely<DB>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (select id from orders union all select id from contact_messages) as leads
    where (select count(*) from conversations where coalesce(order_id, message_id) = leads.id) <> 1
  `.execute(db);
  return rows[0]?.count ?? 0;
}
