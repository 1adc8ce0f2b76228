import { randomUUID } from 'node:crypto';
import { buildMailSender } from '#tests/support/samples/sample-company.ts';
import { Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { type Database, type ServiceContext, withTransaction } from '#server/context/context.ts';
import { parseCursor } from '#server/db/keyset.ts';
import { messages } from '#server/services/messages/index.ts';
import { toPlainText } from '#server/mail/templates/plain-text.ts';
import { auditHeadMail } from '#server/mail/templates/team-mails.ts';
import { padAuditKey } from '#server/core/audit-key.ts';
import { UNUSUAL_READING } from '#shared/contact-audit/values.ts';
import { buildAdmin, signInForTest } from '#tests/support/admin.ts';
import { buildMessage } from '#tests/support/browser/admin-leads.ts';
import { logAccess } from '#tests/support/privacy/tamper-audit.ts';
import { collect } from '#tests/support/privacy/collect.ts';
import { it as base } from '#tests/support/fixtures.ts';
import { asOwner } from '#tests/support/privacy/sent-enquiries.ts';
import {
  enqueueAuditHead,
  findAuditHead,
  handOverAudit,
  hasHead,
  verifyHandOver,
} from './index.ts';
import { watchReading } from './unusual-reading.ts';
import { readRows } from '#tests/support/database/rows.ts';

const it = base.extend('owner', ({ ctx }) => asOwner(ctx));

async function handOver(ctx: ServiceContext): Promise<string[]> {
  return (await collect(await handOverAudit(ctx))).map((line) => line.trimEnd());
}

async function log(ctx: ServiceContext, count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    const searched = { fields: ['"ü|\u2028'], searchQuery: `word ${index}` };
    await logAccess(ctx, { action: 'search', ...searched });
  }
}

it('a hand-over is the whole audit, and shows each change and gap', async ({ ctx, owner }) => {
  await log(owner, 5);
  const lines = await handOver(owner);
  const head = await findAuditHead(ctx.db);
  expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ head });
  const last = { action: 'export', accessedFields: ['contact_audit'], hash: head?.hash };
  expect(JSON.parse(lines.at(-2) ?? '')).toMatchObject(last);
  const intact = { isIntact: true, entries: lines.length - 2, removedSearches: 0, head };
  expect(await verifyHandOver(Readable.from(lines), ctx.auditKey)).toEqual(intact);
  const check = (changed: string[], key = ctx.auditKey) =>
    verifyHandOver(Readable.from(changed), key);
  const changed = lines.with(2, (lines[2] ?? '').replace('"search"', '"view"'));
  expect(await check(changed)).toMatchObject({ isIntact: false });
  const missing = { isIntact: false, reason: expect.stringContaining('missing') };
  expect(await check(lines.toSpliced(2, 1))).toMatchObject(missing);
  const otherKey = padAuditKey(Buffer.alloc(32, 9));
  expect(await check(lines, otherKey)).toMatchObject({ isIntact: false });
  for (const [broken, message] of [
    [lines.slice(0, -1), 'has no end'],
    [lines.toSpliced(-2, 1), 'has no end'],
    [lines.slice(1), 'Line 1'],
    [[...lines, lines[1] ?? ''], 'behind the end'],
    [lines.with(1, '{"a":1}'), 'Line 2'],
    [lines.with(0, (lines[0] ?? '').replace('20', '19')), 'not as it was written'],
  ] as const) {
    await expect(check([...broken])).rejects.toThrow(message);
  }
});

const readMails = ({ db }: ServiceContext) =>
  readRows(db, 'outboxMails', ['payload'], { kind: 'audit.head' });

it('the end of a day goes to the owners once, where something came since the last one', async ({
  ctx,
}) => {
  await log(await asOwner(ctx), 3);
  const at = (now: Date) => ({ ...ctx, now: () => now });
  expect(await enqueueAuditHead(at(new Date('2020-01-02T12:00:00Z')))).toBe(0);
  const head = await findAuditHead(ctx.db);
  if (!head) throw new Error('the audit is empty');
  const tomorrow = at(new Date(Date.now() + 24 * 3_600_000));
  const enqueued = await Promise.all(Array.from({ length: 4 }, () => enqueueAuditHead(tomorrow)));
  expect(enqueued.filter((count) => count === 1)).toHaveLength(1);
  expect(await readMails(ctx)).toMatchObject([{ payload: head }]);
  expect(await hasHead(ctx.db, head)).toBe(true);
  expect(await hasHead(ctx.db, { ...head, hash: '0'.repeat(64) })).toBe(false);
  expect(await enqueueAuditHead(at(new Date(Date.now() + 48 * 3_600_000)))).toBe(0);
  const mail = auditHeadMail({ day: '2026-11-23', ...head }, 'https://site.example');
  const said = toPlainText(mail, buildMailSender('https://site.example'));
  expect(said).toContain(`--head ${head.sequence}:${head.hash}`);
});

describe('an unusual reading', () => {
  /** An owner with a stored session, by which readings of lists are counted. */
  async function asSignedIn(ctx: ServiceContext) {
    const owner = await asOwner(ctx);
    const { adminUserId, username, sessionId } = await signInForTest(ctx.db);
    return { ...owner, actor: { ...owner.actor, adminUserId, username, sessionId } };
  }

  async function buildMessages({ db }: ServiceContext, count: number): Promise<string[]> {
    const ids: string[] = [];
    for (let index = 0; index < count; index += 1) ids.push((await buildMessage(db)).id);
    return ids;
  }

  const readEvents = ({ db }: ServiceContext) =>
    readRows(db, 'securityEvents', ['threatScore', 'reasons'], { eventType: 'unusual_reading' });
  const buildEvent = ({ actor }: { actor: { username: string } }, what: string) => {
    const within = `${what} within ${UNUSUAL_READING.minutes} minutes`;
    return { threatScore: 70, reasons: [`By ${actor.username}`, within] };
  };

  it.beforeEach(({ db }) => db.deleteFrom('securityEvents').execute());

  it('is an alert at the fiftieth enquiry of one administrator, once', async ({ ctx }) => {
    const [owner, other] = [await asOwner(ctx), await asOwner(ctx)];
    const ids = await buildMessages(ctx, UNUSUAL_READING.details + 2);
    const first = ids.slice(0, UNUSUAL_READING.details - 1);
    for (const id of first) await messages.get(owner, id);
    // The same again, and others by somebody else, are nothing unusual.
    for (const id of first.slice(0, 5)) await messages.get(owner, id, { isRefresh: true });
    for (const id of ids.slice(-3)) await messages.get(other, id);
    expect(await readEvents(ctx)).toEqual([]);
    for (const id of ids.slice(-3)) await messages.get(owner, id);
    const event = buildEvent(owner, `Opened ${UNUSUAL_READING.details} enquiries`);
    expect(await readEvents(ctx)).toEqual([event]);
  });

  it('is an alert for enquiries shown in lists, each counted once', async ({ ctx }) => {
    const owner = await asSignedIn(ctx);
    const { length: rows } = await buildMessages(ctx, UNUSUAL_READING.rows + 10);
    const first = await messages.adminList(owner, { limit: 100 });
    for (let index = 0; index < 3; index += 1) await messages.adminList(owner, { limit: 100 });
    expect(await readEvents(ctx)).toEqual([]);
    const cursor = parseCursor(first.nextCursor ?? '') ?? undefined;
    await messages.adminList(owner, { limit: rows - 100, cursor });
    await messages.adminList(owner, { limit: 50, cursor });
    const event = buildEvent(owner, `Read ${rows} enquiries, most of them in lists,`);
    expect(await readEvents(ctx)).toEqual([event]);
  });

  it('is an alert for enquiries that changes without effect return', async ({ ctx }) => {
    const owner = await asSignedIn(ctx);
    const ids = await buildMessages(ctx, UNUSUAL_READING.rows);
    await messages.adminList(owner, { limit: 100 });
    for (const id of ids.slice(0, -100)) await messages.update(owner, id, { status: 'new' });
    expect(await readEvents(ctx)).toHaveLength(1);
  });

  it('is an alert after a failure to store it', async ({ ctx }) => {
    const owner = await asSignedIn(ctx);
    await buildMessages(ctx, UNUSUAL_READING.rows);
    const first = await messages.adminList(owner, { limit: 100 });
    const cursor = parseCursor(first.nextCursor ?? '') ?? undefined;
    const readOn = () => messages.adminList(owner, { limit: 100, cursor });
    await sql`alter table security_events add constraint refuse_all check (false) not valid`.execute(
      ctx.db,
    );
    await expect(readOn()).rejects.toThrow('refuse_all');
    await sql`alter table security_events drop constraint refuse_all`.execute(ctx.db);
    await readOn();
    expect(await readEvents(ctx)).toHaveLength(1);
  });

  it('is an alert for sessions that read in parallel', async ({ ctx }) => {
    const [account, { actor }] = [await buildAdmin(ctx.db), await asOwner(ctx)];
    const half = () => Array.from({ length: UNUSUAL_READING.rows / 2 + 1 }, () => randomUUID());
    const read = async (db: Database) => {
      const { sessionId } = await signInForTest(ctx.db, account);
      await watchReading(ctx, db, { ...actor, adminUserId: account.id, sessionId }, half());
    };
    let second: Promise<unknown> = Promise.resolve();
    await withTransaction(ctx, async (tx) => {
      await read(tx);
      second = read(ctx.db);
      await Promise.race([second, setTimeout(500)]);
    });
    await second;
    expect(await readEvents(ctx)).toHaveLength(1);
  });

  it('counts every way to read an enquiry', async ({ ctx, owner }) => {
    for (const action of ['bulk_view', 'view'] as const) {
      expect(await readEvents(ctx)).toEqual([]);
      for (const messageId of await buildMessages(ctx, UNUSUAL_READING.details)) {
        await logAccess(owner, { action, fields: ['tracking_link'], messageId });
      }
    }
    expect(await readEvents(ctx)).toHaveLength(1);
  });
});
