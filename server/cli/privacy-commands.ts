import type { Kysely } from 'kysely';
import * as z from 'zod';
import type { ServiceContext } from '#server/context.ts';
import type { DB } from '#server/db/types.ts';
import {
  type ErasureLine,
  exportErasures,
  replayErasures,
} from '#server/services/erasures/index.ts';
import { erasePerson, exportPerson, findPerson } from '#server/services/persons/index.ts';
import { readLines, writeNewFile } from './files.ts';

export type PrivacyTools = {
  /** The context of the command line. */
  openContext: (db: Kysely<DB>) => Promise<ServiceContext>;
  /** Asks at a terminal; elsewhere only --yes is a yes. */
  confirm: (question: string) => Promise<boolean>;
};

type Command = (db: Kysely<DB>, argument: string, tools: PrivacyTools) => Promise<string>;

const erasureLineSchema: z.ZodType<ErasureLine> = z.object({
  id: z.guid(),
  erasedAt: z.iso.datetime(),
  kind: z.enum(['enquiry', 'person']),
  by: z.enum(['visitor', 'administrator', 'command-line']),
  adminUserId: z.guid().nullable(),
  conversationIds: z.array(z.guid()),
  orderIds: z.array(z.guid()),
  messageIds: z.array(z.guid()),
  addressHash: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .nullable(),
});

async function* readErasures(path: string): AsyncGenerator<ErasureLine> {
  let number = 0;
  for await (const line of readLines(path)) {
    number += 1;
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch {
      value = null;
    }
    const { data } = erasureLineSchema.safeParse(value);
    if (!data) throw new Error(`Line ${number} of ${path} is no line of a ledger of erasures.`);
    yield data;
  }
}

function countOf(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** What the command line does with the data of one person, and with the ledger of erasures. */
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
    if (enquiries.length === 0) throw new Error(`Nothing is stored about ${email}.`);
    const held = enquiries.filter(({ isHeld }) => isHeld).length;
    const question = `This erases ${countOf(enquiries.length - held, 'enquiry', 'enquiries')} of ${email} with conversations, ${countOf(files, 'file')} and ${countOf(mails, 'mail')}, for good.${held > 0 ? ` ${held} on legal hold stay.` : ''}`;
    if (!(await confirm(question))) throw new Error(`${question}\nNothing was done: add --yes.`);
    const done = await erasePerson(ctx, { email, fingerprint });
    return `Erased ${countOf(done.erased, 'enquiry', 'enquiries')} of ${email}. The application removes the files within two hours.`;
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
  async 'replay-erasures'(db, path) {
    const { lines, erased } = await replayErasures(db, readErasures(path));
    return `Read ${countOf(lines, 'line')}; ${erased} had something to erase.`;
  },
} satisfies Record<string, Command>;
