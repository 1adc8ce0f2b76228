const STORAGE_PATH =
  /^(?:order-attachments|media(?:\/[a-z0-9][a-z0-9-]{0,63}){1,2})\/[A-Za-z0-9_][A-Za-z0-9_.-]{0,99}$/;

/** No segment starts with a dot, so no path leaves its folder. */
export function isStoragePath(path: string): boolean {
  return STORAGE_PATH.test(path);
}

export function assertStoragePath(path: string): void {
  if (!isStoragePath(path))
    throw new Error(`not a path of the file storage: ${path.slice(0, 200)}`);
}
