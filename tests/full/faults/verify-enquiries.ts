import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { type Kysely, sql } from 'kysely';
import type { DB } from '#server/db/types.ts';
import type { FileStorage } from '#server/storage/storage.ts';
import type { EnquiryLoad, SentEnquiry } from './enquiry-load.ts';
import { expect } from 'vitest';
import { readRows } from '#tests/support/database/rows.ts';
import { type FaultRow, recordFault } from './fault-table.ts';

export type StoredFiles = {
  list: () => Promise<string[]>;
  read: (path: string) => Promise<Buffer | null>;
};

type Place = { db: Kysely<DB> } & ({ dataDir: string } | { files: StoredFiles });

type Outcome = Pick<FaultRow, 'acknowledged' | 'found' | 'doubled' | 'halfDone'> & {
  problems: string[];
};

function filesOnDisk(dataDir: string): StoredFiles {
  const folder = join(dataDir, 'files/private');
  return {
    async list() {
      const names = await readdir(join(folder, 'order-attachments')).catch(() => []);
      return names.map((name) => `order-attachments/${name}`);
    },
    read: (path) => readFile(join(folder, path)).catch(() => null),
  };
}

/** What is in a store, without whatever lies between it and the site. */
export function filesIn(storage: FileStorage): StoredFiles {
  return {
    async list() {
      const paths: string[] = [];
      for await (const { path } of storage.list('order-attachments')) paths.push(path);
      return paths;
    },
    async read(path) {
      const file = await storage.open(path);
      return file && buffer(file.stream);
    },
  };
}

type Lead = {
  id: string;
  idempotencyKey: string | null;
  isMessage: boolean;
  receipt: string;
  fileUrls: string[];
};

/** Everything that belongs to enquiries, by the key of their form. */
async function readEnquiries(db: Kysely<DB>) {
  const { rows: leads } = await sql<Lead>`
    select id, idempotency_key, false as is_message, reference as receipt, file_urls from orders
    union all
    select id, idempotency_key, true, id::text, '{}' from contact_messages
  `.execute(db);
  const [conversations, mails, attachments] = await Promise.all([
    readRows(db, 'conversations', ['id', 'orderId', 'messageId']),
    readRows(db, 'outboxMails', ['conversationId', 'kind']),
    readRows(db, 'orderAttachments', ['orderId', 'path', 'sha256', 'status']),
  ]);
  return {
    leads,
    leadsOf: Map.groupBy(leads, ({ idempotencyKey }) => idempotencyKey),
    conversationsOf: Map.groupBy(conversations, ({ orderId, messageId }) => orderId ?? messageId),
    mailsOf: Map.groupBy(mails, ({ conversationId }) => conversationId),
    attachments: new Map(attachments.map((attachment) => [attachment.path, attachment])),
  };
}

type Stored = Awaited<ReturnType<typeof readEnquiries>>;

function sha256Of(bytes: Buffer | null): string | null {
  return bytes && createHash('sha256').update(bytes).digest('hex');
}

/** What an enquiry lacks of what its transaction writes. */
function findMissing(lead: Lead, { conversationsOf, mailsOf, attachments }: Stored): string[] {
  const name = lead.isMessage ? 'messages' : 'orders';
  const conversations = conversationsOf.get(lead.id) ?? [];
  const mails = conversations.flatMap(({ id }) => mailsOf.get(id) ?? []).map(({ kind }) => kind);
  const missing = [`${name}.confirmation`, `${name}.notify-team`]
    .filter((kind) => !mails.includes(kind))
    .map((kind) => `no mail ${kind}`);
  if (conversations.length !== 1) missing.push(`${conversations.length} conversations`);
  for (const path of lead.fileUrls) {
    const row = attachments.get(path);
    if (row?.orderId !== lead.id || row.status !== 'claimed') {
      missing.push(`${path} is not claimed`);
    }
  }
  return missing;
}

/** Whether an enquiry, or one of its mails, is there more than once. */
function isDoubled(leads: readonly Lead[], { conversationsOf, mailsOf }: Stored): boolean {
  const mails = leads.flatMap(({ id }) =>
    (conversationsOf.get(id) ?? []).flatMap((conversation) => mailsOf.get(conversation.id) ?? []),
  );
  return leads.length > 1 || new Set(mails.map(({ kind }) => kind)).size !== mails.length;
}

async function findLoss(
  { receipt, isMessage, files }: SentEnquiry,
  lead: Lead | undefined,
  read: StoredFiles['read'],
): Promise<string | null> {
  if (lead === undefined) return 'is not there';
  if (lead.isMessage !== isMessage || lead.receipt !== receipt)
    return `is ${lead.receipt}, not ${receipt}`;
  if (lead.fileUrls.length !== files.length) return `has ${lead.fileUrls.length} files`;
  for (const [index, path] of lead.fileUrls.entries()) {
    if (sha256Of(await read(path)) !== files[index]?.sha256) return `${path} is not what was sent`;
  }
  return null;
}

/** Files without a row, and rows without the file that they name. */
async function findStrayFiles(
  { attachments }: Stored,
  { list, read }: StoredFiles,
): Promise<string[]> {
  const problems: string[] = [];
  for (const { path, status, sha256 } of attachments.values()) {
    if (status === 'removing') continue;
    if (sha256Of(await read(path)) !== sha256.toString('hex')) {
      problems.push(`${path}: the ${status} row has no such file`);
    }
  }
  for (const path of await list()) {
    if (!attachments.has(path)) problems.push(`${path} lies there without a row`);
  }
  return problems;
}

/** Compares what the visitors of a stopped load have as a receipt with what is in the database and in the file store. */
export async function verifyEnquiries(
  { enquiries }: Pick<EnquiryLoad, 'enquiries'>,
  { db, ...place }: Place,
): Promise<Outcome> {
  const files = 'files' in place ? place.files : filesOnDisk(place.dataDir);
  const stored = await readEnquiries(db);
  const acknowledged = enquiries.filter(({ receipt }) => receipt !== null);
  const lost: string[] = [];
  for (const enquiry of acknowledged) {
    const loss = await findLoss(enquiry, stored.leadsOf.get(enquiry.key)?.[0], files.read);
    if (loss !== null) lost.push(`${enquiry.key} ${loss}`);
  }
  const doubled = [...stored.leadsOf]
    .filter(([, leads]) => isDoubled(leads, stored))
    .map(([key]) => `${key} is there more than once`);
  const halfDone = [
    ...stored.leads.flatMap((lead) =>
      findMissing(lead, stored).map((what) => `${lead.idempotencyKey}: ${what}`),
    ),
    ...(await findStrayFiles(stored, files)),
  ];
  return {
    acknowledged: acknowledged.length,
    found: acknowledged.length - lost.length,
    doubled: doubled.length,
    halfDone: halfDone.length,
    problems: [...lost, ...doubled, ...halfDone],
  };
}

type Row = Pick<FaultRow, 'fault' | 'remark'> & Partial<Pick<FaultRow, 'rounds' | 'recoveryMs'>>;

/** Verifies the enquiries of a stopped load and writes the row of the fault. */
export async function recordEnquiries(
  { rounds = 1, recoveryMs = [], ...row }: Row,
  load: Pick<EnquiryLoad, 'enquiries'>,
  place: Place,
): Promise<Outcome> {
  const { problems, ...outcome } = await verifyEnquiries(load, place);
  expect.soft(problems).toEqual([]);
  const recovery = recoveryMs.map(Math.round);
  await recordFault({ ...row, rounds, ...outcome, recoveryMs: recovery });
  return { ...outcome, problems };
}
