import { randomInt } from 'node:crypto';
import bcrypt from 'bcrypt';

export const MIN_PASSWORD_BYTES = 12;
/** What follows the 72nd byte would not count: bcrypt does not read it. */
export const MAX_PASSWORD_BYTES = 72;

const BCRYPT_COST = 12;
const MAX_PARALLEL_HASHES = 2;
const GENERATED_LENGTH = 20;
// Without characters that are mistaken for each other: 0 O o, 1 I l, and the like.
const UNAMBIGUOUS = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';

// Words that common passwords are made of; digits, signs and look-alikes around and inside them do not help.
const COMMON_WORDS =
  /^(?:abc|abcd|abcdef|access|admin|administrator|ankara|baseball|change|changeit|changeme|correcthorsebatterystaple|default|dragon|football|guest|hello|iloveyou|letmein|login|manager|master|me|monkey|mustang|my|new|ninja|not|pass|passw|password|passwort|parola|please|princess|qazwsx|qazwsxedc|root|secret|shadow|sifre|software|sunshine|superman|system|temp|test|testing|the|this|trustno|user|vitrin|welcome|word|your)*$/;
const KEYBOARD_ROWS = [
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiopasdfghjklzxcvbnm',
  'qazwsxedcrfvtgbyhnujmikolp',
  '1q2w3e4r5t6y7u8i9o0p',
  'q1w2e3r4t5y6u7i8o9p0',
  '01234567890123456789',
  '98765432109876543210',
];
const LOOK_ALIKES: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};

/** Why a password is refused, null when it is good. */
export function findPasswordProblem(password: string, username: string): string | null {
  const bytes = Buffer.byteLength(password);
  if (bytes < MIN_PASSWORD_BYTES || bytes > MAX_PASSWORD_BYTES) {
    return `The password must be ${MIN_PASSWORD_BYTES} to ${MAX_PASSWORD_BYTES} bytes long.`;
  }
  if (password.includes('\0') || !password.isWellFormed()) {
    return 'The password contains characters that cannot be used.';
  }
  return isCommon(password, username) ? 'This password is too common. Please choose another.' : null;
}

function isCommon(password: string, username: string): boolean {
  const lower = password.toLowerCase();
  if (new Set(lower).size <= 4) return true;
  const name = username.toLowerCase();
  if (name.length >= 3 && Buffer.byteLength(lower.replaceAll(name, '')) < 6) return true;
  return isKeyboardWalk(lower) || isMadeOfCommonWords(lower);
}

/** Whether most of a password is runs of four or more neighbouring keys. */
function isKeyboardWalk(lower: string): boolean {
  let left = lower;
  for (const row of KEYBOARD_ROWS) {
    for (let length = Math.min(row.length, left.length); length >= 4; length -= 1) {
      for (let start = 0; start + length <= row.length; start += 1) {
        left = left.replaceAll(row.slice(start, start + length), '');
      }
    }
  }
  return left.length * 3 < lower.length;
}

function isMadeOfCommonWords(lower: string): boolean {
  const trimmed = lower.replaceAll(/^[^a-z]+|[^a-z]+$/g, '');
  const readings = [lower, trimmed].flatMap((text) => [
    text.replaceAll(/[^a-z]/g, ''),
    Array.from(text, (character) => LOOK_ALIKES[character] ?? character)
      .join('')
      .replaceAll(/[^a-z]/g, ''),
  ]);
  return readings.some((reading) => COMMON_WORDS.test(reading));
}

/** A random password of 20 characters (115 bits), none of them ambiguous. */
export function generatePassword(): string {
  return Array.from({ length: GENERATED_LENGTH }, () =>
    UNAMBIGUOUS.charAt(randomInt(UNAMBIGUOUS.length)),
  ).join('');
}

let running = 0;
const waiting: (() => void)[] = [];

// More at once would take every thread of the pool, which file reads need too.
async function withHashSlot<T>(work: () => Promise<T>): Promise<T> {
  if (running >= MAX_PARALLEL_HASHES) await new Promise<void>((start) => waiting.push(start));
  else running += 1;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

export function hashPassword(password: string): Promise<string> {
  return withHashSlot(() => bcrypt.hash(password, BCRYPT_COST));
}

export function isPasswordCorrect(password: string, hash: string): Promise<boolean> {
  return withHashSlot(() => bcrypt.compare(password, hash));
}
