import { createHmac, timingSafeEqual } from 'node:crypto';
import { Secret } from 'otpauth';

const ID_BYTES = 16;
const SIGNATURE_BYTES = 10;
const MAX_LOCAL_PART = 64;
const TOKEN = /\+c\.([a-z2-7]{42})@/giu;
const MAX_TOKENS = 10;

// Version 1 has no version in its signature, so that addresses in sent emails stay valid.
function sign(key: Buffer, id: Buffer, version: number): Buffer {
  return createHmac('sha256', key)
    .update(version === 1 ? 'reply:' : `reply:${version}:`)
    .update(id)
    .digest()
    .subarray(0, SIGNATURE_BYTES);
}

type Signed = { id: string; tokenVersion: number };

function toBytes(id: string): Buffer {
  return Buffer.from(id.replaceAll('-', ''), 'hex');
}

/** Address whose replies find their conversation; null when it would be too long. Revoking the tracking link revokes it. */
export function formatReplyAddress(
  address: string,
  key: Buffer,
  { id, tokenVersion }: Signed,
): string | null {
  const at = address.lastIndexOf('@');
  const bytes = toBytes(id);
  const signed = Buffer.concat([bytes, sign(key, bytes, tokenVersion)]);
  // Base 32 survives mail servers that change the case of addresses.
  const token = new Secret({ buffer: new Uint8Array(signed).buffer }).base32.toLowerCase();
  const name = `${address.slice(0, at)}+c.${token}`;
  return name.length > MAX_LOCAL_PART ? null : `${name}${address.slice(at)}`;
}

export type ReplyToken = { id: string; signature: Buffer };

export function findReplyTokens(text: string): ReplyToken[] {
  const found = Array.from(text.toLowerCase().matchAll(TOKEN)).slice(0, MAX_TOKENS);
  return found.map(([, token = '']) => {
    const bytes = Buffer.from(Secret.fromBase32(token).bytes);
    const hex = bytes.subarray(0, ID_BYTES).toString('hex');
    return {
      id: hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/u, '$1-$2-$3-$4-$5'),
      signature: bytes.subarray(ID_BYTES, ID_BYTES + SIGNATURE_BYTES),
    };
  });
}

export function findSignedVersion(
  key: Buffer,
  { id, signature }: ReplyToken,
  latest: number,
): number | null {
  const bytes = toBytes(id);
  for (let version = latest; version > 0; version -= 1) {
    if (timingSafeEqual(signature, sign(key, bytes, version))) return version;
  }
  return null;
}
