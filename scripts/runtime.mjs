import { join } from 'node:path';

/** How the application is run, wherever it is started. */
export const NODE_FLAGS = [
  // What an answer needs lives for microseconds: more room for it, and for what is left of it, would only be more memory.
  '--max-semi-space-size=8',
  // So little is left of it that helpers cost more than they bring: on a busy core the program waits for them.
  '--no-parallel-scavenge',
  '--heap-growing-percent=50',
];

export function runtimeEnvironment(root) {
  return {
    // Else each thread that compresses keeps memory of its own that it does not give back (glibc's mallopt(3)).
    MALLOC_ARENA_MAX: '2',
    // The second start finds its sources compiled.
    NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'node'),
  };
}
