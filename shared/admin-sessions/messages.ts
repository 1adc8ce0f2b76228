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
  codesPaused:
    'Too many wrong codes. Codes from the authenticator app are paused for an hour. To sign in, use a passkey or a recovery code. To confirm a step, use your password or a passkey.',
  challengeEnded: 'This sign-in took too long. Please start again.',
  tooMany: 'Too many failed sign-ins from this address. Please try again later.',
  slowed: 'Too many failed sign-ins from this address. Please try again in half a minute.',
  busy: 'Too many people are signing in right now. Please try again in a few seconds.',
  sessionEnded: 'Your session has ended. Please sign in again.',
} as const;

export const SCREEN_MESSAGES = {
  failed: 'This screen could not be shown',
  failedText: 'Something went wrong in it. Try again, or go on with another screen.',
  retry: 'Try again',
} as const;

export const FORM_MESSAGES = {
  waitsForUpload: 'The picture is still being uploaded. It is saved as soon as it is there.',
  uploadFailed:
    'Nothing was saved, because the picture could not be uploaded. Upload it again, or save without it.',
  partlySaved: 'Saved. What you changed while it was being saved is not saved yet.',
  draftRestored: 'Your draft was restored.',
  discardDraft: 'Discard draft',
} as const;

export function pausedCodesReason(username: string, count: number): string {
  return `${count} wrong codes for ${username} within an hour. Passkeys and recovery codes still work.`;
}
