import type { Kysely, Transaction } from 'kysely';
import type { Log } from '#server/lib/log.ts';
import { type AdminIdentity, PROOF_MS } from '#shared/admin-sessions/values.ts';
import { ACCOUNT_MESSAGES } from '#shared/admin-account/messages.ts';
import { ROLE_MESSAGES } from '#shared/admin-users/messages.ts';
import { type Access, type AdminRole, mayAccess } from '#shared/admin-users/values.ts';
import type { AuditKey } from '#server/core/audit-key.ts';
import type { DB } from '#server/db/types.ts';
import type { Documents } from '#server/documents/documents.ts';
import { findUnavailability, ServiceError, type Unavailability } from '#server/core/errors.ts';
import type { FileStorage } from '#server/storage/storage.ts';
import type { OfficeHours } from '#shared/office-hours/values.ts';

export type AdminActor = {
  type: 'admin';
  adminUserId: string;
  username: string;
  role: AdminRole;
  sessionId: string;
  provedAt: Date;
  /** A generated password has expired: only the own account is open until another one is set. */
  isPasswordExpired?: boolean;
};

export function identityOf({ adminUserId, username, role }: AdminActor): AdminIdentity {
  return { id: adminUserId, username, role };
}

export type Actor = { type: 'visitor' } | AdminActor | { type: 'system'; job: string };

export const COMMAND_LINE = { type: 'system', job: 'admin' } as const satisfies Actor;

export function isCommandLine(actor: Actor): boolean {
  return actor.type === 'system' && actor.job === COMMAND_LINE.job;
}

export type Client = {
  address: string | null;
  /** What limits count under, as text that PostgreSQL reads: the address, or the IPv6 /64; see server/traffic/source.ts. */
  aggregationKey: string | null;
  /** What a more generous limit counts under: the IPv6 /48; for IPv4 the address. */
  wideKey: string | null;
  userAgent: string | null;
  /** This machine or a trusted proxy: nobody in particular, so no limit of a single source holds. */
  isExempt?: boolean;
};

/** Of what no request asks for, such as jobs. */
export const NO_CLIENT: Client = {
  address: null,
  aggregationKey: null,
  wideKey: null,
  userAgent: null,
};

export type Resources = {
  db: Kysely<DB>;
  storage: FileStorage;
  documents: Documents;
  auditKey: AuditKey;
  totpKey: Buffer;
  trackKey: Buffer;
  now: () => Date;
};

export type ServiceContext = Resources & {
  actor: Actor;
  log: Log;
  requestId: string;
  client: Client;
  /** Of an administrator's request, outside of a transaction: keeps statements of a fixed form planned. */
  preparedDb?: Kysely<DB>;
  /** The business calendar as this process knows it; without it, whoever needs it reads it from the database. */
  officeHours?: () => OfficeHours;
  countLead?: (kind: 'order' | 'message') => void;
  failedSubmissions?: {
    add(kind: 'order' | 'message'): void;
    countLastDay(): Promise<number>;
  };
  countUnavailable?: (cause: Unavailability) => void;
  countDeniedUpload?: (reason: 'disk' | 'source' | 'all') => void;
  recordSignIn?: () => void;
  recordSpam?: () => void;
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

export function reportFailure(
  { log, countUnavailable }: Pick<ServiceContext, 'log' | 'countUnavailable'>,
  error: unknown,
  message: string,
): void {
  const unavailable = findUnavailability(error);
  if (unavailable === null) return log.error({ error }, message);
  countUnavailable?.(unavailable);
  log.error({ error, unavailable }, message);
}

/** Computes a by-product of an enquiry. A failure is logged: it must not reject the enquiry. */
export function computeOrNull<T>(
  { log }: Pick<ServiceContext, 'log'>,
  what: string,
  compute: () => T,
): T | null {
  try {
    return compute();
  } catch (error) {
    log.error({ error, what }, 'A by-product of an enquiry could not be computed');
    return null;
  }
}

/**
 * Requires an administrator whose role includes `access` and who proved their identity within `PROOF_MS`. Protects what cannot
 * be undone, or must not happen from a stolen session.
 */
export function requireRecentProof(ctx: ServiceContext, access: Access): AdminActor {
  const admin = requireAdmin(ctx);
  if (!mayAccess(admin.role, access)) throw new ServiceError('FORBIDDEN', ROLE_MESSAGES.denied);
  if (ctx.now().getTime() - admin.provedAt.getTime() > PROOF_MS) {
    throw new ServiceError('PROOF_REQUIRED', ACCOUNT_MESSAGES.proofNeeded);
  }
  return admin;
}

/** Like `requireRecentProof`, but also accepts the command line. */
export function requireProofOrCommandLine(ctx: ServiceContext, access: Access): void {
  if (!isCommandLine(ctx.actor)) requireRecentProof(ctx, access);
}

export type Database = Kysely<DB> | Transaction<DB>;

/** Runs `work` in one transaction, or inside the one that `ctx` already carries. */
export async function withTransaction<T>(
  ctx: Pick<ServiceContext, 'db'>,
  work: (tx: Transaction<DB>) => Promise<T>,
): Promise<T> {
  if (ctx.db.isTransaction) return work(ctx.db as Transaction<DB>);
  return ctx.db.transaction().execute(work);
}
