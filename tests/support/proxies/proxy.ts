import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { expect, vi } from 'vitest';

export type Certificate = { file: string; key: string };
export type Proxy = { port: number; log(): string; stop(): Promise<void> };

type Place = {
  port: number;
  /** What is in it goes with the proxy. */
  folder: string;
  /** Where it responds to a request without TLS, and how. */
  plain: { port: number; status: number };
};

/** Starts a proxy and waits until it passes requests on. */
export async function startProxy(
  [program, ...args]: readonly [string, ...string[]],
  { port, folder, plain }: Place,
): Promise<Proxy> {
  const child: ChildProcess = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString()));
  await vi.waitFor(
    async () => {
      expect(child.exitCode, said).toBeNull();
      const url = `http://127.0.0.1:${plain.port}/healthz`;
      const { status } = await fetch(url, { redirect: 'manual' });
      expect(status, said).toBe(plain.status);
    },
    { timeout: 10_000, interval: 50 },
  );
  return {
    port,
    log: () => said,
    async stop() {
      if (child.exitCode === null) {
        const ended = once(child, 'exit');
        child.kill('SIGTERM');
        await ended;
      }
      await rm(folder, { recursive: true, force: true });
    },
  };
}
