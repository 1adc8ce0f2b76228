import { randomBytes } from 'node:crypto';
import { link, mkdir, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

const KEY_BYTES = 32;

type Options = { dataDir: string; name: string; configured: string | null };

/** The configured key (in hexadecimal), or the one of the data folder, which is made at the first start. */
export async function loadSecretKey({ dataDir, name, configured }: Options): Promise<Buffer> {
  if (configured) return Buffer.from(configured, 'hex');
  const path = join(dataDir, 'secrets', name);
  const known = await readKey(path);
  if (known) return known;
  await mkdir(join(dataDir, 'secrets'), { recursive: true, mode: 0o700 });
  const temporary = `${path}.${process.pid}.${randomBytes(6).toString('hex')}`;
  const file = await open(temporary, 'wx', 0o600);
  try {
    await file.writeFile(randomBytes(KEY_BYTES).toString('hex'));
    await file.sync();
  } finally {
    await file.close();
  }
  // A link, unlike a rename, never replaces the key that another process has just made.
  await link(temporary, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await rm(temporary);
  const made = await readKey(path);
  if (!made) throw new Error(`The key at ${path} cannot be read.`);
  return made;
}

async function readKey(path: string): Promise<Buffer | null> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (text === null) return null;
  const key = Buffer.from(text.trim(), 'hex');
  if (key.length !== KEY_BYTES) throw new Error(`The key at ${path} is damaged.`);
  return key;
}

/** The key that encrypts the secrets of authenticator apps. */
export function loadTotpKey(config: { dataDir: string; totpKey: string | null }): Promise<Buffer> {
  const { dataDir, totpKey: configured } = config;
  return loadSecretKey({ dataDir, name: 'totp-key', configured });
}
