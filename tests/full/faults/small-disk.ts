import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmdirSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

export type SmallDisk = ReturnType<typeof mountSmallDisk>;

/** More than the application wants to be free before it takes files; memory is used for what is written only. */
const SIZE_BYTES = 3 * 1024 ** 3;
const MAX_TRIES = 2_000;

function mount(...args: string[]): void {
  execFileSync('mount', args, { stdio: 'pipe' });
}

/** Why no disk can be mounted here; empty where it can. */
export function whyNoDisks(): string {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'only root mounts disks';
  const folder = mkdtempSync(join(tmpdir(), 'vitrin-disk-'));
  try {
    mount('-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', folder);
    execFileSync('umount', [folder], { stdio: 'pipe' });
    return '';
  } catch {
    return 'no disk can be mounted here';
  } finally {
    rmdirSync(folder);
  }
}

/** A disk in memory at a folder, which can become full or read-only and go back while it is in use. */
export function mountSmallDisk(folder: string) {
  mkdirSync(folder, { recursive: true });
  mount('-t', 'tmpfs', '-o', `size=${SIZE_BYTES},mode=0700`, 'tmpfs', folder);
  const remount = (options: string) => mount('-o', `remount,${options}`, folder);

  /** Until it succeeds: what is in use may have grown since it was looked at, and be open for writing for a moment. */
  async function tryRemount(options: () => Promise<string>): Promise<void> {
    for (let tries = 1; ; tries += 1) {
      try {
        remount(await options());
        return;
      } catch (error) {
        if (tries === MAX_TRIES) throw error;
        await pause(1);
      }
    }
  }

  return {
    folder,
    async fill(): Promise<void> {
      await tryRemount(async () => {
        const { blocks, bfree, bsize } = await statfs(folder);
        // Nothing at all would stand for no bound.
        return `size=${Math.max(bsize, (blocks - bfree) * bsize)}`;
      });
    },
    /** Leaves no room for another file, though for bytes. */
    async fillNames(): Promise<void> {
      await tryRemount(async () => {
        const { files, ffree } = await statfs(folder);
        return `nr_inodes=${files - ffree}`;
      });
    },
    makeRoom: () => remount(`size=${SIZE_BYTES},nr_inodes=1000000`),
    makeReadOnly: () => tryRemount(() => Promise.resolve('ro')),
    makeWritable: () => remount('rw'),
    unmount: () => void execFileSync('umount', ['--lazy', folder], { stdio: 'pipe' }),
  };
}
