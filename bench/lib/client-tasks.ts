import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { LOAD_CORE, onCore, type Tools } from './machine.ts';

type Work =
  | { kind: 'messages' | 'orders'; port: number; firstSender: number }
  | { kind: 'pages'; port: number; firstVisitor: number; paths: string[] }
  | { kind: 'call'; port: number; path: string; headers: Record<string, string> }
  | { kind: 'insert'; url: string; table: string }
  | { kind: 'select'; url: string; sql: string; parameters: unknown[]; rows: number };

export type ClientTask = Work & {
  connections: number;
  /** It ends after this time, or when so many are done. */
  seconds: number;
  count?: number;
};

export type ClientResult = {
  done: number;
  perSecond: number;
  p99Ms: number;
  /** How often each status came; 0 stands for a connection that was closed instead. */
  statuses: Record<string, number>;
};

/** Performs a task in a process on the core of the load. */
export async function runClient(tools: Tools, task: ClientTask): Promise<ClientResult> {
  const [command, args] = onCore(tools, LOAD_CORE, process.execPath, [
    fileURLToPath(new URL('./client.ts', import.meta.url)),
  ]);
  const child = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  child.send(task);
  const exited = once(child, 'exit').then(([code]) => {
    throw new Error(`the client ended with ${code}`);
  });
  const [result] = (await Promise.race([once(child, 'message'), exited])) as [ClientResult];
  await exited.catch(() => undefined);
  return result;
}

/** Fails when anything else than this status came. */
export function assertOnly(status: number, { statuses }: ClientResult): void {
  if (Object.keys(statuses).join() === String(status)) return;
  throw new Error(`answers were ${JSON.stringify(statuses)}`);
}
