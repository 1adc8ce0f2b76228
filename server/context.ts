import type { Kysely, Transaction } from 'kysely';
import type { Logger } from 'pino';
import type { DB } from './db/types.ts';
import type { FileStorage } from './storage/storage.ts';

export type Actor =
  | { type: 'visitor' }
  | { type: 'admin'; adminUserId: string; sessionId: string }
  | { type: 'system'; job: string };

/** What a service verb may use; it knows no request. */
export type ServiceContext = {
  db: Kysely<DB>;
  storage: FileStorage;
  actor: Actor;
  log: Logger;
  now: () => Date;
  requestId: string;
  /** Counts an accepted lead for the metrics. */
  countLead: (kind: 'order' | 'message') => void;
};

export type Database = Kysely<DB> | Transaction<DB>;

/** Runs `work` in one transaction, or inside the one that `ctx` already carries. */
export async function withTransaction<T>(
  ctx: ServiceContext,
  work: (tx: Transaction<DB>) => Promise<T>,
): Promise<T> {
  if (ctx.db.isTransaction) return work(ctx.db as Transaction<DB>);
  return ctx.db.transaction().execute(work);
}
