import { describe, expect, it } from 'vitest';
import { TRAFFIC_SIGNALS, type TrafficSignalName } from '#shared/traffic-signals/values.ts';
import { describeReason, hasSeveralKinds, reasonsOf, scoreOf } from './score.ts';

type Levels = Partial<Record<TrafficSignalName, number>>;

function levelIn(levels: Levels) {
  return (column: number) => levels[TRAFFIC_SIGNALS[column]?.name ?? 'rate'] ?? 0;
}

describe('scoreOf', () => {
  it.each<[string, Levels, number, number]>([
    ['nothing', {}, 1, 0],
    ['requests within the allowance', { rate: 600 }, 1, 0],
    ['requests above it', { rate: 1_100 }, 1, 30],
    ['a flood, at the most', { rate: 1_000_000 }, 1, 60],
    ['the same requests while all send too much', { rate: 300 }, 4, 36],
    ['few requests while all send too much', { rate: 60 }, 10, 0],
    ['going on although refused', { refused: 30 }, 1, 20],
    ['more wrong addresses', { not_found: 20 }, 1, 30],
    ['one probe', { probe: 1 }, 1, 10],
    ['malformed requests', { malformed: 7 }, 1, 20],
    ['a forgotten password', { login: 3 }, 1, 0],
    ['suspect forms', { form_spam: 2 }, 1, 30],
    ['several signals together', { probe: 3, not_found: 15 }, 1, 45],
    ['everything at once, cut at 100', { rate: 9_999, probe: 99, refused: 999 }, 1, 100],
    ['pressure changes nothing but the rate', { probe: 2 }, 10, 20],
  ])('%s', (_name, levels, pressure, expected) => {
    expect(scoreOf(levelIn(levels), pressure)).toBeCloseTo(expected);
  });

  it('needs more than one signal for 70, whatever its level', () => {
    for (const { name } of TRAFFIC_SIGNALS) {
      expect(scoreOf(levelIn({ [name]: 1e9 }), 10), name).toBeLessThan(70);
    }
  });
});

it('reasonsOf names what the score is made of, the most important first, to be read aloud', () => {
  const level = levelIn({ rate: 700, probe: 4, malformed: 2 });
  expect(reasonsOf(level, 1)).toEqual([
    { signal: 'probe', points: 40, level: 4 },
    { signal: 'rate', points: 6, level: 700 },
  ]);
  const { label } = TRAFFIC_SIGNALS.find(({ name }) => name === 'rate') ?? {};
  expect(describeReason({ signal: 'rate', points: 41, level: 1_283.4 })).toBe(
    `${label}: 41 of 100 points (level 1,283.4)`,
  );
});

it.each<[string, Levels, boolean]>([
  ['one kind, however strong', { probe: 100 }, false],
  ['two kinds', { probe: 1, malformed: 5 }, true],
  ['a second kind that hardly says anything', { probe: 100, malformed: 4 }, false],
])('hasSeveralKinds of %s: %j', (_name, levels, expected) => {
  expect(hasSeveralKinds(levelIn(levels), 1)).toBe(expected);
});
