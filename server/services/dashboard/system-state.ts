import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { requireAdmin, type ServiceContext } from '#server/context/context.ts';
import { canWrite } from '#server/db/readiness.ts';
import { LIMITS } from '#server/core/limits.ts';
import type { Mailer } from '#server/mail/mailer.ts';
import { WEBHOOK_RECIPIENT } from '#server/mail/outbox/outbox.ts';
import { readBackupState } from '#server/services/backup/index.ts';
import { readMailState } from '#server/services/mails/index.ts';
import { findStoredSettings } from '#server/services/site-settings/index.ts';
import { listSampleFacts } from '#server/services/site-content/index.ts';
import type { SystemState } from '#shared/dashboard/admin-schema.ts';
import { HIGH_THREAT_SCORE, SECURITY_EVENTS_LOADED } from '#shared/security-events/values.ts';

/** A slower store counts as unavailable. */
const FILES_MS = 2_000;
/** Jobs start within seconds; a later one has no process. */
const LATE_MS = 15 * 60_000;
/** Well-formed, and never written. */
const NO_FILE = 'order-attachments/state-check';

type StateContext = Pick<ServiceContext, 'db' | 'storage' | 'now' | 'failedSubmissions'>;
type StateMailer = Pick<Mailer, 'transport' | 'inbox'>;

export async function getSystemState(
  ctx: ServiceContext,
  mailer: StateMailer,
): Promise<SystemState> {
  requireAdmin(ctx);
  return readSystemState(ctx, mailer);
}

export async function readSystemState(
  ctx: StateContext,
  mailer: StateMailer,
): Promise<SystemState> {
  const [
    isWritable,
    stored,
    failedSubmissions,
    databaseBytes,
    freeBytes,
    hasFiles,
    jobs,
    mails,
    alerts,
    backup,
    publicDefaults,
  ] = await Promise.all([
    canWrite({ db: ctx.db, lastFullDisk: () => null }),
    findStoredSettings(ctx.db),
    ctx.failedSubmissions?.countLastDay() ?? 0,
    readDatabaseSize(ctx),
    ctx.storage.freeBytes().catch(() => null),
    areFilesThere(ctx),
    readJobs(ctx),
    readMailState(ctx, mailer),
    countAlerts(ctx),
    readBackupState(ctx),
    listSampleFacts(ctx.db),
  ]);
  return {
    isWritable,
    failedSubmissions,
    invalidSettings: stored?.invalid ?? [],
    publicDefaults,
    databaseBytes,
    freeBytes,
    isDiskLow: freeBytes !== null && freeBytes < LIMITS.minFreeDisk,
    hasFiles,
    ...jobs,
    mails,
    alerts,
    backup,
    checkedAt: ctx.now().toISOString(),
  };
}

async function readDatabaseSize({ db }: StateContext): Promise<number> {
  const { rows } = await sql<{ size: number }>`
    select pg_database_size(current_database()) as size
  `.execute(db);
  return rows[0]?.size ?? 0;
}

async function areFilesThere({ storage }: StateContext): Promise<boolean> {
  const found = storage.sizeOf(NO_FILE).then(
    () => true,
    () => false,
  );
  return Promise.race([found, pause(FILES_MS, false, { ref: false })]);
}

async function readJobs({ db, now }: StateContext) {
  const lateSince = now().getTime() - LATE_MS;
  const [jobs, post] = await Promise.all([
    db.selectFrom('periodicJobs').select(['name', 'dueAt', 'lastError']).orderBy('name').execute(),
    db
      .selectFrom('outboxMails')
      .select('lastError')
      .where('status', '=', 'pending')
      .where('recipient', '=', WEBHOOK_RECIPIENT)
      .where('lastError', 'is not', null)
      .limit(1)
      .executeTakeFirst(),
  ]);
  const failing = jobs.filter(({ lastError }) => lastError !== null);
  return {
    failingJobs: jobs.length === 0 ? null : failing.map(({ name }) => name),
    hasLateJobs: jobs.some(({ dueAt }) => dueAt.getTime() < lateSince),
    webhookError: post?.lastError ?? null,
  };
}

async function countAlerts({ db }: StateContext): Promise<number> {
  const { count } = await db
    .selectFrom(
      db
        .selectFrom('securityEvents')
        .select(['threatScore', 'acknowledgedAt'])
        .orderBy('createdAt', 'desc')
        .orderBy('id', 'desc')
        .limit(SECURITY_EVENTS_LOADED)
        .as('newest'),
    )
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('threatScore', '>=', HIGH_THREAT_SCORE)
    .where('acknowledgedAt', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}
