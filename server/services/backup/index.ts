export { makeBackupKey } from '#server/services/backup/archive/encryption.ts';
export { openTarget, probeTarget } from '#server/services/backup/targets/open-target.ts';
export { finishRestore, type RestoreEnd } from './finish-restore.ts';
export { findBegunRestore } from './load-database.ts';
export { type BackupFacts, makeBackup, type Progress } from './make-backup.ts';
export { unlessBackup } from './removal-lock.ts';
export { parseLedger, saveLedger } from './ledger.ts';
export { readBackupState, readFailedBackup, readLostFiles } from './nightly/backup-state.ts';
export {
  type BackupReport,
  backupReportSchema,
  type RehearsalReport,
  rehearsalReportSchema,
  retryBackup,
  runNightlyBackup,
} from './nightly/run-nightly.ts';
export { listOrphanedRehearsals, makeRehearsalFolder } from './rehearsal-folder.ts';
export {
  assertNoFiles,
  restoreBackup,
  type RestoreFacts,
  type RestorePlace,
  type Verified,
  withVerified,
} from './restore-backup.ts';
export type { Target } from '#server/services/backup/targets/target.ts';
