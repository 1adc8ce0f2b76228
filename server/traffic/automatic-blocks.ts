import { v7 as uuidV7 } from 'uuid';
import { blockReason } from '#shared/ip-rules/messages.ts';
import { FIRST_BLOCK_MS } from '#shared/traffic-signals/values.ts';
import type { Rule } from './rules.ts';
import type { Source } from './source.ts';
import type { ThreatEvent } from './threat-events.ts';

/** `made`: new rule. `covered`: earlier rule. `failed`: rejected by the database. */
export type Saved = 'made' | 'covered' | 'failed';

/** Enforced by this guard until its rule has been read. */
export type OwnBlock = {
  /** `decided`: not written yet. `made`, `covered`: rule not read yet. `failed`: local only. */
  stage: 'decided' | Saved;
  rule: Pick<Rule, 'id' | 'reason' | 'expiresAtMs' | 'isAutomatic'>;
  endsAtMs: number;
  source: Source;
  /** Null when it is no longer pending. */
  event: ThreatEvent | null;
  /** An administrator works there: not enforced. */
  isLifted: boolean;
  /** Number of rule readings begun when it was written. */
  savedAfter: number;
};

export type NewBlock = { id: string; source: Source; event: ThreatEvent };

/** Enforced by a rule that has been read. */
export type BlockInForce = { stage: 'in force'; id: string; endsAtMs: number };

export type BlockState = OwnBlock | BlockInForce | 'none' | 'forgiven';

export type BlockEvent =
  | { type: 'decided'; block: OwnBlock }
  | { type: 'saved'; id: string; as: Saved; readings: number }
  | { type: 'rules read'; reading: number; rule: Pick<BlockInForce, 'id' | 'endsAtMs'> | undefined }
  | { type: 'admin seen' }
  | { type: 'time passed'; nowMs: number }
  | { type: 'forgiven' };

export function reduceBlock(state: BlockState, event: BlockEvent): BlockState {
  if (event.type === 'forgiven') return 'forgiven';
  if (event.type === 'decided') return event.block;
  if (event.type === 'rules read' && event.rule) return withRule(state, event.rule);
  if (typeof state === 'string') return state;
  if (state.stage === 'in force') {
    const isOver =
      event.type === 'rules read' ||
      (event.type === 'time passed' && state.endsAtMs <= event.nowMs);
    return isOver ? 'forgiven' : state;
  }
  if (event.type === 'admin seen') {
    return state.stage === 'failed' ? 'none' : { ...state, isLifted: true };
  }
  if (event.type === 'time passed') {
    return state.stage === 'failed' && state.endsAtMs <= event.nowMs ? 'none' : state;
  }
  if (event.type === 'rules read') {
    return event.reading > state.savedAfter ? withoutRule(state) : state;
  }
  if (state.stage !== 'decided' || state.rule.id !== event.id) return state;
  return { ...state, stage: event.as, savedAfter: event.readings, event: null };
}

function withRule(state: BlockState, { id, endsAtMs }: Pick<BlockInForce, 'id' | 'endsAtMs'>) {
  // Keeps the first known end, so that a clock jump does not move it.
  const isKnown = typeof state === 'object' && state.stage === 'in force' && state.id === id;
  return isKnown ? state : { stage: 'in force' as const, id, endsAtMs };
}

/** The reading began after the write, so the rule was removed. */
function withoutRule(state: OwnBlock): BlockState {
  if (state.stage === 'made') return 'forgiven';
  return state.stage === 'covered' ? 'none' : state;
}

const MAX_OWN_BLOCKS = 10_000;
const MAX_PENDING = 1_000;

export function createAutomaticBlocks(onForgiven: (aggregationKey: string) => void) {
  // bounded by MAX_OWN_BLOCKS and MAX_WAITING
  const own = new Map<string, OwnBlock>();
  // bounded by the rules of the database
  const inForce = new Map<string, BlockInForce>();
  let pending = 0;

  function dispatch(key: string, event: BlockEvent): void {
    const before = own.get(key) ?? inForce.get(key) ?? 'none';
    const after = reduceBlock(before, event);
    if (after === before) return;
    pending += Number(isDecided(after)) - Number(isDecided(before));
    if (typeof after === 'object' && after.stage === 'in force') inForce.set(key, after);
    else inForce.delete(key);
    if (typeof after === 'object' && after.stage !== 'in force') {
      if (!own.has(key)) makeRoom();
      own.set(key, after);
    } else own.delete(key);
    if (after === 'forgiven') onForgiven(key);
  }

  // Stops enforcing the oldest; a pending one is still written.
  function makeRoom(): void {
    if (own.size < MAX_OWN_BLOCKS) return;
    for (const [key, block] of own) {
      if (block.isLifted) continue;
      if (isDecided(block)) own.set(key, { ...block, isLifted: true });
      else own.delete(key);
      return;
    }
  }

  function dispatchAll(keys: Iterable<string>, eventOf: (key: string) => BlockEvent): void {
    for (const key of Array.from(keys)) dispatch(key, eventOf(key));
  }

  return {
    dispatch,
    /** Without room to wait, the block is never written. */
    decide(source: Source, event: ThreatEvent, nowMs: number): OwnBlock {
      const hasRoom = pending < MAX_PENDING;
      const block: OwnBlock = {
        stage: hasRoom ? 'decided' : 'failed',
        rule: {
          id: uuidV7(),
          reason: blockReason(event.score),
          isAutomatic: true,
          expiresAtMs: event.at.getTime() + FIRST_BLOCK_MS,
        },
        endsAtMs: nowMs + FIRST_BLOCK_MS,
        source,
        event: hasRoom ? event : null,
        isLifted: false,
        savedAfter: 0,
      };
      dispatch(source.aggregationKey, { type: 'decided', block });
      return block;
    },
    own: own as ReadonlyMap<string, OwnBlock>,
    followRules(reading: number, rules: ReadonlyMap<string, Omit<BlockInForce, 'stage'>>): void {
      dispatchAll(new Set([...own.keys(), ...inForce.keys(), ...rules.keys()]), (key) => ({
        type: 'rules read',
        reading,
        rule: rules.get(key),
      }));
    },
    followTime(nowMs: number): void {
      dispatchAll([...own.keys(), ...inForce.keys()], () => ({ type: 'time passed', nowMs }));
    },
    listPending: (): NewBlock[] =>
      Array.from(own.values()).flatMap(({ rule, source, event }) =>
        event === null ? [] : { id: rule.id, source, event },
      ),
    hasUnread: () =>
      Array.from(own.values()).some(({ stage }) => stage === 'made' || stage === 'covered'),
    get hasPending() {
      return pending > 0;
    },
    get hasInForce() {
      return inForce.size > 0;
    },
  };
}

function isDecided(state: BlockState): boolean {
  return typeof state === 'object' && state.stage === 'decided';
}
