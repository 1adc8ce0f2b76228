import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import * as z from 'zod';
import {
  type Database,
  requireProofOrCommandLine,
  type ServiceContext,
  withTransaction,
} from '#server/context/context.ts';
import { findKeyRecord, type KeyRecord } from '#server/services/secret-keys/index.ts';
import { parseJson } from '#shared/lib/parse-json.ts';
import { choiceOf } from '#shared/common/choice.ts';
import { AUDIT_ACTIONS } from '#shared/contact-audit/values.ts';
import { logContactAccess } from './log-access.ts';
import {
  type AuditCheck,
  type ChainRow,
  checkChain,
  isSearchRemoved,
  readChain,
} from './verify-audit.ts';
import { mailOwners } from '#server/mail/outbox/outbox.ts';
import { findOfficeHours } from '#server/services/site-settings/index.ts';
import { addDays, localDate, startOfLocalDate } from '#shared/lib/local-dates.ts';

const FORMAT = 'vitrin-contact-audit-2';
/** From before search texts could be removed. */
const FORMER_FORMAT = 'vitrin-contact-audit-1';

/** End of the chain: an earlier one shows whether entries were cut off. */
export type AuditHead = { sequence: number; hash: string; entries: number };

type Until = {
  before?: Date;
  /** Skips counting when the chain still ends here. */
  exceptHash?: string | undefined;
};

export async function findAuditHead(
  db: Database,
  { before, exceptHash }: Until = {},
): Promise<AuditHead | null> {
  let query = db
    .selectFrom('contactMessageAudit')
    .select(['sequence', 'hash'])
    .orderBy('sequence', 'desc')
    .limit(1);
  if (before) query = query.where('createdAt', '<', before);
  const newest = await query.executeTakeFirst();
  const hash = newest?.hash.toString('hex');
  if (!newest || hash === undefined || hash === exceptHash) return null;
  const { entries } = await db
    .selectFrom('contactMessageAudit')
    .select(({ fn }) => fn.countAll<number>().as('entries'))
    .where('sequence', '<=', newest.sequence)
    .executeTakeFirstOrThrow();
  return { sequence: newest.sequence, hash, entries };
}

/** JSON lines: format, entries (oldest first), end of the chain with the SHA-256 of the lines before it. Completeness can be checked without the key. */
export async function* writeHandOver(db: Database, now: Date): AsyncGenerator<string> {
  const sum = createHash('sha256');
  let head: AuditHead | null = null;
  function line(value: object): string {
    const text = `${JSON.stringify(value)}\n`;
    sum.update(text);
    return text;
  }
  const record = await findKeyRecord(db, 'audit-key');
  const replacedKey = record?.replacedAt
    ? { ...record, fingerprint: record.fingerprint.toString('hex') }
    : undefined;
  yield line({ format: FORMAT, exportedAt: now, replacedKey });
  let entries = 0;
  for await (const row of readChain(db)) {
    entries += 1;
    head = { sequence: row.sequence, hash: row.hash.toString('hex'), entries };
    const { hash, previousHash, searchSalt, searchDigest, ...columns } = row;
    yield line({
      ...columns,
      isSearchRemoved: isSearchRemoved(row),
      searchSalt: searchSalt?.toString('hex') ?? null,
      searchDigest: searchDigest?.toString('hex') ?? null,
      previousHash: previousHash?.toString('hex') ?? null,
      hash: hash.toString('hex'),
    });
  }
  yield `${JSON.stringify({ head, sha256: sum.digest('hex') })}\n`;
}

const HASH = z
  .string()
  .regex(/^[0-9a-f]{64}$/)
  .transform((text) => Buffer.from(text, 'hex'));

const entrySchema: z.ZodType<ChainRow> = z
  .object({
    sequence: z.int(),
    id: z.guid(),
    createdAt: z.iso.datetime().transform((text) => new Date(text)),
    action: choiceOf(AUDIT_ACTIONS),
    messageId: z.guid().nullable(),
    orderId: z.guid().nullable(),
    adminUserId: z.guid().nullable(),
    ipAddress: z.string().nullable(),
    userAgent: z.string().nullable(),
    accessedFields: z.array(z.string()),
    searchQuery: z.string().nullable(),
    searchSalt: HASH.nullable().default(null),
    searchDigest: HASH.nullable().default(null),
    isSearchRemoved: z.boolean().default(false),
    previousHash: HASH.nullable(),
    hash: HASH,
  })
  .refine((entry) => entry.isSearchRemoved === isSearchRemoved(entry));

const beginningSchema = z.object({
  format: z.enum([FORMAT, FORMER_FORMAT]),
  replacedKey: z
    .object({
      fingerprint: HASH,
      firstSequence: z.int(),
      replacedAt: z.iso.datetime().transform((text) => new Date(text)),
    })
    .nullable()
    .default(null),
});

const endSchema = z.object({
  head: z.object({ sequence: z.int(), hash: z.string(), entries: z.int() }).nullable(),
  sha256: z.string(),
});

export async function hasHead(
  db: Database,
  { sequence, hash }: Pick<AuditHead, 'sequence' | 'hash'>,
): Promise<boolean> {
  const entry = await db
    .selectFrom('contactMessageAudit')
    .select('hash')
    .where('sequence', '=', sequence)
    .executeTakeFirst();
  return entry?.hash.toString('hex') === hash;
}

export async function verifyHandOver(
  lines: AsyncIterable<string>,
  key: ServiceContext['auditKey'],
): Promise<AuditCheck & { head?: AuditHead | null }> {
  const sum = createHash('sha256');
  let end: z.output<typeof endSchema> | null = null;
  let record: KeyRecord | null = null;
  let number = 0;
  const unreadable = (reason: string) => new Error(`Line ${number}: ${reason}`);
  async function* rows(): AsyncGenerator<ChainRow> {
    for await (const line of lines) {
      number += 1;
      if (end) throw unreadable('there is something behind the end.');
      const value = parseJson(line);
      const closing = endSchema.safeParse(value);
      if (closing.success) {
        end = closing.data;
        continue;
      }
      sum.update(`${line}\n`);
      if (number === 1) {
        const { data } = beginningSchema.safeParse(value);
        if (!data) throw unreadable('this is no contact audit that was handed over.');
        record = data.replacedKey;
        continue;
      }
      const { data } = entrySchema.safeParse(value);
      if (!data) throw unreadable('it is no entry of the audit.');
      yield data;
    }
  }
  const check = await checkChain(rows(), key, () => record);
  if (!check.isIntact) return check;
  const closing = end as z.output<typeof endSchema> | null;
  if (closing === null || (closing.head?.entries ?? 0) !== check.entries) {
    throw new Error('The file has no end: entries were cut off.');
  }
  const { head, sha256 } = closing;
  if (sha256 !== sum.digest('hex')) throw new Error('The file is not as it was written.');
  return { ...check, head };
}

export async function handOverAudit(ctx: ServiceContext): Promise<AsyncGenerator<string>> {
  requireProofOrCommandLine(ctx, 'audit');
  await withTransaction(ctx, (tx) =>
    logContactAccess(ctx, tx, { action: 'export', fields: ['contact_audit'] }),
  );
  return writeHandOver(ctx.db, ctx.now());
}

/** Once for each office day with new entries. Returns the number of emails. */
export async function enqueueAuditHead(ctx: ServiceContext): Promise<number> {
  const { timeZone } = await findOfficeHours(ctx);
  const day = addDays(localDate(ctx.now(), timeZone), -1);
  const last = await ctx.db
    .selectFrom('outboxMails')
    .select([sql<string>`payload ->> 'day'`.as('day'), sql<string>`payload ->> 'hash'`.as('hash')])
    .where('kind', '=', 'audit.head')
    .orderBy(sql`payload ->> 'day'`, 'desc')
    .limit(1)
    .executeTakeFirst();
  if (last && last.day >= day) return 0;
  const before = startOfLocalDate(addDays(day, 1), timeZone);
  const head = await findAuditHead(ctx.db, { before, exceptHash: last?.hash });
  if (head === null) return 0;
  return mailOwners(ctx.db, { kind: 'audit.head', payload: { day, ...head } });
}
