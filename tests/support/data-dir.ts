import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A new, private folder, as the data directory of a site is one. */
export function makeDataDir(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'vitrin-'));
}
