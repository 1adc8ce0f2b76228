import * as z from 'zod';
import type { ServiceContext } from '#server/context.ts';
import type { FailedBackup, LostFiles } from '#server/mail/templates/backup-failed.ts';

/** What the alarm of a day's backup says; null when it did not fail. */
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

/** The files that a day's backup misses; null when it misses none. */
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
