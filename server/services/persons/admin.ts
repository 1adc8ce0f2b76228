import { sql } from 'kysely';
import {
  type Database,
  requireAdmin,
  requireRecentProof,
  type ServiceContext,
  withTransaction,
} from '#server/context.ts';
import { ServiceError } from '#server/errors.ts';
import { logContactAccesses } from '#server/services/contact-audit/index.ts';
import { isToSender } from '#server/services/erasures/index.ts';
import type { ErasedPerson, ErasureRow, Person } from '#shared/persons/admin-schema.ts';
import { RETENTION_MESSAGES as messages } from '#shared/retention/messages.ts';
import { erasePersonData, fingerprintOf } from './erase-person.ts';
import { exportPersonData } from './export-person.ts';
import { type Enquiry, findEnquiries } from './find-person.ts';

const LEDGER_SHOWN = 200;

/** An administrator who has just proved who they are, or the command line. */
function requireOwnHands(ctx: ServiceContext): void {
  if (ctx.actor.type !== 'system') requireRecentProof(ctx);
}

/** How much is stored about an address; that of an enquiry is what its sender would see. */
export async function findPerson(ctx: ServiceContext, email: string): Promise<Person> {
  if (ctx.actor.type !== 'system') requireAdmin(ctx);
  return withTransaction(ctx, async (tx) => {
    const person = await readPerson(tx, email);
    await logContactAccesses(ctx, tx, person.found, { action: 'view', fields: ['person'] });
    return person.view;
  });
}

async function readPerson(
  tx: Database,
  email: string,
): Promise<{ found: Enquiry[]; view: Person }> {
  const found = await findEnquiries(tx, email);
  const ids = found.map(({ conversationId }) => conversationId);
  const orderIds = found.flatMap(({ orderId }) => orderId ?? []);
  const { rows } = await sql<{ files: number; mails: number; entries: number }>`
    select
      (select count(*) from order_attachments left join conversation_entries as entry on entry.id = entry_id
        where status = 'claimed' and (order_id = any(${orderIds}::uuid[])
          or conversation_id = any(${ids}::uuid[]))) as files,
      (select count(*) from outbox_mails as mail where conversation_id = any(${ids}::uuid[])
        or (lower(recipient) = lower(${email}) and ${isToSender})) as mails,
      (select count(*) from conversation_entries where conversation_id = any(${ids}::uuid[])) as entries
  `.execute(tx);
  const { files = 0, mails = 0, entries = 0 } = rows[0] ?? {};
  const view: Person = {
    email,
    enquiries: found.map(({ orderId, messageId, reference, receivedAt, heldAt, isSuspect }) => ({
      kind: orderId === null ? 'message' : 'order',
      id: orderId ?? messageId ?? '',
      reference,
      receivedAt: receivedAt.toISOString(),
      isHeld: heldAt !== null,
      isSuspect,
    })),
    files,
    mails,
    entries,
    fingerprint: fingerprintOf(found),
  };
  return { found, view };
}

/** Everything about an address as an archive; that somebody took it is in the audit before its first byte. */
export async function exportPerson(
  ctx: ServiceContext,
  email: string,
): Promise<AsyncGenerator<Uint8Array>> {
  requireOwnHands(ctx);
  await withTransaction(ctx, async (tx) => {
    const enquiries = await findEnquiries(tx, email);
    await logContactAccesses(ctx, tx, enquiries, { action: 'export', fields: ['person'] });
  });
  return exportPersonData(ctx, email);
}

type Confirmed = { email: string; fingerprint: string };

/** Erases everything about an address that whoever asks has seen; what is on legal hold stays. CONFLICT where there is nothing else, or something else by now. */
export async function erasePerson(
  ctx: ServiceContext,
  { email, fingerprint }: Confirmed,
): Promise<ErasedPerson> {
  requireOwnHands(ctx);
  return withTransaction(ctx, async (tx) => {
    const { erased, held } = await erasePersonData({ ...ctx, db: tx }, email, {
      by: ctx.actor.type === 'system' ? 'command-line' : 'administrator',
      fingerprint,
    });
    if (erased.length === 0) throw new ServiceError('CONFLICT', messages.held);
    await logContactAccesses(ctx, tx, erased, { action: 'update', fields: ['erasure'] });
    return { erased: erased.length, held: held.length };
  });
}

/** The newest lines of the ledger. */
export async function listErasures(ctx: ServiceContext): Promise<{ items: ErasureRow[] }> {
  requireAdmin(ctx);
  const rows = await ctx.db
    .selectFrom('erasures')
    .leftJoin('adminUsers', 'adminUsers.id', 'adminUserId')
    .select(['erasures.id', 'erasedAt', 'kind', 'by', 'username', 'conversationIds'])
    .orderBy('erasedAt', 'desc')
    .orderBy('erasures.id', 'desc')
    .limit(LEDGER_SHOWN)
    .execute();
  return {
    items: rows.map(({ id, erasedAt, kind, by, username, conversationIds }) => ({
      id,
      erasedAt: erasedAt.toISOString(),
      kind: kind as ErasureRow['kind'],
      by: by as ErasureRow['by'],
      adminUsername: username,
      enquiries: conversationIds.length,
    })),
  };
}
