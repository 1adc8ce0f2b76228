import { requireAdmin, type ServiceContext } from '#server/context.ts';
import type { AuditVerification } from '#shared/contact-audit/admin-schema.ts';
import { verifyAudit } from './verify-audit.ts';

// The work grows with the audit: whoever asks while it runs gets the same result.
let running: Promise<AuditVerification> | null = null;

async function verify({ db, auditKey, now }: ServiceContext): Promise<AuditVerification> {
  const check = await verifyAudit(db, auditKey);
  const checkedAt = now().toISOString();
  return check.isIntact
    ? { ...check, brokenAt: null, reason: null, checkedAt }
    : {
        isIntact: false,
        entries: null,
        removedSearches: null,
        brokenAt: check.sequence,
        reason: check.reason,
        checkedAt,
      };
}

/** Computes the hash chain of the whole audit again; one check runs at a time in each process. */
export function checkAudit(ctx: ServiceContext): Promise<AuditVerification> {
  requireAdmin(ctx);
  running ??= verify(ctx).finally(() => {
    running = null;
  });
  return running;
}
