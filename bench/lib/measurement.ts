import { setTimeout as pause } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { DB } from '../../server/db/types.ts';
import type { Tools } from './machine.ts';
import type { BenchPostgres } from './postgres.ts';
import type { BenchSite, SiteOptions } from './site.ts';

/** One row of the table before it is measured. More is better where the unit is a rate or a count. */
export type Plan = {
  label: string;
  unit: '/s' | 'MB/s' | '' | 'ms' | 'MB' | 'kB';
  /** Whether `must` and `aim` are ratios to the reference. */
  isRatio?: boolean;
  must?: number;
  aim?: number;
};

export type Result = {
  measurement: number;
  reference?: number;
  /** Set where it is not the measurement divided by the reference. */
  ratio?: number;
  note?: string;
};

export type Settings = {
  isQuick: boolean;
  /** Number of turns of subject and reference. */
  rounds: number;
  /** Number of rounds for rows that use the database, whose rates vary less. */
  databaseRounds: number;
  seconds: number;
};

export type Bench = {
  settings: Settings;
  tools: Tools;
  postgres: BenchPostgres;
  dataDir: string;
  /** The application on the server's core, started at the first call. */
  site(): Promise<BenchSite>;
  /** A second process on the same database, on any core. */
  secondSite(): Promise<BenchSite>;
  /** The database of both. */
  database(): Promise<{ db: Kysely<DB>; url: string }>;
  startSite(options: Omit<SiteOptions, 'tools' | 'logFile'>): Promise<BenchSite>;
  /** Registers a clean-up; they run in reverse order, also after a failure. */
  onEnd(end: () => Promise<unknown>): void;
};

export type Measurement = {
  name: string;
  plans: Plan[];
  /** Runs only when `--only` names it. */
  isExtra?: boolean;
  /** Returns one result for each plan, in their order. */
  run: (bench: Bench) => Promise<Result[]>;
};

type Turn<Taken> = { subject: Taken; reference: Taken };

/** Runs reference and subject in turn. The order changes each time, so that other load on the machine affects both. */
export async function takeTurns<Taken>(
  rounds: number,
  subject: () => Promise<Taken>,
  reference: () => Promise<Taken>,
): Promise<Turn<Taken>[]> {
  const turns: Turn<Taken>[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const early = round % 2 === 0 ? await reference() : undefined;
    const taken = await subject();
    turns.push({ subject: taken, reference: early ?? (await reference()) });
  }
  return turns;
}

/** The medians of both sides, and of the ratios of each turn. */
export function summarize<Taken>(
  turns: readonly Turn<Taken>[],
  read: (taken: Taken) => number,
  note?: string,
): Result {
  return {
    measurement: median(turns.map(({ subject }) => read(subject))),
    reference: median(turns.map(({ reference }) => read(reference))),
    ratio: median(turns.map(({ subject, reference }) => read(subject) / read(reference))),
    ...(note !== undefined && { note }),
  };
}

/** Polls until a check succeeds or `ms` are over. */
export async function waitUntil(
  problem: string,
  check: () => boolean | Promise<boolean>,
  { ms = 5_000, everyMs = 50 } = {},
): Promise<void> {
  const end = performance.now() + ms;
  while (!(await check())) {
    if (performance.now() > end) throw new Error(problem);
    await pause(everyMs);
  }
}

export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}
