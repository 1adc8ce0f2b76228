import { randomInt } from 'node:crypto';

/** So many random characters of an alphabet; the digits and lower-case letters without another one. */
export function randomText(length: number, alphabet = '0123456789abcdefghijklmnopqrstuvwxyz') {
  return Array.from({ length }, () => alphabet.charAt(randomInt(alphabet.length))).join('');
}
