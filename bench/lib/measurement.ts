import type { Kysely } from 'kysely';
import type { DB } from '../../server/db/types.ts';
import type { Tools } from './machine.ts';
import type { BenchPostgres } from './postgres.ts';
import type { BenchSite } from './site.ts';

/** One row of the table before it is measured. */
export type Plan = {
  label: string;
  unit: string;
  /** What `must` and `aim` speak of: the figure itself, or its share of the reference. */
  judged: 'figure' | 'ratio';
  better: 'higher' | 'lower';
  must: number | null;
  aim: number | null;
};

export type Result = {
  measurement: number;
  reference?: number;
  /** Given where it is not simply the figure by the reference, such as the median of the rounds' own. */
  ratio?: number;
  note?: string;
};

export type Settings = {
  isQuick: boolean;
  /** Reference and subject take turns this often. */
  rounds: number;
  /** And this often where the database works, whose figures vary less. */
  databaseRounds: number;
  /** How long each turn takes. */
  seconds: number;
};

export type Bench = {
  settings: Settings;
  tools: Tools;
  postgres: BenchPostgres;
  dataDir: string;
  /** The application on the core of the server, started when first asked for. */
  site(): Promise<BenchSite>;
  /** A second one on the same database, on whatever core is free. */
  secondSite(): Promise<BenchSite>;
  /** The database of both. */
  database(): Promise<{ db: Kysely<DB>; url: string }>;
  startSite(options: {
    databaseUrl: string;
    dataDir: string;
    core: number | null;
  }): Promise<BenchSite>;
  /** Called at the end, whatever happens, the last one first. */
  onEnd(end: () => Promise<unknown>): void;
};

export type Measurement = {
  name: string;
  plans: Plan[];
  /** Returns one result for each plan, in their order. */
  run: (bench: Bench) => Promise<Result[]>;
};

/** Runs reference and subject in turn, the order changed each time, so that what the machine does besides meets both alike. */
export async function takeTurns<Taken>(
  rounds: number,
  subject: () => Promise<Taken>,
  reference: () => Promise<Taken>,
): Promise<{ subject: Taken; reference: Taken }[]> {
  const taken: { subject: Taken; reference: Taken }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    if (round % 2 === 0) {
      const first = await reference();
      taken.push({ subject: await subject(), reference: first });
    } else {
      const first = await subject();
      taken.push({ subject: first, reference: await reference() });
    }
  }
  return taken;
}
