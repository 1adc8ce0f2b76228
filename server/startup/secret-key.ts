import { randomBytes } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Kysely } from 'kysely';
import type { Config } from '#server/core/config.ts';
import type { DB } from '#server/db/types.ts';
import { readIfPresent, writeNewFile } from '#server/lib/files.ts';
import { fitsTotpSecrets } from '#server/services/accounts/index.ts';
import { fitsAudit } from '#server/services/contact-audit/index.ts';
import { fitsTrackingLinks } from '#server/services/conversations/index.ts';
import {
  computeFingerprint,
  findKeyRecord,
  recordKey,
  replaceKey,
  type SecretKeyName,
} from '#server/services/secret-keys/index.ts';

const KEY_BYTES = 32;

type KeyConfig = Pick<Config, 'dataDir' | 'auditKey' | 'totpKey' | 'trackKey'>;

const SETTINGS = {
  'audit-key': 'auditKey',
  'totp-key': 'totpKey',
  'track-key': 'trackKey',
} as const;

function getVariable(name: SecretKeyName): string {
  return name.toUpperCase().replace('-', '_');
}

/** Null while the database has nothing made with the key. */
const FITS = {
  'audit-key': fitsAudit,
  'totp-key': fitsTotpSecrets,
  'track-key': fitsTrackingLinks,
};

type Examined = { problem: string | null; isRecorded: boolean };

/** Compares a key, or its absence (null), with the database's record. */
async function examineKey(
  db: Kysely<DB>,
  config: KeyConfig,
  name: SecretKeyName,
  key: Buffer | null,
): Promise<Examined> {
  const record = await findKeyRecord(db, name);
  const isRight = record
    ? key !== null && computeFingerprint(key, name, record).equals(record.fingerprint)
    : await FITS[name](db, key);
  const isRecorded = record !== null;
  if (isRight !== false) return { problem: null, isRecorded };
  const path = getKeyPath(config, name);
  const variable = getVariable(name);
  const place = config[SETTINGS[name]] === null ? path : variable;
  const problem = [
    `${variable} must be the key that this database was used with: ${place} ${key === null ? 'is missing' : 'is another key'}.`,
    `Put the former file back at ${path}, or set ${variable} to its 64 digits.`,
    `If it is lost permanently, stop the application and type: npm run admin -- replace-key ${name}`,
  ].join(' ');
  return { problem, isRecorded };
}

function getKeyPath({ dataDir }: KeyConfig, name: SecretKeyName): string {
  return join(dataDir, 'secrets', name);
}

export async function readSecretKey(
  config: KeyConfig,
  name: SecretKeyName,
): Promise<Buffer | null> {
  const configured = config[SETTINGS[name]];
  if (configured) return Buffer.from(configured, 'hex');
  const path = getKeyPath(config, name);
  const text = await readIfPresent(path);
  return text === undefined ? null : parseKey(text, path);
}

/** Returns a problem with advice; null when the key fits. */
export async function findKeyProblem(
  db: Kysely<DB>,
  config: KeyConfig,
  name: SecretKeyName,
): Promise<string | null> {
  const { problem } = await examineKey(db, config, name, await readSecretKey(config, name));
  return problem;
}

/** Creates a key only where the database has nothing made with one. */
export async function loadSecretKey(
  db: Kysely<DB>,
  config: KeyConfig,
  name: SecretKeyName,
): Promise<Buffer> {
  const given = await readSecretKey(config, name);
  const found = await examineKey(db, config, name, given);
  if (found.problem !== null) throw new Error(found.problem);
  if (given !== null && found.isRecorded) return given;
  const key = given ?? (await makeKey(config, name));
  await recordKey(db, name, key);
  // Another machine may have recorded its key meanwhile.
  const { problem } = await examineKey(db, config, name, key);
  if (problem !== null) throw new Error(problem);
  return key;
}

export async function replaceSecretKey(
  db: Kysely<DB>,
  config: KeyConfig,
  name: SecretKeyName,
): Promise<string> {
  const given = await readSecretKey(config, name);
  const { problem } = await examineKey(db, config, name, given);
  if (problem === null) {
    throw new Error(
      `The ${name} is the right one. To change it, set another ${getVariable(name)} or move ${getKeyPath(config, name)} away first.`,
    );
  }
  return replaceKey(db, name, given ?? (await makeKey(config, name)), new Date());
}

async function makeKey(config: KeyConfig, name: SecretKeyName): Promise<Buffer> {
  const path = getKeyPath(config, name);
  await mkdir(join(config.dataDir, 'secrets'), { recursive: true, mode: 0o700 });
  await writeNewFile(path, randomBytes(KEY_BYTES).toString('hex'));
  return parseKey(await readFile(path, 'utf8'), path);
}

function parseKey(text: string, path: string): Buffer {
  const key = Buffer.from(text.trim(), 'hex');
  if (key.length !== KEY_BYTES) {
    throw new Error(
      `The key at ${path} is damaged. Put the former file back there. If it is lost permanently, remove it and type: npm run admin -- replace-key ${basename(path)}`,
    );
  }
  return key;
}

/** Never creates a key, which would not fit the backup. */
export async function findRestoredKey(
  db: Kysely<DB>,
  config: KeyConfig,
  name: SecretKeyName,
  secrets: ReadonlyMap<string, Buffer>,
): Promise<Buffer> {
  const configured = config[SETTINGS[name]];
  const restored = secrets.get(name);
  if (configured === null && restored === undefined) {
    throw new Error(
      `The backup does not have the ${name}: set ${getVariable(name)} as it was where the backup was made, and run it again.`,
    );
  }
  const key = configured
    ? Buffer.from(configured, 'hex')
    : parseKey(restored?.toString() ?? '', `secrets/${name}`);
  const { problem } = await examineKey(db, config, name, key);
  if (problem !== null && name !== 'audit-key') throw new Error(problem);
  return key;
}
