import { glob, readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { LIMITS } from './limits.ts';

type Counts = number | Readonly<Record<string, number>>;

/** Pairs of parts of one limit of which the first must be smaller. */
const ORDER = [
  ['ofAddress', 'ofNetwork'],
  ['ofNetwork', 'ofAll'],
  ['reserve', 'ofAll'],
  ['own', 'wide'],
  ['receipt', 'link'],
  ['link', 'notice'],
  ['perConversationAndHour', 'perRecipientAndHour'],
  ['perRecipientAndHour', 'perRecipientAndDay'],
] as const;

function isBelow(one: Counts, other: Counts): boolean {
  if (typeof one === 'number' || typeof other === 'number') return one < other;
  return Object.entries(one).every(([unit, count]) => count < (other[unit] ?? 0));
}

const sources: string[] = [];

beforeAll(async () => {
  for await (const file of glob('server/**/*.{ts,tsx}')) {
    if (file.endsWith('.test.ts') || file === 'server/core/limits.ts') continue;
    const text = await readFile(file, 'utf8');
    if (text.includes('LIMITS')) sources.push(text);
  }
});

describe.for(Object.entries(LIMITS))('the limit %s', ([name, limit]) => {
  it('is enforced by the server', () => {
    const isUsed = new RegExp(`LIMITS\\.${name}\\b|\\{[^}]*\\b${name}\\b[^}]*\\} = LIMITS\\b`, 'u');
    expect(sources.some((text) => isUsed.test(text))).toBe(true);
  });

  it('leaves to one client less than to all of them', () => {
    const parts: Readonly<Record<string, Counts>> = typeof limit === 'object' ? limit : {};
    for (const [small, large] of ORDER) {
      const [one, other] = [parts[small], parts[large]];
      if (one !== undefined && other !== undefined) expect(isBelow(one, other), small).toBe(true);
    }
    if ('ofAll' in parts) expect(parts).toHaveProperty('reserve');
  });
});
