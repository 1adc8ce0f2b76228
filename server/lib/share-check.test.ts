import { expect, it } from 'vitest';
import { shareCheck } from './share-check.ts';

function setUp() {
  const clock = { ms: 0 };
  const running: { resolve: (result: boolean) => void; reject: (error: Error) => void }[] = [];
  const check = shareCheck(
    () => new Promise((resolve, reject) => running.push({ resolve, reject })),
    { monotonicNow: () => clock.ms },
  );
  return { clock, running, check };
}

it('asks once for everybody who asks within a second', async () => {
  const { clock, running, check } = setUp();
  const first = Array.from({ length: 100 }, check);
  expect(running).toHaveLength(1);
  running[0]?.resolve(true);
  expect(new Set(await Promise.all(first))).toEqual(new Set([true]));
  clock.ms = 999;
  expect(await check()).toBe(true);
  expect(running).toHaveLength(1);
});

it('waits for one that takes long instead of asking again', async () => {
  const { clock, running, check } = setUp();
  const early = check();
  clock.ms = 60_000;
  const late = check();
  expect(running).toHaveLength(1);
  running[0]?.resolve(true);
  expect(await Promise.all([early, late])).toEqual([true, true]);
  clock.ms = 60_999;
  await check();
  expect(running).toHaveLength(1);
});

it('asks again a second later, also after a failure', async () => {
  const { clock, running, check } = setUp();
  const failed = check();
  running[0]?.reject(new Error('gone'));
  await expect(failed).rejects.toThrow('gone');
  for (const result of [true, false]) {
    clock.ms += 1_000;
    const again = check();
    running.at(-1)?.resolve(result);
    expect(await again).toBe(result);
  }
});
