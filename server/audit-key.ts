import { randomBytes } from 'node:crypto';
import { link, mkdir, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** The key of the audit's hash chain in the two padded forms of HMAC-SHA-256 (RFC 2104, section 2). */
export type AuditKey = { inner: Buffer; outer: Buffer };

const BLOCK_BYTES = 64;
const KEY_BYTES = 32;

/** Pads a key of at most 64 bytes. */
export function padAuditKey(key: Buffer): AuditKey {
  const block = Buffer.alloc(BLOCK_BYTES);
  key.copy(block);
  return {
    inner: Buffer.from(block.map((byte) => byte ^ 0x36)),
    outer: Buffer.from(block.map((byte) => byte ^ 0x5c)),
  };
}

/** The configured key, or the one of the data folder, which is made at the first start. */
export async function loadAuditKey(config: {
  dataDir: string;
  auditKey: string | null;
}): Promise<AuditKey> {
  if (config.auditKey) return padAuditKey(Buffer.from(config.auditKey, 'hex'));
  const folder = join(config.dataDir, 'secrets');
  const path = join(folder, 'audit-key');
  const known = await readKey(path);
  if (known) return padAuditKey(known);
  await mkdir(folder, { recursive: true, mode: 0o700 });
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
  if (!made) throw new Error(`The audit key at ${path} cannot be read.`);
  return padAuditKey(made);
}

async function readKey(path: string): Promise<Buffer | null> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (text === null) return null;
  const key = Buffer.from(text.trim(), 'hex');
  if (key.length !== KEY_BYTES) throw new Error(`The audit key at ${path} is damaged.`);
  return key;
}
