import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { LOGIN_MESSAGES } from '#shared/admin-sessions/messages.ts';
import { createHashQueue, HASH_QUEUE } from './password.ts';

type Outcome = { state: 'pending' | 'running' | 'denied' | 'done' };

function createStand() {
  const queue = createHashQueue();
  const outcomes: Outcome[] = [];
  const ends: (() => void)[] = [];
  const started: string[] = [];

  function add(source: string, isKnown = false): Outcome {
    const outcome: Outcome = { state: 'pending' };
    outcomes.push(outcome);
    const work = () => {
      outcome.state = 'running';
      started.push(source);
      return new Promise<void>((end) => ends.push(end));
    };
    queue.run(work, { source, isKnown }).then(
      () => (outcome.state = 'done'),
      (error: unknown) => {
        outcome.state = 'denied';
        const { retryAfterSeconds } = HASH_QUEUE;
        const busy = { code: 'UNAVAILABLE', message: LOGIN_MESSAGES.busy, retryAfterSeconds };
        expect(error).toMatchObject(busy);
      },
    );
    return outcome;
  }
  const settle = () => vi.advanceTimersByTimeAsync(0);
  return {
    add,
    started,
    settle,
    async addMany(count: number, isKnown = false) {
      for (let index = 0; index < count; index += 1) add(`source-${index}`, isKnown);
      await settle();
    },
    async endOne() {
      ends.shift()?.();
      await settle();
    },
    countOf: (state: Outcome['state']) => outcomes.filter((each) => each.state === state).length,
  };
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it.each([
  ['unknown', false, HASH_QUEUE.maxRunningUnknown],
  ['known', true, HASH_QUEUE.maxRunning],
])('has a bound for the %s: what comes when it is full is denied', async (_, isKnown, running) => {
  const stand = createStand();
  await stand.addMany(60, isKnown);
  expect(stand.countOf('running')).toBe(running);
  expect(stand.countOf('pending')).toBe(HASH_QUEUE.maxPending);
  expect(stand.countOf('denied')).toBe(60 - running - HASH_QUEUE.maxPending);
});

it('denies work that has waited as long as stated', async () => {
  const stand = createStand();
  await stand.addMany(5);
  await vi.advanceTimersByTimeAsync(HASH_QUEUE.maxWaitMs - 1);
  expect(stand.countOf('denied')).toBe(0);
  await vi.advanceTimersByTimeAsync(1);
  expect(stand.countOf('denied')).toBe(4);
  await stand.endOne();
  const next = stand.add('later');
  await stand.settle();
  expect(next.state).toBe('running');
});

it('starts a known source at once while strangers fill their room', async () => {
  const stand = createStand();
  await stand.addMany(60);
  const known = stand.add('office', true);
  await stand.settle();
  expect(known.state).toBe('running');
  const second = stand.add('office', true);
  await stand.endOne();
  expect(second.state).toBe('running');
  await stand.endOne();
  await stand.endOne();
  expect(stand.countOf('running')).toBe(HASH_QUEUE.maxRunningUnknown);
});

it('takes the sources in turn, and the greediest one gives up its place', async () => {
  const stand = createStand();
  stand.add('greedy');
  const own = Array.from({ length: HASH_QUEUE.maxPending }, () => stand.add('greedy'));
  const honest = stand.add('honest');
  await stand.settle();
  expect(own.at(-1)?.state).toBe('denied');
  expect(honest.state).toBe('pending');
  await stand.endOne();
  expect(stand.started).toEqual(['greedy', 'honest']);
  expect(stand.add('greedy').state).toBe('pending');
  await stand.settle();
  expect(stand.countOf('denied')).toBe(1);
});
