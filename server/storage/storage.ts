import type { Readable } from 'node:stream';

export type ByteRange = { first: number; last: number };

export type ListedFile = { path: string; size: number };

export type StoredFile = { stream: Readable; size: number; lastModified: Date };

/** `order-attachments/<name>` is private, `media/<folder>/<name>` public. Files are durable when a promise resolves. */
export type FileStorage = {
  temporaryDir: string;
  /** Consumes a flushed file of the temporary folder. */
  moveIn(temporaryFile: string, path: string, contentType: string): Promise<void>;
  write(path: string, bytes: Uint8Array, contentType: string): Promise<void>;
  sizeOf(path: string): Promise<number | null>;
  /** The caller reads or destroys the stream. */
  open(path: string, part?: ByteRange): Promise<StoredFile | null>;
  list(folder: 'order-attachments' | 'media'): AsyncGenerator<ListedFile, void, undefined>;
  /** Free space of the temporary folder's disk, at most a second old. */
  freeBytes(): Promise<number>;
  removeStaleFiles(): Promise<number>;
  remove(path: string): Promise<void>;
};

export type StorageDriver = Pick<
  FileStorage,
  'moveIn' | 'write' | 'open' | 'sizeOf' | 'remove' | 'list'
>;
