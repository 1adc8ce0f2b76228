/** Names in characters; minutes are a week of them at most. */
export const OFFICE_HOURS_LIMITS = {
  intervals: 4,
  exceptions: 400,
  exceptionName: 100,
  promisedMin: 1,
  promisedMax: 10_080,
} as const;

/** For which holidays are proposed: the religious ones are known that far. */
export const PROPOSAL_YEARS = { first: 2020, last: 2075 } as const;

/** What is wrong with office hours; `of` is what has the times, such as a weekday. */
export const OFFICE_HOURS_MESSAGES = {
  officeHours: 'The office hours must be an object with time zone, week, exceptions and promise',
  timeZone: 'Choose a time zone',
  week: 'The week must have the hours of each weekday',
  closedWeek: 'The office must be open at least once a week',
  intervals: (of: string) => `${of}: the hours must be a list`,
  tooManyIntervals: (of: string) => `${of}: at most ${OFFICE_HOURS_LIMITS.intervals} times a day`,
  time: 'Enter times such as 09:00',
  order:
    'Closing must be later than opening. For a night, close at 24:00 and open at 00:00 on the next day',
  overlap: (of: string) => `${of}: the times overlap`,
  exceptions: 'The exceptions must be a list',
  tooManyExceptions: `There can be at most ${OFFICE_HOURS_LIMITS.exceptions} exceptions`,
  exceptionName: 'Enter what the exception is',
  exceptionNameTooLong: `The name must be at most ${OFFICE_HOURS_LIMITS.exceptionName} characters`,
  exceptionDate: 'Enter a date',
  exceptionOrder: 'The last day must not be before the first one',
  exceptionOverlap: (day: string) => `Two exceptions are on ${day}`,
  promisedMinutes: `The promised time must be between ${OFFICE_HOURS_LIMITS.promisedMin} and ${OFFICE_HOURS_LIMITS.promisedMax.toLocaleString('en')} minutes`,
  year: `Enter a year from ${PROPOSAL_YEARS.first} to ${PROPOSAL_YEARS.last}`,
} as const;

/** Parts of the sentences of `sentences.ts`; `npm run check` rejects such facts in any other file. */
export const OFFICE_HOURS_SENTENCES = {
  numbers: ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'],
  interval: (from: string, to: string) => `${from} to ${to}`,
  allDay: 'all day',
  and: ' and ',
  also: '; ',
  span: (first: string, last: string) => `${first} to ${last}`,
  days: (days: string, times: string) => `${days} ${times}`,
  officeHours: (open: string, place: string) => `${open} ${place} time`,
  hours: (count: number) => (count === 0 ? '' : `${count} ${count === 1 ? 'hour' : 'hours'}`),
  minutes: (count: number) => (count === 0 ? '' : `${count} ${count === 1 ? 'minute' : 'minutes'}`),
  working: (number: string, unit: 'day' | 'hour' | 'minute') =>
    `${number} working ${unit}${number === 'one' ? '' : 's'}`,
  andMinutes: (hours: string, minutes: number) => `${hours} and ${minutes} minutes`,
  within: {
    open: () => 'within 1 hour',
    closed: () => 'within 1 working hour',
    changed: (duration: string) => `within ${duration} of working time`,
  },
  lastingWithin: (duration: string) => `within ${duration}`,
  response: (within: string) => `Response ${within}`,
  today: (time: string) => `${time} today`,
  on: (day: string, time: string) => `${day}, ${time}`,
  by: (when: string) => `by ${when}`,
  hear: "You'll hear from us",
  wasDue: 'Our answer was due',
  in: (when: string, place: string) => `${when} in ${place}`,
  elsewhere: (place: string, when: string) => `${place} time; ${when} where you are`,
} as const;
