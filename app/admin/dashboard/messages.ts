/** 'acknowledged by selin'; without a name an administrator who is no more. */
function acknowledgedBy(username: string | null): string {
  return `acknowledged by ${username ?? 'an administrator who is no more'}`;
}

export const ATTENTION_MESSAGES = {
  label: 'Events that need attention',
  needed: (count: number) =>
    count === 1 ? '1 event needs immediate attention' : `${count} events need immediate attention`,
  show: 'Show events',
  acknowledge: 'Acknowledge',
  acknowledged: 'Acknowledged for every administrator',
  failed: 'Failed to acknowledge the events',
  lastAcknowledged: (count: number, username: string | null) =>
    `${count === 1 ? '1 event' : `${count} events`} ${acknowledgedBy(username)}, `,
  acknowledgedBy,
  filter: 'Events',
  filters: [
    { value: 'all', label: 'All events' },
    { value: 'attention', label: 'Needs attention' },
  ],
};

export const REQUEST_LIST_MESSAGES = {
  label: 'Request logs',
  loading: 'Loading request logs...',
  empty: 'No requests logged',
  emptyHint: 'Requests of the back office itself are left out.',
  ipAddress: 'IP address or range',
  status: 'Status',
  allStatuses: 'All statuses',
  from: 'From',
  to: 'To',
  admins: 'With the back office',
  isAdmin: 'Back office',
  showing: (count: string) => `Showing ${count}`,
  standsFor: (weight: number, count: string) => (weight === 1 ? '1 request' : `${count} requests`),
  ofEvent: 'Requests',
};
