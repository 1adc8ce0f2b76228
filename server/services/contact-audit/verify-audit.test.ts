import { sql } from 'kysely';
import { v7 as uuidV7 } from 'uuid';
import { describe, expect } from 'vitest';
import { padAuditKey } from '#server/core/audit-key.ts';
import { NO_CLIENT, type ServiceContext } from '#server/context/context.ts';
import { buildServiceContext, clientOf } from '#tests/support/leads.ts';
import { logContactAccess, verifyAudit } from './index.ts';
import { it } from '#tests/support/fixtures.ts';
import { tamperAudit } from '#tests/support/privacy/tamper-audit.ts';
import { asOwner } from '#tests/support/privacy/sent-enquiries.ts';

const key = padAuditKey(Buffer.alloc(32, 7));

it.override('ctx', ({ db, files }) => asOwner(buildServiceContext(db, files.storage)));

it.beforeEach(async ({ ctx }) =>
  tamperAudit(ctx.db, sql`truncate contact_message_audit restart identity`),
);

type Access = Parameters<typeof logContactAccess>[2];

async function log(ctx: ServiceContext, access: Access, client = ctx.client): Promise<void> {
  await ctx.db
    .transaction()
    .execute((tx) => logContactAccess({ ...ctx, db: tx, client }, tx, access));
}

async function logSome(ctx: ServiceContext, count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    await log(ctx, {
      action: 'bulk_view',
      fields: ['name', 'email'],
      searchQuery: `search ${index}`,
    });
  }
}

describe('verifyAudit', () => {
  it('finds an empty audit intact', async ({ ctx }) => {
    expect(await verifyAudit(ctx.db, key)).toEqual({
      isIntact: true,
      entries: 0,
      removedSearches: 0,
    });
  });

  it('reads every text as the database does', async ({ ctx }) => {
    const strings = [
      '',
      'plain',
      'a|b',
      '12:a',
      '"q" \\ \b\f\n\r\t',
      '\u0001\u001f\u007f',
      'şİı 𝄞 \u2028',
    ];
    for (const text of strings) {
      await log(ctx, {
        action: 'search',
        fields: [text, 'email'],
        searchQuery: text,
        orderId: uuidV7(),
      });
      await log(
        ctx,
        { action: 'detailed_view', fields: [], messageId: uuidV7() },
        { ...NO_CLIENT, userAgent: text },
      );
    }
    await log(ctx, { action: 'view', fields: ['a'] }, clientOf('2001:db8::1'));
    expect(await verifyAudit(ctx.db, key)).toEqual({
      isIntact: true,
      entries: strings.length * 2 + 1,
      removedSearches: 0,
    });
  });

  it('goes on past a batch, and does not mind a number that was never used', async ({ ctx }) => {
    await logSome(ctx, 3);
    await ctx.db
      .transaction()
      .execute(async (tx) => {
        await logContactAccess({ ...ctx, db: tx }, tx, { action: 'view', fields: [] });
        throw new Error('rolled back');
      })
      .catch(() => {});
    await ctx.db.transaction().execute(async (tx) => {
      for (let index = 0; index < 1_100; index += 1) {
        await logContactAccess({ ...ctx, db: tx }, tx, { action: 'view', fields: ['name'] });
      }
    });
    expect(await verifyAudit(ctx.db, key)).toMatchObject({ isIntact: true, entries: 1_103 });
    await tamperAudit(
      ctx.db,
      sql`update contact_message_audit set action = 'update' where sequence = 1090`,
    );
    expect(await verifyAudit(ctx.db, key)).toMatchObject({ isIntact: false, sequence: 1090 });
  });

  it.for([
    ['action', sql`update contact_message_audit set action = 'view' where sequence = 3`],
    ['search', sql`update contact_message_audit set search_query = 'x' where sequence = 3`],
    [
      'time',
      sql`update contact_message_audit set created_at = created_at + interval '1 ms' where sequence = 3`,
    ],
    [
      'administrator',
      sql`update contact_message_audit set admin_user_id = null where sequence = 3`,
    ],
    [
      'address',
      sql`update contact_message_audit set ip_address = '198.51.100.1' where sequence = 3`,
    ],
    ['agent', sql`update contact_message_audit set user_agent = null where sequence = 3`],
    ['fields', sql`update contact_message_audit set accessed_fields = '{name}' where sequence = 3`],
    [
      'message',
      sql`update contact_message_audit set message_id = gen_random_uuid() where sequence = 3`,
    ],
    [
      'order',
      sql`update contact_message_audit set order_id = gen_random_uuid() where sequence = 3`,
    ],
    ['hash', sql`update contact_message_audit set hash = sha256('x') where sequence = 3`],
  ] as const)('names the entry whose %s was changed', async ([, statement], { ctx }) => {
    await logSome(ctx, 5);
    await tamperAudit(ctx.db, statement);
    expect(await verifyAudit(ctx.db, key)).toMatchObject({
      isIntact: false,
      sequence: 3,
      reason: expect.stringMatching(/does not match its (?:hash|digest)/),
    });
  });

  it.for([
    ['the first entry', 1],
    ['an entry in between', 3],
  ] as const)('notices that %s is gone', async ([, gone], { ctx }) => {
    await logSome(ctx, 5);
    await tamperAudit(ctx.db, sql`delete from contact_message_audit where sequence = ${gone}`);
    expect(await verifyAudit(ctx.db, key)).toMatchObject({
      isIntact: false,
      sequence: gone + 1,
      reason: expect.stringContaining('missing'),
    });
  });

  it('notices a row that was put in with a hash of another key', async ({ ctx }) => {
    await logSome(ctx, 2);
    await ctx.db.transaction().execute((tx) =>
      logContactAccess({ ...ctx, db: tx, auditKey: padAuditKey(Buffer.alloc(32, 8)) }, tx, {
        action: 'view',
        fields: ['name'],
      }),
    );
    expect(await verifyAudit(ctx.db, key)).toMatchObject({ isIntact: false, sequence: 3 });
  });

  it('finds nothing right with another key', async ({ ctx }) => {
    await logSome(ctx, 2);
    expect(await verifyAudit(ctx.db, padAuditKey(Buffer.alloc(32, 9)))).toMatchObject({
      isIntact: false,
      sequence: 1,
    });
  });
});
