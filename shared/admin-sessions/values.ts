import type { AdminRole } from '#shared/admin-users/values.ts';

/** Enforced by the server; the browser's inactivity timer uses the same number. */
export const SESSION_IDLE_MS = 30 * 60 * 1_000;

export const SESSION_LIFETIME_MS = 2 * 60 * 60 * 1_000;

export const PROOF_MS = 5 * 60 * 1_000;

export const MAX_SESSIONS_PER_ADMIN = 10;

/** Failed ones, of an address or an IPv6 /64. */
export const LOGIN_ATTEMPTS_PER_HOUR = 5;

/** Failed ones, of an IPv6 /48, which is what one site may have. */
export const LOGIN_ATTEMPTS_PER_HOUR_OF_SITE = 30;

/** Who signed in from a source this recently is slowed there, not locked out. */
export const KNOWN_SOURCE_MS = 24 * 60 * 60 * 1_000;

/** From one try to the next of a known administrator at a source that has used up its attempts. */
export const SLOWED_LOGIN_MS = 30 * 1_000;

export const SESSION_HEADER = 'x-admin-session';

/** Sent with what the page asks for automatically: such a request is no sign of life. */
export const BACKGROUND_HEADER = 'x-admin-background';

export type AdminIdentity = { id: string; username: string; role: AdminRole };
