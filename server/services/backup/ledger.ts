import { type Kysely, sql } from 'kysely';
import type { DB } from '#server/db/types.ts';
import {
  type ErasureLine,
  erasureLineSchema,
  exportErasures,
  parseErasureLine,
  replayErasures,
} from '#server/services/erasures/index.ts';
import type { Target } from './targets/target.ts';

/** The lines of a ledger of erasures; throws with the number of the first that is none. */
export function parseLedger(text: string): ErasureLine[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line, index) => {
      const parsed = parseErasureLine(line);
      if (!parsed) throw new Error(`The ledger of erasures is damaged in line ${index + 1}.`);
      return parsed;
    });
}

/**
 * Writes the ledger of erasures beside the backups, which still hold what was erased. Lines that only the written one has stay: it may know of erasures that a restored
 * database does not.
 */
export async function saveLedger(
  db: Kysely<DB>,
  target: Pick<Target, 'readLedger' | 'writeLedger'>,
): Promise<void> {
  const { rows } = await sql<{ exists: boolean }>`
    select to_regclass('erasures') is not null as exists
  `.execute(db);
  if (!rows[0]?.exists) return;
  const written = await target.readLedger();
  const lines = new Map(parseLedger(written ?? '').map((line) => [line.id, line]));
  for await (const line of exportErasures(db)) {
    lines.set(line.id, erasureLineSchema.parse(line));
  }
  const ordered = [...lines.values()].toSorted(
    (a, b) => a.erasedAt.localeCompare(b.erasedAt) || a.id.localeCompare(b.id),
  );
  const text = ordered.map((line) => `${JSON.stringify(line)}\n`).join('');
  if (text !== (written ?? '')) await target.writeLedger(text);
}

/** Erases again what a ledger names; returns how many lines still had something to erase. */
export async function replayLedger(
  db: Kysely<DB>,
  text: string,
  trackKey: Buffer,
): Promise<number> {
  const lines = parseLedger(text);
  async function* each() {
    yield* lines;
  }
  const { erased } = await replayErasures(db, each(), trackKey);
  return erased;
}
