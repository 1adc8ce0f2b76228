import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { ServiceContext } from '#server/context.ts';
import type { DB } from '#server/db/types.ts';

const BATCH = 1_000;

export type AuditCheck =
  | {
      isIntact: true;
      entries: number;
      /** Of how many the text of the search was removed. */
      removedSearches: number;
    }
  | { isIntact: false; sequence: number; createdAt: string; action: string; reason: string };

function selectChain(db: Kysely<DB>, after: number) {
  return db
    .selectFrom('contactMessageAudit')
    .selectAll()
    .where('sequence', '>', after)
    .orderBy('sequence')
    .limit(BATCH);
}

export type ChainRow = Awaited<ReturnType<ReturnType<typeof selectChain>['execute']>>[number];

function withLength(text: string | null): string {
  return text === null ? '-' : `${Array.from(text).length}:${text}`;
}

// An entry has the form in which it was written: the digest is in the hashed text itself, behind a sign with which no text of the earlier form begins, so none passes as the other.
function searchOf({ searchDigest, searchQuery }: ChainRow): string {
  return searchDigest ? `#${searchDigest.toString('hex')}` : withLength(searchQuery);
}

/** Whether an entry has been searched for something that is not in it any more. */
export function isSearchRemoved({
  searchDigest,
  searchQuery,
}: Pick<ChainRow, 'searchDigest' | 'searchQuery'>): boolean {
  return searchDigest !== null && searchQuery === null;
}

// A salt of another length could take a part of the text into itself.
function fitsDigest({ searchDigest, searchSalt, searchQuery }: ChainRow): boolean {
  if (searchDigest === null || searchQuery === null) return searchSalt === null;
  if (searchSalt?.length !== 32) return false;
  return createHash('sha256')
    .update(searchSalt)
    .update(searchQuery, 'utf8')
    .digest()
    .equals(searchDigest);
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
    searchOf(row),
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
  if (!fitsDigest(row)) return 'what was searched for does not match its digest';
  const isNext =
    row.previousHash === null || previousHash === null
      ? row.previousHash === previousHash
      : row.previousHash.equals(previousHash);
  return isNext ? null : 'the entry before it is missing or was replaced';
}

/** Every entry, the oldest first. */
export async function* readChain(db: Kysely<DB>): AsyncGenerator<ChainRow> {
  let last = -1;
  for (;;) {
    const rows = await selectChain(db, last).execute();
    yield* rows;
    last = rows.at(-1)?.sequence ?? last;
    if (rows.length < BATCH) return;
  }
}

/** Computes a hash chain again, oldest entry first, and returns the first entry that does not fit. */
export async function checkChain(
  rows: AsyncIterable<ChainRow>,
  key: ServiceContext['auditKey'],
): Promise<AuditCheck> {
  let previousHash: Buffer | null = null;
  let entries = 0;
  let removedSearches = 0;
  for await (const row of rows) {
    const reason = findProblem(row, previousHash, key);
    if (reason) {
      const { sequence, action } = row;
      return { isIntact: false, sequence, createdAt: row.createdAt.toISOString(), action, reason };
    }
    previousHash = row.hash;
    entries += 1;
    if (isSearchRemoved(row)) removedSearches += 1;
  }
  return { isIntact: true, entries, removedSearches };
}

/** Computes the whole hash chain of the audit again. */
export async function verifyAudit(
  db: Kysely<DB>,
  key: ServiceContext['auditKey'],
): Promise<AuditCheck> {
  return checkChain(readChain(db), key);
}
