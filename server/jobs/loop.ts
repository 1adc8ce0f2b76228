import { setTimeout as pause } from 'node:timers/promises';

export type Loop = { stop(): Promise<void> };

type Options = {
  pollMs: number;
  maxPauseMs?: number;
  onError: (error: unknown) => void;
};

export function startLoop(
  work: () => Promise<unknown>,
  { pollMs, maxPauseMs = pollMs, onError }: Options,
): Loop {
  const stopping = new AbortController();
  const { signal } = stopping;

  async function repeat(): Promise<void> {
    for (let wait = pollMs; !signal.aborted;) {
      try {
        const result = await work();
        wait = pollMs;
        if (result === true) continue;
      } catch (error) {
        if (signal.aborted) return;
        onError(error);
        wait = Math.min(wait * 2, maxPauseMs);
      }
      await pause(wait, undefined, { signal }).catch(() => undefined);
    }
  }

  const finished = repeat();
  return {
    async stop() {
      stopping.abort();
      await finished;
    },
  };
}
