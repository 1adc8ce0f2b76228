import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { ServiceContext } from '#server/context.ts';
import type { DB } from '#server/db/types.ts';

const BATCH = 1_000;

export type AuditCheck =
  | { isIntact: true; entries: number }
  | { isIntact: false; sequence: number; createdAt: string; action: string; reason: string };

function selectChain(db: Kysely<DB>, after: number) {
  return db
    .selectFrom('contactMessageAudit')
    .selectAll()
    .where('sequence', '>', after)
    .orderBy('sequence')
    .limit(BATCH);
}

type ChainRow = Awaited<ReturnType<ReturnType<typeof selectChain>['execute']>>[number];

function withLength(text: string | null): string {
  return text === null ? '-' : `${Array.from(text).length}:${text}`;
}

// What the hash covers, put together without the database's own function, which could be replaced together with the rows.
function textOf(row: ChainRow): string {
  const ms = row.createdAt.getTime();
  const seconds = `${Math.floor(ms / 1_000)}.${String(ms - Math.floor(ms / 1_000) * 1_000).padStart(3, '0')}`;
  return [
    row.sequence,
    row.id,
    seconds,
    row.action,
    row.messageId ?? '-',
    row.orderId ?? '-',
    row.adminUserId ?? '-',
    row.ipAddress?.replace(/\/\d+$/, '') ?? '-',
    withLength(row.userAgent),
    JSON.stringify(row.accessedFields),
    withLength(row.searchQuery),
    row.previousHash?.toString('hex') ?? '-',
  ].join('|');
}

function hashOf(row: ChainRow, { inner, outer }: ServiceContext['auditKey']): Buffer {
  const inside = createHash('sha256').update(inner).update(textOf(row), 'utf8').digest();
  return createHash('sha256').update(outer).update(inside).digest();
}

function findProblem(
  row: ChainRow,
  previousHash: Buffer | null,
  key: ServiceContext['auditKey'],
): string | null {
  if (!row.hash.equals(hashOf(row, key))) {
    return 'its content does not match its hash, or the key is another one';
  }
  const isNext =
    row.previousHash === null || previousHash === null
      ? row.previousHash === previousHash
      : row.previousHash.equals(previousHash);
  return isNext ? null : 'the entry before it is missing or was replaced';
}

/** Computes the whole hash chain again, oldest entry first, and returns the first entry that does not fit. */
export async function verifyAudit(
  db: Kysely<DB>,
  key: ServiceContext['auditKey'],
): Promise<AuditCheck> {
  let previous: ChainRow | undefined;
  let entries = 0;
  for (;;) {
    const rows = await selectChain(db, previous?.sequence ?? -1).execute();
    for (const row of rows) {
      const reason = findProblem(row, previous?.hash ?? null, key);
      if (reason) {
        const { sequence, action } = row;
        return {
          isIntact: false,
          sequence,
          createdAt: row.createdAt.toISOString(),
          action,
          reason,
        };
      }
      previous = row;
      entries += 1;
    }
    if (rows.length < BATCH) return { isIntact: true, entries };
  }
}
