import type { Kysely } from 'kysely';
import type { ServiceContext } from '#server/context/context.ts';
import type { DB } from '#server/db/types.ts';
import {
  erasePerson,
  type ErasureLine,
  exportErasures,
  exportPerson,
  findPerson,
  parseErasureLine,
  replayErasures,
} from '#server/services/privacy/index.ts';
import { describeSkipped } from '#shared/retention/messages.ts';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { createInterface } from 'node:readline/promises';
import type { AuditKey } from '#server/core/audit-key.ts';
import {
  handOverAudit,
  hasHead,
  verifyAudit,
  verifyHandOver,
} from '#server/services/contact-audit/index.ts';

export type DataTools = {
  openContext: (db: Kysely<DB>) => Promise<ServiceContext>;
  /** Without a terminal, only --yes confirms. */
  confirm: (question: string) => Promise<boolean>;
  readAuditKey: () => Promise<AuditKey>;
  readTrackKey: () => Promise<Buffer>;
  file: string | null;
  /** The end of the audit on an earlier day, 'SEQUENCE:HASH'. */
  head: string | null;
};

type Command = (db: Kysely<DB>, argument: string, tools: DataTools) => Promise<string>;

/** '20261201T124000Z' */
function formatMoment({ now }: ServiceContext): string {
  return now()
    .toISOString()
    .replaceAll(/[-:]|\.\d+/g, '');
}

async function checkHead(db: Kysely<DB>, text: string): Promise<string> {
  const [, sequence, hash = ''] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(text) ?? [];
  if (sequence === undefined) throw new Error('--head takes a number and a hash: 4217:5f5f….');
  if (!(await hasHead(db, { sequence: Number(sequence), hash }))) {
    throw new Error(`Entry ${sequence} is missing, or it is not the one of that day.`);
  }
  return ` It still has entry ${sequence} of that day.`;
}

async function writeNewFile(
  path: string,
  parts: AsyncIterable<Uint8Array | string>,
): Promise<number> {
  const file = await open(path, 'wx', 0o600);
  let bytes = 0;
  try {
    for await (const part of parts) {
      const { bytesWritten } = await file.write(
        typeof part === 'string' ? Buffer.from(part) : part,
      );
      bytes += bytesWritten;
    }
    await file.sync();
    return bytes;
  } finally {
    await file.close();
  }
}

async function* readLines(path: string): AsyncGenerator<string> {
  const input = createReadStream(path, 'utf8');
  for await (const line of createInterface({ input, crlfDelay: Infinity })) {
    if (line.trim() !== '') yield line;
  }
}

async function* readErasures(path: string): AsyncGenerator<ErasureLine> {
  let number = 0;
  for await (const line of readLines(path)) {
    number += 1;
    const parsed = parseErasureLine(line);
    if (!parsed) throw new Error(`Line ${number} of ${path} is no line of a ledger of erasures.`);
    yield parsed;
  }
}

function formatCount(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

export const dataCommands = {
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
    const path = `contact-audit-${formatMoment(ctx)}.jsonl`;
    const bytes = await writeNewFile(path, await handOverAudit(ctx));
    return `Wrote the contact audit to ${path} (${bytes} bytes).`;
  },
  async 'export-person'(db, email, { openContext }) {
    const ctx = await openContext(db);
    const path = `person-${formatMoment(ctx)}.tar`;
    const bytes = await writeNewFile(path, await exportPerson(ctx, email));
    return `Wrote everything about ${email} to ${path} (${bytes} bytes).`;
  },
  async 'erase-person'(db, email, { openContext, confirm }) {
    const ctx = await openContext(db);
    const { enquiries, files, mails, fingerprint } = await findPerson(ctx, email);
    if (enquiries.length + mails === 0) throw new Error(`Nothing is stored about ${email}.`);
    const staying = enquiries.flatMap(({ isHeld, ...each }) => {
      const reason = each.erasableFrom === null ? 'held' : 'readdressed';
      return isHeld || each.erasableFrom ? describeSkipped({ ...each, reason }) : [];
    });
    const what =
      enquiries.length === 0
        ? `the mails to ${email}, except those about an enquiry on legal hold`
        : `${formatCount(enquiries.length - staying.length, 'enquiry', 'enquiries')} of ${email} with conversations, ${formatCount(files, 'file')} and ${formatCount(mails, 'mail')}`;
    const question = [`This erases ${what}, for good.`, ...staying].join('\n');
    if (!(await confirm(question))) throw new Error(`${question}\nNothing was done: add --yes.`);
    const done = await erasePerson(ctx, { email, fingerprint });
    if (done.erased === 0) return `Erased the mails to ${email}.`;
    return [
      `Erased ${formatCount(done.erased, 'enquiry', 'enquiries')} of ${email}. The application removes the files within two hours.`,
      ...done.skipped.map((each) => describeSkipped(each)),
    ].join('\n');
  },
  async 'export-erasures'(db, path) {
    let lines = 0;
    async function* toText() {
      for await (const line of exportErasures(db)) {
        lines += 1;
        yield `${JSON.stringify(line)}\n`;
      }
    }
    await writeNewFile(path, toText());
    return `Wrote ${formatCount(lines, 'line')} to ${path}.`;
  },
  async 'replay-erasures'(db, path, { readTrackKey }) {
    const { lines, erased } = await replayErasures(db, readErasures(path), await readTrackKey());
    return `Read ${formatCount(lines, 'line')}; ${erased} had something to erase.`;
  },
} satisfies Record<string, Command>;
