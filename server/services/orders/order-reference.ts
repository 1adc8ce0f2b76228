import { randomBytes } from 'node:crypto';

// Crockford's base 32: no letter that can be misread on the phone.
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** A reference that a customer can read out, such as `V-7K3M9Q2X`. */
export function createOrderReference(): string {
  const characters = Array.from(randomBytes(8), (byte) => ALPHABET.charAt(byte % ALPHABET.length));
  return `V-${characters.join('')}`;
}
