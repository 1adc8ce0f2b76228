import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import type { DB } from '#server/db/types.ts';
import { errorCode, errorText, syncDirectory } from '#server/lib/files.ts';
import { DELIVERY_MESSAGES as messages } from '#shared/mails/messages.ts';
import { DeliveryError, toDeliveryError } from './delivery-error.ts';
import type { ComposedMail, MailTransport } from './mail.ts';

const MAX_FILES = 5_000;
const FILE_NAME = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.eml(?:\.tmp)?$/u;

/** Mail ids are ordered by time, and so are the files. */
function fileNameOf(messageId: string): string {
  const name = `${messageId.slice(1).split('@')[0] ?? ''}.eml`;
  if (!FILE_NAME.test(name)) throw new DeliveryError('recipient', messages.malformed(messageId));
  return name;
}

function toFileError(error: unknown): DeliveryError {
  const failure = toDeliveryError(error);
  return errorCode(error) === 'ENOSPC' || errorCode(error) === 'EDQUOT'
    ? failure
    : new DeliveryError('transport', messages.fileFailed(errorText(error)), error);
}

export function createFileTransport(folder: string): MailTransport {
  async function write({ messageId, raw }: ComposedMail): Promise<void> {
    const name = fileNameOf(messageId);
    const temporary = join(folder, `${name}.tmp`);
    try {
      await writeFile(temporary, raw, { mode: 0o600, flush: true });
      await rename(temporary, join(folder, name));
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
    }
    await syncDirectory(folder);
  }

  async function makeFolder(): Promise<void> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
  }

  return {
    name: 'file',
    async deliver(mail) {
      try {
        await write(mail).catch(async (error: unknown) => {
          if (errorCode(error) !== 'ENOENT') throw error;
          await makeFolder();
          await write(mail);
        });
      } catch (error) {
        throw toFileError(error);
      }
      return { rejected: [] };
    },
    async verify() {
      const probe = join(folder, `probe-${process.pid}.tmp`);
      try {
        await makeFolder();
        await writeFile(probe, '', { mode: 0o600 });
      } catch (error) {
        throw toFileError(error);
      } finally {
        await rm(probe, { force: true }).catch(() => undefined);
      }
    },
    close: () => undefined,
  };
}

/** Removes files whose mail was erased or has expired, and the oldest beyond `MAX_FILES`; returns their number. */
export async function removeFormerFiles(db: Kysely<DB>, folder: string): Promise<number> {
  // Read before the rows: files never precede their rows.
  const names: string[] = await readdir(folder).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return [];
    throw error;
  });
  const files = names.toSorted().flatMap((name) => {
    const [, id] = FILE_NAME.exec(name) ?? [];
    return id === undefined ? [] : [{ id, name }];
  });
  if (files.length === 0) return 0;
  const { rows } = await sql<{ id: string }>`
    select id from outbox_mails where id = any(${files.map(({ id }) => id)}::uuid[])
  `.execute(db);
  const known = new Set(rows.map(({ id }) => id));
  const former = files.filter(
    ({ id }, index) => !known.has(id) || index < files.length - MAX_FILES,
  );
  for (const { name } of former) await rm(join(folder, name), { force: true });
  return former.length;
}
