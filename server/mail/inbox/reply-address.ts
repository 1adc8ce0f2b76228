import { createHmac, timingSafeEqual } from 'node:crypto';

// Letters that survive a mail server which writes addresses in small ones (RFC 4648, section 6).
const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';
const ID_BYTES = 16;
const SIGNATURE_BYTES = 10;
/** Of what stands before the @ (RFC 5321, section 4.5.3.1.1). */
const MAX_LOCAL_PART = 64;
const TOKEN = /\+c\.([a-z2-7]{42})@/giu;
/** A mail to so many of our addresses is not read further. */
const MAX_TOKENS = 10;

function encode(bytes: Buffer): string {
  let bits = 0;
  let value = 0;
  let text = '';
  for (const byte of bytes) {
    value = ((value << 8) | byte) & 0xfff;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += ALPHABET[(value >> bits) & 31];
    }
  }
  return bits > 0 ? text + ALPHABET[(value << (5 - bits)) & 31] : text;
}

function decode(text: string): Buffer {
  const bytes: number[] = [];
  let bits = 0;
  let value = 0;
  for (const letter of text) {
    value = ((value << 5) | ALPHABET.indexOf(letter)) & 0xfff;
    bits += 5;
    if (bits < 8) continue;
    bits -= 8;
    bytes.push((value >> bits) & 0xff);
  }
  return Buffer.from(bytes);
}

function sign(key: Buffer, id: Buffer): Buffer {
  return createHmac('sha256', key)
    .update('reply:')
    .update(id)
    .digest()
    .subarray(0, SIGNATURE_BYTES);
}

/** The address under which replies find their conversation: `name+c.<token>@domain`. Null when the name is too long to be added to. */
export function replyAddressOf(
  address: string,
  key: Buffer,
  conversationId: string,
): string | null {
  const at = address.lastIndexOf('@');
  const id = Buffer.from(conversationId.replaceAll('-', ''), 'hex');
  const token = encode(Buffer.concat([id, sign(key, id)]));
  const name = `${address.slice(0, at)}+c.${token}`;
  return name.length > MAX_LOCAL_PART ? null : `${name}${address.slice(at)}`;
}

/** The conversations whose reply address stands in a text and is signed by us. */
export function findReplyTokens(text: string, key: Buffer): string[] {
  const tokens = text.toLowerCase().matchAll(TOKEN);
  const ids: string[] = [];
  for (const [, token = ''] of tokens) {
    if (ids.length === MAX_TOKENS) break;
    const bytes = decode(token);
    const [id, signature] = [bytes.subarray(0, ID_BYTES), bytes.subarray(ID_BYTES, 26)];
    if (signature.length !== SIGNATURE_BYTES || !timingSafeEqual(signature, sign(key, id)))
      continue;
    const hex = id.toString('hex');
    ids.push(hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/u, '$1-$2-$3-$4-$5'));
  }
  return ids;
}
