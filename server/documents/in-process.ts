import { fork } from 'node:child_process';
import { once } from 'node:events';
import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { DocumentResult, DocumentTask } from './tasks/tasks.ts';

const PROGRAM = fileURLToPath(new URL('./process.ts', import.meta.url));

/** Uses a process, because a thread that exhausts memory within one step would end the whole process. */
export async function runInProcess(
  task: DocumentTask,
  { heapMb, signal }: { heapMb: number; signal: AbortSignal },
): Promise<DocumentResult> {
  const compiled = getCompileCacheDir();
  const child = fork(PROGRAM, {
    execArgv: [...process.execArgv, `--max-old-space-size=${heapMb}`],
    env: { MALLOC_ARENA_MAX: '2', ...(compiled && { NODE_COMPILE_CACHE: dirname(compiled) }) },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const ended = new AbortController();
  child.once('exit', (code, by) =>
    ended.abort(new Error(`the process ended: ${by ?? code}`, { cause: by })),
  );
  child.on('error', (error) => ended.abort(error));
  try {
    child.send(task);
    const either = AbortSignal.any([signal, ended.signal]);
    const [result] = (await once(child, 'message', { signal: either })) as [DocumentResult];
    return result;
  } finally {
    child.kill('SIGKILL');
  }
}

/** Whether the process was killed from outside, as by the kernel when memory runs out. */
export function isKilled(error: unknown): boolean {
  const end = error instanceof Error ? error.cause : null;
  return end instanceof Error && end.cause === 'SIGKILL';
}
