import { MAX_WORD, NEW_EMAIL_DAYS } from './values.ts';

export const TRACKING_MESSAGES = {
  word: 'Please write a message or choose a file',
  wordTooLong: `Message must be at most ${MAX_WORD.toLocaleString('en')} characters`,
  email: 'Please enter a valid email address',
  sameEmail: 'This is the address that we have',
  noChange: 'Nothing was changed',
  unread: 'The form could not be read. Please reload the page and try again.',
  gone: 'This link does not open anything any more.',
  tooManyWords: 'You have written a lot today. Please wait for our answer, or call us.',
  tooManyMailsToday:
    'We have sent many emails to this address today. Please try again tomorrow, or write to us.',
  tooManyMails: 'We have just sent you several mails. Please try again in an hour.',
  unproved:
    'We can do this once a person has read your enquiry. Until then we send no mails to its address.',
  newEmail: `The address of this enquiry was changed less than ${NEW_EMAIL_DAYS} days ago. It can be erased after ${NEW_EMAIL_DAYS} days, so that the owner of the former address can object.`,
  tooManyDownloads: 'Your other downloads have not ended yet. Please wait for them and try again.',
  fileNotFound: 'This file does not exist any more.',
} as const;
