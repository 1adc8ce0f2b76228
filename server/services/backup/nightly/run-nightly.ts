import { basename } from 'node:path';
import { sql, type Updateable } from 'kysely';
import * as z from 'zod';
import type { Database, ServiceContext, Transaction } from '#server/context/context.ts';
import { recordAdminEvent } from '#server/context/admin-changes.ts';
import { withTryLock } from '#server/db/try-lock.ts';
import type { BackupRuns } from '#server/db/types.ts';
import { errorText } from '#server/lib/files.ts';
import { storableText } from '#server/lib/storable-text.ts';
import { enqueueMails, TEAM_RECIPIENT } from '#server/mail/outbox/outbox.ts';
import { momentOf, type Target } from '#server/services/backup/targets/target.ts';
import { findOfficeHours } from '#server/services/site-settings/index.ts';
import { localTime } from '#shared/lib/local-dates.ts';
import {
  AUDIT_BROKEN_EVENT_TYPE,
  BACKUP_FAILED_EVENT_TYPE,
  COMMAND_LINE_ADDRESS,
  FILES_LOST_EVENT_TYPE,
  HIGH_THREAT_SCORE,
} from '#shared/security-events/values.ts';
import { keepOf } from './keep-of.ts';

const RUN_LOCK = 0x56_42_52;
const HOUR_MS = 60 * 60 * 1_000;
/** Office time. */
const START_MS = 3 * HOUR_MS;
const MAX_ATTEMPTS = 3;
const RETRY_MS = HOUR_MS / 2;
const RUNS_STAY = '400 days';

export const backupReportSchema = z.object({
  place: z.string(),
  size: z.int(),
  rows: z.int(),
  files: z.int(),
  ms: z.int(),
});
export const rehearsalReportSchema = z.object({
  rows: z.int(),
  files: z.int(),
  missingFiles: z.int(),
  problems: z.array(z.string()),
  /** Describes the break; null when the audit verifies. */
  brokenAudit: z.string().nullable(),
  ms: z.int(),
});
export type BackupReport = z.infer<typeof backupReportSchema>;
export type RehearsalReport = z.infer<typeof rehearsalReportSchema>;

export type NightlyTools = {
  backUp(): Promise<BackupReport>;
  rehearse(place: string): Promise<RehearsalReport>;
  target: Pick<Target, 'list' | 'remove'>;
  signal: AbortSignal;
};

export type NightlyOutcome =
  | 'not due'
  | 'elsewhere'
  | 'interrupted'
  | 'restored'
  | 'again'
  | 'failed';

/** The backup of a day starts at 3:00, office time. */
export function dueDay(now: Date, timeZone: string): string {
  return new Date(localTime(now.getTime(), timeZone) - START_MS).toISOString().slice(0, 10);
}

/** Makes and rehearses the day's backup, once across all processes. Two retries, then an alarm. Removes old backups after a success. */
export async function runNightlyBackup(
  ctx: ServiceContext,
  tools: NightlyTools,
): Promise<NightlyOutcome> {
  const { timeZone } = await findOfficeHours(ctx);
  const day = dueDay(ctx.now(), timeZone);
  if (!(await isDue(ctx, day))) return 'not due';
  const outcome = await withTryLock<NightlyOutcome>(ctx.db, RUN_LOCK, async () =>
    // Another process may have finished meanwhile; a run that still counts as running has died.
    (await isDue(ctx, day)) ? attempt(ctx, day, tools) : 'not due',
  );
  return outcome ?? 'elsewhere';
}

async function isDue({ db, now }: ServiceContext, day: string): Promise<boolean> {
  const run = await db
    .selectFrom('backupRuns')
    .select(['status', 'startedAt'])
    .where('day', '=', day)
    .executeTakeFirst();
  if (run?.status === 'pending') return now().getTime() - run.startedAt.getTime() >= RETRY_MS;
  return run === undefined || run.status === 'running';
}

/** Makes a failed backup of the day due now, with all its attempts: its target was changed. */
export async function retryBackup(db: Database): Promise<void> {
  await db
    .updateTable('backupRuns')
    .set({ status: 'running', attempts: 0 })
    .where('status', 'in', ['pending', 'failed'])
    .where('day', '=', (eb) =>
      eb.selectFrom('backupRuns').select(({ fn }) => fn.max('day').as('day')),
    )
    .execute();
}

async function attempt(
  ctx: ServiceContext,
  day: string,
  tools: NightlyTools,
): Promise<NightlyOutcome> {
  const { attempts, place: earlier } = await beginAttempt(ctx, day);
  const run = { day, attempts };
  if (attempts > MAX_ATTEMPTS) {
    const reason = `The application died during the last of ${MAX_ATTEMPTS} tries.`;
    await fail(ctx, run, { isLast: true, reason });
    return 'failed';
  }
  let place = '';
  try {
    const made = await tools.backUp();
    place = made.place;
    const { size, rows, files, ms } = made;
    await update(ctx.db, run, { place, sizeBytes: size, tableRows: rows, files, backupMs: ms });
    // Unproven, and replaced by a newer one.
    if (earlier !== null) await removeArchive(ctx, tools, earlier);
    await finish(ctx, run, await tools.rehearse(place));
  } catch (error) {
    if (error instanceof TakenOverError) {
      if (place !== '') await removeArchive(ctx, tools, place);
      return 'elsewhere';
    }
    if (tools.signal.aborted) {
      // Not a failure: the next start repeats it.
      await update(ctx.db, run, { attempts: attempts - 1 });
      return 'interrupted';
    }
    const isLast = attempts >= MAX_ATTEMPTS;
    ctx.log.error({ error, attempts }, 'the nightly backup failed');
    await fail(ctx, run, { isLast, reason: storableText(errorText(error)).slice(0, 1_000) });
    return isLast ? 'failed' : 'again';
  }
  await removeOld(ctx, tools, place).catch((error: unknown) => {
    ctx.log.warn({ error }, 'old backups could not be removed');
  });
  return 'restored';
}

async function beginAttempt({ db, now }: ServiceContext, day: string) {
  const startedAt = now();
  return db
    .insertInto('backupRuns')
    .values({ day, status: 'running', startedAt })
    .onConflict((conflict) =>
      conflict.column('day').doUpdateSet((eb) => ({
        status: 'running',
        startedAt,
        attempts: eb('backupRuns.attempts', '+', 1),
      })),
    )
    .returning(['attempts', 'place'])
    .executeTakeFirstOrThrow();
}

async function removeArchive(
  { log }: ServiceContext,
  { target }: NightlyTools,
  place: string,
): Promise<void> {
  await target.remove(basename(place)).catch((error: unknown) => {
    log.warn({ error, place }, 'a backup that counts for nothing could not be removed');
  });
}

type Run = { day: string; attempts: number };

/** Another process has started the next attempt: the connection with the lock was lost. */
class TakenOverError extends Error {}

async function update(
  db: Database,
  { day, attempts }: Run,
  values: Updateable<BackupRuns>,
): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('backupRuns')
    .set(values)
    .where('day', '=', day)
    .where('attempts', '=', attempts)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) throw new TakenOverError(`try ${attempts} was given up`);
}

async function finish(
  { db, now }: ServiceContext,
  run: Run,
  { ms, missingFiles, problems, brokenAudit }: RehearsalReport,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const last = await tx
      .selectFrom('backupRuns')
      .select(['problems', 'missingFiles', 'error'])
      .where('status', '=', 'restored')
      .orderBy('day', 'desc')
      .limit(1)
      .executeTakeFirst();
    const known = new Set(Array.isArray(last?.problems) ? last.problems : []);
    await update(tx, run, {
      status: 'restored',
      restoredAt: now(),
      restoreMs: ms,
      missingFiles,
      problems: JSON.stringify(problems),
      error: brokenAudit,
    });
    if (brokenAudit !== null && brokenAudit !== last?.error) {
      await raiseAlarm(tx, { type: AUDIT_BROKEN_EVENT_TYPE, reasons: [brokenAudit], now: now() });
    }
    const reasons = problems.filter((problem) => !known.has(problem));
    // Only the first problems are listed, so compare the number too.
    const isMore = missingFiles > (last?.missingFiles ?? 0);
    if (reasons.length === 0 && !isMore) return;
    await raiseAlarm(tx, {
      type: FILES_LOST_EVENT_TYPE,
      reasons: reasons.length > 0 ? reasons : [`${missingFiles} files are missing or damaged`],
      now: now(),
    });
    await enqueueMails(tx, [
      { kind: 'backup.files-lost', recipient: TEAM_RECIPIENT, payload: { day: run.day } },
    ]);
  });
}

type Alarm = { type: string; reasons: readonly string[]; now: Date };

async function raiseAlarm(tx: Transaction, event: Alarm): Promise<void> {
  await recordAdminEvent(tx, {
    ...event,
    address: COMMAND_LINE_ADDRESS,
    threatScore: HIGH_THREAT_SCORE,
  });
}

async function fail(
  { db, now }: ServiceContext,
  run: Run,
  { isLast, reason }: { isLast: boolean; reason: string },
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await update(tx, run, { status: isLast ? 'failed' : 'pending', error: reason });
    if (!isLast) return;
    await raiseAlarm(tx, { type: BACKUP_FAILED_EVENT_TYPE, reasons: [reason], now: now() });
    await enqueueMails(tx, [
      { kind: 'backup.failed', recipient: TEAM_RECIPIENT, payload: { day: run.day } },
    ]);
  });
}

/** Never removes the backup proven tonight, whatever its name says. */
async function removeOld(
  { db, now }: ServiceContext,
  { target }: NightlyTools,
  proven: string,
): Promise<void> {
  const runs = await db.selectFrom('backupRuns').select(['place', 'status']).execute();
  const namesOf = (isRestored: boolean) =>
    new Set(
      runs
        .filter(({ status }) => (status === 'restored') === isRestored)
        .map(({ place }) => basename(place ?? '')),
    );
  const [restored, unproven] = [namesOf(true), namesOf(false)];
  const names = await target.list();
  const keep = (some: string[]) => keepOf(some.flatMap((name) => momentOf(name) ?? [])).map(Number);
  // A manual backup does not displace a restored one.
  const retained = new Set([
    ...keep(names.filter((name) => restored.has(name))),
    ...keep(names.filter((name) => !unproven.has(name))),
  ]);
  for (const name of names) {
    const isRetained = !unproven.has(name) && retained.has(Number(momentOf(name)));
    if (!isRetained && name !== basename(proven)) await target.remove(name);
  }
  await db
    .deleteFrom('backupRuns')
    .where('startedAt', '<', sql<Date>`${now()}::timestamptz - ${RUNS_STAY}::interval`)
    .execute();
}
