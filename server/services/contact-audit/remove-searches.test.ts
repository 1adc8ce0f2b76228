import { createHash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { describe, expect } from 'vitest';
import type { ServiceContext } from '#server/context/context.ts';
import type { DB } from '#server/db/types.ts';
import { previewPurge, purgeExpiredRecords } from '#server/services/privacy/index.ts';
import { emptyAudit } from '#tests/support/browser/admin-leads.ts';
import { collect } from '#tests/support/privacy/collect.ts';
import { it } from '#tests/support/fixtures.ts';
import { asOwner } from '#tests/support/privacy/sent-enquiries.ts';
import {
  handOverAudit,
  listAuditEntries,
  logContactAccess,
  removeSearches,
  removeSearchesOf,
  verifyAudit,
  verifyHandOver,
} from './index.ts';
import { tamperAudit } from '#tests/support/privacy/tamper-audit.ts';

const DAY_MS = 24 * 3_600_000;

async function search(ctx: ServiceContext, ...queries: (string | null)[]): Promise<void> {
  for (const searchQuery of queries) {
    const access = { action: 'search', fields: ['name'], searchQuery } as const;
    await ctx.db.transaction().execute((tx) => logContactAccess({ ...ctx, db: tx }, tx, access));
  }
}

async function readSearches(db: Kysely<DB>): Promise<(string | null)[]> {
  const rows = await db
    .selectFrom('contactMessageAudit')
    .select('searchQuery')
    .orderBy('sequence')
    .execute();
  return rows.map(({ searchQuery }) => searchQuery);
}

const all = sql`select id from contact_message_audit`;

it.beforeEach(({ ctx }) => emptyAudit(ctx.db));

describe('the text of a search', () => {
  it('is in the chain as a digest with its own salt, and may be removed', async ({ ctx }) => {
    const owner = await asOwner(ctx);
    await search(owner, 'Gökçe Demir', null, 'Gökçe Demir');
    const rows = await ctx.db
      .selectFrom('contactMessageAudit')
      .select(['searchSalt', 'searchDigest'])
      .orderBy('sequence')
      .execute();
    const [first, none, last] = rows;
    expect(none).toEqual({ searchSalt: null, searchDigest: null });
    expect(first?.searchSalt).toHaveLength(32);
    expect(first?.searchSalt).not.toEqual(last?.searchSalt);
    const sum = createHash('sha256').update(first?.searchSalt ?? '');
    expect(first?.searchDigest).toEqual(sum.update('Gökçe Demir').digest());

    expect(await removeSearches(ctx.db, all)).toBe(2);
    expect(await removeSearches(ctx.db, all)).toBe(0);
    expect(await readSearches(ctx.db)).toEqual([null, null, null]);
    expect(await verifyAudit(ctx.db, ctx.auditKey)).toEqual({
      isIntact: true,
      entries: 3,
      removedSearches: 2,
    });
    const { rows: whole } = await sql<{ row: string }>`
      select contact_message_audit::text as row from contact_message_audit
    `.execute(ctx.db);
    expect(JSON.stringify(whole)).not.toContain('Demir');
    const { items } = await listAuditEntries(owner, { action: 'all', search: '', range: 'all' });
    expect(items.map(({ isSearchRemoved }) => isSearchRemoved)).toEqual([true, false, true]);
  });

  it.for([
    ['another text', sql`set search_query = 'x'`],
    ['another salt', sql`set search_salt = sha256('x')`],
    [
      'a part of the text in the salt',
      sql`set search_salt = search_salt || 'w'::bytea, search_query = 'ord'`,
    ],
    [
      'another text, salt and digest',
      sql`set search_query = 'x', search_salt = sha256('x'), search_digest = sha256(sha256('x') || 'x'::bytea)`,
    ],
    ['no digest', sql`set search_salt = null, search_digest = null`],
    ['nothing at all', sql`set search_query = null, search_salt = null, search_digest = null`],
    [
      'the digest as the text of the earlier form',
      sql`set search_query = '#' || encode(search_digest, 'hex'), search_salt = null, search_digest = null`,
    ],
  ] as const)('is no other one: %s', async ([, change], { ctx }) => {
    await search(await asOwner(ctx), 'before', 'word', 'after');
    const constraint = sql`constraint contact_message_audit_search`;
    const { rows } = await sql<{ definition: string }>`
      select pg_get_constraintdef(oid) as definition from pg_constraint
      where conname = 'contact_message_audit_search'
    `.execute(ctx.db);
    await sql`alter table contact_message_audit drop ${constraint}`.execute(ctx.db);
    try {
      await tamperAudit(
        ctx.db,
        sql`update contact_message_audit ${change} where search_query = 'word'`,
      );
      expect(await verifyAudit(ctx.db, ctx.auditKey)).toMatchObject({ isIntact: false });
    } finally {
      await emptyAudit(ctx.db);
      await sql`
        alter table contact_message_audit add ${constraint} ${sql.raw(rows[0]?.definition ?? '')}
      `.execute(ctx.db);
    }
  });

  it.for([
    sql`search_query = null`,
    sql`search_salt = null`,
    sql`search_query = 'x'`,
    sql`search_query = null, search_salt = null, search_digest = null`,
    sql`search_query = null, search_salt = null, action = 'view'`,
    sql`search_query = null, search_salt = null, admin_user_id = null`,
    sql`search_query = null, search_salt = null, hash = sha256('x')`,
    sql`search_query = null, search_salt = null, accessed_fields = '{}'`,
  ])('is all that can be changed (%#)', async (change, { ctx }) => {
    await search(await asOwner(ctx), 'word');
    await expect(sql`update contact_message_audit set ${change}`.execute(ctx.db)).rejects.toThrow(
      'accepts inserts only',
    );
    expect(await readSearches(ctx.db)).toEqual(['word']);
  });

  it('shows in what is handed over, and can be checked there', async ({ ctx }) => {
    const owner = await asOwner(ctx);
    await search(owner, 'Gökçe Demir', 'invoice');
    await removeSearches(ctx.db, sql`${all} where search_query = 'Gökçe Demir'`);
    const lines = (await collect(await handOverAudit(owner))).map((line) => line.trimEnd());
    const check = async (changed: string[]) =>
      verifyHandOver(
        (async function* each() {
          yield* changed;
        })(),
        ctx.auditKey,
      );
    expect(await check(lines)).toMatchObject({ isIntact: true, entries: 3, removedSearches: 1 });
    expect(JSON.parse(lines[1] ?? '')).toMatchObject({ isSearchRemoved: true, searchQuery: null });
    expect(JSON.parse(lines[2] ?? '')).toMatchObject({
      isSearchRemoved: false,
      searchQuery: 'invoice',
    });
    const other = lines.with(2, (lines[2] ?? '').replace('invoice', 'bill'));
    expect(await check(other)).toMatchObject({
      isIntact: false,
      reason: expect.stringContaining('searched for'),
    });
    const restored = lines.with(
      1,
      (lines[1] ?? '').replace('"isSearchRemoved":true', '"isSearchRemoved":false'),
    );
    await expect(check(restored)).rejects.toThrow('Line 2');
  });
});

describe('whoever is erased', () => {
  it('is no longer in what was searched for, however it was typed', async ({ ctx }) => {
    const queries = [
      'gokce demir',
      'GÖKÇE  DEMİR, invoice',
      'Gökçe Demirel',
      'Demir',
      'GOKCE@Example.com',
      'from <gokce@example.com>',
      'xgokce@example.com',
      'gokce@example.com.tr',
      'x_y%',
    ];
    await search(await asOwner(ctx), ...queries);
    const person = { addresses: ['gokce@example.com'], names: ['Gökçe Demir', 'x', ' ,', ''] };
    expect(await removeSearchesOf(ctx.db, person)).toBe(5);
    const left = (await readSearches(ctx.db)).filter((text) => text !== null);
    expect(left).toEqual(['Gökçe Demirel', 'Demir', 'xgokce@example.com', 'x_y%']);
    expect(await removeSearchesOf(ctx.db, { addresses: [], names: [] })).toBe(0);
  });
});

describe('the period', () => {
  it('ends after a year, of which the preview says how many', async ({ ctx }) => {
    const owner = await asOwner(ctx);
    await search(owner, 'old', 'word');
    await tamperAudit(
      ctx.db,
      sql`update contact_message_audit set created_at = now() - interval '366 days' where search_query = 'old'`,
    );
    const { rules } = await previewPurge(owner);
    expect(rules.find(({ kind }) => kind === 'audit-searches')).toMatchObject({ due: 1 });
    expect(await purgeExpiredRecords(ctx)).toEqual({ contact_message_audit: 1 });
    expect(await readSearches(ctx.db)).toEqual([null, 'word']);
    const inAYear = { ...ctx, now: () => new Date(Date.now() + 366 * DAY_MS) };
    expect(await purgeExpiredRecords(inAYear)).toEqual({ contact_message_audit: 1 });
    expect(await purgeExpiredRecords(inAYear)).toEqual({});
  });
});
