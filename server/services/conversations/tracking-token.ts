import { createHmac, createSecretKey, hash, type KeyObject } from 'node:crypto';
import type { ServiceContext } from '#server/context/context.ts';
import type { Conversation } from './lock.ts';

type Key = Pick<ServiceContext, 'trackKey'>;

// Creating a key takes longer than the rest of a token.
const keys = new WeakMap<Buffer, KeyObject>();

function keyOf(bytes: Buffer): KeyObject {
  const key = keys.get(bytes) ?? createSecretKey(bytes);
  keys.set(bytes, key);
  return key;
}

/** Token of the tracking page: 43 base64url characters, new for each version. */
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
export function addressHashOf(trackKey: Buffer, email: string): Buffer {
  return createHmac('sha256', trackKey).update(`address:${email.toLowerCase()}`).digest();
}
