import { afterAll, describe, expect, it } from 'vitest';
import { HIGH_THREAT_SCORE, MEDIUM_THREAT_SCORE } from '#shared/security-events/values.ts';
import { HONEST_PROFILES } from './honest.ts';
import { HOSTILE_PROFILES } from './hostile.ts';
import { type Outcome, type Profile, runProfile } from './runner.ts';

type Line = Record<
  'profile' | 'requests' | 'highest score' | 's to 40' | 's to 70' | 's to block',
  string
>;

const table: Line[] = [];

afterAll(() => {
  if (process.env.VITRIN_PROFILE_TABLE) console.table(table);
});

function slowest({ courses }: Outcome, bystander?: string) {
  const own = [...courses].filter(([id]) => id !== bystander).map(([, course]) => course);
  return {
    highestScore: Math.max(...own.map(({ highestScore }) => highestScore)),
    mediumAt: Math.max(...own.map(({ mediumAt }) => mediumAt)),
    highAt: Math.max(...own.map(({ highAt }) => highAt)),
    blockedAt: Math.max(...own.map(({ blockedAt }) => blockedAt)),
  };
}

function run(profile: Profile, bystander?: string) {
  const outcome = runProfile(profile);
  const result = slowest(outcome, bystander);
  const seconds = (at: number) => (Number.isFinite(at) ? at.toFixed(1) : 'never');
  table.push({
    profile: profile.name,
    requests: String(outcome.requests),
    'highest score': String(result.highestScore),
    's to 40': seconds(result.mediumAt),
    's to 70': seconds(result.highAt),
    's to block': seconds(result.blockedAt),
  });
  return { ...result, ...outcome };
}

describe('honest traffic', () => {
  it.each(HONEST_PROFILES)('is never refused: $name', (profile) => {
    const { courses } = run(profile);
    expect(courses.size).toBeGreaterThan(0);
    for (const { denials, highestScore, blockedAt } of courses.values()) {
      expect({ denials, blockedAt }).toEqual({ denials: 0, blockedAt: Infinity });
      expect(highestScore).toBeLessThan(MEDIUM_THREAT_SCORE);
    }
  });
});

describe('hostile traffic', () => {
  it.each(HOSTILE_PROFILES)('is found out and blocked: $name', { timeout: 120_000 }, (profile) => {
    const { within, bystander } = profile;
    const { mediumAt, highAt, blockedAt, highestScore, courses } = run(profile, bystander);
    expect(mediumAt).toBeLessThanOrEqual(within.medium);
    expect(highAt).toBeLessThanOrEqual(within.high);
    expect(blockedAt).toBeLessThanOrEqual(within.block);
    expect(highestScore).toBeGreaterThanOrEqual(HIGH_THREAT_SCORE);
    if (bystander) {
      expect(courses.get(bystander)).toMatchObject({ denials: 0, blockedAt: Infinity });
      expect(courses.get(bystander)?.highestScore).toBeLessThan(MEDIUM_THREAT_SCORE);
    }
  });
});
