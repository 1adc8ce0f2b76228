import { createHmac, createSecretKey, hash, type KeyObject } from 'node:crypto';
import type { ServiceContext } from '#server/context/context.ts';
import type { Conversation } from './lock.ts';

type Key = Pick<ServiceContext, 'trackKey'>;

// Made of bytes at each call, the key takes Node longer than the rest of a token.
const keys = new WeakMap<Buffer, KeyObject>();

function keyOf(bytes: Buffer): KeyObject {
  const key = keys.get(bytes) ?? createSecretKey(bytes);
  keys.set(bytes, key);
  return key;
}

/** What opens the visitor's own page of a conversation: 43 letters of base64url, another one for each version. */
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

/** Keyed hash of an address, in lower case: stands for the address where that must not be stored. */
export function addressHashOf(trackKey: Buffer, email: string): Buffer {
  return createHmac('sha256', trackKey).update(`address:${email.toLowerCase()}`).digest();
}
