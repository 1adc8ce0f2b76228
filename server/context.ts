import type { Kysely, Transaction } from 'kysely';
import type { Logger } from 'pino';
import type { AuditKey } from './audit-key.ts';
import type { DB } from './db/types.ts';
import { ServiceError } from './errors.ts';
import type { FileStorage } from './storage/storage.ts';

export type AdminActor = {
  type: 'admin';
  adminUserId: string;
  username: string;
  sessionId: string;
};

export type Actor = { type: 'visitor' } | AdminActor | { type: 'system'; job: string };

/** What a service verb may use; it knows no request. */
export type ServiceContext = {
  db: Kysely<DB>;
  storage: FileStorage;
  actor: Actor;
  log: Logger;
  now: () => Date;
  requestId: string;
  /** Who asks, as far as the network tells; none for jobs. */
  client: { address: string | null; userAgent: string | null };
  auditKey: AuditKey;
  /** Counts an accepted lead for the metrics. */
  countLead: (kind: 'order' | 'message') => void;
  /** Tells the traffic guard that a new lead was marked as suspect. */
  noteSuspect?: () => void;
  /** How many submissions of the last hour had this text, this one included. */
  countText?: (text: string, submission: string) => number;
};

/** The signed-in administrator; the first line of every verb that is not public. */
export function requireAdmin(ctx: ServiceContext): AdminActor {
  if (ctx.actor.type !== 'admin') {
    throw new ServiceError('UNAUTHORIZED', 'Please sign in to continue.');
  }
  return ctx.actor;
}

export type Database = Kysely<DB> | Transaction<DB>;

/** Runs `work` in one transaction, or inside the one that `ctx` already carries. */
export async function withTransaction<T>(
  ctx: ServiceContext,
  work: (tx: Transaction<DB>) => Promise<T>,
): Promise<T> {
  if (ctx.db.isTransaction) return work(ctx.db as Transaction<DB>);
  return ctx.db.transaction().execute(work);
}
