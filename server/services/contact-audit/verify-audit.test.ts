import { type RawBuilder, sql } from 'kysely';
import { v7 as uuidV7 } from 'uuid';
import { expect } from 'vitest';
import { padAuditKey } from '#server/core/audit-key.ts';
import { NO_CLIENT, type ServiceContext } from '#server/context/context.ts';
import { buildServiceContext, clientOf } from '#tests/support/leads.ts';
import { logContactAccess, verifyAudit } from './index.ts';
import { it as base } from '#tests/support/fixtures.ts';
import { logAccess, tamperAudit } from '#tests/support/privacy/tamper-audit.ts';
import { asOwner } from '#tests/support/privacy/sent-enquiries.ts';

const key = padAuditKey(Buffer.alloc(32, 7));

const it = base.extend({});
it.override('ctx', ({ db, files }) => asOwner(buildServiceContext(db, files.storage)));

it.beforeEach(async ({ ctx }) =>
  tamperAudit(ctx.db, sql`truncate contact_message_audit restart identity`),
);

async function logSome(ctx: ServiceContext, count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    const searchQuery = `search ${index}`;
    await logAccess(ctx, { action: 'bulk_view', fields: ['name', 'email'], searchQuery });
  }
}

/** Changes an entry past the services. */
function change({ db }: ServiceContext, sequence: number, changed: RawBuilder<unknown>) {
  const set = sql`update contact_message_audit set ${changed} where sequence = ${sequence}`;
  return tamperAudit(db, set);
}

it('finds an empty audit intact, and reads every text as the database does', async ({ ctx }) => {
  const empty = { isIntact: true, entries: 0, removedSearches: 0 };
  expect(await verifyAudit(ctx.db, key)).toEqual(empty);
  const hostile = ['"q" \\ \b\f\n\r\t', '\u0001\u001f\u007f', 'şİı 𝄞 \u2028'];
  const strings = ['', 'plain', 'a|b', '12:a', ...hostile];
  for (const text of strings) {
    const searched = { fields: [text, 'email'], searchQuery: text, orderId: uuidV7() };
    await logAccess(ctx, { action: 'search', ...searched });
    const viewed = { action: 'detailed_view', fields: [], messageId: uuidV7() } as const;
    await logAccess({ ...ctx, client: { ...NO_CLIENT, userAgent: text } }, viewed);
  }
  await logAccess({ ...ctx, client: clientOf('2001:db8::1') }, { action: 'view', fields: ['a'] });
  const entries = strings.length * 2 + 1;
  expect(await verifyAudit(ctx.db, key)).toEqual({ isIntact: true, entries, removedSearches: 0 });
});

it('goes on past a batch, and does not mind a number that was never used', async ({ ctx }) => {
  await logSome(ctx, 3);
  const rolledBack = ctx.db.transaction().execute(async (tx) => {
    await logContactAccess({ ...ctx, db: tx }, tx, { action: 'view', fields: [] });
    throw new Error('rolled back');
  });
  await expect(rolledBack).rejects.toThrow('rolled back');
  await ctx.db.transaction().execute(async (tx) => {
    for (let index = 0; index < 1_100; index += 1) {
      await logContactAccess({ ...ctx, db: tx }, tx, { action: 'view', fields: ['name'] });
    }
  });
  expect(await verifyAudit(ctx.db, key)).toMatchObject({ isIntact: true, entries: 1_103 });
  await change(ctx, 1090, sql`action = 'update'`);
  expect(await verifyAudit(ctx.db, key)).toMatchObject({ isIntact: false, sequence: 1090 });
});

it.for([
  ['action', sql`action = 'view'`],
  ['search', sql`search_query = 'x'`],
  ['time', sql`created_at = created_at + interval '1 ms'`],
  ['administrator', sql`admin_user_id = null`],
  ['address', sql`ip_address = '198.51.100.1'`],
  ['agent', sql`user_agent = null`],
  ['fields', sql`accessed_fields = '{name}'`],
  ['message', sql`message_id = gen_random_uuid()`],
  ['order', sql`order_id = gen_random_uuid()`],
  ['hash', sql`hash = sha256('x')`],
] as const)('names the entry whose %s was changed', async ([, changed], { ctx }) => {
  await logSome(ctx, 5);
  await change(ctx, 3, changed);
  expect(await verifyAudit(ctx.db, key)).toMatchObject({
    isIntact: false,
    sequence: 3,
    reason: expect.stringMatching(/does not match its (?:hash|digest)/),
  });
});

it('notices that an entry is gone, also the first', async ({ ctx }) => {
  await logSome(ctx, 5);
  const reason = expect.stringContaining('missing');
  for (const gone of [3, 1]) {
    await tamperAudit(ctx.db, sql`delete from contact_message_audit where sequence = ${gone}`);
    const found = { isIntact: false, sequence: gone + 1, reason };
    expect(await verifyAudit(ctx.db, key)).toMatchObject(found);
  }
});

it('notices a row that was put in with a hash of another key', async ({ ctx }) => {
  await logSome(ctx, 2);
  const auditKey = padAuditKey(Buffer.alloc(32, 8));
  await logAccess({ ...ctx, auditKey }, { action: 'view', fields: ['name'] });
  expect(await verifyAudit(ctx.db, key)).toMatchObject({ isIntact: false, sequence: 3 });
  expect(await verifyAudit(ctx.db, auditKey)).toMatchObject({ isIntact: false, sequence: 1 });
});
