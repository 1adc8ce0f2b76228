import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { formatResponseClaim } from '#shared/office-hours/sentences.ts';
import { DEFAULT_OFFICE_HOURS } from '#shared/office-hours/values.ts';
import { describeDrift, statisticOf, stateOf } from './claim-state.ts';
import { type Measure, type ProofNumber, selectShownProof, type Story } from './values.ts';

const TODAY = '2026-11-23';

const NO_EVIDENCE = { evidence: '', evidenceUrl: '', reviewBy: null, isShown: true };

const STATED = {
  'response-time': { text: '1h', value: 1, suffix: 'h' },
  'projects-delivered': { text: '15+', value: 15, suffix: '+' },
  'response-promise': { text: 'Response within 1 hour', value: null, suffix: '' },
};

function claim(measure: Measure, measuredValue: number | null, measuredCount: number | null = 40) {
  return { ...NO_EVIDENCE, ...STATED[measure], measure, measuredValue, measuredCount };
}

const [TIME, PROMISE, PROJECTS] = [
  'response-time',
  'response-promise',
  'projects-delivered',
] as const;

describe('a number with a query', () => {
  it.each([
    [claim(TIME, 60), 'holds', ''],
    [{ ...claim(TIME, 60), value: 60, suffix: ' min' }, 'holds', ''],
    [claim(PROJECTS, 15), 'holds', ''],
    [claim(TIME, 190), 'drifts', 'says 1h, the last 90 days say 3\u00a0h\u00a010'],
    [claim(PROMISE, 94.9), 'drifts', 'says “Response within 1 hour”, in the last 90 days 94% were'],
    [claim(PROJECTS, 8), 'drifts', 'says 15+, the portfolio shows 8'],
    [claim(TIME, 190, 19), 'too-little', null],
    [claim(TIME, null, null), 'unmeasured', null],
  ] as const)('of %j %s, and says by how much it is worse', (measured, state, drift) => {
    expect(stateOf(measured, TODAY)).toBe(state);
    const text = describeDrift(measured);
    expect(text).toEqual(drift === null ? null : expect.stringContaining(drift));
  });

  it.each([
    [claim(TIME, 190), { value: 3.2, suffix: 'h' }],
    [claim(TIME, 60), { value: 60, suffix: 'min' }],
    [claim(TIME, 0), { value: 1, suffix: 'min' }],
    [claim(PROJECTS, 8), { value: 8 }],
    [claim(PROMISE, 80), null],
    [claim(TIME, 190, 19), null],
  ])('is shown so that it promises no more than is true: %j', (measured, statistic) => {
    expect(statisticOf(measured)).toEqual(statistic);
  });
});

it('asks for evidence of the others, and for another look when its day has come', () => {
  const none = { ...claim(TIME, null, null), measure: null };
  const attested = { ...none, evidence: 'A list' };
  expect(stateOf({ ...none, isShown: false }, TODAY)).toBe('unattested');
  expect(stateOf(none, TODAY)).toBe('project');
  expect(stateOf(attested, TODAY)).toBe('attested');
  expect(stateOf({ ...attested, reviewBy: '2026-11-24' }, TODAY)).toBe('attested');
  expect(stateOf({ ...attested, reviewBy: TODAY }, TODAY)).toBe('review-due');
});

it('shows numbers with evidence or a measurement, and stories with evidence or a project', () => {
  const number = { value: 98, measure: 'none', evidence: '', evidenceUrl: '' } as ProofNumber;
  const measured = { ...number, measure: TIME };
  const linked = { ...number, evidenceUrl: 'https://files.example/' };
  const story = { evidence: '', evidenceUrl: '', category: 'Finance' } as Story;
  const other = { ...story, category: 'Mapping' };
  const backed = { ...other, evidence: 'A letter' };
  const numbers = [number, measured, linked, { ...linked, value: null }];
  expect(selectShownProof({ numbers, stories: [story, other, backed] }, ['Finance'])).toEqual({
    numbers: [measured, linked],
    stories: [story, backed],
  });
});

// What reads like a public number: '98%', '15+', '1h', '45 percent', 'within 1 hour'.
const NUMBER = /\d+ ?(?:%|percent\b)|\b\d+\+|\b\d+ ?h\b|within \d+ (?:minute|hour|day)s?/gi;

// Without a claim: what is drawn or made up for a demonstration, and for how long a link of the product works.
const NO_CLAIM = /app\/site\/(?:home\/(?:demo|drawings)|track)\/|\.test\.tsx?$/;

it('states no number in a text of the site but the promise', () => {
  const known = formatResponseClaim(DEFAULT_OFFICE_HOURS).toLowerCase();
  const sources = ['app/site', 'shared/orders', 'shared/messages', 'shared/company']
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
    )
    .filter((path) => /messages\.ts$|plans\.ts$/.test(path) && !NO_CLAIM.test(path))
    .concat('shared/company/values.ts');
  expect(sources.length).toBeGreaterThan(10);
  expect('98%, 15+, 1h, 45 percent, within 1 hour'.match(NUMBER)).toHaveLength(5);
  const found = sources.flatMap((path) =>
    Array.from(readFileSync(path, 'utf8').matchAll(NUMBER), ([text]) => `${path}: ${text}`),
  );
  expect(
    found.filter((text) => !known.includes((text.split(': ')[1] ?? '').toLowerCase())),
  ).toEqual([]);
});
