import { join } from 'node:path';

/** How the application is run, wherever it is started. */
export const NODE_FLAGS = [
  // Twice as much takes 20 MB more, and a request costs the same within what can be measured.
  '--max-semi-space-size=8',
  // So little is left of it that helpers cost more than they bring: on a busy core the program waits for them.
  '--no-parallel-scavenge',
  '--heap-growing-percent=50',
  // The threads that mark the heap would take a busy core from the program one after the other, for 12 to 24 ms together.
  '--v8-pool-size=1',
];

export function runtimeEnvironment(root) {
  return {
    // Larger blocks go back to the system at once. The default limit grows with what is freed, up to 32 MB (glibc's mallopt(3)).
    MALLOC_MMAP_THRESHOLD_: '262144',
    // Else each thread that compresses keeps its own memory that it does not give back (glibc's mallopt(3)).
    MALLOC_ARENA_MAX: '2',
    // The second start finds its sources compiled.
    NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'node'),
  };
}
