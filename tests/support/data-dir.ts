import { chmod, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A new data directory that also the database's own user can enter, so that as root nothing is kept elsewhere. */
export async function makeDataDir(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrin-'));
  await chmod(folder, 0o755);
  return folder;
}
