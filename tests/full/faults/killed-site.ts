import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { expect } from 'vitest';
import type { DatabaseConnection } from '#server/db/client.ts';
import type { Place } from '#tests/faults/place.ts';
import { type Blow, runUnderLoad } from './under-load.ts';

const MAX_PAUSE_MS = 500;
/** Less than visitors wait at all. */
const MAX_TRY_MS = 20_000;
/** The supervisor, which lives as long as the site, waits longer after each restart. */
const ROUNDS_OF_A_SUPERVISOR = 3;

/** The processes that a process has started, by the program that they run. */
export function findChildren(parent: number, program = /./): number[] {
  // Without any it fails.
  const { stdout } = spawnSync('ps', ['--ppid', String(parent), '-ww', '-o', 'pid=,args='], {
    encoding: 'utf8',
  });
  return stdout
    .split('\n')
    .filter((line) => program.test(line))
    .map((line) => Number.parseInt(line, 10));
}

/** Sends a signal to a process and all that it has started. */
export function signalAll(pid: number, signal: NodeJS.Signals): void {
  for (const each of [pidOf(pid), ...findChildren(pid)]) process.kill(each, signal);
}

/** Breaks a database server, and waits until a connection from before it is lost. */
export async function breakDatabase(
  connection: DatabaseConnection,
  kill: (client: pg.Client) => Promise<void> | void,
): Promise<Blow> {
  const client = new pg.Client(connection);
  client.on('error', () => undefined);
  await client.connect();
  const lost = new Promise<void>((done) => client.once('end', () => done()));
  await kill(client);
  const since = performance.now();
  await lost;
  return { since, brokenAt: performance.now() };
}

type Fault = {
  fault: string;
  rounds: number;
  place: Place;
  /** Whether what restarts the killed process lives in the site. */
  isSupervised?: boolean;
  strike: (place: Place) => Promise<Blow>;
};

/** Kills under load, again and again, each time as soon as visitors are acknowledged again and a moment has passed. */
export async function killInRounds({ strike, isSupervised = false, ...fault }: Fault) {
  const { place } = fault;
  const { load } = await runUnderLoad({
    ...fault,
    load: { maxFileBytes: 200_000 },
    async breakAndMend(_load, round) {
      if (isSupervised && round > 0 && round % ROUNDS_OF_A_SUPERVISOR === 0) {
        expect(await place.process.end('SIGTERM')).toBe(0);
        await place.start();
      }
      await pause(randomInt(MAX_PAUSE_MS));
      return strike(place).catch((error: unknown) => {
        throw new Error(`round ${round}: ${place.process.output().slice(-4_000)}`, {
          cause: error,
        });
      });
    },
  });
  expect(load.slowestMs(), 'no visitor is left without any response').toBeLessThan(MAX_TRY_MS);
}

export async function killApplication(place: Place): Promise<Blow> {
  await place.process.end('SIGKILL');
  const since = performance.now();
  await place.start();
  return { since };
}

/** No process is 0: that is the group of whoever kills it. */
export function pidOf(found: number | undefined): number {
  if (!found) throw new Error('there is no such process');
  return found;
}
