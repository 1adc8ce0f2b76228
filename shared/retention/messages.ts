import { enquiryTitle } from '#shared/conversations/messages.ts';
import { NEW_EMAIL_DAYS, type SkippedEnquiry } from '#shared/tracking/values.ts';

const instant = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'UTC',
});

/** 'December 4, 2026 at 3:00 PM UTC' */
export function formatUtc(at: string | Date): string {
  return `${instant.format(new Date(at))} UTC`;
}

export function describeSkipped(
  { erasableFrom, ...enquiry }: SkippedEnquiry,
  format: (iso: string) => string = formatUtc,
): string {
  const why =
    erasableFrom === null
      ? 'is on legal hold'
      : `had its address changed less than ${NEW_EMAIL_DAYS} days ago and can be erased from ${format(erasableFrom)}`;
  return `${enquiryTitle(enquiry)} ${why}.`;
}

export const RETENTION_MESSAGES = {
  isHeld: 'This enquiry is on legal hold already',
  isNotHeld: 'This enquiry is not on legal hold',
  address: 'Please enter a valid email address',
  nobody: 'Nothing is stored about this address',
  changed: 'Something has changed since you looked. Please look again before anything is erased.',
  held: 'All of it is on legal hold. End the hold first.',
  nothingErasable: (skipped: readonly SkippedEnquiry[]) =>
    ['Nothing was erased.', ...skipped.map((each) => describeSkipped(each))].join(' '),
  endsLater: (erasableFrom: string) =>
    `The sender wants this enquiry erased, and its address was changed less than ${NEW_EMAIL_DAYS} days ago. End the hold from ${formatUtc(erasableFrom)}.`,
} as const;
