import { rm } from 'node:fs/promises';
import type { Kysely } from 'kysely';
import { padAuditKey } from '#server/core/audit-key.ts';
import type { Client, ServiceContext } from '#server/context/context.ts';
import type { DB } from '#server/db/types.ts';
import { createDocuments } from '#server/documents/documents.ts';
import { createStorage } from '#server/storage/create-storage.ts';
import type { FileStorage } from '#server/storage/storage.ts';
import { createSourceReader } from '#server/traffic/source.ts';
import type { MessageInput } from '#shared/messages/schema.ts';
import { DEFAULT_OFFICE_HOURS } from '#shared/office-hours/values.ts';
import type { OrderInput } from '#shared/orders/schema.ts';
import { createTestLog } from '#tests/support/log.ts';
import { SAMPLE_ORDER_OPTIONS } from '#tests/support/samples/sample-options.ts';
import { makeDataDir } from '#tests/support/data-dir.ts';

export const TEST_TRACK_KEY = Buffer.alloc(32, 3);

export type TestStorage = { storage: FileStorage; folder: string; destroy(): Promise<void> };

/** A disk storage in its own folder. */
export async function createTestStorage(): Promise<TestStorage> {
  const folder = await makeDataDir();
  return {
    storage: await createStorage({ dataDir: folder, s3: null }),
    folder,
    destroy: () => rm(folder, { recursive: true, force: true }),
  };
}

/** Who asks from an address. */
export function clientOf(text: string): Client {
  const { address, aggregationKey, wideKey } = createSourceReader([]).sourceOf(text);
  return { address, aggregationKey, wideKey, userAgent: null };
}

// No thread starts before a test has a document; those that started end with the process of the tests.
export const testDocuments = createDocuments({ log: createTestLog() });

/** The context of a visitor's request. */
export function buildServiceContext(
  db: Kysely<DB>,
  storage: FileStorage,
  now: () => Date = () => new Date(),
): ServiceContext {
  return {
    db,
    storage,
    documents: testDocuments,
    now,
    actor: { type: 'visitor' },
    log: createTestLog(),
    requestId: 'test-request',
    client: { ...clientOf('203.0.113.9'), userAgent: 'test' },
    auditKey: padAuditKey(Buffer.alloc(32, 7)),
    totpKey: Buffer.alloc(32, 5),
    trackKey: TEST_TRACK_KEY,
    officeHours: () => DEFAULT_OFFICE_HOURS,
    siteContent: () => ({ 'order-options': SAMPLE_ORDER_OPTIONS }),
    countLead: () => {},
  };
}

export function buildOrderInput(changes: Partial<OrderInput> = {}): OrderInput {
  return {
    fullName: 'Özlem Öztürk',
    email: 'ozlem@example.com',
    phone: null,
    company: 'Çetin Lojistik',
    serviceType: 'Business Dashboards',
    projectDescription:
      'A dashboard that shows open shipments, unpaid invoices and late customers each morning.',
    desiredFeatures: ['User Authentication', 'Advanced Analytics'],
    estimatedBudget: '15k-50k',
    targetTimeline: '60-days',
    requiredLanguages: ['English', 'Turkish'],
    termsAccepted: true,
    ...changes,
  };
}

export function buildMessageInput(changes: Partial<MessageInput> = {}): MessageInput {
  return {
    name: 'Gökçe Demir',
    email: 'gokce@example.com',
    message: 'Could we meet on Tuesday to talk about an invoicing tool?',
    ...changes,
  };
}
