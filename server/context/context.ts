import type { Kysely, Transaction as KyselyTransaction } from 'kysely';
import type { Log } from '#server/lib/log.ts';
import { type AdminIdentity, PROOF_MS } from '#shared/admin-sessions/values.ts';
import { ACCOUNT_MESSAGES } from '#shared/admin-account/messages.ts';
import { ROLE_MESSAGES } from '#shared/admin-users/messages.ts';
import { type Access, type AdminRole, mayAccess } from '#shared/admin-users/values.ts';
import type { AuditKey } from '#server/core/audit-key.ts';
import type { DB } from '#server/db/types.ts';
import type { Documents } from '#server/documents/documents.ts';
import { findUnavailability, ServiceError, type Unavailability } from '#server/core/errors.ts';
import type { RecentEvents } from '#server/lib/recent-events.ts';
import type { FileStorage } from '#server/storage/storage.ts';
import type { SiteContent } from '#shared/site-content/types.ts';
import type { OfficeHours } from '#shared/office-hours/values.ts';

export type AdminActor = {
  type: 'admin';
  adminUserId: string;
  username: string;
  role: AdminRole;
  sessionId: string;
  provedAt: Date;
  /** A generated password has expired: only the own account is accessible. */
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
  /** Key of per-client limits, as text for PostgreSQL: the address or IPv6 /64. */
  aggregationKey: string | null;
  /** Key of the more generous limits: the IPv6 /48, or the IPv4 address. */
  wideKey: string | null;
  userAgent: string | null;
  /** This machine or a trusted proxy: no per-client limit applies. */
  isExempt?: boolean;
};

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
  /** Enquiries that this process has accepted. */
  accepted?: RecentEvents;
};

export type ServiceContext = Resources & {
  actor: Actor;
  log: Log;
  requestId: string;
  client: Client;
  /** Only in an administrator's request outside a transaction: keeps statements of a fixed form planned. */
  preparedDb?: Kysely<DB>;
  officeHours?: () => OfficeHours;
  /** Null until they are loaded. */
  siteContent?: () => Partial<SiteContent> | null;
  countLead?: (kind: 'order' | 'message') => void;
  failedSubmissions?: {
    add(kind: 'order' | 'message'): void;
    countLastDay(): Promise<number>;
  };
  countUnavailable?: (cause: Unavailability) => void;
  countDeniedUpload?: (reason: 'disk' | 'source' | 'all') => void;
  recordSignIn?: () => void;
  recordSpam?: () => void;
  countText?: (text: string, submission: string) => number;
};

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

/** Requires a role with `access` and a proof of identity within `PROOF_MS`. Protects irreversible actions from stolen sessions. */
export function requireRecentProof(ctx: ServiceContext, access: Access): AdminActor {
  const admin = requireAdmin(ctx);
  if (!mayAccess(admin.role, access)) throw new ServiceError('FORBIDDEN', ROLE_MESSAGES.denied);
  if (ctx.now().getTime() - admin.provedAt.getTime() > PROOF_MS) {
    throw new ServiceError('PROOF_REQUIRED', ACCOUNT_MESSAGES.proofNeeded);
  }
  return admin;
}

export function requireProofOrCommandLine(ctx: ServiceContext, access: Access): void {
  if (!isCommandLine(ctx.actor)) requireRecentProof(ctx, access);
}

export type Transaction = KyselyTransaction<DB>;
export type Database = Kysely<DB>;

/** Joins the transaction of `ctx` if there is one. */
export async function withTransaction<T>(
  ctx: Pick<ServiceContext, 'db'>,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  if (ctx.db.isTransaction) return work(ctx.db as Transaction);
  return ctx.db.transaction().execute(work);
}
