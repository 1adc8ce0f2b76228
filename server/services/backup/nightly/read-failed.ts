import * as z from 'zod';
import type { ServiceContext } from '#server/context.ts';
import type { FailedBackup, LostFiles } from '#server/mail/templates/backup-failed.ts';

/** What the alarm of a day's backup is about: that it failed, or the files that it misses; null when neither is so. */
export async function readFailedBackup(
  { db }: Pick<ServiceContext, 'db'>,
  day: string,
): Promise<FailedBackup | LostFiles | null> {
  const run = await db
    .selectFrom('backupRuns')
    .select(['status', 'error', 'problems'])
    .where('day', '=', day)
    .where('status', 'in', ['failed', 'restored'])
    .executeTakeFirst();
  if (!run) return null;
  if (run.status === 'restored') {
    const problems = z.array(z.string()).parse(run.problems);
    return problems.length === 0 ? null : { day, problems };
  }
  const { restoredAt } = await db
    .selectFrom('backupRuns')
    .select(({ fn }) => fn.max('restoredAt').as('restoredAt'))
    .executeTakeFirstOrThrow();
  return { day, error: run.error ?? '', restoredAt };
}
