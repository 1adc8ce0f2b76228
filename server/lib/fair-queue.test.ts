import { describe, expect, it } from 'vitest';
import { createFairQueue } from './fair-queue.ts';

const LANES = {
  save: { rank: 0, maxRunning: 2, maxPending: 3 },
  preview: { rank: 1, maxRunning: 1, maxPending: 3 },
};

const MESSAGES = { busy: 'Busy.', tooManyOfYours: 'Too many of yours.' };

/** Lets start what may: it takes a few turns of the promises in between. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
}

function createTestQueue() {
  const queue = createFairQueue({
    lanes: LANES,
    perSource: { maxRunning: 1, maxPending: 2 },
    messages: MESSAGES,
  });
  const started: string[] = [];
  const finish = new Map<string, () => void>();
  return {
    queue,
    started,
    add: (name: string, lane: keyof typeof LANES, source: string | null) =>
      queue.run(lane, source, async () => {
        started.push(name);
        await new Promise<void>((resolve) => finish.set(name, resolve));
        return name;
      }),
    end: async (name: string) => {
      await settle();
      finish.get(name)?.();
      await settle();
    },
  };
}

describe('createFairQueue', () => {
  it('runs one piece of a source at once and lets others pass by', async () => {
    const { add, started, end } = createTestQueue();
    void add('a1', 'save', 'a');
    void add('a2', 'save', 'a');
    void add('b1', 'save', 'b');
    await Promise.resolve();
    expect(started).toEqual(['a1', 'b1']);
    await end('b1');
    expect(started).toEqual(['a1', 'b1']);
    await end('a1');
    expect(started).toEqual(['a1', 'b1', 'a2']);
  });

  it('takes a waiting save before a preview, and starts one while previews run and wait', async () => {
    const previews = createTestQueue();
    void previews.add('p1', 'preview', 'a');
    void previews.add('p2', 'preview', 'b');
    void previews.add('s1', 'save', 'c');
    await settle();
    expect(previews.started).toEqual(['p1', 's1']);
    const { add, started, end } = createTestQueue();
    void add('a1', 'save', 'a');
    void add('b1', 'save', 'b');
    void add('p1', 'preview', 'c');
    void add('s1', 'save', 'd');
    await end('a1');
    expect(started).toEqual(['a1', 'b1', 's1']);
  });

  it('turns away what a source or a lane has no room for, at once', async () => {
    const { add } = createTestQueue();
    for (const name of ['a1', 'a2', 'a3']) void add(name, 'preview', 'a');
    const tooMany = { code: 'RATE_LIMITED', message: MESSAGES.tooManyOfYours };
    await expect(add('a4', 'preview', 'a')).rejects.toMatchObject(tooMany);
    void add('b1', 'preview', 'b');
    const busy = { code: 'UNAVAILABLE', message: MESSAGES.busy };
    await expect(add('c1', 'preview', 'c')).rejects.toMatchObject(busy);
  });

  it('hands on the place of work that fails', async () => {
    const { queue } = createTestQueue();
    const failed = queue.run('preview', 'a', () => Promise.reject(new Error('broken')));
    const next = queue.run('preview', 'a', () => Promise.resolve('done'));
    await expect(failed).rejects.toThrow('broken');
    expect(await next).toBe('done');
  });
});
