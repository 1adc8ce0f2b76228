import { randomInt } from 'node:crypto';

export function randomText(length: number, alphabet = '0123456789abcdefghijklmnopqrstuvwxyz') {
  return Array.from({ length }, () => alphabet.charAt(randomInt(alphabet.length))).join('');
}
