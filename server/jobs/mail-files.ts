import type { Kysely } from 'kysely';
import type { DB } from '#server/db/types.ts';
import type { Log } from '#server/lib/log.ts';
import { removeFormerFiles } from '#server/mail/file-transport.ts';
import { type Loop, startLoop } from './loop.ts';

const POLL_MS = 60_000;

type Options = { db: Kysely<DB>; folder: string; log: Log; pollMs?: number };

/** Removes mail files without a row. Runs in every process, since each machine may have its own folder. */
export function startMailFiles({ db, folder, log, pollMs = POLL_MS }: Options): Loop {
  async function remove(): Promise<void> {
    const removed = await removeFormerFiles(db, folder);
    if (removed > 0) log.info({ removed }, 'removed files of mails that are no more');
  }

  return startLoop(remove, {
    pollMs,
    onError: (error) => log.warn({ error }, 'files of mails that are no more cannot be removed'),
  });
}
