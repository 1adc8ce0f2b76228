import { MAX_PASSKEY_NAME, MAX_PASSKEYS } from './values.ts';

export const PASSKEY_MESSAGES = {
  heading: 'Passkeys',
  explanation:
    'A passkey signs you in with the fingerprint, face or PIN of your device, or with a security key, instead of password and code.',
  name: 'Name of the passkey',
  nameRequired: 'Enter a name for the passkey',
  nameTooLong: `The name can have up to ${MAX_PASSKEY_NAME} characters`,
  add: 'Add a passkey',
  empty: 'No passkeys',
  loading: 'Loading passkeys...',
  added: 'Passkey added. Every other session has ended.',
  removed: 'Passkey removed. Every other session has ended.',
  removeFailed: 'Failed to remove the passkey',
  removeQuestion: 'Remove this passkey?',
  use: 'Use a passkey',
  rejected: 'This passkey was not accepted. Please sign in in another way.',
  notMade: 'The passkey could not be added. Please try again.',
  tooMany: `You have ${MAX_PASSKEYS} passkeys. Remove one before you add another.`,
  known: 'This passkey has been added already.',
  notFound: 'This passkey does not exist any more.',
  cancelled: 'No passkey was used. Please try again.',
  unsupported: 'This browser, or this address of the site, does not support passkeys.',
} as const;
