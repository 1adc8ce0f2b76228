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
  unreadableCode: 'Codes of the app cannot be checked at the moment. Please use a recovery code.',
  challengeEnded: 'This sign-in took too long. Please start again.',
  tooMany: 'Too many failed sign-ins from this address. Please try again later.',
  slowed: 'Too many failed sign-ins from this address. Please try again in half a minute.',
  busy: 'Too many people are signing in right now. Please try again in a few seconds.',
  sessionEnded: 'Your session has ended. Please sign in again.',
} as const;

export const FORM_MESSAGES = {
  waitsForUpload: 'The picture is still being uploaded. It is saved as soon as it is there.',
  uploadFailed:
    'Nothing was saved, because the picture could not be uploaded. Upload it again, or save without it.',
  partlySaved: 'Saved. What you changed while it was being saved is not saved yet.',
} as const;

/** Enforced by the server; the browser's inactivity timer uses the same number. */
export const SESSION_IDLE_MS = 30 * 60 * 1_000;
export const SESSION_LIFETIME_MS = 2 * 60 * 60 * 1_000;
/** How long a proof of who is at the screen counts as fresh. */
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
/** Sent with what the page asks for by itself: such a request is no sign of life. */
export const BACKGROUND_HEADER = 'x-admin-background';

/** The signed-in administrator as the browser knows them. */
export type AdminIdentity = { id: string; username: string };
