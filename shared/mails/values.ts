/** A mail that has waited for longer is reported: delivery takes seconds. */
export const OVERDUE_MS = 15 * 60_000;

/** For how long the state of the system tells of mails that did not get there. */
export const RECENT_FAILURES_DAYS = 7;

export const MAIL_TRANSPORTS = ['smtp', 'file'] as const;
