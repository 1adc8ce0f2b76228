import {
  requireAdmin,
  requireProofOrCommandLine,
  type ServiceContext,
  type Transaction,
  withTransaction,
} from '#server/context/context.ts';
import { ServiceError } from '#server/core/errors.ts';
import { logContactAccess, logContactAccesses } from '#server/services/contact-audit/index.ts';
import type { ErasedPerson, ErasureRow, Person } from '#shared/persons/admin-schema.ts';
import { RETENTION_MESSAGES as messages } from '#shared/retention/messages.ts';
import { erasePersonData, getFingerprint } from './erase-person.ts';
import { exportPersonData } from './export-person.ts';
import { findErasableFrom } from './erase-enquiry.ts';
import { countMails, type Enquiry, findEnquiries, presentSkipped } from './find-person.ts';

const LEDGER_SHOWN = 200;

type Reading = { action: 'view' | 'export'; fields: readonly string[] };

/** Without enquiries the searched address is recorded, until its erasure. */
async function logReading(
  ctx: ServiceContext,
  tx: Transaction,
  { email, enquiries, mails }: { email: string; enquiries: readonly Enquiry[]; mails: number },
  reading: Reading,
): Promise<void> {
  if (enquiries.length > 0) return logContactAccesses(ctx, tx, enquiries, reading);
  const action = reading.action === 'view' ? 'search' : reading.action;
  const searchQuery = mails > 0 ? email : null;
  return logContactAccess(ctx, tx, { ...reading, action, searchQuery });
}

export async function findPerson(ctx: ServiceContext, email: string): Promise<Person> {
  if (ctx.actor.type !== 'system') requireAdmin(ctx);
  return withTransaction(ctx, async (tx) => {
    const enquiries = await findEnquiries(tx, email);
    const { all: mails } = await countMails(tx, email, enquiries);
    const dates = await findErasableFrom(
      tx,
      enquiries.map(({ conversationId }) => conversationId),
      ctx.now(),
    );
    await logReading(ctx, tx, { email, enquiries, mails }, { action: 'view', fields: ['person'] });
    const sumOf = (count: 'files' | 'entries') =>
      enquiries.reduce((sum, enquiry) => sum + enquiry[count], 0);
    return {
      email,
      enquiries: enquiries.map((each) => presentEnquiry(each, dates.get(each.conversationId))),
      files: sumOf('files'),
      mails,
      entries: sumOf('entries'),
      fingerprint: getFingerprint(enquiries),
    };
  });
}

function presentEnquiry(
  { orderId, messageId, reference, receivedAt, heldAt, isSuspect }: Enquiry,
  erasableFrom: Date | undefined,
): Person['enquiries'][number] {
  return {
    kind: orderId === null ? 'message' : 'order',
    id: orderId ?? messageId ?? '',
    reference,
    receivedAt: receivedAt.toISOString(),
    isHeld: heldAt !== null,
    erasableFrom: erasableFrom?.toISOString() ?? null,
    isSuspect,
  };
}

/** The audit entry precedes the first byte. */
export async function exportPerson(
  ctx: ServiceContext,
  email: string,
): Promise<AsyncGenerator<Uint8Array>> {
  requireProofOrCommandLine(ctx, 'administration');
  await withTransaction(ctx, async (tx) => {
    const enquiries = await findEnquiries(tx, email);
    const { all: mails } = await countMails(tx, email, enquiries);
    await logReading(
      ctx,
      tx,
      { email, enquiries, mails },
      { action: 'export', fields: ['person'] },
    );
  });
  return exportPersonData(ctx, email);
}

type Confirmed = { email: string; fingerprint: string };

/** Returns what stays. CONFLICT when everything stays, or something changed since the caller looked. */
export async function erasePerson(
  ctx: ServiceContext,
  { email, fingerprint }: Confirmed,
): Promise<ErasedPerson> {
  requireProofOrCommandLine(ctx, 'administration');
  return withTransaction(ctx, async (tx) => {
    const done = await erasePersonData({ ...ctx, db: tx }, email, { fingerprint });
    const { erased } = done;
    const skipped = done.skipped.map(presentSkipped);
    if (skipped.length > 0 && erased.length === 0) {
      throw new ServiceError('CONFLICT', messages.nothingErasable(skipped));
    }
    const access = { action: 'update', fields: ['erasure'] } as const;
    await (erased.length > 0
      ? logContactAccesses(ctx, tx, erased, access)
      : logContactAccess(ctx, tx, access));
    const held = skipped.filter(({ reason }) => reason === 'held').length;
    return { erased: erased.length, held, skipped };
  });
}

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
