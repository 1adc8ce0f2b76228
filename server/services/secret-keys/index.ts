import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '#server/context/context.ts';
import { recordAdminChange } from '#server/context/admin-changes.ts';
import { removeUnreadableTotpSecrets } from '#server/services/accounts/index.ts';

export const SECRET_KEYS = ['audit-key', 'totp-key', 'track-key'] as const;

export type SecretKeyName = (typeof SECRET_KEYS)[number];

export type KeyRecord = {
  fingerprint: Buffer;
  /** The first audit entry made with this key. */
  firstSequence: number;
  replacedAt: Date | null;
};

export async function findKeyRecord(db: Database, name: SecretKeyName): Promise<KeyRecord | null> {
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

export async function recordKey(db: Database, name: SecretKeyName, key: Buffer): Promise<void> {
  const fingerprint = computeFingerprint(key, name, { firstSequence: 0, replacedAt: null });
  await db
    .insertInto('secretKeys')
    .values({ name, fingerprint })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Removes what only the lost key could read. Returns the consequence as a sentence. */
export async function replaceKey(
  db: Database,
  name: SecretKeyName,
  key: Buffer,
  now: Date,
): Promise<string> {
  return db.transaction().execute(async (tx) => {
    const start = { firstSequence: await findNextSequence(tx, name), replacedAt: now };
    const record = { ...start, fingerprint: computeFingerprint(key, name, start) };
    await tx
      .insertInto('secretKeys')
      .values({ name, ...record })
      .onConflict((conflict) => conflict.column('name').doUpdateSet(record))
      .execute();
    await recordAdminChange(tx, { type: 'key_replaced', by: null, now, subject: name });
    return CONSEQUENCES[name](tx, key, start.firstSequence);
  });
}

async function findNextSequence(db: Database, name: SecretKeyName): Promise<number> {
  if (name !== 'audit-key') return 0;
  const { last } = await db
    .selectFrom('contactMessageAudit')
    .select(({ fn }) => fn.max('sequence').as('last'))
    .executeTakeFirstOrThrow();
  return (last ?? 0) + 1;
}

const CONSEQUENCES: Record<
  SecretKeyName,
  (db: Database, key: Buffer, firstSequence: number) => Promise<string>
> = {
  'audit-key': (_db, _key, firstSequence) =>
    Promise.resolve(
      `The audit starts a new segment at entry ${firstSequence}; of earlier entries only the order can be verified.`,
    ),
  async 'totp-key'(db, key) {
    const names = await removeUnreadableTotpSecrets(db, key);
    const { numDeletedRows } = await db.deleteFrom('connections').executeTakeFirst();
    const entered =
      numDeletedRows > 0n ? ' Enter mail server, mailbox and their addresses again.' : '';
    const whose = names.length === 0 ? 'No administrator' : names.join(', ');
    return `Two-step sign-in is off for: ${whose}. They can set it up again; open invitations need a new link.${entered}`;
  },
  async 'track-key'(db) {
    await sql`update conversations set token_hash = null where token_hash is not null`.execute(db);
    return 'The links in emails sent to visitors no longer work; visitors can request a new one, and new ones are made within five minutes of the next start.';
  },
};
