import { afterAll, describe, expect, it } from 'vitest';
import { HIGH_THREAT_SCORE, MEDIUM_THREAT_SCORE } from '#shared/security-events/values.ts';
import { HONEST_PROFILES } from './honest.ts';
import { HOSTILE_PROFILES } from './hostile.ts';
import { type Course, type Profile, runProfile } from './runner.ts';

const table: object[] = [];

afterAll(() => {
  if (process.env.VITRIN_PROFILE_TABLE) console.table(table);
});

/** Runs a profile; the result is that of its slowest client. */
function run(profile: Profile, bystander?: string) {
  const { courses, requests } = runProfile(profile);
  const own = [...courses].filter(([id]) => id !== bystander).map(([, course]) => course);
  const readMax = (key: keyof Course) => Math.max(...own.map((course) => course[key]));
  const result = {
    highestScore: readMax('highestScore'),
    mediumAt: readMax('mediumAt'),
    highAt: readMax('highAt'),
    blockedAt: readMax('blockedAt'),
  };
  table.push({ profile: profile.name, requests, ...result });
  return { ...result, courses };
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
