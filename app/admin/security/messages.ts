import { ACCOUNT_MESSAGES } from '#shared/admin-account/messages.ts';
import { DEVICE_MESSAGES } from '#shared/devices/messages.ts';
import { PASSKEY_MESSAGES } from '#shared/passkeys/messages.ts';

export const SECURITY_MESSAGES = {
  title: 'Security',
  loading: 'Loading your account...',
  signedInAs: 'You are signed in as ',
  lastSignIn: ', last sign-in ',
  saving: 'One moment...',
  ownPassword: 'Your password',
  actions: 'Actions',
  ipAddress: 'IP address',
  unknown: '—',
  never: 'Never',
} as const;

export const PASSWORD_MESSAGES = {
  heading: 'Password',
  current: 'Current password',
  next: 'New password',
  again: 'New password again',
  consequence:
    'A new password ends every session of yours, here and elsewhere. This browser goes on with a new one.',
  submit: 'Change password',
} as const;

export const TWO_STEP_MESSAGES = {
  heading: 'Two-step sign-in',
  on: 'On',
  off: 'Off',
  explanation:
    'With two-step sign-in a found or guessed password is not enough: signing in also asks for a code that an authenticator app on your telephone shows.',
  setUp: 'Set up two-step sign-in',
  scan: '1. Scan this picture with your authenticator app.',
  qrCode: 'QR code for the authenticator app; the same secret stands below as text',
  typeSecret: 'If you cannot scan it, type in this secret:',
  copySecret: 'Copy secret',
  enterCode: '2. Enter the code that the app shows now.',
  code: 'Six-digit code',
  turnOn: 'Turn on',
  cancel: 'Cancel',
  inUse: (codesLeft: number) =>
    `Signing in asks for your password and a code from your authenticator app. ${
      codesLeft === 1 ? '1 recovery code is left.' : `${codesLeft} recovery codes are left.`
    }`,
  change: 'Turn off or set up again',
  changeExplanation:
    'Turning it off removes the recovery codes and ends every session of yours, here and elsewhere; this browser goes on with a new one. To use another telephone or get new recovery codes, turn it off and set it up again.',
  anyCode: 'Code from the app, or a recovery code',
  turnOff: 'Turn off two-step sign-in',
} as const;

export const RECOVERY_MESSAGES = {
  explanation:
    'Two-step sign-in is on, and your sessions elsewhere have ended. Keep these recovery codes in a safe place: each signs you in once when your telephone is not at hand. They are not shown again.',
  label: 'Recovery codes',
  fileName: (company: string) => `${company}-recovery-codes.txt`,
  copy: 'Copy codes',
  download: 'Download codes',
  done: 'I have stored them',
  copied: 'Copied',
  notCopied: 'The browser does not allow copying here. Please select the text and copy it.',
} as const;

export const PASSKEY_LIST_MESSAGES = {
  ...PASSKEY_MESSAGES,
  label: 'Your passkeys',
  emptyHint: 'Name this device below and add it: the next sign-in then takes a touch.',
  name: 'Name',
  created: 'Added',
  used: 'Last used',
  removal: {
    label: 'Remove',
    question: PASSKEY_MESSAGES.removeQuestion,
    confirm: 'Remove',
    done: PASSKEY_MESSAGES.removed,
    failed: PASSKEY_MESSAGES.removeFailed,
  },
  consequence: (name: string) => `${name} will no longer sign you in. Every other session ends.`,
} as const;

export const SESSION_MESSAGES = {
  heading: 'Your sessions',
  explanation: 'A session ends after 30 minutes without use and after two hours in any case.',
  label: 'Your sessions',
  loading: 'Loading sessions...',
  empty: 'No sessions',
  name: 'Browser',
  started: 'Signed in',
  used: 'Last used',
  ends: 'Ends at',
  current: 'This session',
  removal: {
    label: 'End',
    question: 'End this session?',
    confirm: 'End session',
    done: ACCOUNT_MESSAGES.sessionEnded,
    failed: ACCOUNT_MESSAGES.sessionEndFailed,
  },
  consequence: (browser: string, ipAddress: string | null) =>
    `${browser}, ${ipAddress ?? 'unknown address'}, is signed out at once.`,
} as const;

export const DEVICE_LIST_MESSAGES = {
  ...DEVICE_MESSAGES,
  label: DEVICE_MESSAGES.heading,
  emptyHint: 'A browser is listed from its next sign-in with a password or a passkey.',
  name: 'Browser',
  first: 'First seen',
  last: 'Last seen',
} as const;
