import type { StorageDriver } from './storage.ts';

/**
 * New files go to the first store. What is not there is read from the second, and what is removed goes from both, so that files can be moved from
 * the second to the first while they are served (`moveFiles`).
 */
export function layerStorage(first: StorageDriver, second: StorageDriver): StorageDriver {
  // The first is asked once more: the file may have been moved between the two looks.
  async function fromEither<T>(read: (store: StorageDriver) => Promise<T | null>) {
    return (await read(first)) ?? (await read(second)) ?? read(first);
  }

  return {
    moveIn: (file, path, contentType) => first.moveIn(file, path, contentType),
    write: (path, bytes, contentType) => first.write(path, bytes, contentType),
    sizeOf: (path) => fromEither((store) => store.sizeOf(path)),
    open: (path, part) => fromEither((store) => store.open(path, part)),

    // In this order a file that is moved meanwhile is seen at least once.
    async *list(folder) {
      // bounded by the files that have not been moved
      const seen = new Set<string>();
      for await (const file of second.list(folder)) {
        seen.add(file.path);
        yield file;
      }
      for await (const file of first.list(folder)) if (!seen.has(file.path)) yield file;
    },

    // In this order one that is moved meanwhile does not stay behind: who moves it looks for it in the second after having copied it.
    async remove(path) {
      await second.remove(path);
      await first.remove(path);
    },
  };
}
