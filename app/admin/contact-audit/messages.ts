export const AUDIT_SCREEN_MESSAGES = {
  title: 'Contact Audit',
  export: 'Export',
  handOver: 'Hand over with proof',
  verify: 'Check integrity',
  verifying: 'Checking...',
  intact: (entries: string, removed: string | null) =>
    `The audit is intact: all ${entries} entries are as they were written, in their order${removed === null ? '' : `; the searches of ${removed} were removed`}.`,
  replacedKey: (until: number) =>
    `Up to entry ${until} only the order could be verified: the key of these entries was lost and replaced.`,
  broken: (sequence: number, reason: string) =>
    `The audit is broken at entry ${sequence}: ${reason}.`,
  statistics: 'Figures of the chosen time',
  labels: {
    totalMessages: 'Total Messages',
    totalAccesses: 'Total Accesses',
    uniqueAccessors: 'Unique Accessors',
    sensitiveAccesses: 'Sensitive Accesses',
    recentActivity: 'Recent Activity (1h)',
  },
  search: 'Search by action, browser or IP',
  action: 'Action',
  allActions: 'All Actions',
  range: 'Time range',
  emptyHint: 'An entry is made whenever an administrator reads orders or messages.',
  label: 'Audit logs',
  order: (id: string) => `Order ${id}`,
  nothing: '—',
} as const;
