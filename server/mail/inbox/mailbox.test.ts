import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it, onTestFinished } from 'vitest';
import { readImapUrl } from '#server/lib/imap-url.ts';
import { startImapServer } from '#tests/support/mail/imap-server.ts';
import { openMailbox } from './mailbox.ts';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

it('holds no mail that was fetched, however long its connection lasts', async () => {
  const server = await startImapServer();
  onTestFinished(() => server.stop());
  const address = readImapUrl(server.url);
  if (!address) throw new Error('the URL of the mailbox is none');
  const mailbox = await openMailbox(address, new AbortController().signal);
  onTestFinished(() => mailbox.close());
  const uid = server.deliver('x'.repeat(1_000_000));
  const fetch = async () => new WeakRef((await mailbox.fetch(uid, 1_000_000))?.source ?? {});
  const first = await fetch();
  // The client itself holds its last response.
  await fetch();
  await expect
    .poll(() => {
      collect();
      return first.deref();
    })
    .toBeUndefined();
});
