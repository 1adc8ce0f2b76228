import { existsSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Debian's libfaketime, where it is installed. */
export const FAKETIME = [
  '/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1',
  '/usr/lib/aarch64-linux-gnu/faketime/libfaketime.so.1',
].find((path) => existsSync(path));

/** A clock, kept in `folder`, for a program that is not ours; it follows at once, and its timers take their time as ever. */
export function createFaketime(folder: string) {
  const file = join(folder, 'faketime');

  function moveBy(ms: number): void {
    // The program may run as another user.
    writeFileSync(`${file}.new`, `${ms < 0 ? '-' : '+'}${Math.abs(ms) / 1_000}\n`, { mode: 0o644 });
    renameSync(`${file}.new`, file);
  }

  moveBy(0);
  return {
    moveBy,
    environment: {
      LD_PRELOAD: FAKETIME ?? '',
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      NO_FAKE_STAT: '1',
    },
  };
}
