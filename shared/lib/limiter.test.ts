import { describe, expect, it } from 'vitest';
import { createLimiter } from './limiter.ts';

function createGate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
}

describe('createLimiter', () => {
  it('lets no more than the given number run at once, and all of them in the end', async () => {
    const limit = createLimiter(2);
    const gates = Array.from({ length: 5 }, createGate);
    let running = 0;
    let most = 0;
    const results = gates.map(({ opened }, index) =>
      limit(async () => {
        running += 1;
        most = Math.max(most, running);
        await opened;
        running -= 1;
        return index;
      }),
    );
    await Promise.resolve();
    expect(running).toBe(2);
    for (const { open } of gates) open();
    expect(await Promise.all(results)).toEqual([0, 1, 2, 3, 4]);
    expect(most).toBe(2);
  });

  it('gives the place of a failure to the next in line', async () => {
    const limit = createLimiter(1);
    const failing = limit(() => Promise.reject(new Error('no picture')));
    const next = limit(() => Promise.resolve('picture'));
    await expect(failing).rejects.toThrow('no picture');
    expect(await next).toBe('picture');
  });
});
