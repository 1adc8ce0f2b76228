import { createHmac } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { DB } from '#server/db/types.ts';

/** The keys that the environment or the data folder holds. */
export const SECRET_KEYS = ['audit-key', 'totp-key', 'track-key'] as const;

export type SecretKeyName = (typeof SECRET_KEYS)[number];

export type KeyRecord = {
  fingerprint: Buffer;
  /** The first audit entry made with this key. */
  firstSequence: number;
  replacedAt: Date | null;
};

export async function findKeyRecord(
  db: Kysely<DB>,
  name: SecretKeyName,
): Promise<KeyRecord | null> {
  const record = await db
    .selectFrom('secretKeys')
    .select(['fingerprint', 'firstSequence', 'replacedAt'])
    .where('name', '=', name)
    .executeTakeFirst();
  return record ?? null;
}

/** Covers the whole record, so only the holder of the key can move the first entry. */
export function computeFingerprint(
  key: Buffer,
  name: SecretKeyName,
  { firstSequence, replacedAt }: Omit<KeyRecord, 'fingerprint'>,
): Buffer {
  return createHmac('sha256', key)
    .update(`fingerprint|${name}|${firstSequence}|${replacedAt?.toISOString() ?? '-'}`)
    .digest();
}
