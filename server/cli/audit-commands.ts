import type { Kysely } from 'kysely';
import type { AuditKey } from '#server/core/audit-key.ts';
import type { ServiceContext } from '#server/context/context.ts';
import type { DB } from '#server/db/types.ts';
import {
  handOverAudit,
  hasHead,
  verifyAudit,
  verifyHandOver,
} from '#server/services/contact-audit/index.ts';
import { readLines, writeNewFile } from './files.ts';

export type AuditTools = {
  readAuditKey: () => Promise<AuditKey>;
  openContext: (db: Kysely<DB>) => Promise<ServiceContext>;
  file: string | null;
  /** The end of the audit on an earlier day, 'SEQUENCE:HASH'. */
  head: string | null;
};

type Command = (db: Kysely<DB>, argument: string, tools: AuditTools) => Promise<string>;

async function checkHead(db: Kysely<DB>, text: string): Promise<string> {
  const [, sequence, hash = ''] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(text) ?? [];
  if (sequence === undefined) throw new Error('--head takes a number and a hash: 4217:5f5f….');
  if (!(await hasHead(db, { sequence: Number(sequence), hash }))) {
    throw new Error(`Entry ${sequence} is missing, or it is not the one of that day.`);
  }
  return ` It still has entry ${sequence} of that day.`;
}

export const auditCommands = {
  async 'verify-audit'(db, _, { readAuditKey, file, head }) {
    const key = await readAuditKey();
    const check =
      file === null ? await verifyAudit(db, key) : await verifyHandOver(readLines(file), key);
    const what = file === null ? 'audit' : 'file';
    if (!check.isIntact) {
      const { sequence, createdAt, action, reason } = check;
      throw new Error(
        `The ${what} is broken at entry ${sequence} (${createdAt}, ${action}): ${reason}.`,
      );
    }
    const stillThere = head === null ? '' : await checkHead(db, head);
    const { entries, removedSearches, replacedKey } = check;
    const removed =
      removedSearches === 0
        ? ''
        : ` What was searched for is removed from ${removedSearches} of them.`;
    const replaced = replacedKey
      ? ` Its key was lost and replaced on ${replacedKey.at.slice(0, 10)}: a new segment begins after entry ${replacedKey.until}; up to there only the order of entries could be verified.`
      : '';
    return `The ${what} is intact: ${entries} entries.${replaced}${removed}${stillThere}`;
  },
  async 'export-audit'(db, _, { openContext }) {
    const ctx = await openContext(db);
    const path = `contact-audit-${ctx
      .now()
      .toISOString()
      .replaceAll(/[-:]|\.\d+/g, '')}.jsonl`;
    const bytes = await writeNewFile(path, await handOverAudit(ctx));
    return `Wrote the contact audit to ${path} (${bytes} bytes).`;
  },
} satisfies Record<string, Command>;
