import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { ServiceContext } from '#server/context/context.ts';
import { checkCollation } from '#server/cli/doctor/check-installation.ts';
import { migrateToLatest } from '#server/db/migrate.ts';
import * as anyCollation from '#server/db/migrations/0051-any-collation.ts';
import { signIn } from '#server/services/accounts/index.ts';
import { isAddress } from '#server/lib/sql-text.ts';
import { listAuditEntries } from '#server/services/contact-audit/index.ts';
import { exportErasures, replayErasures } from './erasure-ledger.ts';
import { listMails } from '#server/services/mails/index.ts';
import { orders } from '#server/services/orders/index.ts';
import { askForEmailChange } from './confirm-request.ts';
import { askForLink } from '#server/services/tracking/index.ts';
import { buildAdmin, TEST_PASSWORD } from '#tests/support/admin.ts';
import { buildServiceContext, createTestStorage } from '#tests/support/leads.ts';
import { asOwner, sendMessage, sendOrder } from '#tests/support/privacy/sent-enquiries.ts';
import { collect } from '#tests/support/privacy/collect.ts';
import {
  createEmptyTestDatabase,
  type TestDatabase,
  UNUSUAL_COLLATIONS,
} from '#tests/support/test-database.ts';
import { erasePerson, exportPerson, findPerson } from './persons.ts';
import { insertRows, readRow, updateRows } from '#tests/support/database/rows.ts';

const COLLATIONS = Object.keys(UNUSUAL_COLLATIONS) as (keyof typeof UNUSUAL_COLLATIONS)[];

describe.each(COLLATIONS)('in a database with the collation "%s"', (collation) => {
  let ctx: ServiceContext;
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createEmptyTestDatabase(collation);
    const files = await createTestStorage();
    await migrateToLatest(database.db);
    ctx = buildServiceContext(database.db, files.storage);
    return async () => {
      await database.destroy();
      await files.destroy();
    };
  });

  /** One person whose address is written in two ways; each has the letter that Turkish changes differently. */
  async function buildPerson() {
    const email = `info-${randomUUID()}@fiber.example`;
    await sendMessage(ctx, email);
    return { email, order: await sendOrder(ctx, email.toUpperCase()) };
  }

  it('an export, an erasure and its replay find both spellings of an address', async () => {
    const owner = await asOwner(ctx);
    const { email } = await buildPerson();
    const { enquiries, mails, fingerprint } = await findPerson(owner, email);
    expect([enquiries.length, mails]).toEqual([2, 4]);
    const archive = Buffer.concat(await collect(await exportPerson(owner, email)));
    expect(archive.includes(email) && archive.includes(email.toUpperCase())).toBe(true);
    const erased = { erased: 2, held: 0, skipped: [] };
    expect(await erasePerson(owner, { email, fingerprint })).toEqual(erased);
    const row = { id: randomUUID(), kind: 'tracking.link', recipient: email.toUpperCase() };
    await insertRows(ctx.db, 'outboxMails', { ...row, createdAt: new Date(0) });
    await replayErasures(ctx.db, exportErasures(ctx.db), ctx.trackKey);
    const left = ctx.db.selectFrom('outboxMails').select('id');
    expect(await left.where(isAddress(email, 'recipient')).execute()).toEqual([]);
  });

  it('a visitor gets the links of both spellings, and an unchanged address is one', async () => {
    const { email, order } = await buildPerson();
    await askForLink(ctx, email);
    const mails = ctx.db.selectFrom('outboxMails').select('payload');
    const links = mails.where('kind', '=', 'tracking.link').where(isAddress(email, 'recipient'));
    const payload = { conversationIds: [expect.any(String), expect.any(String)] };
    expect(await links.execute()).toEqual([{ payload }]);
    const change = askForEmailChange(ctx, order.token, email);
    await expect(change).rejects.toMatchObject({ code: 'VALIDATION' });
  });

  it('a search of orders, emails and of the audit finds every spelling', async () => {
    const client = { ...ctx.client, userAgent: 'FIREFOX IN TEST' };
    const owner = await asOwner({ ...ctx, client });
    const marker = randomUUID().replaceAll('-', '');
    for (const name of ['ISTANBUL', 'İstanbul', 'istanbul']) {
      const { id } = await sendOrder(ctx);
      await updateRows(ctx.db, 'orders', { id }, { company: `${name} ${marker}` });
    }
    for (const word of ['istanbul', 'ISTANBUL', 'İSTANBUL', 'ıstanbul']) {
      const search = `${word} ${marker.toUpperCase()}`;
      expect(await orders.count(owner, { search }), word).toBe(3);
    }
    const { email } = await buildPerson();
    const mailer = { team: ['team@example.com'], transport: 'file' } as never;
    for (const search of [email, email.toUpperCase()]) {
      const { items } = await listMails(owner, mailer, { status: 'all', search });
      expect(items.length).toBeGreaterThanOrEqual(4);
    }
    for (const search of ['firefox in', 'BULK_VIEW', 'bulk view']) {
      const filter = { action: 'all', search, range: 'all' } as const;
      expect((await listAuditEntries(owner, filter)).items.length).toBeGreaterThan(0);
    }
  });

  it('an administrator signs in with any spelling of the name', async () => {
    const { username } = await buildAdmin(ctx.db, `ISIL-${randomUUID().slice(0, 8)}`);
    const credentials = { username: username.toLowerCase(), password: TEST_PASSWORD };
    expect(await signIn(ctx, credentials)).toHaveProperty('sessionToken');
  });

  it('the doctor states whether case is ignored', async () => {
    const [finding] = await checkCollation(ctx.db);
    expect(finding?.level).toBe(collation === 'of bytes' ? 'warning' : 'ok');
    await ctx.db
      .transaction()
      .execute(async (tx) => {
        await sql`
          create or replace function fold_search_text(value text) returns text
            language sql immutable parallel safe return value
        `.execute(tx);
        expect(await checkCollation(tx)).toMatchObject([{ level: 'problem' }]);
        throw new Error('undo');
      })
      .catch((error: Error) => expect(error.message).toBe('undo'));
  });

  it('an address is looked up by an index', async () => {
    await database.db.transaction().execute(async (tx) => {
      await sql`set local enable_seqscan = off`.execute(tx);
      for (const table of ['orders', 'contact_messages']) {
        const { rows } = await sql<Record<string, string>>`
          explain select id from ${sql.table(table)} where ${isAddress('info@example.com')}
        `.execute(tx);
        expect(JSON.stringify(rows)).toContain(`${table}_address_idx`);
      }
    });
  });
});

it('search texts from before are written again, and nothing else of the order', async () => {
  const database = await createEmptyTestDatabase('Turkish');
  onTestFinished(() => database.destroy());
  const { db } = database;
  const files = await createTestStorage();
  onTestFinished(() => files.destroy());
  await migrateToLatest(db);
  await anyCollation.down(db as never);
  const { id } = await sendOrder(buildServiceContext(db, files.storage));
  await updateRows(db, 'orders', { id }, { company: 'ISTANBUL LTD', fullName: 'IRIS' });
  const before = await readRow(db, 'orders', '*', { id });
  expect(before.searchText).toContain('ıstanbul');
  await anyCollation.up(db as never);
  const searchText = before.searchText.replaceAll('ı', 'i');
  expect(await readRow(db, 'orders', '*', { id })).toEqual({ ...before, searchText });
});
