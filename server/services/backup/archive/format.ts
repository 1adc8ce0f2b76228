import * as z from 'zod';

export const HEADER = 'backup.json';
/** Last entry: a line `{name, size, sha256}` per earlier entry, then a line with the hash of these lines. */
export const MANIFEST = 'manifest.jsonl';
export const FORMAT = 1;
export const BLOCK_BYTES = 8 * 1024 * 1024;

const identifier = z.string().regex(/^[a-z_][a-z0-9_]{0,62}$/);

export const headerSchema = z.object({
  format: z.literal(FORMAT),
  madeAt: z.iso.datetime(),
  version: z.string(),
  newestMigration: z.string(),
  /** Each table after those that it references. */
  tables: z.array(
    z.object({ name: identifier, columns: z.array(identifier).min(1), rows: z.int().min(0) }),
  ),
  sequences: z.array(z.object({ name: identifier, lastValue: z.int().nullable() })),
  /** MD5 of the text of sample rows, checked after a restore. */
  samples: z.array(z.object({ table: identifier, digest: z.string().regex(/^[0-9a-f]{32}$/) })),
  /** End of the contact audit; null when it is empty. */
  auditHead: z
    .object({ sequence: z.int(), hash: z.string().regex(/^[0-9a-f]{64}$/) })
    .nullable()
    .default(null),
});

export type Header = z.infer<typeof headerSchema>;

export const manifestLineSchema = z.strictObject({
  name: z.string(),
  size: z.int().min(0),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});

export type ManifestLine = z.infer<typeof manifestLineSchema>;

export const lastLine = (sha256: string) => `${JSON.stringify({ manifest: sha256 })}\n`;

/** Make the text form of rows independent of the server's settings. */
export const TEXT_SETTINGS = `set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres'; set timezone = 'UTC';
  set bytea_output = 'hex'; set extra_float_digits = 1; set client_encoding = 'UTF8'; set statement_timeout = 0;
  set idle_in_transaction_session_timeout = 0; set idle_session_timeout = 0`;

export const blockName = (table: string, block: number) =>
  `database/${table}/${String(block).padStart(6, '0')}.copy.zst`;
export const secretName = (name: string) => `secrets/${name}`;
export const fileName = (path: string) => `files/${path}`;

export type EntryKind =
  | { kind: 'header' }
  | { kind: 'block'; table: string }
  | { kind: 'secret'; name: string }
  | { kind: 'file'; path: string }
  | { kind: 'manifest' };

export function entryKind(name: string): EntryKind | null {
  if (name === HEADER) return { kind: 'header' };
  if (name === MANIFEST) return { kind: 'manifest' };
  const [, table] = /^database\/([a-z_][a-z0-9_]{0,62})\/\d{6,}\.copy\.zst$/.exec(name) ?? [];
  if (table !== undefined) return { kind: 'block', table };
  const [, secret] = /^secrets\/([a-z0-9][a-z0-9-]{0,62})$/.exec(name) ?? [];
  if (secret !== undefined) return { kind: 'secret', name: secret };
  const [, path] = /^files\/(.+)$/.exec(name) ?? [];
  return path === undefined ? null : { kind: 'file', path };
}

export class ArchiveError extends Error {
  readonly part: string;
  constructor(part: string, what: string) {
    super(`The archive is damaged: ${part} ${what}.`);
    this.part = part;
  }
}
