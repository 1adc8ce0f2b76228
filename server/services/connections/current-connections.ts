import { isDeepStrictEqual } from 'node:util';
import type { Database } from '#server/context/context.ts';
import type { MailConfig } from '#server/core/config.ts';
import type { Log } from '#server/lib/log.ts';
import { readConnections, resolveMail } from './stored.ts';

type Options = { db: Database; totpKey: Buffer; mail: MailConfig; log: Log };
type Follower = (mail: MailConfig) => void;

export type CurrentConnections = ReturnType<typeof createCurrentConnections>;

/** The connections in use; `reload` follows a change of their table. */
export function createCurrentConnections({ db, totpKey, mail: configured, log }: Options) {
  let mail = configured;
  let loading = Promise.resolve();
  const followers: Follower[] = [];

  async function load(): Promise<void> {
    const next = resolveMail(configured, await readConnections(db, totpKey));
    if (isDeepStrictEqual(next, mail)) return;
    mail = next;
    for (const follow of followers) follow(mail);
  }

  return {
    get mail() {
      return mail;
    },
    follow: (follower: Follower) => void followers.push(follower),
    /** One after the other, so that the newest state remains. */
    reload(): Promise<void> {
      loading = loading.then(load).catch((error: unknown) => {
        log.error({ error }, 'the connections could not be read; the former ones stay');
      });
      return loading;
    },
  };
}
