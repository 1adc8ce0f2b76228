import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import pg from 'pg';
import { createDatabase } from '#server/db/client.ts';
import { migrateToLatest } from '#server/db/migrate.ts';
import type { DB } from '#server/db/types.ts';

export type TestDatabase = { url: string; db: Kysely<DB>; destroy(): Promise<void> };

const TEMPLATE_DATABASE = 'vitrin_template';

function adminUrl(): string {
  const url = process.env.VITRIN_TEST_ADMIN_URL;
  if (!url) throw new Error('the global set-up of the tests has not run');
  return url;
}

function urlOf(database: string): string {
  const url = new URL(adminUrl());
  url.pathname = `/${database}`;
  return url.href;
}

/** Runs statements one by one; returns the rows of the last. */
async function runAsAdmin(...statements: string[]): Promise<{ datname: string }[]> {
  const client = new pg.Client({ connectionString: adminUrl() });
  await client.connect();
  try {
    let rows: { datname: string }[] = [];
    for (const statement of statements) ({ rows } = await client.query(statement));
    return rows;
  } finally {
    await client.end();
  }
}

/** Makes the migrated database that every test database is cloned from. */
export async function prepareTemplateDatabase(): Promise<void> {
  const left = await runAsAdmin("select datname from pg_database where datname like 'vitrin_%'");
  const drops = left.map(({ datname }) => `drop database "${datname}" with (force)`);
  await runAsAdmin(...drops, `create database ${TEMPLATE_DATABASE}`);
  const template = createDatabase({ connection: urlOf(TEMPLATE_DATABASE), poolSize: 1 });
  await migrateToLatest(template.db);
  await template.destroy();
}

const INSUFFICIENT_PRIVILEGE = '42501';
const DROP_ATTEMPTS = 50;

/** Drops a database; the autovacuum may be at work in it, which only a superuser could send away. */
async function dropDatabase(name: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await runAsAdmin(`drop database ${name} with (force)`);
      return;
    } catch (error) {
      const isBusy = error instanceof pg.DatabaseError && error.code === INSUFFICIENT_PRIVILEGE;
      if (!isBusy || attempt === DROP_ATTEMPTS) throw error;
      await pause(100);
    }
  }
}

/** Collations in which PostgreSQL changes case by other rules than those of most languages. */
export const UNUSUAL_COLLATIONS = {
  Turkish: "locale_provider icu icu_locale 'tr-TR' locale 'C'",
  'of bytes': "locale_provider libc locale 'C'",
} as const;

async function create(template: string, options = ''): Promise<TestDatabase> {
  const name = `vitrin_test_${randomBytes(6).toString('hex')}`;
  await runAsAdmin(`create database ${name} template ${template} ${options}`);
  const url = urlOf(name);
  const { db, destroy } = createDatabase({ connection: url, poolSize: 25 });
  return {
    url,
    db,
    async destroy() {
      await destroy();
      await dropDatabase(name);
    },
  };
}

/** A database of the test's own, with all tables and no content. */
export function createTestDatabase(): Promise<TestDatabase> {
  return create(TEMPLATE_DATABASE);
}

/** A database without any table. */
export function createEmptyTestDatabase(collation?: keyof typeof UNUSUAL_COLLATIONS) {
  return create('template0', collation && `encoding 'UTF8' ${UNUSUAL_COLLATIONS[collation]}`);
}
