import { execFile } from 'node:child_process';
import type { Log } from '#server/lib/log.ts';

/** SD_LISTEN_FDS_START of sd_listen_fds(3). */
const FIRST_PASSED_FD = 3;
const BEATS_PER_WATCHDOG_PERIOD = 3;
const NOTIFY_TIMEOUT_MS = 10_000;

/** Descriptor of a listening socket that systemd passed to this process, or to its parent `scripts/bootstrap.mjs`. */
export function findPassedSocket(): number | null {
  const { LISTEN_FDS, LISTEN_PID } = process.env;
  if (![process.pid, process.ppid].includes(Number(LISTEN_PID))) return null;
  if (LISTEN_FDS !== '1') {
    throw new Error(`The socket unit must have one ListenStream=: it passed ${LISTEN_FDS}.`);
  }
  return FIRST_PASSED_FD;
}

export function notifyReady(log: Log): void {
  const { NOTIFY_SOCKET, WATCHDOG_USEC } = process.env;
  if (!NOTIFY_SOCKET) return;
  // Node cannot write to datagram sockets of the file system.
  const notify = (state: string) =>
    execFile('systemd-notify', [state], { timeout: NOTIFY_TIMEOUT_MS }, (error) => {
      if (error) log.warn({ error }, 'systemd could not be notified');
    });
  notify('READY=1');
  if (!WATCHDOG_USEC) return;
  const beatMs = Number(WATCHDOG_USEC) / 1_000 / BEATS_PER_WATCHDOG_PERIOD;
  setInterval(notify, beatMs, 'WATCHDOG=1').unref();
}
