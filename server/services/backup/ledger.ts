import { sql } from 'kysely';
import type { Database, Transaction } from '#server/context/context.ts';
import {
  type ErasureLine,
  erasureLineSchema,
  exportErasures,
  parseErasureLine,
  replayErasures,
} from '#server/services/privacy/index.ts';
import type { Target } from './targets/target.ts';

/** Class of the advisory lock for writing the ledger. */
const LEDGER_LOCK = 0x56_42_4c;

type LedgerTarget = Pick<Target, 'readLedger' | 'writeLedger'>;

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

/** The written ledger may know erasures that a restored database lacks. An empty one is written too, so that a missing one is noticed. */
export async function saveLedger(db: Database, target: LedgerTarget): Promise<void> {
  const { rows } = await sql<{ exists: boolean }>`
    select to_regclass('erasures') is not null as exists
  `.execute(db);
  if (!rows[0]?.exists) return;
  await db.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx);
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx);
    await sql`select pg_advisory_xact_lock(${LEDGER_LOCK}, 0)`.execute(tx);
    await joinLedger(tx, target);
  });
}

async function joinLedger(tx: Transaction, target: LedgerTarget): Promise<void> {
  const written = await target.readLedger();
  const lines = new Map(parseLedger(written ?? '').map((line) => [line.id, line]));
  for await (const line of exportErasures(tx)) {
    lines.set(line.id, erasureLineSchema.parse(line));
  }
  const ordered = [...lines.values()].toSorted(
    (a, b) => a.erasedAt.localeCompare(b.erasedAt) || a.id.localeCompare(b.id),
  );
  const text = ordered.map((line) => `${JSON.stringify(line)}\n`).join('');
  if (text !== written) await target.writeLedger(text);
}

/** Returns the number of lines that still had something to erase. */
export async function replayLedger(db: Database, text: string, trackKey: Buffer): Promise<number> {
  const { erased } = await replayErasures(db, parseLedger(text), trackKey);
  return erased;
}
