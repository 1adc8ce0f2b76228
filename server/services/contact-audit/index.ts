export { checkAudit } from './check-audit.ts';
export { exportAudit } from './export-audit.ts';
export { findAuditHead, handOverAudit, hasHead, verifyHandOver } from './hand-over.ts';
export { enqueueAuditHead } from './mail-head.ts';
export { listAuditEntries } from './list-entries.ts';
export { logContactAccess, logContactAccesses } from './log-access.ts';
export {
  matchPerson,
  type PersonWords,
  removeSearches,
  removeSearchesOf,
} from './remove-searches.ts';
export { getAuditStats } from './stats.ts';
export { fitsAudit, verifyAudit } from './verify-audit.ts';
