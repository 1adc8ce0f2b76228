import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LOGIN_MESSAGES } from '#shared/admin-sessions/messages.ts';
import { createHashQueue, HASH_QUEUE } from './password.ts';

type Outcome = { source: string; state: 'pending' | 'running' | 'denied' | 'done' };

/** A queue whose works run until they are told to end. */
function createStand() {
  const queue = createHashQueue();
  const outcomes: Outcome[] = [];
  const ends: (() => void)[] = [];
  const started: string[] = [];

  function add(source: string, isKnown = false): Outcome {
    const outcome: Outcome = { source, state: 'pending' };
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
        expect(error).toMatchObject({
          code: 'UNAVAILABLE',
          message: LOGIN_MESSAGES.busy,
          retryAfterSeconds: HASH_QUEUE.retryAfterSeconds,
        });
      },
    );
    return outcome;
  }
  const settle = () => vi.advanceTimersByTimeAsync(0);
  return {
    add,
    started,
    settle,
    async endOne() {
      ends.shift()?.();
      await settle();
    },
    countOf: (state: Outcome['state']) => outcomes.filter((each) => each.state === state).length,
  };
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe('the queue of password hashes', () => {
  it('has a bound: what comes when it is full is denied at once', async () => {
    const stand = createStand();
    for (let index = 0; index < 60; index += 1) stand.add(`source-${index}`);
    await stand.settle();
    expect(stand.countOf('running')).toBe(HASH_QUEUE.maxRunningUnknown);
    expect(stand.countOf('pending')).toBe(HASH_QUEUE.maxPending);
    expect(stand.countOf('denied')).toBe(60 - 1 - HASH_QUEUE.maxPending);
  });

  it('gives no more hashes at once to the known either', async () => {
    const stand = createStand();
    for (let index = 0; index < 60; index += 1) stand.add(`source-${index}`, true);
    await stand.settle();
    expect(stand.countOf('running')).toBe(HASH_QUEUE.maxRunning);
    expect(stand.countOf('denied')).toBe(60 - HASH_QUEUE.maxRunning - HASH_QUEUE.maxPending);
  });

  it('lets nobody wait longer than stated', async () => {
    const stand = createStand();
    for (let index = 0; index < 5; index += 1) stand.add(`source-${index}`);
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
    for (let index = 0; index < 60; index += 1) stand.add(`source-${index}`);
    const known = stand.add('office', true);
    await stand.settle();
    expect(known.state).toBe('running');
    const second = stand.add('office', true);
    await stand.endOne();
    expect(second.state).toBe('running');
  });

  it('keeps the slot of the known free when work of theirs has ended', async () => {
    const stand = createStand();
    for (let index = 0; index < 5; index += 1) stand.add(`source-${index}`);
    stand.add('office', true);
    await stand.settle();
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

  it('goes on after work that has failed', async () => {
    const queue = createHashQueue();
    const turn = { source: 'a', isKnown: false };
    await expect(queue.run(() => Promise.reject(new Error('broken')), turn)).rejects.toThrow(
      'broken',
    );
    expect(await queue.run(() => Promise.resolve(1), turn)).toBe(1);
  });
});
