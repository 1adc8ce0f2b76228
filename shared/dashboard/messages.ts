export const TIME_ZONE_MESSAGE = 'This is no time zone';

export const DASHBOARD_MESSAGES = {
  failed: 'Failed to load dashboard data',
  reportsFailed: 'Failed to load reports',
} as const;
