import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import type { Database, ServiceContext } from '#server/context/context.ts';
import { previewPurge, purgeExpiredRecords } from '#server/services/privacy/index.ts';
import { emptyAudit } from '#tests/support/browser/admin-leads.ts';
import { collect } from '#tests/support/privacy/collect.ts';
import { readRows } from '#tests/support/database/rows.ts';
import { it as base } from '#tests/support/fixtures.ts';
import { asOwner } from '#tests/support/privacy/sent-enquiries.ts';
import {
  handOverAudit,
  listAuditEntries,
  removeSearches,
  removeSearchesOf,
  verifyAudit,
  verifyHandOver,
} from './index.ts';
import { logAccess, tamperAudit } from '#tests/support/privacy/tamper-audit.ts';

const it = base.extend('owner', ({ ctx }) => asOwner(ctx));

const DAY_MS = 24 * 3_600_000;

async function search(ctx: ServiceContext, ...queries: (string | null)[]): Promise<void> {
  for (const searchQuery of queries) {
    await logAccess(ctx, { action: 'search', fields: ['name'], searchQuery });
  }
}

async function readSearches(db: Database): Promise<(string | null)[]> {
  const rows = await readRows(db, 'contactMessageAudit', ['searchQuery'], {}, 'sequence');
  return rows.map(({ searchQuery }) => searchQuery);
}

const all = sql`select id from contact_message_audit`;
const NO_DIGEST = sql`search_salt = null, search_digest = null`;

it.beforeEach(({ ctx }) => emptyAudit(ctx.db));

describe('the text of a search', () => {
  it('is in the chain as a salted digest, and may be removed', async ({ ctx, owner }) => {
    await search(owner, 'Gökçe Demir', null, 'Gökçe Demir');
    const columns = ['searchSalt', 'searchDigest'] as const;
    const rows = await readRows(ctx.db, 'contactMessageAudit', columns, {}, 'sequence');
    const [first, none, last] = rows;
    expect(none).toEqual({ searchSalt: null, searchDigest: null });
    expect(first?.searchSalt).toHaveLength(32);
    expect(first?.searchSalt).not.toEqual(last?.searchSalt);
    const sum = createHash('sha256').update(first?.searchSalt ?? '');
    expect(first?.searchDigest).toEqual(sum.update('Gökçe Demir').digest());

    expect(await removeSearches(ctx.db, all)).toBe(2);
    expect(await removeSearches(ctx.db, all)).toBe(0);
    expect(await readSearches(ctx.db)).toEqual([null, null, null]);
    const intact = { isIntact: true, entries: 3, removedSearches: 2 };
    expect(await verifyAudit(ctx.db, ctx.auditKey)).toEqual(intact);
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
    ['a part in the salt', sql`set search_salt = search_salt || 'w', search_query = 'ord'`],
    [
      'another text, salt and digest',
      sql`set search_query = 'x', search_salt = sha256('x'), search_digest = sha256(sha256('x') || 'x'::bytea)`,
    ],
    ['no digest', sql`set ${NO_DIGEST}`],
    ['nothing at all', sql`set search_query = null, ${NO_DIGEST}`],
    ['the digest', sql`set search_query = '#' || encode(search_digest, 'hex'), ${NO_DIGEST}`],
  ] as const)('is no other one: %s', async ([, change], { ctx }) => {
    await search(await asOwner(ctx), 'before', 'word', 'after');
    const constraint = sql`constraint contact_message_audit_search`;
    const { rows } = await sql<{ definition: string }>`
      select pg_get_constraintdef(oid) as definition from pg_constraint
      where conname = 'contact_message_audit_search'
    `.execute(ctx.db);
    await sql`alter table contact_message_audit drop ${constraint}`.execute(ctx.db);
    try {
      const update = sql`update contact_message_audit ${change} where search_query = 'word'`;
      await tamperAudit(ctx.db, update);
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
    sql`search_query = null, ${NO_DIGEST}`,
    sql`search_query = null, search_salt = null, action = 'view'`,
    sql`search_query = null, search_salt = null, admin_user_id = null`,
    sql`search_query = null, search_salt = null, hash = sha256('x')`,
    sql`search_query = null, search_salt = null, accessed_fields = '{}'`,
  ])('is all that can be changed (%#)', async (change, { ctx }) => {
    await search(await asOwner(ctx), 'word');
    const update = sql`update contact_message_audit set ${change}`.execute(ctx.db);
    await expect(update).rejects.toThrow('accepts inserts only');
    expect(await readSearches(ctx.db)).toEqual(['word']);
  });

  it('shows in what is handed over, and can be checked there', async ({ ctx, owner }) => {
    await search(owner, 'Gökçe Demir', 'invoice');
    await removeSearches(ctx.db, sql`${all} where search_query = 'Gökçe Demir'`);
    const lines = (await collect(await handOverAudit(owner))).map((line) => line.trimEnd());
    const check = async (changed: string[]) => verifyHandOver(Readable.from(changed), ctx.auditKey);
    const [first = '', removed = '', retained = '', ...rest] = lines;
    expect(await check(lines)).toMatchObject({ isIntact: true, entries: 3, removedSearches: 1 });
    expect(JSON.parse(removed)).toMatchObject({ isSearchRemoved: true, searchQuery: null });
    const invoice = { isSearchRemoved: false, searchQuery: 'invoice' };
    expect(JSON.parse(retained)).toMatchObject(invoice);
    const other = [first, removed, retained.replace('invoice', 'bill'), ...rest];
    const reason = expect.stringContaining('searched for');
    expect(await check(other)).toMatchObject({ isIntact: false, reason });
    const restored = removed.replace('"isSearchRemoved":true', '"isSearchRemoved":false');
    await expect(check([first, restored, retained, ...rest])).rejects.toThrow('Line 2');
  });
});

it('a person who is erased is no longer in any search, however it was typed', async ({ ctx }) => {
  const left = ['Gökçe Demirel', 'Demir', 'xgokce@example.com', 'x_y%'];
  const spellings = ['gokce demir', 'demir gokce', 'GÖKÇE  DEMİR, invoice', 'gokce@example.com.tr'];
  const addresses = ['GOKCE@Example.com', 'from <gokce@example.com>'];
  await search(await asOwner(ctx), ...spellings, ...left, ...addresses);
  const person = { addresses: ['gokce@example.com'], names: ['Gökçe Demir', 'x', ' ,', ''] };
  expect(await removeSearchesOf(ctx.db, person)).toBe(6);
  expect((await readSearches(ctx.db)).filter((text) => text !== null)).toEqual(left);
  expect(await removeSearchesOf(ctx.db, { addresses: [], names: [] })).toBe(0);
});

it('searches end after a year, of which the preview says how many', async ({ ctx, owner }) => {
  await search(owner, 'old', 'word');
  const age = sql`created_at = now() - interval '366 days'`;
  const update = sql`update contact_message_audit set ${age} where search_query = 'old'`;
  await tamperAudit(ctx.db, update);
  const { rules } = await previewPurge(owner);
  expect(rules.find(({ kind }) => kind === 'audit-searches')).toMatchObject({ due: 1 });
  expect(await purgeExpiredRecords(ctx)).toEqual({ contact_message_audit: 1 });
  expect(await readSearches(ctx.db)).toEqual([null, 'word']);
  const inAYear = { ...ctx, now: () => new Date(Date.now() + 366 * DAY_MS) };
  expect(await purgeExpiredRecords(inAYear)).toEqual({ contact_message_audit: 1 });
  expect(await purgeExpiredRecords(inAYear)).toEqual({});
});
