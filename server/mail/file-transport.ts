import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode, errorText, syncDirectory } from '#server/lib/files.ts';
import { DELIVERY_MESSAGES as messages } from '#shared/mails/messages.ts';
import { DeliveryError, toDeliveryError } from './delivery-error.ts';
import type { ComposedMail, MailTransport } from './mail.ts';

/** How many files stay, the newest ones, and for how long; as long as their rows at the most. */
const MAX_FILES = 5_000;
const MAX_AGE_MS = 90 * 24 * 60 * 60 * 1_000;
const WRITES_BETWEEN_CLEANINGS = 200;

const FILE_NAME = /^[\w.-]{1,200}\.(?:eml|tmp)$/;

/** The id of a mail within its Message-ID: ids are made of time, so the names of the files are in the order of the mails. */
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

/** Writes each mail as an `.eml` file, which mail programs open. A repeated delivery replaces its file. */
export function createFileTransport(folder: string): MailTransport {
  let writesUntilCleaning = 0;

  async function write({ messageId, raw }: ComposedMail): Promise<void> {
    const name = fileNameOf(messageId);
    const temporary = join(folder, `${name}.tmp`);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    try {
      await writeFile(temporary, raw, { mode: 0o600, flush: true });
      await rename(temporary, join(folder, name));
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
    }
    await syncDirectory(folder);
  }

  return {
    name: 'file',
    async deliver(mail) {
      try {
        await write(mail);
      } catch (error) {
        throw toFileError(error);
      }
      if (writesUntilCleaning === 0) {
        writesUntilCleaning = WRITES_BETWEEN_CLEANINGS;
        // The mail is there: that an old one stays is no reason to write it again.
        await removeOldFiles(folder).catch(() => undefined);
      }
      writesUntilCleaning -= 1;
      return { rejected: [] };
    },
    async verify() {
      const probe = join(folder, `probe-${process.pid}.tmp`);
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 });
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

async function removeOldFiles(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => FILE_NAME.test(name)).toSorted();
  for (const [index, name] of names.entries()) {
    const file = join(folder, name);
    const isTooMany = index < names.length - MAX_FILES;
    if (isTooMany || (await stat(file)).mtimeMs < Date.now() - MAX_AGE_MS) {
      await rm(file, { force: true });
    }
  }
}
