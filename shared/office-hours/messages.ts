import { OFFICE_HOURS_LIMITS as LIMITS } from './values.ts';

/** What is wrong with office hours; `of` is the weekday or the exception that it is about. */
export const OFFICE_HOURS_MESSAGES = {
  officeHours: 'The office hours must be an object with time zone, week, exceptions and promise',
  timeZone: 'Choose a time zone',
  week: 'The week must have the hours of each weekday',
  closedWeek: 'The office must be open at least once a week',
  intervals: (of: string) => `${of}: the hours must be a list`,
  tooManyIntervals: (of: string) => `${of}: at most ${LIMITS.intervals} times a day`,
  time: (of: string) => `${of}: enter times such as 09:00`,
  order: (of: string) => `${of}: closing must be later than opening`,
  overlap: (of: string) => `${of}: the times overlap`,
  exceptions: 'The exceptions must be a list',
  tooManyExceptions: `There can be at most ${LIMITS.exceptions} exceptions`,
  exceptionName: 'Enter what the exception is',
  exceptionNameTooLong: `The name must be at most ${LIMITS.exceptionName} characters`,
  exceptionDate: 'Enter a date',
  exceptionOrder: 'The last day must not be before the first one',
  exceptionOverlap: (day: string) => `Two exceptions are on ${day}`,
  promisedMinutes: `The promised time must be between ${LIMITS.promisedMin} and ${LIMITS.promisedMax.toLocaleString('en')} minutes`,
} as const;
