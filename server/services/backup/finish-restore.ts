import { sql } from 'kysely';
import type { Database, Resources } from '#server/context/context.ts';
import { recordAdminChange } from '#server/context/admin-changes.ts';
import { verifyAudit } from '#server/services/contact-audit/index.ts';
import { replayLedger } from './ledger.ts';
import type { Header } from '#server/services/backup/archive/format.ts';

type Options = Pick<Resources, 'auditKey' | 'trackKey'> & {
  header: Header;
  ledger: string | null;
  isBrokenAuditAccepted: boolean;
};

export type RestoreEnd = {
  erasures: string | null;
  audit: string;
  isAuditIntact: boolean;
};

export async function finishRestore(
  db: Database,
  { auditKey, trackKey, header, ledger, isBrokenAuditAccepted }: Options,
): Promise<RestoreEnd> {
  const erased = ledger === null ? 0 : await replayLedger(db, ledger, trackKey);
  const check = await verifyAudit(db, auditKey);
  const audit = check.isIntact
    ? `The audit is intact: ${check.entries} entries.`
    : `The audit is broken at entry ${check.sequence} (${check.createdAt}): ${check.reason}.`;
  if (!check.isIntact && !isBrokenAuditAccepted) {
    throw new Error(
      `${audit} With the AUDIT_KEY of the place where the backup was made, run the restore again; --accept-broken-audit ends it as it is.`,
    );
  }
  await db.transaction().execute(async (tx) => {
    await recordAdminChange(tx, {
      type: 'installation_restored',
      by: null,
      after: { madeAt: header.madeAt, version: header.version },
    });
    await sql`drop table restore_steps`.execute(tx);
  });
  return {
    erasures: describeErasures(header, ledger, erased),
    audit,
    isAuditIntact: check.isIntact,
  };
}

function describeErasures(header: Header, ledger: string | null, erased: number): string | null {
  if (ledger === null) {
    return `There is no ledger of erasures: what was erased since ${header.madeAt} is back. Erase it again before the site starts: npm run admin -- replay-erasures FILE (erasures.jsonl beside the backups).`;
  }
  return erased > 0 ? `Erased again, since it was erased after the backup: ${erased}.` : null;
}
