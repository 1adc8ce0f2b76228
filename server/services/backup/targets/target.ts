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
  /** Opens the archive itself or the newest of a folder. */
  write(
    bytes: AsyncIterable<Uint8Array>,
    options: WriteOptions,
  ): Promise<{ place: string; size: number }>;
  open(): Promise<Archive>;
  list(): Promise<string[]>;
  remove(name: string): Promise<void>;
  /** Drafts that were never published have no known URL. */
  readLedger(): Promise<string | null>;
  writeLedger(text: string): Promise<void>;
};
