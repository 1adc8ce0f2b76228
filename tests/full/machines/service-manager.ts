import { spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect } from 'vitest';
import { findChildren } from '#tests/full/faults/killed-site.ts';
import { SITE_PASSWORD } from '#tests/support/site-process.ts';

const root = join(import.meta.dirname, '../../..');

/** The parts of systemd that a service uses: a listening socket, restarts, and a socket for notifications. */
const PROGRAM = `
import os, socket, sys, threading
port, notify_path, watchdog_usec, *command = sys.argv[1:]
listening = socket.create_server(('127.0.0.1', int(port)), backlog=1024)
notifications = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
notifications.bind(notify_path)

def receive():
    while True:
        print('notified', notifications.recv(4096).decode().strip(), flush=True)

threading.Thread(target=receive, daemon=True).start()
while True:
    pid = os.fork()
    if pid == 0:
        os.dup2(listening.fileno(), 3)
        os.set_inheritable(3, True)
        os.environ.update(LISTEN_FDS='1', LISTEN_PID=str(os.getpid()),
            NOTIFY_SOCKET=notify_path, WATCHDOG_USEC=watchdog_usec)
        os.execvp(command[0], command)
    print('started', pid, flush=True)
    os.waitpid(pid, 0)
`;

/** The first missing program; null when all are installed. */
export const MISSING_PROGRAM =
  ['python3', 'systemd-notify'].find((name) => spawnSync(name, ['--version']).status !== 0) ?? null;

/** How often systemd wants to be notified, in microseconds. */
const WATCHDOG_USEC = 1_500_000;

const SERVICE = /server\/main\.ts/;
const START = { timeout: 60_000, interval: 20 };

/** Runs `npm start` as a service with a passed socket, and starts it again whenever it ends. */
export async function startService({ port, dataDir }: { port: number; dataDir: string }) {
  const command = [process.execPath, join(root, 'scripts/bootstrap.mjs'), 'start'];
  const manager = spawn(
    'python3',
    ['-c', PROGRAM, String(port), join(dataDir, 'notify'), String(WATCHDOG_USEC), ...command],
    {
      cwd: root,
      env: {
        PATH: process.env.PATH ?? '',
        HOME: process.env.HOME ?? '',
        NODE_ENV: 'production',
        // Not the port of the socket: only who has that one serves there.
        PORT: '1',
        DATA_DIR: dataDir,
        SAMPLE_CONTENT: 'off',
        ADMIN_PASSWORD: SITE_PASSWORD,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let output = '';
  manager.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  manager.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const count = (line: string) => output.split(`${line}\n`).length - 1;
  const starterPid = () => Number([...output.matchAll(/^started (\d+)$/gm)].at(-1)?.[1]);
  const serverPid = () => findChildren(starterPid(), SERVICE)[0];

  async function ready(times: number): Promise<void> {
    await expect
      .poll(() => count('notified READY=1'), START)
      .toBe(times)
      .catch((error: unknown) => {
        throw new Error(output.slice(-4_000), { cause: error });
      });
  }

  return {
    ready,
    beats: () => count('notified WATCHDOG=1'),
    stop: () => void process.kill(starterPid(), 'SIGTERM'),
    signalServer(signal: NodeJS.Signals): void {
      const pid = serverPid();
      if (pid === undefined) throw new Error(`the service does not run:\n${output}`);
      process.kill(pid, signal);
    },
    async end(): Promise<void> {
      manager.kill('SIGKILL');
      const pid = starterPid();
      process.kill(pid, 'SIGTERM');
      await expect.poll(() => findChildren(pid, SERVICE), START).toEqual([]);
    },
  };
}
