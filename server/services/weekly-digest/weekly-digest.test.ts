import type { Database } from '#server/context/context.ts';
import { buildMailSender, SAMPLE_CONTENT } from '#tests/support/samples/sample-company.ts';
import { expect } from 'vitest';
import { TEAM_RECIPIENT } from '#server/mail/outbox/outbox.ts';
import { toPlainText } from '#server/mail/templates/plain-text.ts';
import { weeklyDigest } from '#server/mail/templates/weekly-digest.ts';
import { measureClaims } from '#server/services/claims/index.ts';
import { buildAdmin } from '#tests/support/admin.ts';
import { buildEnquiry } from '#tests/support/enquiries.ts';
import { it } from '#tests/support/fixtures.ts';
import { enqueueWeeklyDigest, readDigest } from './index.ts';
import { splitKey } from '#shared/site-content/types.ts';
import { insertRows, updateRows } from '#tests/support/database/rows.ts';

// A Monday, 8:00 in Ankara.
const NOW = new Date('2026-06-15T05:00:00Z');
const SITE = 'https://vitrin.example';

/** Since when there are administrators. */
const BEGAN = '2026-06-14T20:59:59.999Z';

it.beforeEach(async ({ db }) => {
  for (const table of [
    'conversations',
    'outboxMails',
    'publicClaims',
    'siteContent',
    'adminUsers',
  ] as const) {
    await db.deleteFrom(table).execute();
  }
  await buildAdmin(db, 'first', { createdAt: BEGAN });
});

function at<Ctx extends object>(ctx: Ctx, now: Date) {
  return { ...ctx, now: () => now };
}

async function readRecipients({ db }: { db: Database }) {
  const mails = db.selectFrom('outboxMails').select(['recipient', 'payload']);
  const rows = await mails.where('kind', '=', 'reports.weekly').orderBy('recipient').execute();
  return rows.map(({ recipient, payload }) => [recipient, payload]);
}

it.for([
  ['on Monday', NOW],
  ['later in the week when no process ran on Monday', new Date('2026-06-21T15:00:00Z')],
] as const)('is written once, however many processes ask: %s', async ([, now], { ctx, db }) => {
  const processes = Array.from({ length: 8 }, () => enqueueWeeklyDigest(at(ctx, now)));
  const asked = await Promise.all(processes);
  expect(asked.filter((written) => written === 1)).toHaveLength(1);
  expect(await readRecipients(ctx)).toEqual([[TEAM_RECIPIENT, { week: '2026-06-08' }]]);
  // A new owner receives the digest from the next week on.
  await updateRows(db, 'adminUsers', {}, { email: 'owner@example.com' });
  expect(await enqueueWeeklyDigest(at(ctx, new Date('2026-06-21T15:00:00Z')))).toBe(0);
  expect(await enqueueWeeklyDigest(at(ctx, new Date('2026-06-22T05:00:00Z')))).toBe(1);
});

it('goes to the owners who have an address, in place of the team', async ({ ctx }) => {
  const administrators = [
    { email: 'one@example.com' },
    { email: 'two@example.com' },
    { email: null },
    { email: 'gone@example.com', isActive: false },
    { email: 'm@example.com', role: 'member' },
  ] as const;
  for (const each of administrators) await buildAdmin(ctx.db, undefined, each);
  expect(await enqueueWeeklyDigest(at(ctx, NOW))).toBe(2);
  const recipients = (await readRecipients(ctx)).map(([recipient]) => recipient);
  expect(recipients).toEqual(['one@example.com', 'two@example.com']);
});

it('compares the week with the one before, and names wrong numbers', async ({ ctx, db }) => {
  const tuesday = new Date('2026-06-09T07:00:00Z');
  const weekBefore = new Date('2026-06-03T07:00:00Z');
  for (const [count, kind, createdAt, minutes] of [
    [20, 'order', tuesday, 190],
    [5, 'message', weekBefore, 20],
  ] as const) {
    const respondedAt = new Date(createdAt.getTime() + minutes * 60_000);
    for (let index = 0; index < count; index += 1) {
      await buildEnquiry(db, kind, { createdAt, respondedAt });
    }
  }
  // This week's is no part of it.
  await buildEnquiry(db, 'message', { createdAt: new Date('2026-06-15T04:00:00Z') });
  const changes: Record<string, object> = {
    'on-time': { reviewBy: '2026-06-15' },
    efficiency: { evidence: '' },
  };
  const numbers = SAMPLE_CONTENT.proof.numbers.map((each) => ({ ...each, ...changes[each.key] }));
  const data = JSON.stringify({ numbers, stories: [] });
  await insertRows(db, 'siteContent', { ...splitKey('proof'), data });
  await measureClaims(at(ctx, NOW));
  const content = weeklyDigest(await readDigest(at(ctx, NOW), '2026-06-08'), SITE);
  expect(content.subject).toBe('The week of June 8: enquiries and answers');
  const text = toPlainText(content, buildMailSender(SITE)).replaceAll(/\s+/g, ' ');
  for (const said of [
    '20 enquiries came in. Promise kept: 0%.',
    'Enquiries: 20 (the week before: 5)',
    'Median answer time: 3 h 10 (the week before: 20 min)',
    'Promise kept: 0% (the week before: 100%)',
    'Average response time: the site says 1h, the last 90 days say',
    'On time and within budget: its review was due on 2026-06-15.',
    'One public number has no evidence, so visitors do not see it.',
    `${SITE}/admin/reports`,
  ]) {
    expect(text).toContain(said);
  }
});

it('is only for administrators of that week, and says if nothing came in', async ({ ctx, db }) => {
  const content = weeklyDigest(await readDigest(at(ctx, NOW), '2026-06-08'), SITE);
  const text = toPlainText(content, buildMailSender(SITE));
  expect(text).toContain('No enquiry came in.');
  expect(text).toContain('too few to say');
  expect(text).not.toMatch(/public number/i);
  await db.updateTable('adminUsers').set({ createdAt: '2026-06-14T21:00:00Z' }).execute();
  expect(await enqueueWeeklyDigest(at(ctx, NOW))).toBe(0);
  await db.deleteFrom('adminUsers').execute();
  expect(await enqueueWeeklyDigest(at(ctx, NOW))).toBe(0);
});
