import { randomBytes } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { v7 as uuidV7 } from 'uuid';
import type { DB } from '#server/db/types.ts';
import { type Changes, insertRow, readRows } from '#tests/support/database/rows.ts';
import { tamperAudit } from '#tests/support/privacy/tamper-audit.ts';

let serial = 0;

/** Inserts an order with its own name. */
export function buildOrder(db: Kysely<DB>, changes: Changes<'orders'> = {}) {
  serial += 1;
  return insertRow(db, 'orders', {
    id: uuidV7(),
    reference: `VT-${randomBytes(5).toString('hex').toUpperCase()}`,
    idempotencyKey: uuidV7(),
    requestHash: randomBytes(32),
    fullName: `Customer ${serial}`,
    email: `customer-${serial}@example.com`,
    serviceType: 'Business Dashboards',
    projectDescription:
      'A dashboard of open shipments and unpaid invoices, every morning at eight.',
    desiredFeatures: ['User Authentication', 'Advanced Analytics'],
    estimatedBudget: '15k-50k',
    targetTimeline: '60-days',
    requiredLanguages: ['English', 'Turkish'],
    termsVersion: '2026-01',
    termsAcceptedAt: new Date('2026-11-01T10:00:00.000Z'),
    ...changes,
  });
}

/** Inserts a message with its own sender. */
export function buildMessage(db: Kysely<DB>, changes: Changes<'contactMessages'> = {}) {
  serial += 1;
  return insertRow(db, 'contactMessages', {
    id: uuidV7(),
    name: `Sender ${serial}`,
    email: `sender-${serial}@example.com`,
    message: 'Could we talk about an invoicing tool on Tuesday?',
    ...changes,
  });
}

/** Inserts the row of a file, which belongs to nothing unless `changes` say so. */
export function buildAttachment(db: Kysely<DB>, changes: Changes<'orderAttachments'> = {}) {
  return insertRow(db, 'orderAttachments', {
    id: uuidV7(),
    formKey: uuidV7(),
    path: `order-attachments/1-${randomBytes(10).toString('hex')}.pdf`,
    originalName: 'plan.pdf',
    contentType: 'application/pdf',
    sizeBytes: 100,
    sha256: randomBytes(32),
    ...changes,
  });
}

/** The entries of the audit, oldest first. */
export function readAudit(db: Kysely<DB>) {
  const access = ['action', 'accessedFields', 'searchQuery', 'adminUserId', 'userAgent'] as const;
  const columns = [...access, 'messageId', 'orderId'] as const;
  return readRows(db, 'contactMessageAudit', columns, {}, 'sequence');
}

export function emptyAudit(db: Kysely<DB>): Promise<void> {
  return tamperAudit(db, sql`truncate contact_message_audit`);
}

/** Runs `work` while nothing can be written to the audit. */
export async function withoutAudit(db: Kysely<DB>, work: () => Promise<void>): Promise<void> {
  const parameters = 'uuid, text, text[], text, uuid, uuid, inet, text, bytea, bytea';
  const rename = (from: string, to: string) =>
    sql.raw(`alter function ${from}(${parameters}) rename to ${to}`).execute(db);
  await rename('log_contact_message_access', 'log_away');
  try {
    await work();
  } finally {
    await rename('log_away', 'log_contact_message_access');
  }
}

/** The records of a CSV file (RFC 4180, but split by semicolons). */
export function parseCsv(text: string): string[][] {
  const records: string[][] = [];
  let record: string[] = [];
  for (const [cell, quoted, plain, end] of text
    .replace(/^\uFEFF/, '')
    .matchAll(/(?:"((?:[^"]|"")*)"|([^";\r\n]*))(;|\r\n|$)/g)) {
    if (cell === '' && record.length === 0) break;
    record.push(quoted?.replaceAll('""', '"') ?? plain ?? '');
    if (end !== ';') {
      records.push(record);
      record = [];
    }
  }
  return records;
}
