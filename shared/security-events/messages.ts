export const MONITORING_MESSAGES = { loadFailed: 'Failed to load security data' } as const;
