import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { NO_CLIENT, type Resources } from '#server/context/context.ts';
import { type Database, withDatabase } from '#server/db/client.ts';
import { canWrite } from '#server/db/readiness.ts';
import type { DB } from '#server/db/types.ts';
import { shareCheck } from '#server/lib/share-check.ts';
import type { Log } from '#server/lib/log.ts';
import { LIMITS } from '#server/core/limits.ts';
import { createMessage } from '#server/services/messages/index.ts';
import { createOrder } from '#server/services/orders/index.ts';
import { buildEmptyContent } from '#server/services/site-content/index.ts';
import type { OrderInput } from '#shared/orders/schema.ts';

// No words, so that nothing stays in the search indexes.
const TEXT = '-'.repeat(50);
const EMAIL = 'readiness@vitrin.example';
const MESSAGE = { name: 'Readiness', email: EMAIL, message: TEXT };
const ORDER: OrderInput = {
  fullName: 'Readiness',
  email: EMAIL,
  phone: null,
  company: null,
  serviceType: '',
  projectDescription: TEXT,
  desiredFeatures: [],
  estimatedBudget: '',
  targetTimeline: '',
  requiredLanguages: [],
  termsAccepted: true,
};

const FAILURE_VALID_MS = 1_000;

class RolledBack extends Error {}

type Parts = { resources: Omit<Resources, 'db'>; log: Log };

export async function rehearseEnquiries(
  db: Kysely<DB>,
  { resources, log }: Parts,
): Promise<boolean> {
  try {
    await db.transaction().execute(async (tx) => {
      const ctx = {
        ...resources,
        db: tx,
        log,
        requestId: randomUUID(),
        actor: { type: 'visitor' } as const,
        client: NO_CLIENT,
        siteContent: buildEmptyContent,
      };
      await createOrder(ctx, { input: ORDER, filePaths: [], idempotencyKey: randomUUID() });
      await createMessage(ctx, { input: MESSAGE, idempotencyKey: randomUUID() });
      throw new RolledBack();
    });
  } catch (error) {
    if (error instanceof RolledBack) return true;
    log.warn({ error }, 'no enquiry can be stored');
  }
  return false;
}

/** Uses a new connection: an old one may have cached what is gone. Tried twice, since a short lock is not a failure. */
export function createReadinessCheck({
  database,
  options,
  ...parts
}: Parts & { database: Database; options: Parameters<typeof withDatabase>[0] }) {
  const isWritable = shareCheck(() => canWrite(database));
  const isStored = shareCheck(
    () =>
      withDatabase(
        { ...options, poolSize: 1 },
        async (db) => (await rehearseEnquiries(db, parts)) || rehearseEnquiries(db, parts),
      ),
    { validMs: (result) => (result ? LIMITS.readiness : FAILURE_VALID_MS) },
  );
  return async (): Promise<boolean> => (await isWritable()) && isStored();
}
