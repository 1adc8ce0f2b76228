export function newSignInReason(username: string, browser: string): string {
  return `${username} signed in with ${browser}, which was not seen at this address before`;
}

export const DEVICE_MESSAGES = {
  heading: 'Your devices',
  explanation: 'Browsers and networks from which you signed in.',
  loading: 'Loading devices...',
  empty: 'No devices',
  current: 'This device',
  question: 'Was this you?',
  confirm: 'Yes, it was me',
  end: 'End it',
  confirmed: 'Thank you. We will not ask about this device again.',
  ended: 'Signed out there. Change your password now if it was not you.',
  notFound: 'This device is not listed any more.',
  newer: 'Only a device that you have used for longer can do this.',
} as const;
