import { formatResponseClaim } from '#shared/office-hours/sentences.ts';
import { DEFAULT_OFFICE_HOURS, type OfficeHours } from '#shared/office-hours/values.ts';

/** A figure as a page shows it: '3.2' and 'h', '15' and '+'. */
export type ShownStatistic = { value: number; suffix: string };

export type StatedStatistic = ShownStatistic & { label: string };

export const STATISTICS = {
  'response-time': { value: 1, suffix: 'h', label: 'Average response time' },
  'projects-delivered': { value: 15, suffix: '+', label: 'Projects delivered' },
  'client-satisfaction': { value: 98, suffix: '%', label: 'Client satisfaction' },
  'on-time': { value: 100, suffix: '%', label: 'On time and within budget' },
  efficiency: { value: 95, suffix: '%', label: 'Efficiency improvement' },
  'time-reduction': { value: 60, suffix: '%', label: 'Time reduction' },
} as const satisfies Record<string, StatedStatistic>;

export type StatisticKey = keyof typeof STATISTICS;

export const CASE_RESULTS = {
  'case-logistics':
    'The morning round takes 25 minutes, and status calls fell from 60 a day to 15.',
  'case-real-estate': 'Sold flats disappear the same day, and 45 percent of viewings need no call.',
  'case-manufacturing':
    'Scrap fell from 6.1 to 4.4 percent in five months, and the daily report is gone.',
} as const;

export type CaseKey = keyof typeof CASE_RESULTS;

export type ClaimKey = 'response-promise' | StatisticKey | CaseKey;

/** In the order of the settings: what can be measured first. */
export const CLAIM_KEYS = [
  'response-time',
  'response-promise',
  'projects-delivered',
  'client-satisfaction',
  'on-time',
  'efficiency',
  'time-reduction',
  'case-logistics',
  'case-real-estate',
  'case-manufacturing',
] as const satisfies readonly ClaimKey[];

/** What the owner chooses for a number: to be warned, or to have pages show what is true now. */
export const CLAIM_MODES = ['warn', 'computed'] as const;

export type ClaimMode = (typeof CLAIM_MODES)[number];

export const MEASURED_DAYS = 90;

/** What was promised counts as true while so many percent of the answers keep it. */
export const PROMISE_HOLDS_PERCENT = 95;

/** The numbers with a query, and from how many records on it says something. */
export const MEASURED_CLAIMS = {
  'response-time': { enough: 20, canShow: true },
  'response-promise': { enough: 20, canShow: false },
  'projects-delivered': { enough: 3, canShow: true },
} as const satisfies Partial<Record<ClaimKey, { enough: number; canShow: boolean }>>;

export type MeasuredKey = keyof typeof MEASURED_CLAIMS;

export const CLAIM_LIMITS = { evidence: 2_000 } as const;

export function isMeasured(key: ClaimKey): key is MeasuredKey {
  return key in MEASURED_CLAIMS;
}

export function claimText(key: ClaimKey, hours: OfficeHours = DEFAULT_OFFICE_HOURS): string {
  if (key in CASE_RESULTS) return CASE_RESULTS[key as CaseKey];
  if (key === 'response-promise') return formatResponseClaim(hours);
  const { value, suffix } = STATISTICS[key as StatisticKey];
  return `${value}${suffix}`;
}
