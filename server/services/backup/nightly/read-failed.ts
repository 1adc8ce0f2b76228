import type { ServiceContext } from '#server/context.ts';
import type { FailedBackup } from '#server/mail/templates/backup-failed.ts';

/** The failed backup of a day; null when there is none. */
export async function readFailedBackup(
  { db }: Pick<ServiceContext, 'db'>,
  day: string,
): Promise<FailedBackup | null> {
  const run = await db
    .selectFrom('backupRuns')
    .select('error')
    .where('day', '=', day)
    .where('status', '=', 'failed')
    .executeTakeFirst();
  if (!run) return null;
  const { restoredAt } = await db
    .selectFrom('backupRuns')
    .select(({ fn }) => fn.max('restoredAt').as('restoredAt'))
    .executeTakeFirstOrThrow();
  return { day, error: run.error ?? '', restoredAt };
}
