import { sql } from 'kysely';
import { createHmac, createSecretKey, hash, type KeyObject } from 'node:crypto';
import type { Database, ServiceContext, Transaction } from '#server/context/context.ts';
import { byteText } from '#server/db/given-rows.ts';
import type { Conversation } from './lock.ts';

const BATCH = 1_000;

/** For conversations from before tokens existed, or imported ones. */
export async function makeMissingTokens(ctx: ServiceContext): Promise<number> {
  for (let made = 0; ;) {
    const batch = await ctx.db.transaction().execute((tx) => makeBatch(ctx, tx));
    made += batch;
    if (batch < BATCH) return made;
  }
}

/** Locked rows are left to the next run. */
async function makeBatch(ctx: ServiceContext, tx: Transaction): Promise<number> {
  const batch = await tx
    .selectFrom('conversations')
    .select(['id', 'tokenVersion'])
    .where('tokenHash', 'is', null)
    .orderBy('id')
    .limit(BATCH)
    .forUpdate()
    .skipLocked()
    .execute();
  const rows = batch.map(({ id, tokenVersion }) => ({
    id,
    token_hash: byteText(hashOfToken(trackingTokenOf(ctx, { id, tokenVersion }))),
  }));
  await sql`
    update conversations set token_hash = input.token_hash
    from json_to_recordset(${JSON.stringify(rows)}) as input (id uuid, token_hash bytea)
    where conversations.id = input.id
  `.execute(tx);
  return batch.length;
}

const NEWEST = 20;

export async function fitsTrackingLinks(
  db: Database,
  trackKey: Buffer | null,
): Promise<boolean | null> {
  const rows = await db
    .selectFrom('conversations')
    .select(['id', 'tokenVersion', 'tokenHash'])
    .where('tokenHash', 'is not', null)
    .orderBy('id', 'desc')
    .limit(NEWEST)
    .execute();
  if (rows.length === 0) return null;
  return (
    trackKey !== null &&
    rows.some(({ tokenHash, ...row }) =>
      tokenHash?.equals(hashOfToken(trackingTokenOf({ trackKey }, row))),
    )
  );
}

type Key = Pick<ServiceContext, 'trackKey'>;

// Creating a key takes longer than the rest of a token.
const keys = new WeakMap<Buffer, KeyObject>();

function keyOf(bytes: Buffer): KeyObject {
  const key = keys.get(bytes) ?? createSecretKey(bytes);
  keys.set(bytes, key);
  return key;
}

export function trackingTokenOf(
  { trackKey }: Key,
  { id, tokenVersion }: Pick<Conversation, 'id' | 'tokenVersion'>,
): string {
  return createHmac('sha256', keyOf(trackKey))
    .update(`page:${id}:${tokenVersion}`)
    .digest('base64url');
}

export function hashOfToken(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}

/** Stands for an address that must not be stored. */
export function hashAddress(trackKey: Buffer, email: string): Buffer {
  return createHmac('sha256', trackKey).update(`address:${email.toLowerCase()}`).digest();
}
