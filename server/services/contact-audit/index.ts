export { checkAudit } from './check-audit.ts';
export { exportAudit } from './export-audit.ts';
export { listAuditEntries } from './list-entries.ts';
export { logContactAccess } from './log-access.ts';
export { getAuditStats } from './stats.ts';
export { verifyAudit } from './verify-audit.ts';
