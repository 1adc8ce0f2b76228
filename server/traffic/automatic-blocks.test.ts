import { describe, expect, it } from 'vitest';
import {
  type BlockEvent,
  type BlockInForce,
  type BlockState,
  createAutomaticBlocks,
  type OwnBlock,
  reduceBlock,
} from './automatic-blocks.ts';
import { createSourceReader } from './source.ts';
import type { ThreatEvent } from './threat-events.ts';

const { sourceOf } = createSourceReader([]);
const SOURCE = sourceOf('203.0.113.9');
const KEY = SOURCE.aggregationKey;
const END_MS = 600_000;
const THREAT: ThreatEvent = {
  type: 'ddos_block',
  address: '203.0.113.9',
  score: 80,
  reasons: [],
  samples: [],
  at: new Date('2026-06-30T12:00:00Z'),
};
const DECIDED: OwnBlock = {
  stage: 'decided',
  rule: { id: 'own', reason: 'Test', expiresAtMs: 1, isAutomatic: true },
  endsAtMs: END_MS,
  source: SOURCE,
  event: THREAT,
  isLifted: false,
  savedAfter: 0,
};
const IN_FORCE: BlockInForce = { stage: 'in force', id: 'own', endsAtMs: END_MS };

const made = { ...DECIDED, stage: 'made', event: null, savedAfter: 3 } as const;
const covered = { ...made, stage: 'covered' } as const;
const failed = { ...made, stage: 'failed' } as const;

const saved = (as: 'made' | 'covered' | 'failed', id = 'own'): BlockEvent => ({
  type: 'saved',
  id,
  as,
  readings: 3,
});
const rulesRead = (reading: number, id?: string, endsAtMs = END_MS + 5): BlockEvent => ({
  type: 'rules read',
  reading,
  rule: id === undefined ? undefined : { id, endsAtMs },
});
const timePassed = (nowMs: number): BlockEvent => ({ type: 'time passed', nowMs });
const adminSeen: BlockEvent = { type: 'admin seen' };
const other: BlockInForce = { stage: 'in force', id: 'other', endsAtMs: END_MS + 5 };

it.each<[string, BlockState, BlockEvent, BlockState]>([
  ['begins with the decision of the guard', 'none', { type: 'decided', block: DECIDED }, DECIDED],
  ['waits for its rule once it is written', DECIDED, saved('made'), made],
  ['may be covered by a rule that was there', DECIDED, saved('covered'), covered],
  ['stays with the guard when it cannot be written', DECIDED, saved('failed'), failed],
  ['does not follow what became of an earlier one', DECIDED, saved('made', 'earlier'), DECIDED],
  ['is written once', made, saved('covered'), made],
  ['waits on when the rules were read before it was written', made, rulesRead(3), made],
  ['waits to be written whatever is read', DECIDED, rulesRead(9), DECIDED],
  ['is forgiven when its rule is gone before it was read', made, rulesRead(4), 'forgiven'],
  ['ends unforgiven when the rule that covered it is gone', covered, rulesRead(4), 'none'],
  ['is in force when its rule has been read', made, rulesRead(3, 'own', END_MS), IN_FORCE],
  ['needs not be written when another process was first', DECIDED, rulesRead(1, 'other'), other],
  ['is in force when another process has made it', 'none', rulesRead(1, 'other'), other],
  ['keeps the end that was first heard of', IN_FORCE, rulesRead(9, 'own', 1), IN_FORCE],
  ['follows the rule that took the place of its own', IN_FORCE, rulesRead(9, 'other'), other],
  ['is forgiven when its rule is removed', IN_FORCE, rulesRead(9), 'forgiven'],
  ['lasts until its end', IN_FORCE, timePassed(END_MS - 1), IN_FORCE],
  ['is forgiven at its end', IN_FORCE, timePassed(END_MS), 'forgiven'],
  ['ends unforgiven when nobody else knows of it', failed, timePassed(END_MS), 'none'],
  ['waits to be written beyond its end', DECIDED, timePassed(END_MS), DECIDED],
  ['waits for its rule beyond its end', made, timePassed(END_MS), made],
  ['is lifted where an administrator works', made, adminSeen, { ...made, isLifted: true }],
  ['is over there when nobody else knows of it', failed, adminSeen, 'none'],
  ['is left to the rules there once it is in force', IN_FORCE, adminSeen, IN_FORCE],
  ['does not begin with an administrator', 'none', adminSeen, 'none'],
  ['can be forgiven at any time', DECIDED, { type: 'forgiven' }, 'forgiven'],
])('an automatic block %s', (_case, before, event, after) => {
  expect(reduceBlock(before, event)).toEqual(after);
});

describe('the automatic blocks of a guard', () => {
  function setUp() {
    const forgiven: string[] = [];
    return { forgiven, blocks: createAutomaticBlocks((key) => forgiven.push(key)) };
  }

  it('are enforced by the guard until their rules are read', () => {
    const { blocks, forgiven } = setUp();
    const { rule } = blocks.decide(SOURCE, THREAT, 0);
    expect(blocks.listPending()).toEqual([{ id: rule.id, source: SOURCE, event: THREAT }]);
    // One object for as long as it lasts: the page that says so is made once for it.
    expect(blocks.own.get(KEY)?.rule).toBe(rule);
    blocks.dispatch(KEY, { type: 'saved', id: rule.id, as: 'made', readings: 1 });
    const states = [blocks.hasPending, blocks.hasUnread(), blocks.hasInForce];
    expect(states).toEqual([false, true, false]);
    expect(blocks.own.get(KEY)?.rule).toBe(rule);
    blocks.followRules(2, new Map([[KEY, { id: rule.id, endsAtMs: END_MS }]]));
    expect([blocks.own.size, blocks.hasUnread(), blocks.hasInForce]).toEqual([0, false, true]);
    blocks.followTime(END_MS);
    expect([forgiven, blocks.hasInForce]).toEqual([[KEY], false]);
  });

  it('are 10,000, of which a thousand are written even when there is no room to enforce them', () => {
    const { blocks } = setUp();
    for (let index = 0; index < 10_001; index += 1) {
      blocks.decide(sourceOf(`100.64.${index >> 8}.${index & 255}`), THREAT, 0);
    }
    const isLifted = ['100.64.0.0', '100.64.0.1'].map((key) => blocks.own.get(key)?.isLifted);
    expect(isLifted).toEqual([true, false]);
    expect(blocks.listPending()).toHaveLength(1_000);
    expect(blocks.own.get('100.64.3.232')?.stage).toBe('failed');
  });
});
