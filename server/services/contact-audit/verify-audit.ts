import { createHash, createHmac } from 'node:crypto';
import { type Database, requireAdmin, type ServiceContext } from '#server/context/context.ts';
import {
  computeFingerprint,
  findKeyRecord,
  type KeyRecord,
} from '#server/services/secret-keys/index.ts';
import type { AuditVerification } from '#shared/contact-audit/admin-schema.ts';

const BATCH = 1_000;

export type AuditCheck =
  | {
      isIntact: true;
      entries: number;
      removedSearches: number;
      /** Last entry under a lost key: entries up to it could not be verified. */
      replacedKey?: { until: number; at: string };
    }
  | { isIntact: false; sequence: number; createdAt: string; action: string; reason: string };

function selectChain(db: Database, after: number) {
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

// The digest has a prefix that no earlier search text begins with, so neither form passes for the other.
function searchOf({ searchDigest, searchQuery }: ChainRow): string {
  return searchDigest ? `#${searchDigest.toString('hex')}` : withLength(searchQuery);
}

export function isSearchRemoved({
  searchDigest,
  searchQuery,
}: Pick<ChainRow, 'searchDigest' | 'searchQuery'>): boolean {
  return searchDigest !== null && searchQuery === null;
}

// A salt of another length could include a part of the text.
function fitsDigest({ searchDigest, searchSalt, searchQuery }: ChainRow): boolean {
  if (searchDigest === null || searchQuery === null) return searchSalt === null;
  if (searchSalt?.length !== 32) return false;
  return createHash('sha256')
    .update(searchSalt)
    .update(searchQuery, 'utf8')
    .digest()
    .equals(searchDigest);
}

// Built without the database function, which could be replaced together with the rows.
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

type AuditKey = ServiceContext['auditKey'];

/** Several, since one changed entry must not make the right key look wrong. */
const NEWEST = 20;

export async function fitsAudit(db: Database, key: Buffer | null): Promise<boolean | null> {
  const rows = await db
    .selectFrom('contactMessageAudit')
    .selectAll()
    .orderBy('sequence', 'desc')
    .limit(NEWEST)
    .execute();
  if (rows.length === 0) return null;
  return (
    key !== null &&
    rows.some((row) => row.hash.equals(createHmac('sha256', key).update(textOf(row)).digest()))
  );
}

function findProblem(
  row: ChainRow,
  previousHash: Buffer | null,
  key: AuditKey | null,
): string | null {
  if (key !== null && !row.hash.equals(hashOf(row, key))) {
    return 'its content does not match its hash, or the key is another one';
  }
  if (!fitsDigest(row)) return 'what was searched for does not match its digest';
  const isNext =
    row.previousHash === null || previousHash === null
      ? row.previousHash === previousHash
      : row.previousHash.equals(previousHash);
  return isNext ? null : 'the entry before it is missing or was replaced';
}

export async function* readChain(db: Database): AsyncGenerator<ChainRow> {
  let last = -1;
  for (;;) {
    const rows = await selectChain(db, last).execute();
    yield* rows;
    last = rows.at(-1)?.sequence ?? last;
    if (rows.length < BATCH) return;
  }
}

/** Only a record made with this key counts. HMAC treats the padded key as the key itself. */
function findOwnRecord(record: KeyRecord | null, { inner }: AuditKey): KeyRecord | null {
  if (record === null) return null;
  const key = Buffer.from(inner.map((byte) => byte ^ 0x36));
  return computeFingerprint(key, 'audit-key', record).equals(record.fingerprint) ? record : null;
}

/** Before a replaced key only the order is checked. The record is read after the first entry, which may come from the same file. */
export async function checkChain(
  rows: AsyncIterable<ChainRow>,
  key: AuditKey,
  readRecord: () => KeyRecord | null,
): Promise<AuditCheck> {
  let record: KeyRecord | null = null;
  let previousHash: Buffer | null = null;
  let entries = 0;
  let until: number | null = null;
  let removedSearches = 0;
  for await (const row of rows) {
    if (entries === 0) record = findOwnRecord(readRecord(), key);
    const isLost = row.sequence < (record?.firstSequence ?? 0);
    const reason = findProblem(row, previousHash, isLost ? null : key);
    if (reason) {
      const { sequence, action } = row;
      return { isIntact: false, sequence, createdAt: row.createdAt.toISOString(), action, reason };
    }
    previousHash = row.hash;
    entries += 1;
    if (isLost) until = row.sequence;
    if (isSearchRemoved(row)) removedSearches += 1;
  }
  const at = record?.replacedAt?.toISOString();
  const replacedKey = until === null || !at ? {} : { replacedKey: { until, at } };
  return { isIntact: true, entries, removedSearches, ...replacedKey };
}

export async function verifyAudit(db: Database, key: AuditKey): Promise<AuditCheck> {
  const record = await findKeyRecord(db, 'audit-key');
  return checkChain(readChain(db), key, () => record);
}

// Callers share a running check: the work grows with the audit.
let running: Promise<AuditVerification> | null = null;

async function verify({ db, auditKey, now }: ServiceContext): Promise<AuditVerification> {
  const check = await verifyAudit(db, auditKey);
  const checkedAt = now().toISOString();
  return check.isIntact
    ? { ...check, brokenAt: null, reason: null, checkedAt }
    : {
        isIntact: false,
        entries: null,
        removedSearches: null,
        brokenAt: check.sequence,
        reason: check.reason,
        checkedAt,
      };
}

export function checkAudit(ctx: ServiceContext): Promise<AuditVerification> {
  requireAdmin(ctx);
  running ??= verify(ctx).finally(() => {
    running = null;
  });
  return running;
}
