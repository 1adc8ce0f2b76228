import type { ServiceContext } from '#server/context/context.ts';
import type { BackupState } from '#shared/dashboard/admin-schema.ts';
import * as z from 'zod';
import type { FailedBackup, LostFiles } from '#server/mail/templates/team-mails.ts';

const LATE_MS = 36 * 60 * 60 * 1_000;

export async function readBackupState({
  db,
  now,
}: Pick<ServiceContext, 'db' | 'now'>): Promise<BackupState | null> {
  const newest = db
    .selectFrom('backupRuns')
    .select(['startedAt', 'restoredAt', 'backupMs', 'restoreMs', 'status', 'error', 'missingFiles'])
    .orderBy('day', 'desc')
    .limit(1);
  const [last, restored] = await Promise.all([
    newest.executeTakeFirst(),
    newest.where('status', '=', 'restored').executeTakeFirst(),
  ]);
  if (!last) return null;
  const since = restored?.restoredAt ?? last.startedAt;
  return {
    restoredAt: restored?.restoredAt?.toISOString() ?? null,
    tookMs: (restored?.backupMs ?? 0) + (restored?.restoreMs ?? 0),
    isLate: now().getTime() - since.getTime() > LATE_MS,
    error: last.status === 'restored' ? null : last.error,
    missingFiles: restored?.missingFiles ?? 0,
  };
}

export async function readFailedBackup(
  { db }: Pick<ServiceContext, 'db'>,
  day: string,
): Promise<FailedBackup | null> {
  const run = await db
    .selectFrom('backupRuns')
    .select((eb) => [
      'error',
      eb
        .selectFrom('backupRuns as each')
        .select(({ fn }) => fn.max('each.restoredAt').as('restoredAt'))
        .as('restoredAt'),
    ])
    .where('day', '=', day)
    .where('status', '=', 'failed')
    .executeTakeFirst();
  return run ? { day, error: run.error ?? '', restoredAt: run.restoredAt } : null;
}

export async function readLostFiles(
  { db }: Pick<ServiceContext, 'db'>,
  day: string,
): Promise<LostFiles | null> {
  const run = await db
    .selectFrom('backupRuns')
    .select(['missingFiles', 'problems'])
    .where('day', '=', day)
    .where('status', '=', 'restored')
    .executeTakeFirst();
  if (!run || run.missingFiles === 0) return null;
  return { day, count: run.missingFiles, problems: z.array(z.string()).parse(run.problems) };
}
