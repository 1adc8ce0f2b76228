import { periodText, ruleOf } from '#shared/retention/period.ts';

export const AUDIT_MESSAGES = {
  loading: 'Loading audit logs...',
  empty: 'No audit logs found',
  loadFailed: 'Failed to fetch audit logs',
  exportedTitle: 'Export Complete',
  exported: 'Audit logs exported successfully',
  exportFailedTitle: 'Export Failed',
  exportFailed: 'Failed to export audit logs',
  searchRemoved: `Removed after ${periodText(ruleOf('audit-searches'))}, or on request`,
  verifyFailed: 'The audit could not be checked',
} as const;
