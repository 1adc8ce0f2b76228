import { basename } from 'node:path';
import { describe, expect } from 'vitest';
import type { ServiceContext } from '#server/context/context.ts';
import { composeContent } from '#server/services/mails/compose-mail.ts';
import { buildServiceContext } from '#tests/support/leads.ts';
import { it } from '#tests/support/fixtures.ts';
import { momentOf, nameOf } from '#server/services/backup/targets/target.ts';
import { readBackupState } from './backup-state.ts';
import { dueDay, type NightlyTools, runNightlyBackup } from './run-nightly.ts';
import { insertRows, updateRows } from '#tests/support/database/rows.ts';

// Half past three in Ankara.
const NOW = new Date('2026-11-24T00:30:00Z');
const MINUTE_MS = 60_000;

function at(ctx: ServiceContext, minutes: number): ServiceContext {
  return { ...ctx, now: () => new Date(NOW.getTime() + minutes * MINUTE_MS) };
}

/** The names of archives, the newest first. */
function nightsBefore(count: number): string[] {
  return Array.from({ length: count }, (_, day) =>
    nameOf(new Date(NOW.getTime() - day * 24 * 60 * MINUTE_MS), false),
  );
}

const REPORT = {
  rows: 12,
  files: 3,
  missingFiles: 0,
  problems: [] as string[],
  brokenAudit: null as string | null,
  ms: 41_000,
};

const MAX_NAMED = 2;

type Calls = { made: number; rehearsed: string[]; removed: string[] };

function toolsWith(changes: Partial<NightlyTools> = {}, names: string[] = []) {
  const calls: Calls = { made: 0, rehearsed: [], removed: [] };
  const tools: NightlyTools = {
    async backUp() {
      calls.made += 1;
      await new Promise((done) => setTimeout(done, 20));
      return { ...REPORT, place: '/backup/x.tar', size: 1_000 };
    },
    async rehearse(place) {
      calls.rehearsed.push(place);
      return REPORT;
    },
    target: {
      list: () => Promise.resolve(names),
      remove: async (name) => void calls.removed.push(name),
    },
    signal: new AbortController().signal,
    ...changes,
  };
  return { tools, calls };
}

it.override('ctx', ({ db, files }) => buildServiceContext(db, files.storage, () => NOW));

it.beforeEach(async ({ ctx }) => {
  await ctx.db.deleteFrom('backupRuns').execute();
  await ctx.db.deleteFrom('outboxMails').execute();
  await ctx.db.deleteFrom('securityEvents').execute();
});

it('is due from three o’clock of the office on', () => {
  expect(dueDay(NOW, 'Europe/Istanbul')).toBe('2026-11-24');
  expect(dueDay(new Date('2026-11-23T23:59:59Z'), 'Europe/Istanbul')).toBe('2026-11-23');
  expect(dueDay(NOW, 'America/New_York')).toBe('2026-11-23');
});

describe('the backup of a night', () => {
  it('is made and restored once, however many processes ask', async ({ ctx }) => {
    expect(await readBackupState(ctx)).toBeNull();
    const { tools, calls } = toolsWith();
    const outcomes = await Promise.all(
      Array.from({ length: 5 }, () => runNightlyBackup(ctx, tools)),
    );
    expect(outcomes.filter((outcome) => outcome === 'restored')).toHaveLength(1);
    expect(await runNightlyBackup(at(ctx, 60), tools)).toBe('not due');
    expect(calls).toEqual({ made: 1, rehearsed: ['/backup/x.tar'], removed: [] });
    expect(await readBackupState(at(ctx, 6 * 60))).toEqual({
      restoredAt: NOW.toISOString(),
      tookMs: 82_000,
      isLate: false,
      error: null,
      missingFiles: 0,
    });
    expect(await readBackupState(at(ctx, 37 * 60))).toMatchObject({ isLate: true });
    expect(await runNightlyBackup(at(ctx, 24 * 60), tools)).toBe('restored');
  });

  it('is not made again by who saw that it was due and had to wait', async ({ ctx }) => {
    const { tools, calls } = toolsWith();
    const connection = () => ({
      async execute(work: (db: typeof ctx.db) => Promise<unknown>) {
        expect(await runNightlyBackup(ctx, tools)).toBe('restored');
        return ctx.db.connection().execute(work);
      },
    });
    const db = new Proxy(ctx.db, {
      get(target, key) {
        if (key === 'connection') return connection;
        const value: unknown = Reflect.get(target, key, target);
        return typeof value === 'function' ? (value.bind(target) as unknown) : value;
      },
    });
    expect(await runNightlyBackup({ ...ctx, db }, tools)).toBe('not due');
    expect(calls.made).toBe(1);
  });

  it('is tried three times, then reported by mail, event and state', async ({ ctx }) => {
    const full = () => Promise.reject(new Error('no space left on device'));
    const { tools } = toolsWith({ rehearse: full });
    expect(await runNightlyBackup(ctx, tools)).toBe('again');
    expect(await runNightlyBackup(at(ctx, 29), tools)).toBe('not due');
    expect(await runNightlyBackup(at(ctx, 30), tools)).toBe('again');
    expect(await ctx.db.selectFrom('outboxMails').selectAll().execute()).toEqual([]);
    expect(await runNightlyBackup(at(ctx, 60), tools)).toBe('failed');
    expect(await runNightlyBackup(at(ctx, 120), tools)).toBe('not due');
    const [mail] = await ctx.db.selectFrom('outboxMails').selectAll().execute();
    const content = await composeContent({ ...ctx, siteUrl: 'https://vitrin.example' }, mail!);
    expect(content.subject).toBe('The backup of 2026-11-24 failed');
    expect(JSON.stringify(content)).toContain('no space left on device');
    const [event] = await ctx.db.selectFrom('securityEvents').selectAll().execute();
    expect(event).toMatchObject({ eventType: 'backup_failed', threatScore: 70 });
    expect(await readBackupState(ctx)).toMatchObject({
      restoredAt: null,
      error: 'no space left on device',
    });
  });

  it('that misses files is reported, again only for another file', async ({ ctx }) => {
    const lost = ['order-attachments/a is missing'];
    const { tools } = toolsWith({
      rehearse: async () => ({
        ...REPORT,
        missingFiles: lost.length,
        problems: lost.slice(0, MAX_NAMED),
      }),
    });
    const readEvents = () =>
      ctx.db.selectFrom('securityEvents').selectAll().orderBy('createdAt').execute();
    const readMails = () => ctx.db.selectFrom('outboxMails').selectAll().orderBy('id').execute();
    const night = (number: number) => runNightlyBackup(at(ctx, number * 24 * 60), tools);
    expect(await night(0)).toBe('restored');
    const [mail] = await readMails();
    const content = await composeContent({ ...ctx, siteUrl: 'https://vitrin.example' }, mail!);
    expect(content.subject).toBe('The backup of 2026-11-24 misses files');
    expect(JSON.stringify(content)).toContain('order-attachments/a is missing');
    expect(await readEvents()).toMatchObject([
      { eventType: 'files_lost', threatScore: 70, reasons: lost },
    ]);
    expect(await readBackupState(ctx)).toMatchObject({ error: null, missingFiles: 1 });

    await night(1);
    expect(await readMails()).toHaveLength(1);
    lost.push('order-attachments/b is not what was received');
    await night(2);
    expect((await readMails()).map(({ payload }) => payload)).toEqual([
      { day: '2026-11-24' },
      { day: '2026-11-26' },
    ]);
    expect((await readEvents()).at(-1)?.reasons).toEqual(lost.slice(1));
    // Of many only the first ones are named.
    lost.push('order-attachments/c is missing');
    await night(3);
    expect(await readMails()).toHaveLength(3);
    expect((await readEvents()).at(-1)?.reasons).toEqual(['3 files are missing or damaged']);
    lost.length = 0;
    await night(4);
    expect(await readMails()).toHaveLength(3);
  });

  it('whose audit is broken counts all the same, and is an event once', async ({ ctx }) => {
    const brokenAudit = 'The audit is broken at entry 7.';
    const { tools, calls } = toolsWith(
      { rehearse: async () => ({ ...REPORT, brokenAudit }) },
      nightsBefore(40),
    );
    expect(await runNightlyBackup(ctx, tools)).toBe('restored');
    expect(await runNightlyBackup(at(ctx, 24 * 60), tools)).toBe('restored');
    expect(calls.removed.length).toBeGreaterThan(0);
    expect(await ctx.db.selectFrom('securityEvents').selectAll().execute()).toMatchObject([
      { eventType: 'audit_broken', threatScore: 70, reasons: [brokenAudit] },
    ]);
  });

  it('that another process has begun again leaves no archive', async ({ ctx }) => {
    const { tools, calls } = toolsWith({
      async rehearse() {
        await updateRows(ctx.db, 'backupRuns', {}, { attempts: 2, place: '/backup/y.tar' });
        return REPORT;
      },
    });
    expect(await runNightlyBackup(ctx, tools)).toBe('elsewhere');
    expect(calls.removed).toEqual(['x.tar']);
    expect(await ctx.db.selectFrom('backupRuns').selectAll().execute()).toMatchObject([
      { status: 'running', attempts: 2, place: '/backup/y.tar' },
    ]);
  });

  it('that was interrupted or whose process died is made by the next one', async ({ ctx }) => {
    const stopping = new AbortController();
    const interrupted = toolsWith({
      signal: stopping.signal,
      backUp() {
        stopping.abort();
        return Promise.reject(new Error('aborted'));
      },
    });
    for (let round = 0; round < 4; round += 1) {
      expect(await runNightlyBackup(ctx, interrupted.tools)).toBe('interrupted');
    }
    await updateRows(
      ctx.db,
      'backupRuns',
      { day: '2026-11-24' },
      { status: 'running', attempts: 1 },
    );
    expect(await runNightlyBackup(ctx, toolsWith().tools)).toBe('restored');
    expect(await ctx.db.selectFrom('outboxMails').selectAll().execute()).toEqual([]);
  });

  it('has failed when the application died during each of three tries', async ({ ctx }) => {
    await insertRows(ctx.db, 'backupRuns', {
      day: '2026-11-24',
      status: 'running',
      startedAt: NOW,
      attempts: 3,
    });
    const { tools, calls } = toolsWith();
    expect(await runNightlyBackup(ctx, tools)).toBe('failed');
    expect(await runNightlyBackup(at(ctx, 120), tools)).toBe('not due');
    expect(calls.made).toBe(0);
    expect(await ctx.db.selectFrom('outboxMails').selectAll().execute()).toHaveLength(1);
    expect(await readBackupState(ctx)).toMatchObject({
      error: 'The application died during the last of 3 tries.',
    });
  });

  it('leaves one archive, however often it was tried', async ({ ctx }) => {
    const places = nightsBefore(3).map((name) => `s3://bucket/backups/${name}`);
    const tried: string[] = [];
    const { tools, calls } = toolsWith({
      async backUp() {
        const place = places[tried.length] ?? '';
        tried.push(place);
        return { ...REPORT, place, size: 1_000 };
      },
      rehearse: () =>
        tried.length < 3 ? Promise.reject(new Error('no space left')) : Promise.resolve(REPORT),
    });
    expect(await runNightlyBackup(ctx, tools)).toBe('again');
    expect(calls.removed).toEqual([]);
    expect(await runNightlyBackup(at(ctx, 30), tools)).toBe('again');
    expect(calls.removed).toEqual([basename(places[0] ?? '')]);
    const failing = { ...tools.target, remove: () => Promise.reject(new Error('locked')) };
    const outcome = await runNightlyBackup(at(ctx, 60), { ...tools, target: failing });
    expect([outcome, tried]).toEqual(['restored', places]);
  });

  it('removes only what the rule does not retain, once restored', async ({ ctx }) => {
    const names = nightsBefore(40);
    const { tools, calls } = toolsWith({}, names);
    await runNightlyBackup(ctx, tools);
    expect(calls.removed.length).toBeGreaterThan(25);
    expect(calls.removed).not.toContain(names[6]);
    const failing = toolsWith({ rehearse: () => Promise.reject(new Error('damaged')) }, names);
    await runNightlyBackup(at(ctx, 24 * 60), failing.tools);
    expect(failing.calls.removed).toEqual([]);
  });

  it('retains what was restored, beside a manual one or a wrong clock', async ({ ctx }) => {
    const names = nightsBefore(400);
    const earlier = names.slice(1);
    const [restored = ''] = earlier;
    const byHand = nameOf(new Date(NOW.getTime() - 23 * 60 * MINUTE_MS), false);
    const wrong = nameOf(new Date('2020-01-01T03:00:00Z'), false);
    await insertRows(
      ctx.db,
      'backupRuns',
      earlier.map((name) => ({
        day: momentOf(name)?.toISOString().slice(0, 10) ?? '',
        status: 'restored',
        startedAt: NOW,
        restoredAt: NOW,
        place: `/backup/${name}`,
      })),
    );
    const { tools, calls } = toolsWith(
      { backUp: async () => ({ ...REPORT, place: `/backup/${wrong}`, size: 1_000 }) },
      [...names, byHand, wrong],
    );
    expect(await runNightlyBackup(ctx, tools)).toBe('restored');
    expect(calls.removed.length).toBeGreaterThan(300);
    for (const name of [restored, byHand, wrong]) expect(calls.removed).not.toContain(name);
  });

  it('does not count an archive that could not be restored', async ({ ctx }) => {
    const names = nightsBefore(9);
    const failed = names.slice(1, 4);
    await insertRows(
      ctx.db,
      'backupRuns',
      failed.map((name, index) => ({
        day: `2026-11-2${3 - index}`,
        status: 'failed',
        startedAt: NOW,
        place: `/backup/${name}`,
      })),
    );
    const { tools, calls } = toolsWith({}, names);
    expect(await runNightlyBackup(ctx, tools)).toBe('restored');
    expect(calls.removed).toEqual(failed);
  });
});
