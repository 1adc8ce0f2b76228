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

export type Target = {
  /** Writes an archive, which is there whole or not at all. */
  write(
    bytes: AsyncIterable<Uint8Array>,
    options: WriteOptions,
  ): Promise<{ place: string; size: number }>;
  /** The archive itself, or the newest of a folder. */
  open(): Promise<Archive>;
  list(): Promise<string[]>;
  remove(name: string): Promise<void>;
  /** The ledger of erasures beside the backups; null where there is none. */
  readLedger(): Promise<string | null>;
  writeLedger(text: string): Promise<void>;
};
