import { randomBytes } from 'node:crypto';
import { link, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode, readIfPresent } from '#server/lib/files.ts';

const KEY_BYTES = 32;

/** The keys that a data folder may hold. */
export const SECRET_KEYS = ['audit-key', 'totp-key', 'track-key'] as const;

type KeyName = (typeof SECRET_KEYS)[number];

/** The configured key (in hexadecimal), or the one of the data folder, which is made at the first start. */
export async function loadSecretKey(
  dataDir: string,
  name: KeyName,
  configured: string | null,
): Promise<Buffer> {
  if (configured) return Buffer.from(configured, 'hex');
  const path = join(dataDir, 'secrets', name);
  const known = await readKey(path);
  if (known) return known;
  await mkdir(join(dataDir, 'secrets'), { recursive: true, mode: 0o700 });
  const temporary = `${path}.${process.pid}.${randomBytes(6).toString('hex')}`;
  const text = randomBytes(KEY_BYTES).toString('hex');
  await writeFile(temporary, text, { flag: 'wx', mode: 0o600, flush: true });
  // A link, unlike a rename, never replaces the key that another process has just made.
  await link(temporary, path).catch((error: unknown) => {
    if (errorCode(error) !== 'EEXIST') throw error;
  });
  await rm(temporary);
  const made = await readKey(path);
  if (!made) throw new Error(`The key at ${path} cannot be read.`);
  return made;
}

async function readKey(path: string): Promise<Buffer | null> {
  const text = await readIfPresent(path);
  return text === undefined ? null : parseKey(text, path);
}

function parseKey(text: string, path: string): Buffer {
  const key = Buffer.from(text.trim(), 'hex');
  if (key.length !== KEY_BYTES) throw new Error(`The key at ${path} is damaged.`);
  return key;
}

/** The configured key (in hexadecimal), or the one that a backup has; never a new one, which would fit nothing of what was backed up. */
export function findRestoredKey(
  name: KeyName,
  configured: string | null,
  secrets: ReadonlyMap<string, Buffer>,
): Buffer {
  if (configured) return Buffer.from(configured, 'hex');
  const restored = secrets.get(name);
  if (restored) return parseKey(restored.toString(), `secrets/${name}`);
  const variable = name.toUpperCase().replace('-', '_');
  throw new Error(
    `The backup does not have the ${name}: set ${variable} as it was where the backup was made, and run it again.`,
  );
}
