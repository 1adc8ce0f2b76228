import bcrypt from 'bcrypt';
import { randomText } from '#server/lib/random-text.ts';
import { createFairQueue } from '#server/lib/fair-queue.ts';
import { LOGIN_MESSAGES } from '#shared/admin-sessions/messages.ts';

/** `isKnown`: signed in, or from a network with a sign-in within a day. */
export type HashTurn = { source: string; isKnown: boolean };

const OWN_TURN: HashTurn = { source: 'own', isKnown: true };

export const HASH_QUEUE = {
  /** More at once would take every thread of the pool, which file reads need too. */
  maxRunning: 2,
  /** Leaves a slot free for known clients. */
  maxRunningUnknown: 1,
  /** Per lane; fits an hour's failed sign-ins of one client. */
  maxPending: 8,
  maxWaitMs: 5_000,
  retryAfterSeconds: 5,
} as const;

/** Hashing takes a core for a quarter of a second. Known clients have their own lane, which goes first. */
export function createHashQueue() {
  const { maxRunning, maxRunningUnknown, maxPending, maxWaitMs, retryAfterSeconds } = HASH_QUEUE;
  const queue = createFairQueue({
    lanes: {
      known: { rank: 0, maxRunning, maxPending },
      unknown: { rank: 1, maxRunning: maxRunningUnknown, maxPending },
    },
    messages: { busy: LOGIN_MESSAGES.busy, tooManyOfYours: LOGIN_MESSAGES.busy },
    maxWaitMs,
    retryAfterSeconds,
  });
  return {
    run: <T>(work: () => Promise<T>, { source, isKnown } = OWN_TURN): Promise<T> =>
      queue.run(isKnown ? 'known' : 'unknown', source, work),
  };
}

const MIN_PASSWORD_BYTES = 12;
/** bcrypt ignores bytes after the 72nd. */
const MAX_PASSWORD_BYTES = 72;

const BCRYPT_COST = 12;
/** Hash of an unknown password: comparing takes as long as with a real one. */
export const NOBODYS_HASH = '$2b$12$kMpck5xeYXYUAAhCTiCUjOER5QBlo4gY0AylWdZOnZTbc1LXrr.fu';
const GENERATED_LENGTH = 20;
const MIN_OWN_CHARACTERS = 6;
// Without characters that look alike.
const UNAMBIGUOUS = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';

const COMMON_WORDS = `
  administrator baseball changeit changeme football iloveyou password passwort princess
  software sunshine superman battery correct default letmein manager mustang
  testing trustno welcome access ankara change dragon master monkey parola please secret
  shadow staple system vitrin admin guest hello horse login ninja passw sifre pass root
  temp test user word abc
`
  .trim()
  .split(/\s+/);
const KEYBOARD_ROWS = [
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiopasdfghjklzxcvbnm',
  'qazwsxedcrfvtgbyhnujmikolp',
  '1q2w3e4r5t6y7u8i9o0p',
  'q1w2e3r4t5y6u7i8o9p0',
  '01234567890123456789',
  '98765432109876543210',
  'zyxwvutsrqponmlkjihgfedcba',
  'poiuytrewqlkjhgfdsamnbvcxz',
];
const HOMOGLYPHS: Record<string, string> = {
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

export function findPasswordProblem(password: string, username: string): string | null {
  const bytes = Buffer.byteLength(password);
  if (bytes < MIN_PASSWORD_BYTES || bytes > MAX_PASSWORD_BYTES) {
    return `The password must be ${MIN_PASSWORD_BYTES} to ${MAX_PASSWORD_BYTES} bytes long.`;
  }
  if (password.includes('\0') || !password.isWellFormed()) {
    return 'The password contains characters that cannot be used.';
  }
  return isCommon(password, username)
    ? 'This password is too common. Please choose another.'
    : null;
}

function isCommon(password: string, username: string): boolean {
  const lower = password.toLowerCase();
  if (new Set(lower).size <= 4) return true;
  const name = username.toLowerCase();
  let left = removeKeyboardWalks(name.length >= 3 ? lower.replaceAll(name, '') : lower);
  left = Array.from(left, (character) => HOMOGLYPHS[character] ?? character).join('');
  for (const word of COMMON_WORDS) left = left.replaceAll(word, '');
  return left.length < MIN_OWN_CHARACTERS;
}

function removeKeyboardWalks(lower: string): string {
  let left = lower;
  for (const row of KEYBOARD_ROWS) {
    for (let length = Math.min(row.length, left.length); length >= 4; length -= 1) {
      for (let start = 0; start + length <= row.length; start += 1) {
        left = left.replaceAll(row.slice(start, start + length), '');
      }
    }
  }
  return left;
}

export function generatePassword(): string {
  return randomText(GENERATED_LENGTH, UNAMBIGUOUS);
}

const queue = createHashQueue();

export function hashPassword(password: string, turn?: HashTurn): Promise<string> {
  return queue.run(() => bcrypt.hash(password, BCRYPT_COST), turn);
}

export async function isPasswordCorrect(
  password: string,
  hash: string,
  turn?: HashTurn,
): Promise<boolean> {
  // Compared first, so that a password that is too long takes as long as any other.
  const isSame = await queue.run(() => bcrypt.compare(password, hash), turn);
  return isSame && Buffer.byteLength(password) <= MAX_PASSWORD_BYTES;
}

export function isHashOutdated(hash: string): boolean {
  return bcrypt.getRounds(hash) < BCRYPT_COST;
}
