import { join } from 'node:path';

/** How the application is run, wherever it is started. */
export const NODE_FLAGS = [
  // What a response needs lives for microseconds. With half as much room it is collected twice as often, and one page in a hundred waits
  // for that; more room would only be more memory.
  '--max-semi-space-size=16',
  // So little is left of it that helpers cost more than they bring: on a busy core the program waits for them.
  '--no-parallel-scavenge',
  '--heap-growing-percent=50',
  // The threads that mark the heap would take a busy core from the program one after the other, for 12 to 24 ms together.
  '--v8-pool-size=1',
];

export function runtimeEnvironment(root) {
  return {
    // Else each thread that compresses keeps its own memory that it does not give back (glibc's mallopt(3)).
    MALLOC_ARENA_MAX: '2',
    // The second start finds its sources compiled.
    NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'node'),
  };
}
