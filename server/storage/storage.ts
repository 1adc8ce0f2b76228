import type { Readable } from 'node:stream';

/** The first and the last byte of a part of a file. */
export type ByteRange = { first: number; last: number };

export type ListedFile = { path: string; size: number };

export type StoredFile = { stream: Readable; size: number; lastModified: Date };

/**
 * Keeps files under `order-attachments/<name>` (private) and `media/<folder>/<name>` (public). Whatever is stored is
 * on stable storage when the promise resolves.
 */
export type FileStorage = {
  /** A local folder for files that are still being received; what is left there is removed after a day. */
  temporaryDir: string;
  /** Stores a file of the temporary folder, written with `flush`, under `path`; afterwards the temporary file is gone. */
  moveIn(temporaryFile: string, path: string, contentType: string): Promise<void>;
  write(path: string, bytes: Uint8Array, contentType: string): Promise<void>;
  /** The bytes of a file, without reading any; null when there is none. */
  sizeOf(path: string): Promise<number | null>;
  /** Opens a file or a part of it for reading, null when there is none; the caller reads or destroys the stream. */
  open(path: string, part?: ByteRange): Promise<StoredFile | null>;
  /** The stored files below a folder, in no order; those that come or go meanwhile may be among them or not. */
  list(folder: 'order-attachments' | 'media'): AsyncGenerator<ListedFile, void, undefined>;
  /** What is free on the disk of the temporary folder, and of the files where they are on a disk; a second old at the most. */
  freeBytes(): Promise<number>;
  /** Removes what was left in the temporary folder a day ago or longer; returns how many files. */
  removeStaleFiles(): Promise<number>;
  /** Removes a file; one that does not exist is already removed. */
  remove(path: string): Promise<void>;
};

/** What the drivers differ in. */
export type StorageDriver = Pick<
  FileStorage,
  'moveIn' | 'write' | 'open' | 'sizeOf' | 'remove' | 'list'
>;
