import type { ServiceContext } from '#server/context.ts';
import type { BackupState } from '#shared/dashboard/admin-schema.ts';

/** A night and a morning. */
const LATE_MS = 36 * 60 * 60 * 1_000;

/** What became of the nightly backups; null where none was ever begun. */
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
