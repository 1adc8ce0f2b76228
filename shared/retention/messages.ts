export const MAX_HOLD_REASON = 500;

export const RETENTION_MESSAGES = {
  holdReason: 'Please say why this enquiry must not go',
  holdReasonTooLong: `The reason must be at most ${MAX_HOLD_REASON} characters`,
  isHeld: 'This enquiry is on legal hold already',
  isNotHeld: 'This enquiry is not on legal hold',
  address: 'Please enter a valid email address',
  nobody: 'Nothing is stored about this address',
  changed: 'Something has changed since you looked. Please look again before anything is erased.',
  held: 'All of it is on legal hold. End the hold first.',
} as const;
