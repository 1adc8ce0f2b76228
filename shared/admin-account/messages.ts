export const GENERATED_PASSWORD_HINT =
  'Choose a password of your own within a day, under Security.';

export const ACCOUNT_MESSAGES = {
  currentPassword: 'Enter your current password',
  newPassword: 'Enter a new password',
  passwordRule: 'A new password has 12 to 72 bytes and is not a common one.',
  repeatPassword: 'Both entries of the new password must be the same',
  wrongPassword: 'The password is not right',
  passwordExpired:
    'Your password was generated and has expired. Choose one of your own under Security.',
  samePassword: 'Choose a password that differs from the current one.',
  secret: 'Enter your password, or the code of your authenticator app',
  secretLabel: 'Your password, or a code from your authenticator app',
  wrongSecret: 'This is not right. Please try again.',
  proofNeeded: 'Please confirm first that it is you.',
  proofTitle: 'Confirm that it is you',
  proofExplanation: 'This step asks for your password again. Nothing you have typed is lost.',
  proofConfirm: 'Confirm',
  code: 'Enter the code from your authenticator app, or a recovery code',
  appCode: 'Enter the six digits that your authenticator app shows',
  wrongCode: 'This code is not right. Please try again.',
  alreadyOn: 'Two-step sign-in is already on.',
  notOn: 'Two-step sign-in is not on.',
  notStarted: 'Please start the set-up again.',
  changedMeanwhile: 'The account was changed meanwhile. Please try again.',
  noSession: 'This session does not exist any more.',
  loadFailed: 'Failed to load the account',
  passwordChanged:
    'Password changed. Every session has ended; this browser goes on with a new one.',
  turnedOn: 'Two-step sign-in is on',
  turnedOff: 'Two-step sign-in is off',
  sessionEnded: 'Session ended',
  sessionEndFailed: 'Failed to end the session',
} as const;
