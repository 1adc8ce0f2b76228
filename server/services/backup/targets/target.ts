export type Archive = {
  place: string;
  size: number;
  read(): AsyncIterable<Uint8Array>;
};

type WriteOptions = {
  now: Date;
  isEncrypted: boolean;
  signal?: AbortSignal;
};

export type Target = {
  /** Atomic: the archive is complete or absent. */
  write(
    bytes: AsyncIterable<Uint8Array>,
    options: WriteOptions,
  ): Promise<{ place: string; size: number }>;
  open(): Promise<Archive>;
  list(): Promise<string[]>;
  remove(name: string): Promise<void>;
  readLedger(): Promise<string | null>;
  writeLedger(text: string): Promise<void>;
};

const NAME = /^vitrin-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.tar(?:\.age)?$/;

export const LEDGER_NAME = 'erasures.jsonl';

export function nameOf(madeAt: Date, isEncrypted: boolean): string {
  const stamp = madeAt.toISOString().replace(/[-:]|\.\d+/g, '');
  return `vitrin-${stamp}.tar${isEncrypted ? '.age' : ''}`;
}

export function momentOf(name: string): Date | null {
  const [, ...parts] = NAME.exec(name) ?? [];
  if (parts.length === 0) return null;
  const [year, month, day, hour, minute, second] = parts;
  const moment = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(moment.getTime()) ? null : moment;
}

export function findNewest(names: readonly string[]): string | null {
  const newest = names
    .flatMap((name) => ({ name, moment: momentOf(name)?.getTime() ?? Number.NaN }))
    .filter(({ moment }) => !Number.isNaN(moment))
    .toSorted((a, b) => b.moment - a.moment);
  return newest[0]?.name ?? null;
}
