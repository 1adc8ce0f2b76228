import { describe, expect } from 'vitest';
import { buildMailSender } from '#tests/support/samples/sample-company.ts';
import type { ServiceContext } from '#server/context/context.ts';
import { composeContent } from '#server/services/mails/compose-mail.ts';
import { buildServiceContext } from '#tests/support/leads.ts';
import { it as base } from '#tests/support/fixtures.ts';
import { momentOf, nameOf } from '#server/services/backup/targets/target.ts';
import { readBackupState } from './backup-state.ts';
import { dueDay, type NightlyTools, runNightlyBackup } from './run-nightly.ts';
import { insertRows, readRows, updateRows } from '#tests/support/database/rows.ts';

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

function toolsWith(changes: Partial<NightlyTools> = {}, names: string[] = []) {
  const calls = { made: 0, rehearsed: [] as string[], removed: [] as string[] };
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

/** Runs the backup so many minutes after `NOW`. */
function runAt(ctx: ServiceContext, minutes: number, tools: NightlyTools) {
  return runNightlyBackup(at(ctx, minutes), tools);
}

const reject = (message: string) => () => Promise.reject(new Error(message));

const it = base.extend({});
it.override('ctx', ({ db, files }) => buildServiceContext(db, files.storage, () => NOW));

it.beforeEach(async ({ db }) => {
  for (const table of ['backupRuns', 'outboxMails', 'securityEvents'] as const) {
    await db.deleteFrom(table).execute();
  }
});

const readMails = ({ db }: ServiceContext) => readRows(db, 'outboxMails', '*', {}, 'id');
const readEvents = ({ db }: ServiceContext) => readRows(db, 'securityEvents', '*', {}, 'id');

it('is due from three o’clock of the office on', () => {
  expect(dueDay(NOW, 'Europe/Istanbul')).toBe('2026-11-24');
  expect(dueDay(new Date('2026-11-23T23:59:59Z'), 'Europe/Istanbul')).toBe('2026-11-23');
  expect(dueDay(NOW, 'America/New_York')).toBe('2026-11-23');
});

describe('the backup of a night', () => {
  it('is made and restored once, also where several saw that it was due', async ({ ctx }) => {
    expect(await readBackupState(ctx)).toBeNull();
    const { tools, calls } = toolsWith();
    const asked = Array.from({ length: 5 }, () => runNightlyBackup(ctx, tools));
    const outcomes = await Promise.all(asked);
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
    const nextDay = at(ctx, 48 * 60);
    const connection = () => ({
      async execute(work: (db: typeof ctx.db) => Promise<unknown>) {
        expect(await runNightlyBackup(nextDay, tools)).toBe('restored');
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
    expect(await runNightlyBackup({ ...nextDay, db }, tools)).toBe('not due');
    expect(calls.made).toBe(3);
  });

  it('is tried three times, then reported by mail, event and state', async ({ ctx }) => {
    const { tools } = toolsWith({ rehearse: reject('no space left on device') });
    expect(await runAt(ctx, 0, tools)).toBe('again');
    expect(await runAt(ctx, 29, tools)).toBe('not due');
    expect(await runAt(ctx, 30, tools)).toBe('again');
    expect(await readMails(ctx)).toEqual([]);
    expect(await runAt(ctx, 60, tools)).toBe('failed');
    expect(await runAt(ctx, 120, tools)).toBe('not due');
    const [mail] = await readMails(ctx);
    const content = await composeContent(
      { ...ctx, ...buildMailSender('https://vitrin.example') },
      mail!,
    );
    expect(content.subject).toBe('The backup of 2026-11-24 failed');
    expect(JSON.stringify(content)).toContain('no space left on device');
    const event = { eventType: 'backup_failed', threatScore: 70 };
    expect(await readEvents(ctx)).toMatchObject([event]);
    const state = { restoredAt: null, error: 'no space left on device' };
    expect(await readBackupState(ctx)).toMatchObject(state);
  });

  it('that misses files is reported, again only for another file', async ({ ctx }) => {
    const lost = ['order-attachments/a is missing'];
    const { tools } = toolsWith({
      // Only the first few are named.
      rehearse: async () => ({ ...REPORT, missingFiles: lost.length, problems: lost.slice(0, 2) }),
    });
    const night = (number: number) => runAt(ctx, number * 24 * 60, tools);
    expect(await night(0)).toBe('restored');
    const [mail] = await readMails(ctx);
    const content = await composeContent(
      { ...ctx, ...buildMailSender('https://vitrin.example') },
      mail!,
    );
    expect(content.subject).toBe('The backup of 2026-11-24 misses files');
    expect(JSON.stringify(content)).toContain('order-attachments/a is missing');
    const event = { eventType: 'files_lost', threatScore: 70, reasons: [...lost] };
    expect(await readEvents(ctx)).toMatchObject([event]);
    expect(await readBackupState(ctx)).toMatchObject({ error: null, missingFiles: 1 });

    await night(1);
    expect(await readMails(ctx)).toHaveLength(1);
    lost.push('order-attachments/b is not what was received');
    await night(2);
    const days = (await readMails(ctx)).map(({ payload }) => payload);
    expect(days).toEqual([{ day: '2026-11-24' }, { day: '2026-11-26' }]);
    expect((await readEvents(ctx)).at(-1)?.reasons).toEqual(lost.slice(1));
    lost.push('order-attachments/c is missing');
    await night(3);
    expect(await readMails(ctx)).toHaveLength(3);
    const reasons = ['3 files are missing or damaged'];
    expect((await readEvents(ctx)).at(-1)?.reasons).toEqual(reasons);
    lost.length = 0;
    await night(4);
    expect(await readMails(ctx)).toHaveLength(3);
  });

  it('whose audit is broken counts all the same, and is an event once', async ({ ctx }) => {
    const brokenAudit = 'The audit is broken at entry 7.';
    const rehearse = async () => ({ ...REPORT, brokenAudit });
    const { tools, calls } = toolsWith({ rehearse }, nightsBefore(40));
    for (const day of [0, 1]) expect(await runAt(ctx, day * 24 * 60, tools)).toBe('restored');
    expect(calls.removed.length).toBeGreaterThan(0);
    const event = { eventType: 'audit_broken', threatScore: 70, reasons: [brokenAudit] };
    expect(await readEvents(ctx)).toMatchObject([event]);
  });

  it('that another process has begun again leaves no archive', async ({ ctx }) => {
    const begunAgain = { attempts: 2, place: '/backup/y.tar' };
    const { tools, calls } = toolsWith({
      async rehearse() {
        await updateRows(ctx.db, 'backupRuns', {}, begunAgain);
        return REPORT;
      },
    });
    expect(await runNightlyBackup(ctx, tools)).toBe('elsewhere');
    expect(calls.removed).toEqual(['x.tar']);
    const [run] = await readRows(ctx.db, 'backupRuns', '*');
    expect(run).toMatchObject({ status: 'running', ...begunAgain });
  });

  it('that was interrupted or whose process died is made by the next one', async ({ ctx }) => {
    const stopping = new AbortController();
    const { signal } = stopping;
    const backUp = () => {
      stopping.abort();
      return Promise.reject(new Error('aborted'));
    };
    const interrupted = toolsWith({ signal, backUp });
    for (let round = 0; round < 4; round += 1) {
      expect(await runNightlyBackup(ctx, interrupted.tools)).toBe('interrupted');
    }
    const died = { status: 'running', attempts: 1 } as const;
    await updateRows(ctx.db, 'backupRuns', { day: '2026-11-24' }, died);
    expect(await runNightlyBackup(ctx, toolsWith().tools)).toBe('restored');
    expect(await readMails(ctx)).toEqual([]);
  });

  it('has failed when the application died during each of three tries', async ({ ctx }) => {
    const died = { status: 'running', startedAt: NOW, attempts: 3 } as const;
    await insertRows(ctx.db, 'backupRuns', { day: '2026-11-24', ...died });
    const { tools, calls } = toolsWith();
    expect(await runAt(ctx, 0, tools)).toBe('failed');
    expect(await runAt(ctx, 120, tools)).toBe('not due');
    expect(calls.made).toBe(0);
    expect(await readMails(ctx)).toHaveLength(1);
    const error = 'The application died during the last of 3 tries.';
    expect(await readBackupState(ctx)).toMatchObject({ error });
  });

  it('leaves one archive, however often it was tried', async ({ ctx }) => {
    const names = nightsBefore(3);
    let tries = 0;
    const { tools, calls } = toolsWith({
      async backUp() {
        tries += 1;
        return { ...REPORT, place: `s3://bucket/backups/${names[tries - 1]}`, size: 1_000 };
      },
      rehearse: async () => (tries < 3 ? reject('no space left')() : REPORT),
    });
    expect(await runAt(ctx, 0, tools)).toBe('again');
    expect(calls.removed).toEqual([]);
    expect(await runAt(ctx, 30, tools)).toBe('again');
    expect(calls.removed).toEqual(names.slice(0, 1));
    const target = { ...tools.target, remove: reject('locked') };
    expect(await runAt(ctx, 60, { ...tools, target })).toBe('restored');
    expect(tries).toBe(3);
  });

  it('removes only what the rule does not retain, once restored', async ({ ctx }) => {
    const names = nightsBefore(40);
    const { tools, calls } = toolsWith({}, names);
    await runNightlyBackup(ctx, tools);
    expect(calls.removed.length).toBeGreaterThan(25);
    expect(calls.removed).not.toContain(names[6]);
    const failing = toolsWith({ rehearse: reject('damaged') }, names);
    await runAt(ctx, 24 * 60, failing.tools);
    expect(failing.calls.removed).toEqual([]);
  });

  it('retains what was restored, beside a manual one or a wrong clock', async ({ ctx }) => {
    const names = nightsBefore(400);
    const byHand = nameOf(new Date(NOW.getTime() - 23 * 60 * MINUTE_MS), false);
    const wrong = nameOf(new Date('2020-01-01T03:00:00Z'), false);
    const runs = names.slice(1).map((name) => {
      const day = momentOf(name)?.toISOString().slice(0, 10) ?? '';
      const place = `/backup/${name}`;
      return { day, status: 'restored', startedAt: NOW, restoredAt: NOW, place } as const;
    });
    await insertRows(ctx.db, 'backupRuns', runs);
    const backUp = async () => ({ ...REPORT, place: `/backup/${wrong}`, size: 1_000 });
    const { tools, calls } = toolsWith({ backUp }, [...names, byHand, wrong]);
    expect(await runNightlyBackup(ctx, tools)).toBe('restored');
    expect(calls.removed.length).toBeGreaterThan(300);
    for (const name of [names[1], byHand, wrong]) expect(calls.removed).not.toContain(name);
  });

  it('does not count an archive that could not be restored', async ({ ctx }) => {
    const names = nightsBefore(9);
    const failed = names.slice(1, 4);
    const runs = failed.map((name, index) => {
      const run = { day: `2026-11-2${3 - index}`, status: 'failed', startedAt: NOW } as const;
      return { ...run, place: `/backup/${name}` };
    });
    await insertRows(ctx.db, 'backupRuns', runs);
    const { tools, calls } = toolsWith({}, names);
    expect(await runNightlyBackup(ctx, tools)).toBe('restored');
    expect(calls.removed).toEqual(failed);
  });
});
