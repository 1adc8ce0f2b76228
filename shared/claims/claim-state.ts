import type { OfficeHours } from '#shared/office-hours/values.ts';
import type { Claim } from './admin-schema.ts';
import { MEASURE_MESSAGES } from './messages.ts';
import {
  type ClaimKey,
  claimText,
  STATISTICS,
  isMeasured,
  MEASURED_CLAIMS,
  PROMISE_HOLDS_PERCENT,
  type ShownStatistic,
} from './values.ts';

const MINUTES = 60;

type Measured = Pick<Claim, 'key' | 'measuredValue' | 'measuredCount'>;
type Attested = Pick<Claim, 'key' | 'attestedOn' | 'reviewBy'>;

export function hasEnough({ key, measuredCount }: Measured): boolean {
  return isMeasured(key) && (measuredCount ?? 0) >= MEASURED_CLAIMS[key].enough;
}

function isTrue(key: ClaimKey, value: number): boolean {
  switch (key) {
    case 'response-time':
      return value <= STATISTICS[key].value * MINUTES;
    case 'response-promise':
      return value >= PROMISE_HOLDS_PERCENT;
    case 'projects-delivered':
      return value >= STATISTICS[key].value;
    default:
      return true;
  }
}

/** What a page can show of a measure, rounded so that it promises no more than is true; null where it has no such form, or too little was counted. */
export function statisticOf(measured: Measured): ShownStatistic | null {
  const { key, measuredValue: value } = measured;
  if (value === null || !hasEnough(measured)) return null;
  if (key === 'projects-delivered') return { value, suffix: STATISTICS[key].suffix };
  if (key !== 'response-time') return null;
  return value > MINUTES
    ? { value: Math.ceil(value / 6) / 10, suffix: 'h' }
    : { value: Math.max(1, Math.ceil(value)), suffix: 'min' };
}

export type ClaimState =
  | 'drifts'
  | 'holds'
  | 'too-little'
  | 'unmeasured'
  | 'unattested'
  | 'review-due'
  | 'attested';

export function stateOf(claim: Measured & Attested, today: string): ClaimState {
  if (isMeasured(claim.key)) {
    if (claim.measuredCount === null) return 'unmeasured';
    if (claim.measuredValue === null || !hasEnough(claim)) return 'too-little';
    return isTrue(claim.key, claim.measuredValue) ? 'holds' : 'drifts';
  }
  if (claim.attestedOn === null) return 'unattested';
  return claim.reviewBy !== null && claim.reviewBy <= today ? 'review-due' : 'attested';
}

/** 'says 1h, the last 90 days say 3 h 10'; null where nothing, or too little, was measured. */
export function describeDrift(claim: Measured, hours: OfficeHours): string | null {
  const { key, measuredValue: value } = claim;
  if (!isMeasured(key) || value === null || !hasEnough(claim)) return null;
  const said = key === 'response-promise' ? `“${claimText(key, hours)}”` : claimText(key);
  return `says ${said}, ${MEASURE_MESSAGES[key].now(value)}`;
}
