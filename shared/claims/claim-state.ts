import type { Claim } from './admin-schema.ts';
import { MEASURE_MESSAGES } from './messages.ts';
import {
  ENOUGH,
  hasEvidence,
  PROMISE_HOLDS_PERCENT,
  PROMISE_KEY,
  type ShownStatistic,
} from './values.ts';

const MINUTES = 60;

export type Measured = Pick<Claim, 'measure' | 'measuredValue' | 'measuredCount'>;
type Stated = Measured & Pick<Claim, 'text' | 'value' | 'suffix'>;
type Attested = Pick<Claim, 'evidence' | 'evidenceUrl' | 'reviewBy' | 'isShown'>;
export type CheckedClaim = Stated & Attested & Pick<Claim, 'key' | 'label'>;

export function hasEnough({ measure, measuredCount }: Measured): boolean {
  return measure !== null && (measuredCount ?? 0) >= ENOUGH[measure];
}

function isTrue({ measure, value, suffix }: Stated, measured: number): boolean {
  if (measure === PROMISE_KEY) return measured >= PROMISE_HOLDS_PERCENT;
  if (measure === 'projects-delivered') return measured >= (value ?? 0);
  return measured <= (value ?? 0) * (/^\s*m/i.test(suffix) ? 1 : MINUTES);
}

/** What a page can show of a measure, rounded so that it promises no more than is true; null where it has no such form, or too little was counted. */
export function statisticOf(measured: Measured): ShownStatistic | null {
  const { measure, measuredValue: value } = measured;
  if (value === null || !hasEnough(measured) || measure === PROMISE_KEY) return null;
  if (measure === 'projects-delivered') return { value };
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
  | 'project'
  | 'review-due'
  | 'attested';

export function stateOf(claim: Stated & Attested, today: string): ClaimState {
  if (claim.measure !== null) {
    if (claim.measuredCount === null) return 'unmeasured';
    if (claim.measuredValue === null || !hasEnough(claim)) return 'too-little';
    return isTrue(claim, claim.measuredValue) ? 'holds' : 'drifts';
  }
  if (!hasEvidence(claim)) return claim.isShown ? 'project' : 'unattested';
  return claim.reviewBy !== null && claim.reviewBy <= today ? 'review-due' : 'attested';
}

/** 'says 1h, the last 90 days say 3 h 10'; null where nothing, or too little, was measured. */
export function describeDrift(claim: Stated): string | null {
  const { measure, measuredValue: value, text } = claim;
  if (measure === null || value === null || !hasEnough(claim)) return null;
  const said = measure === PROMISE_KEY ? `“${text}”` : text;
  return `says ${said}, ${MEASURE_MESSAGES[measure].now(value)}`;
}
