export const LOGIN_MESSAGES = {
  username: 'Username is required',
  password: 'Password is required',
  code: 'Enter the code from your authenticator app, or a recovery code',
  succeededTitle: 'Login successful',
  succeeded: 'Welcome to the admin dashboard!',
  failedTitle: 'Login failed',
  failed: 'Invalid username or password. Please try again.',
  errorTitle: 'Login error',
  error: 'An error occurred during login. Please try again.',
  wrongCode: 'This code is not right. Please try again.',
  challengeEnded: 'This sign-in took too long. Please start again.',
  tooMany: 'Too many failed sign-ins from this address. Please try again later.',
  sessionEnded: 'Your session has ended. Please sign in again.',
} as const;

/** Enforced by the server; the browser's inactivity timer uses the same number. */
export const SESSION_IDLE_MS = 30 * 60 * 1_000;
export const SESSION_LIFETIME_MS = 2 * 60 * 60 * 1_000;
export const LOGIN_ATTEMPTS_PER_HOUR = 5;

export const SESSION_HEADER = 'x-admin-session';
/** Sent with what the page asks for by itself: such a request is no sign of life. */
export const BACKGROUND_HEADER = 'x-admin-background';

/** The signed-in administrator as the browser knows them. */
export type AdminIdentity = { id: string; username: string };
