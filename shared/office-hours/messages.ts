import { OFFICE_HOURS_LIMITS as LIMITS, PROPOSAL_YEARS } from './values.ts';

/** What is wrong with office hours; `of` is what has the times, such as a weekday. */
export const OFFICE_HOURS_MESSAGES = {
  officeHours: 'The office hours must be an object with time zone, week, exceptions and promise',
  timeZone: 'Choose a time zone',
  week: 'The week must have the hours of each weekday',
  closedWeek: 'The office must be open at least once a week',
  intervals: (of: string) => `${of}: the hours must be a list`,
  tooManyIntervals: (of: string) => `${of}: at most ${LIMITS.intervals} times a day`,
  time: 'Enter times such as 09:00',
  order: 'Closing must be later than opening',
  overlap: (of: string) => `${of}: the times overlap`,
  exceptions: 'The exceptions must be a list',
  tooManyExceptions: `There can be at most ${LIMITS.exceptions} exceptions`,
  exceptionName: 'Enter what the exception is',
  exceptionNameTooLong: `The name must be at most ${LIMITS.exceptionName} characters`,
  exceptionDate: 'Enter a date',
  exceptionOrder: 'The last day must not be before the first one',
  exceptionOverlap: (day: string) => `Two exceptions are on ${day}`,
  promisedMinutes: `The promised time must be between ${LIMITS.promisedMin} and ${LIMITS.promisedMax.toLocaleString('en')} minutes`,
  year: `Enter a year from ${PROPOSAL_YEARS.first} to ${PROPOSAL_YEARS.last}`,
} as const;

/** The parts of which `sentences.ts` makes what people read of the promise. */
export const OFFICE_HOURS_SENTENCES = {
  today: 'today',
  tomorrow: 'tomorrow',
  interval: (from: string, to: string) => `${from} to ${to}`,
  and: ' and ',
  also: '; ',
  span: (first: string, last: string) => `${first} to ${last}`,
  days: (days: string, times: string) => `${days}, ${times}`,
  hours: (count: number) => (count === 0 ? '' : `${count} ${count === 1 ? 'hour' : 'hours'}`),
  minutes: (count: number) => (count === 0 ? '' : `${count} ${count === 1 ? 'minute' : 'minutes'}`),
  rule: (open: string, place: string, within: string) =>
    `${open} in ${place}; answer within ${within} of open time`,
  due: (time: string, day: string) => `Answer by ${time} ${day}`,
  dueOn: (time: string, day: string, place: string) => `Answer by ${time}, ${day} in ${place}`,
  dueThen: (time: string, day = '') => `answer by ${time}${day && ` ${day}`}`,
  reopens: (day: string, time: string) => `We reopen ${day} ${time}`,
  elsewhere: (place: string, time: string, day: string) =>
    `${place} time; ${time} ${day} where you are`,
} as const;
