import { formatMinutes } from '#shared/lib/duration.ts';
import { type Measure, MEASURED_DAYS } from './values.ts';

const lastDays = `the last ${MEASURED_DAYS} days`;

export const CLAIM_MESSAGES = {
  unknown: 'There is no such public number',
  mode: 'Choose what the page does',
  notShown: 'This number has no value that a page could show.',
  promise: 'The promise of an answer',
  story: (industry: string) => `Result of a case study: ${industry}`,
} as const;

export const MEASURE_MESSAGES: Record<
  Measure,
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
