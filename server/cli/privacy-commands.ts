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
import { readLines, writeNewFile } from './files.ts';

export type PrivacyTools = {
  openContext: (db: Kysely<DB>) => Promise<ServiceContext>;
  /** Without a terminal, only --yes confirms. */
  confirm: (question: string) => Promise<boolean>;
  readTrackKey: () => Promise<Buffer>;
};

type Command = (db: Kysely<DB>, argument: string, tools: PrivacyTools) => Promise<string>;

async function* readErasures(path: string): AsyncGenerator<ErasureLine> {
  let number = 0;
  for await (const line of readLines(path)) {
    number += 1;
    const parsed = parseErasureLine(line);
    if (!parsed) throw new Error(`Line ${number} of ${path} is no line of a ledger of erasures.`);
    yield parsed;
  }
}

function countOf(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

export const privacyCommands = {
  async 'export-person'(db, email, { openContext }) {
    const ctx = await openContext(db);
    const day = ctx
      .now()
      .toISOString()
      .replaceAll(/[-:]|\.\d+/g, '');
    const path = `person-${day}.tar`;
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
        : `${countOf(enquiries.length - staying.length, 'enquiry', 'enquiries')} of ${email} with conversations, ${countOf(files, 'file')} and ${countOf(mails, 'mail')}`;
    const question = [`This erases ${what}, for good.`, ...staying].join('\n');
    if (!(await confirm(question))) throw new Error(`${question}\nNothing was done: add --yes.`);
    const done = await erasePerson(ctx, { email, fingerprint });
    if (done.erased === 0) return `Erased the mails to ${email}.`;
    return [
      `Erased ${countOf(done.erased, 'enquiry', 'enquiries')} of ${email}. The application removes the files within two hours.`,
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
    return `Wrote ${countOf(lines, 'line')} to ${path}.`;
  },
  async 'replay-erasures'(db, path, { readTrackKey }) {
    const { lines, erased } = await replayErasures(db, readErasures(path), await readTrackKey());
    return `Read ${countOf(lines, 'line')}; ${erased} had something to erase.`;
  },
} satisfies Record<string, Command>;
