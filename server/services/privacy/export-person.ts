import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { sql } from 'kysely';
import type { ServiceContext } from '#server/context/context.ts';
import { ServiceError } from '#server/core/errors.ts';
import { type TarEntry, writeTar } from '#server/lib/tar.ts';
import { isAddress } from '#server/lib/sql-text.ts';
import { isMailTo } from './erase-enquiry.ts';
import { RETENTION_MESSAGES as messages } from '#shared/retention/messages.ts';
import { countMails, type Enquiry, findEnquiries } from './find-person.ts';
import { listHeldFiles, writeHeldEnquiry } from './held-data.ts';

/** A tar entry states its size first, so text is spooled to a file. */
async function spool(
  ctx: ServiceContext,
  text: AsyncIterable<string> | Iterable<string>,
): Promise<Pick<TarEntry, 'size' | 'content'> & { remove: () => Promise<void> }> {
  const path = join(ctx.storage.temporaryDir, `person-${randomUUID()}`);
  const remove = () => rm(path, { force: true });
  try {
    await pipeline(Readable.from(text), createWriteStream(path, { mode: 0o600 }));
    return { size: (await stat(path)).size, content: createReadStream(path), remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** Portable name with the original extension. */
function nameOf(folder: string, index: number, originalName: string): string {
  const [ending = ''] = /\.[A-Za-z0-9]{1,8}$/.exec(originalName) ?? [];
  return `${folder}/files/${String(index + 1).padStart(3, '0')}${ending.toLowerCase()}`;
}

async function* entriesOf(
  ctx: ServiceContext,
  email: string,
  enquiries: readonly Enquiry[],
): AsyncGenerator<TarEntry> {
  const modifiedAt = ctx.now();
  const files: Record<string, { name: string; sha256: string }> = {};
  async function* spooled(name: string, text: AsyncIterable<string> | Iterable<string>) {
    const { remove, ...content } = await spool(ctx, text);
    try {
      yield { name, modifiedAt, ...content };
    } finally {
      await remove();
    }
  }
  for (const [index, enquiry] of enquiries.entries()) {
    const folder = `enquiry-${String(index + 1).padStart(3, '0')}`;
    yield* spooled(`${folder}/data.json`, writeHeldEnquiry(ctx, enquiry.conversationId));
    for (const [number, file] of (await listHeldFiles(ctx, enquiry.conversationId)).entries()) {
      const stored = await ctx.storage.open(file.path);
      if (!stored) continue;
      const name = nameOf(folder, number, file.name);
      files[name] = { name: file.name, sha256: file.sha256 };
      yield { name, size: stored.size, modifiedAt: file.createdAt, content: stored.stream };
    }
  }
  const summary = {
    format: 1,
    address: email,
    exportedAt: modifiedAt,
    enquiries: enquiries.length,
    files,
    accesses: await readAccesses(ctx, enquiries),
    ...(await readTraces(ctx, email, enquiries)),
  };
  yield* spooled('summary.json', [`${JSON.stringify(summary, null, 2)}\n`]);
}

/** Without the administrators, whose data that is. */
async function readAccesses({ db }: ServiceContext, enquiries: readonly Enquiry[]) {
  const orderIds = enquiries.flatMap(({ orderId }) => orderId ?? []);
  const messageIds = enquiries.flatMap(({ messageId }) => messageId ?? []);
  return db
    .selectFrom('contactMessageAudit')
    .select(['createdAt', 'action', 'accessedFields'])
    .where((where) =>
      where.or([
        ...(orderIds.length > 0 ? [where('orderId', 'in', orderIds)] : []),
        ...(messageIds.length > 0 ? [where('messageId', 'in', messageIds)] : []),
      ]),
    )
    .orderBy('sequence')
    .execute();
}

/** Mails and requests for enquiries that have another address now, or for several. */
async function readTraces({ db }: ServiceContext, email: string, enquiries: readonly Enquiry[]) {
  const ids = enquiries.map(({ conversationId }) => conversationId);
  const isElsewhere = sql<boolean>`(conversation_id = any(${ids}::uuid[])) is not true`;
  const mails = await db
    .selectFrom('outboxMails')
    .select(['kind', 'recipient', 'status', 'createdAt', 'sentAt', 'bouncedAt'])
    .where(isMailTo(email))
    .where(isElsewhere)
    .orderBy('createdAt')
    .execute();
  const requests = await db
    .selectFrom('trackingRequests')
    .select(['kind', 'email', 'createdAt', 'confirmedAt'])
    .where(isAddress(email))
    .where(isElsewhere)
    .orderBy('createdAt')
    .execute();
  return { mails, requests };
}

/** Streams a tar archive of everything stored about an address. NOT_FOUND without data. */
export async function exportPersonData(
  ctx: ServiceContext,
  email: string,
  isWanted: (enquiry: Enquiry) => boolean = () => true,
): Promise<AsyncGenerator<Uint8Array>> {
  const enquiries = (await findEnquiries(ctx.db, email)).filter(isWanted);
  if (enquiries.length === 0 && (await countMails(ctx.db, email, [])).all === 0) {
    throw new ServiceError('NOT_FOUND', messages.nobody);
  }
  return writeTar(entriesOf(ctx, email, enquiries));
}
