import { formatMinutes } from '#shared/lib/duration.ts';
import {
  type CaseKey,
  type ClaimKey,
  MEASURED_DAYS,
  type MeasuredKey,
  type StatisticKey,
  STATISTICS,
} from './values.ts';

const lastDays = `the last ${MEASURED_DAYS} days`;

export const CLAIM_MESSAGES = {
  unknown: 'There is no such public number',
  mode: 'Choose what the page does',
  notShown: 'This number has no value that a page could show.',
  evidence: 'Say what the number is based on, or give a link to it',
  evidenceTooLong: 'The evidence must be at most 2,000 characters',
  evidenceUrl: 'Enter a whole web address that starts with https:// or http://, or leave it empty',
  evidenceUrlTooLong: 'The link must be at most 500 characters',
  reviewBy: 'Enter a date, or leave it empty',
} as const;

const OTHER_LABELS: Record<Exclude<ClaimKey, StatisticKey>, string> = {
  'response-promise': 'The promise of an answer',
  'case-logistics': 'Result of a case study: Logistics',
  'case-real-estate': 'Result of a case study: Real Estate',
  'case-manufacturing': 'Result of a case study: Manufacturing',
};

export function claimLabel(key: ClaimKey): string {
  return key in STATISTICS
    ? STATISTICS[key as StatisticKey].label
    : OTHER_LABELS[key as CaseKey | 'response-promise'];
}

export const CLAIM_PLACES: Record<ClaimKey, readonly { name: string; path: string }[]> = {
  'response-time': [{ name: 'Home, case studies', path: '/#case-studies' }],
  'response-promise': [
    { name: 'Home, first and last section', path: '/' },
    { name: 'Order form, its description and its thank-you page', path: '/order' },
    { name: 'Contact page, its description and its thank-you panel', path: '/contact' },
  ],
  'projects-delivered': [
    { name: 'Home, about', path: '/#about' },
    { name: 'Home, case studies', path: '/#case-studies' },
  ],
  'client-satisfaction': [
    { name: 'Home, about', path: '/#about' },
    { name: 'Home, case studies', path: '/#case-studies' },
  ],
  'on-time': [{ name: 'Home, case studies', path: '/#case-studies' }],
  efficiency: [{ name: 'Home, case studies', path: '/#case-studies' }],
  'time-reduction': [{ name: 'Home, case studies', path: '/#case-studies' }],
  'case-logistics': [{ name: 'Home, case studies', path: '/#case-studies' }],
  'case-real-estate': [{ name: 'Home, case studies', path: '/#case-studies' }],
  'case-manufacturing': [{ name: 'Home, case studies', path: '/#case-studies' }],
};

export const MEASURE_MESSAGES: Record<
  MeasuredKey,
  {
    counts: string;
    of: string;
    now: (value: number) => string;
  }
> = {
  'response-time': {
    counts: `The average time from an enquiry of ${lastDays} to its first answer, in office hours. An overdue one that nobody has answered counts with the time it has waited so far; suspected spam does not count.`,
    of: 'answered or overdue enquiries',
    now: (value) => `${lastDays} say ${formatMinutes(value)}`,
  },
  'response-promise': {
    counts: `The share of the enquiries of ${lastDays} that were answered by the time that the visitor was told. An overdue one counts as not kept, one still within its time does not count.`,
    of: 'enquiries whose time is over',
    now: (value) => `in ${lastDays} ${Math.floor(value)}% were answered in time`,
  },
  'projects-delivered': {
    counts: 'The published projects of the portfolio, of which each was delivered.',
    of: 'published projects',
    now: (value) => `the portfolio shows ${value}`,
  },
};
