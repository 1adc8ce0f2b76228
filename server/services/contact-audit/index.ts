export { exportAudit } from './export-audit.ts';
export {
  enqueueAuditHead,
  findAuditHead,
  handOverAudit,
  hasHead,
  verifyHandOver,
} from './hand-over.ts';
export { getAuditStats, listAuditEntries } from './list-entries.ts';
export { logContactAccess, logContactAccesses } from './log-access.ts';
export {
  matchPerson,
  type PersonWords,
  removeSearches,
  removeSearchesOf,
} from './remove-searches.ts';
export { checkAudit, fitsAudit, verifyAudit } from './verify-audit.ts';
