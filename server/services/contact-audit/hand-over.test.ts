import { describe, expect } from 'vitest';
import type { ServiceContext } from '#server/context/context.ts';
import { parseCursor } from '#server/db/keyset.ts';
import { messages } from '#server/services/messages/index.ts';
import { toPlainText } from '#server/mail/templates/plain-text.ts';
import { auditHeadMail } from '#server/mail/templates/team-mails.ts';
import { padAuditKey } from '#server/core/audit-key.ts';
import { UNUSUAL_READING } from '#shared/contact-audit/values.ts';
import { signInForTest } from '#tests/support/admin.ts';
import { buildMessage } from '#tests/support/browser/admin-leads.ts';
import { collect } from '#tests/support/privacy/collect.ts';
import { it } from '#tests/support/fixtures.ts';
import { asOwner } from '#tests/support/privacy/sent-enquiries.ts';
import {
  enqueueAuditHead,
  findAuditHead,
  handOverAudit,
  hasHead,
  logContactAccess,
  verifyHandOver,
} from './index.ts';
import { readRows } from '#tests/support/database/rows.ts';

async function* linesOf(lines: readonly string[]) {
  yield* lines;
}

async function handOver(ctx: ServiceContext): Promise<string[]> {
  return (await collect(await handOverAudit(ctx))).map((line) => line.trimEnd());
}

async function log(ctx: ServiceContext, count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    const access = {
      action: 'search',
      fields: ['"ü|\u2028'],
      searchQuery: `word ${index}`,
    } as const;
    await ctx.db.transaction().execute((tx) => logContactAccess({ ...ctx, db: tx }, tx, access));
  }
}

describe('what is handed over', () => {
  it('is the whole audit, in which the hand-over is the last entry', async ({ ctx }) => {
    const owner = await asOwner(ctx);
    await log(owner, 5);
    const lines = await handOver(owner);
    const head = await findAuditHead(ctx.db);
    expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ head });
    expect(JSON.parse(lines.at(-2) ?? '')).toMatchObject({
      action: 'export',
      accessedFields: ['contact_audit'],
      hash: head?.hash,
    });
    expect(await verifyHandOver(linesOf(lines), ctx.auditKey)).toEqual({
      isIntact: true,
      entries: lines.length - 2,
      removedSearches: 0,
      head,
    });
  });

  it('shows each change, each gap and each end that is missing', async ({ ctx }) => {
    const owner = await asOwner(ctx);
    await log(owner, 4);
    const lines = await handOver(owner);
    const check = (changed: string[]) => verifyHandOver(linesOf(changed), ctx.auditKey);
    const changed = lines.with(2, (lines[2] ?? '').replace('"search"', '"view"'));
    expect(await check(changed)).toMatchObject({ isIntact: false });
    expect(await check(lines.toSpliced(2, 1))).toMatchObject({
      isIntact: false,
      reason: expect.stringContaining('missing'),
    });
    await expect(check(lines.slice(0, -1))).rejects.toThrow('has no end');
    await expect(check(lines.toSpliced(-2, 1))).rejects.toThrow('has no end');
    await expect(check(lines.slice(1))).rejects.toThrow('Line 1');
    await expect(check([...lines, lines[1] ?? ''])).rejects.toThrow('behind the end');
    await expect(check(lines.with(1, '{"a":1}'))).rejects.toThrow('Line 2');
    const otherDay = lines.with(0, (lines[0] ?? '').replace('20', '19'));
    await expect(check(otherDay)).rejects.toThrow('not as it was written');
    expect(await verifyHandOver(linesOf(lines), padAuditKey(Buffer.alloc(32, 9)))).toMatchObject({
      isIntact: false,
    });
  });
});

describe('the end of a day', () => {
  const mails = (ctx: ServiceContext) =>
    ctx.db.selectFrom('outboxMails').select('payload').where('kind', '=', 'audit.head').execute();

  it('goes to the owners once, where something came since the last one', async ({ ctx }) => {
    await log(await asOwner(ctx), 3);
    const head = await findAuditHead(ctx.db);
    const tomorrow = { ...ctx, now: () => new Date(Date.now() + 24 * 3_600_000) };
    const enqueued = await Promise.all(Array.from({ length: 4 }, () => enqueueAuditHead(tomorrow)));
    expect(enqueued.filter((count) => count === 1)).toHaveLength(1);
    const [mail] = await mails(ctx);
    expect(mail?.payload).toMatchObject({ ...head });
    expect(head && (await hasHead(ctx.db, head))).toBe(true);
    expect(await hasHead(ctx.db, { sequence: head?.sequence ?? 0, hash: '0'.repeat(64) })).toBe(
      false,
    );
    const dayAfter = { ...ctx, now: () => new Date(Date.now() + 48 * 3_600_000) };
    expect(await enqueueAuditHead(dayAfter)).toBe(0);
    const said = toPlainText(
      auditHeadMail(
        { day: '2026-11-23', ...(head ?? { sequence: 0, hash: '', entries: 0 }) },
        'https://site.example',
      ),
      'https://site.example',
    );
    expect(said).toContain(`--head ${head?.sequence}:${head?.hash}`);
  });

  it('does not count what came on the next one', async ({ ctx }) => {
    await ctx.db.deleteFrom('outboxMails').execute();
    await log(await asOwner(ctx), 1);
    expect(await enqueueAuditHead({ ...ctx, now: () => new Date('2020-01-02T12:00:00Z') })).toBe(0);
    expect(await mails(ctx)).toEqual([]);
  });
});

describe('an unusual reading', () => {
  /** An owner with a stored session, by which readings of lists are counted. */
  async function asSignedIn(ctx: ServiceContext) {
    const owner = await asOwner(ctx);
    const { adminUserId, username, sessionId } = await signInForTest(ctx.db);
    return { ...owner, actor: { ...owner.actor, adminUserId, username, sessionId } };
  }

  const events = (ctx: ServiceContext) =>
    readRows(ctx.db, 'securityEvents', ['threatScore', 'reasons'], {
      eventType: 'unusual_reading',
    });

  it('is an alert at the fiftieth enquiry of one administrator, once', async ({ ctx }) => {
    const [owner, other] = [await asOwner(ctx), await asOwner(ctx)];
    const ids: string[] = [];
    for (let index = 0; index < UNUSUAL_READING.details + 2; index += 1) {
      ids.push((await buildMessage(ctx.db, { name: 'Murat Çetin' })).id);
    }
    const first = ids.slice(0, UNUSUAL_READING.details - 1);
    for (const id of first) await messages.get(owner, id);
    // The same again, and others by somebody else, are nothing unusual.
    for (const id of first.slice(0, 5)) await messages.get(owner, id, { isRefresh: true });
    for (const id of ids.slice(-3)) await messages.get(other, id);
    expect(await events(ctx)).toEqual([]);
    for (const id of ids.slice(-3)) await messages.get(owner, id);
    expect(await events(ctx)).toEqual([
      {
        threatScore: 70,
        reasons: [
          expect.stringMatching(/^By /),
          `Opened ${UNUSUAL_READING.details} enquiries within ${UNUSUAL_READING.minutes} minutes`,
        ],
      },
    ]);
  });

  it('is an alert for enquiries shown in lists, each counted once', async ({ db, ctx }) => {
    const owner = await asSignedIn(ctx);
    await db.deleteFrom('securityEvents').execute();
    const rows = UNUSUAL_READING.rows + 10;
    for (let index = 0; index < rows; index += 1) await buildMessage(db);
    const first = await messages.adminList(owner, { limit: 100 });
    for (let index = 0; index < 3; index += 1) await messages.adminList(owner, { limit: 100 });
    expect(await events(ctx)).toEqual([]);
    const cursor = parseCursor(first.nextCursor ?? '') ?? undefined;
    await messages.adminList(owner, { limit: rows - 100, cursor });
    await messages.adminList(owner, { limit: 50, cursor });
    expect(await events(ctx)).toEqual([
      {
        threatScore: 70,
        reasons: [
          `By ${owner.actor.username}`,
          `Read ${rows} enquiries, most of them in lists, within ${UNUSUAL_READING.minutes} minutes`,
        ],
      },
    ]);
  });

  it('is an alert for enquiries that changes without effect return', async ({ db, ctx }) => {
    const owner = await asSignedIn(ctx);
    await db.deleteFrom('securityEvents').execute();
    const unseen: string[] = [];
    for (let index = 0; index < UNUSUAL_READING.rows; index += 1) {
      const { id } = await buildMessage(db);
      if (index < UNUSUAL_READING.rows - 100) unseen.push(id);
    }
    await messages.adminList(owner, { limit: 100 });
    for (const id of unseen) await messages.update(owner, id, { status: 'new' });
    expect(await events(ctx)).toHaveLength(1);
  });

  it('counts every way to read an enquiry', async ({ ctx }) => {
    const owner = await asOwner(ctx);
    const before = await events(ctx);
    for (const action of ['bulk_view', 'view'] as const) {
      expect(await events(ctx)).toEqual(before);
      for (let index = 0; index < UNUSUAL_READING.details; index += 1) {
        const { id: messageId } = await buildMessage(ctx.db);
        const access = { action, fields: ['tracking_link'], messageId };
        await ctx.db.transaction().execute((tx) => logContactAccess(owner, tx, access));
      }
    }
    expect(await events(ctx)).toHaveLength(before.length + 1);
  });
});
