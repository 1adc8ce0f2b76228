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
  /** Atomic: the archive is complete or absent. */
  write(
    bytes: AsyncIterable<Uint8Array>,
    options: WriteOptions,
  ): Promise<{ place: string; size: number }>;
  /** Opens the archive itself or the newest of a folder. */
  open(): Promise<Archive>;
  list(): Promise<string[]>;
  remove(name: string): Promise<void>;
  readLedger(): Promise<string | null>;
  writeLedger(text: string): Promise<void>;
};
