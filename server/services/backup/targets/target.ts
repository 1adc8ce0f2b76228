/** An archive that can be read, as often as needed. */
export type Archive = {
  place: string;
  size: number;
  read(): AsyncIterable<Uint8Array>;
};

export type WriteOptions = {
  now: Date;
  isEncrypted: boolean;
  signal?: AbortSignal;
};

/** Where backups are written to and read from. */
export type Target = {
  /** Writes an archive, which is there whole or not at all. */
  write(
    bytes: AsyncIterable<Uint8Array>,
    options: WriteOptions,
  ): Promise<{ place: string; size: number }>;
  /** The archive itself, or the newest of a folder. */
  open(): Promise<Archive>;
  /** The names of the backups in a folder. */
  list(): Promise<string[]>;
  remove(name: string): Promise<void>;
  /** The ledger of erasures beside the backups; null where there is none. */
  readLedger(): Promise<string | null>;
  writeLedger(text: string): Promise<void>;
};
