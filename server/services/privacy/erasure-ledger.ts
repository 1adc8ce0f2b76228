import { sql } from 'kysely';
import { v7 as uuidV7 } from 'uuid';
import * as z from 'zod';
import {
  type Database,
  isCommandLine,
  type ServiceContext,
  type Transaction,
} from '#server/context/context.ts';
import { foldAddress } from '#server/lib/sql-text.ts';
import { hashAddress } from '#server/services/conversations/index.ts';
import { ERASURE_CAUSES } from '#shared/persons/admin-schema.ts';
import {
  type ErasableEnquiry,
  eraseEnquiries,
  removeTracesOf,
  type Skipped,
  splitErasable,
} from './erase-enquiry.ts';

const BATCH = 500;

// Not `z.uuid`: imported ids have other forms.
const ids = z.array(z.guid()).readonly();

/** Enough to repeat an erasure after a restore, without its data. */
export const erasureLineSchema = z.strictObject({
  id: z.guid(),
  /** UTC. */
  erasedAt: z.iso.datetime(),
  kind: z.enum(['enquiry', 'person']),
  by: z.enum(ERASURE_CAUSES),
  adminUserId: z.guid().nullable(),
  conversationIds: ids,
  orderIds: ids,
  messageIds: ids,
  /** Hexadecimal; see `hashAddress`. */
  addressHash: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .nullable(),
});
export type ErasureLine = z.infer<typeof erasureLineSchema>;

export function parseErasureLine(text: string): ErasureLine | null {
  try {
    return erasureLineSchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

type Erasure<E extends ErasableEnquiry> = {
  kind: ErasureLine['kind'];
  email: string;
  /** Locked, with their leads. */
  enquiries: readonly E[];
};

type ErasureContext = Pick<ServiceContext, 'now' | 'trackKey' | 'actor'>;

function getCause({ actor }: ErasureContext): ErasureLine['by'] {
  if (actor.type === 'visitor') return 'visitor';
  if (actor.type === 'admin') return 'administrator';
  return isCommandLine(actor) ? 'command-line' : 'job';
}

/** Returns the enquiries that must stay; when all must stay, nothing is erased. */
export async function erase<E extends ErasableEnquiry>(
  ctx: ErasureContext,
  tx: Transaction,
  { email, kind, enquiries }: Erasure<E>,
): Promise<{ erased: E[]; skipped: Skipped<E>[] }> {
  const { erasable, skipped } = await splitErasable(tx, enquiries, ctx.now());
  if (erasable.length === 0 && skipped.length > 0) return { erased: [], skipped };
  const ids = {
    conversationIds: erasable.map(({ conversationId }) => conversationId),
    orderIds: erasable.flatMap(({ orderId }) => orderId ?? []),
    messageIds: erasable.flatMap(({ messageId }) => messageId ?? []),
  };
  await eraseEnquiries(tx, ids);
  await recordErasure(tx, {
    id: uuidV7(),
    erasedAt: ctx.now().toISOString(),
    kind,
    by: getCause(ctx),
    adminUserId: ctx.actor.type === 'admin' ? ctx.actor.adminUserId : null,
    ...ids,
    addressHash: hashAddress(ctx.trackKey, email).toString('hex'),
  });
  if (kind === 'person') await removeTracesOf(tx, email);
  return { erased: erasable, skipped };
}

/** A person's request for links is forgotten too. */
async function recordErasure(tx: Transaction, line: ErasureLine): Promise<void> {
  const { id, erasedAt, kind, by, adminUserId } = line;
  const addressHash = line.addressHash === null ? null : Buffer.from(line.addressHash, 'hex');
  if (addressHash && kind === 'person') {
    await tx.deleteFrom('trackingLinkRequests').where('id', '=', addressHash).execute();
  }
  await tx
    .insertInto('erasures')
    .values({
      id,
      erasedAt,
      kind,
      by,
      adminUserId,
      conversationIds: [...line.conversationIds],
      orderIds: [...line.orderIds],
      messageIds: [...line.messageIds],
      addressHash,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function* exportErasures(db: Database): AsyncGenerator<ErasureLine> {
  let last = { erasedAt: new Date(0), id: '00000000-0000-0000-0000-000000000000' };
  for (;;) {
    const rows = await db
      .selectFrom('erasures')
      .selectAll()
      .where(sql<boolean>`(erased_at, id) > (${last.erasedAt}, ${last.id})`)
      .orderBy('erasedAt')
      .orderBy('id')
      .limit(BATCH)
      .execute();
    for (const { erasedAt, addressHash, ...row } of rows) {
      yield {
        ...(row as Pick<ErasureLine, keyof ErasureLine & keyof typeof row>),
        erasedAt: erasedAt.toISOString(),
        addressHash: addressHash?.toString('hex') ?? null,
      };
    }
    const end = rows.at(-1);
    if (!end || rows.length < BATCH) return;
    last = end;
  }
}

/** Repeats erasures after a restore, also of enquiries on hold. Idempotent; adds unknown lines. Finds a person's mails by the keyed hash. */
export async function replayErasures(
  db: Database,
  lines: AsyncIterable<ErasureLine> | readonly ErasureLine[],
  trackKey: Buffer,
): Promise<{ lines: number; erased: number }> {
  const counts = { lines: 0, erased: 0 };
  const recipients = await readRecipients(db, trackKey);
  for await (const line of lines) {
    counts.lines += 1;
    if (await db.transaction().execute((tx) => replay(tx, line, recipients))) counts.erased += 1;
  }
  return counts;
}

async function readRecipients(db: Database, trackKey: Buffer): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('outboxMails')
    .select(foldAddress(sql`recipient`).as('address'))
    .distinct()
    .execute();
  return new Map(
    rows.map(({ address }) => [hashAddress(trackKey, address).toString('hex'), address]),
  );
}

/** Includes leads that the conversations still have in this database. */
async function findLeads(
  tx: Transaction,
  { conversationIds, orderIds, messageIds }: ErasureLine,
): Promise<Pick<ErasureLine, 'orderIds' | 'messageIds'>> {
  const here = await tx
    .selectFrom('conversations')
    .select(['orderId', 'messageId'])
    .where('id', '=', sql<string>`any(${[...conversationIds]}::uuid[])`)
    .execute();
  return {
    orderIds: [...new Set([...orderIds, ...here.flatMap(({ orderId }) => orderId ?? [])])],
    messageIds: [...new Set([...messageIds, ...here.flatMap(({ messageId }) => messageId ?? [])])],
  };
}

async function replay(
  tx: Transaction,
  line: ErasureLine,
  recipients: ReadonlyMap<string, string>,
): Promise<boolean> {
  const { conversationIds } = line;
  const { orderIds, messageIds } = await findLeads(tx, line);
  const isThere = sql<boolean>`(
    exists (select from orders where id = any(${[...orderIds]}::uuid[]))
    or exists (select from contact_messages where id = any(${[...messageIds]}::uuid[]))
  )`;
  const { rows } = await sql<{ isThere: boolean }>`select ${isThere} as is_there`.execute(tx);
  if (rows[0]?.isThere) {
    await sql`
      update conversations set held_at = null, held_by = null, hold_reason = null
      where held_at is not null and (
        order_id = any(${[...orderIds]}::uuid[]) or message_id = any(${[...messageIds]}::uuid[])
      )
    `.execute(tx);
    await eraseEnquiries(tx, { conversationIds, orderIds, messageIds });
  }
  await recordErasure(tx, line);
  const address = line.kind === 'person' ? recipients.get(line.addressHash ?? '') : undefined;
  const hadMails = address !== undefined && (await removeTracesOf(tx, address, line.erasedAt));
  return hadMails || rows[0]?.isThere === true;
}
