export const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;

export type Weekday = (typeof WEEKDAYS)[number];

export const WEEKDAY_LABELS = {
  mon: 'Monday',
  tue: 'Tuesday',
  wed: 'Wednesday',
  thu: 'Thursday',
  fri: 'Friday',
  sat: 'Saturday',
  sun: 'Sunday',
} as const satisfies Record<Weekday, string>;

export function weekdayOf(date: string): Weekday {
  return WEEKDAYS[(new Date(date).getUTCDay() + 6) % 7] ?? 'mon';
}

/** Times of day, 'HH:MM'; `to` is later than `from` and may be '24:00'. */
export type Interval = { from: string; to: string };

/** Days, 'YYYY-MM-DD', both included, that keep other hours than their weekdays; without any they are closed. */
export type OfficeException = { from: string; to: string; name: string; open: Interval[] };

/** When the office is open, on the clocks of an IANA time zone, and in how many minutes of open time it promises an answer. */
export type OfficeHours = {
  timeZone: string;
  week: Record<Weekday, Interval[]>;
  exceptions: OfficeException[];
  promisedMinutes: number;
  /** The company's place if these are its clocks, by which sentences call them. Not stored with the hours. */
  place?: { city: string; country: string };
  /** Whether these replace stored hours that are not valid; no deadline is promised by them. */
  isFallback?: true;
};

/** The clocks of an office, and what sentences call them. */
export type OfficeClock = Pick<OfficeHours, 'timeZone' | 'place'>;

const workday = (): Interval[] => [{ from: '09:00', to: '18:00' }];

export const DEFAULT_OFFICE_HOURS: OfficeHours = {
  timeZone: 'Europe/Istanbul',
  week: {
    mon: workday(),
    tue: workday(),
    wed: workday(),
    thu: workday(),
    fri: workday(),
    sat: [],
    sun: [],
  },
  exceptions: [],
  promisedMinutes: 60,
};

export const FALLBACK_OFFICE_HOURS: OfficeHours = { ...DEFAULT_OFFICE_HOURS, isFallback: true };
